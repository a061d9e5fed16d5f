import type { Command } from "../commands.ts";
import type { References, Where } from "./registry.ts";

/** What a click on a found reference runs; a link in a text can be followed by anyone, so it is found anew. */
export function openReference(
  references: References,
): Command<[resolver: string, text: string, where: Where], boolean> {
  return {
    accepts: ([resolver, text, where]) =>
      typeof resolver === "string" && typeof text === "string"
        ? [resolver, text, typeof where === "string" ? where : undefined]
        : undefined,
    run: (resolver, text, where) => references.open(resolver, text, where),
  };
}

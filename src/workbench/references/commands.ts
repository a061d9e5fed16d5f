import type { Command } from "../commands.ts";
import type { References } from "./registry.ts";

/** What a click on a found reference runs; a link in a text can be followed by anyone, so it is found anew. */
export function openReference(references: References): Command<[resolver: string, text: string], boolean> {
  return {
    accepts: ([resolver, text]) =>
      typeof resolver === "string" && typeof text === "string" ? [resolver, text] : undefined,
    run: (resolver, text) => references.open(resolver, text),
  };
}

// The command that a link to a reference runs.
import type { Command } from "../commands.ts";
import type { References, LineLocation } from "./registry.ts";

/** Any text can contain such a link, so the command resolves the reference again. */
export function openReference(
  references: References,
): Command<[resolver: string, text: string, where: LineLocation], boolean> {
  return {
    accepts: ([resolver, text, where]) =>
      typeof resolver === "string" && typeof text === "string"
        ? [resolver, text, typeof where === "string" ? where : undefined]
        : undefined,
    run: (resolver, text, where) => references.open(resolver, text, where),
  };
}

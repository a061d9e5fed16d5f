// Emoji that Markdown names between colons, such as `:tada:`.
// oxlint-disable-next-line typescript/triple-slash-reference -- the package brings no types, and a module can only be declared ambiently
/// <reference path="../../../markdown-it-emoji.d.ts" />
import emoji from "markdown-it-emoji/lib/data/full.mjs";

/** Returns the emoji with this name. */
export function findEmoji(name: string): string | undefined {
  return Object.hasOwn(emoji, name) ? emoji[name] : undefined;
}

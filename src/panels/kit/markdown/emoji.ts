// The emoji that Markdown may name between colons.
// oxlint-disable-next-line typescript/triple-slash-reference -- the package brings no types, and a module can only be declared ambiently
/// <reference path="../../../markdown-it-emoji.d.ts" />
import signs from "markdown-it-emoji/lib/data/full.mjs";

/** The sign that goes by the name between two colons. */
export function emojiOf(name: string): string | undefined {
  return Object.hasOwn(signs, name) ? signs[name] : undefined;
}

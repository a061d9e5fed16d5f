// Replaces names of emoji, such as `:tada:`, in rows, tooltips and quick picks, so that they look as in a thread panel.
import type { Node } from "../../workbench/tree/node.ts";

/** A name between colons that isn't part of a word, a time or a path. */
const NAME = /(?<![\w:]):([\w+-]{1,64}):(?![:\p{L}\p{Nd}])/gu;

type Table = Readonly<Record<string, string>>;

/** Loads the table of emoji that all servers support. It is large, so the first text with a name loads it. */
export async function loadEmoji(): Promise<Table> {
  return (await import("markdown-it-emoji/lib/data/full.mjs")).default;
}

/** Replaces the known names of emoji in a text. */
export async function drawEmoji(text: string): Promise<string> {
  return hasName(text) ? replaceNames(text, await loadEmoji()) : text;
}

/** Replaces names of emoji in a row's label, description and screen reader text. Tooltips replace their own. */
export async function drawEmojiInRow(node: Node): Promise<Node> {
  const { label, description, accessibleLabel } = node;
  if (![label, evaluate(description), evaluate(accessibleLabel)].some(hasName)) return node;
  const table = await loadEmoji();
  const draw = (text: string): string => replaceNames(text, table);
  return {
    ...node,
    label: draw(label),
    ...(description === undefined ? {} : { description: () => draw(evaluate(description)) }),
    ...(accessibleLabel === undefined ? {} : { accessibleLabel: () => draw(evaluate(accessibleLabel)) }),
  };
}

function evaluate(text: Node["description"]): string {
  return typeof text === "function" ? text() : (text ?? "");
}

function hasName(text: string): boolean {
  return text.search(NAME) !== -1;
}

function replaceNames(text: string, table: Table): string {
  return text.replaceAll(NAME, (whole: string, name: string) =>
    Object.hasOwn(table, name) ? (table[name] ?? whole) : whole,
  );
}

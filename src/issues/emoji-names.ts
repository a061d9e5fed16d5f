// Shows emoji in place of their names, such as `:tada:`, in rows, tooltips and quick picks, as the panel of a thread does.
import type { Node } from "../workbench/tree/node.ts";

/** A name between colons that isn't part of a word, a time or a path. */
const NAME = /(?<![\w:]):([\w+-]{1,64}):(?![:\p{L}\p{Nd}])/gu;

type Table = Readonly<Record<string, string>>;

/** Loads the emoji that every server has, by their names. The table is long, so it is loaded when it is first needed. */
export async function loadEmoji(): Promise<Table> {
  return (await import("markdown-it-emoji/lib/data/full.mjs")).default;
}

/** Replaces names of emoji in a text. Other names stay. */
export async function drawEmoji(text: string): Promise<string> {
  return hasName(text) ? replaceNames(text, await loadEmoji()) : text;
}

/** Replaces names of emoji in a row's label, description and screen reader text. Its tooltip is made later. */
export async function drawEmojiInRow(node: Node): Promise<Node> {
  const { label, description, spoken } = node;
  if (![label, evaluate(description), evaluate(spoken)].some(hasName)) return node;
  const table = await loadEmoji();
  const draw = (text: string): string => replaceNames(text, table);
  return {
    ...node,
    label: draw(label),
    ...(description === undefined ? {} : { description: () => draw(evaluate(description)) }),
    ...(spoken === undefined ? {} : { spoken: () => draw(evaluate(spoken)) }),
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

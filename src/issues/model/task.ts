// Tasks in Markdown: `- [ ] measure` and `- [x] measure`.

/** What may stand before the box: marks of quotes and lists, a digit more or less of their numbers. */
const BOX = /^((?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*)\[([ xX])\](?=\s)/;
/** No line has its box further right. */
const MAX_INDENT_CHARS = 1_000;

/**
 * The text with the box in this line, counted from 0, checked or unchecked. Undefined if the line has no box to change.
 */
export function checkTask(text: string, line: number, done: boolean): string | undefined {
  // Lines end as they did.
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = line * 2;
  const found = BOX.exec((parts[at] ?? "").slice(0, MAX_INDENT_CHARS));
  const [box = "", before = "", mark = ""] = found ?? [];
  if (box === "" || (mark !== " ") === done) return undefined;
  const rest = (parts[at] ?? "").slice(box.length);
  return [...parts.slice(0, at), `${before}[${done ? "x" : " "}]${rest}`, ...parts.slice(at + 1)].join("");
}

// Checks and unchecks Markdown tasks: `- [ ] measure` and `- [x] measure`.

/** A box, after any marks of quotes and lists. */
const BOX = /^((?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*)\[([ xX])\]/;
/** Limits the search for the box in a line. */
const MAX_INDENT_CHARS = 1_000;

/**
 * Checks or unchecks the box in a line, counted from 0. Returns undefined if the line has no box, or none to change.
 */
export function checkTask(text: string, line: number, done: boolean): string | undefined {
  // Splitting with the line endings keeps them as they are.
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = line * 2;
  const found = BOX.exec((parts[at] ?? "").slice(0, MAX_INDENT_CHARS));
  const [box = "", before = "", mark = ""] = found ?? [];
  if (box === "" || (mark !== " ") === done) return undefined;
  const rest = (parts[at] ?? "").slice(box.length);
  return [...parts.slice(0, at), `${before}[${done ? "x" : " "}]${rest}`, ...parts.slice(at + 1)].join("");
}

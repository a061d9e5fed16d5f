// Suggested changes: a code block in a comment on a line that replaces the line, and maybe others around it. Forgejo and
// Gitea show it like any code block. The lines around are counted as GitLab does: "suggestion:-2+0".

export interface Suggestion {
  /** How many lines before and after the comment's line are replaced as well. */
  readonly above: number;
  readonly below: number;
  readonly lines: readonly string[];
}

const OPENING = /^ {0,3}(`{3,}|~{3,})suggestion(?::-(\d{1,3})\+(\d{1,3}))?[ \t]*$/;

/** Returns the suggestion of a comment. Undefined if it has none, or several. */
export function readSuggestion(body: string): Suggestion | undefined {
  const lines = body.split(/\r?\n/);
  const found: Suggestion[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const [, fence, above = "0", below = "0"] = OPENING.exec(lines[start] ?? "") ?? [];
    if (fence === undefined) continue;
    const length = lines.slice(start + 1).findIndex((line) => isClosing(line, fence));
    if (length === -1) break;
    found.push({ above: Number(above), below: Number(below), lines: lines.slice(start + 1, start + 1 + length) });
    start += length + 1;
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Writes lines as a suggestion for a comment on the last of them. */
export function writeSuggestion(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const range = lines.length > 1 ? `:-${lines.length - 1}+0` : "";
  return [`${fence}suggestion${range}`, ...lines, fence, ""].join("\n");
}

function isClosing(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text.startsWith(fence) && new Set(text).size === 1;
}

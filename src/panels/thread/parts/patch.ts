// Parses the lines of a unified diff.
export interface PatchLine {
  readonly kind: "same" | "added" | "removed";
  /** Line number before the change, or after it for an added line. */
  readonly number: number;
  readonly text: string;
}

/** Returns the lines of one unified hunk with their numbers. Ignores text before the first `@@`. */
export function parsePatch(patch: string): readonly PatchLine[] {
  const lines: PatchLine[] = [];
  let before = 1;
  let after = 1;
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (head !== null) {
      before = Number(head[1]);
      after = Number(head[2]);
      lines.length = 0;
    } else if (line.startsWith("+")) {
      lines.push({ kind: "added", number: after++, text: line.slice(1) });
    } else if (line.startsWith("-")) {
      lines.push({ kind: "removed", number: before++, text: line.slice(1) });
    } else if (!line.startsWith("\\")) {
      lines.push({ kind: "same", number: after++, text: line.slice(1) });
      before++;
    }
  }
  return lines;
}

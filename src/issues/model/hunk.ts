// The lines around a comment, as servers return them with it: a part of a diff that ends at the commented line.

/**
 * Returns the lines that the hunk has on one side. Undefined if it is empty, or doesn't end with a line of this side,
 * so that it can't belong to the comment.
 */
export function readHunk(hunk: string, side: "old" | "new"): readonly string[] | undefined {
  const lines = hunk
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line !== "" && !line.startsWith("\\"));
  const own = side === "old" ? "-" : "+";
  const isOwn = (line: string): boolean => line.startsWith(own) || line.startsWith(" ");
  if (!isOwn(lines.at(-1) ?? "")) return undefined;
  return lines.filter(isOwn).map((line) => line.slice(1));
}

/** Whether these are the lines of a file up to the line with this number. */
export function endsAt(expected: readonly string[], lines: readonly string[], line: number): boolean {
  return line >= expected.length && expected.every((each, place) => lines[line - expected.length + place] === each);
}

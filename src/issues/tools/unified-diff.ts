// Writes the differences of two versions of a file as a unified diff.
import { matchLines } from "../model/line-map.ts";

/** Unchanged lines around each change. */
const CONTEXT = 3;

interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
  /** Numbers before and after the change, counted from 1: of this line, or of the next one on the other side. */
  readonly old: number;
  readonly new: number;
}

/** Returns the hunks, each of several lines. Undefined if the versions differ in too many lines. */
export function unifiedDiff(before: readonly string[], after: readonly string[]): readonly string[] | undefined {
  const lines = diffLines(before, after);
  if (lines === undefined) return undefined;
  const isNear = lines.map(() => false);
  for (const [at, { sign }] of lines.entries())
    if (sign !== " ") isNear.fill(true, Math.max(0, at - CONTEXT), Math.min(lines.length, at + CONTEXT + 1));
  const hunks: string[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    if (isNear[start] !== true) continue;
    let end = start;
    while (isNear[end] === true) end += 1;
    hunks.push(formatHunk(lines.slice(start, end)));
    start = end;
  }
  return hunks;
}

function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] | undefined {
  const places = matchLines(before, after);
  if (places === undefined) return undefined;
  const lines: DiffLine[] = [];
  let at = 0;
  const add = (end: number, old: number): void => {
    for (; at < end; at += 1) lines.push({ sign: "+", text: after[at] ?? "", old, new: at + 1 });
  };
  for (const [index, text] of before.entries()) {
    const place = places[index] ?? -1;
    if (place < 0) {
      lines.push({ sign: "-", text, old: index + 1, new: at + 1 });
      continue;
    }
    add(place, index + 1);
    lines.push({ sign: " ", text, old: index + 1, new: at + 1 });
    at += 1;
  }
  add(after.length, before.length + 1);
  return lines;
}

function formatHunk(lines: readonly DiffLine[]): string {
  const [first] = lines;
  const count = (other: "+" | "-"): number => lines.filter(({ sign }) => sign !== other).length;
  const head = `@@ -${first?.old ?? 0},${count("+")} +${first?.new ?? 0},${count("-")} @@`;
  return [head, ...lines.map(({ sign, text }) => `${sign}${text}`)].join("\n");
}

// Finds unresolved conflicts in a merged text. VS Code's merge editor doesn't report them: where both sides changed the
// same lines, its result contains the original ones, as if both changes had been discarded.
import { withLineFeeds } from "../model/entities.ts";
import type { Merge } from "./merges.ts";

/** A range of changed lines in the original text, up to but not including `to`. Empty if lines were only added. */
interface Change {
  readonly from: number;
  readonly to: number;
}

/** Conflict markers, or original lines that both sides changed. */
export type MergeConflict = "marks" | "oldLines";

/** In texts with more pairs of lines, everything counts as one change. */
const MAX_COMPARISONS = 4_000_000;

/** Finds what may be unresolved, although the user may want it. */
export function findConflict(
  { base, mine, theirs }: Pick<Merge, "base" | "mine" | "theirs">,
  merged: string,
): MergeConflict | undefined {
  // Either text may quote markers, which are then in the merged text as well.
  if (countMarks(merged) > countMarks(mine) + countMarks(theirs)) return "marks";
  const myChanges = findChanges(base, mine);
  const theirChanges = findChanges(base, theirs);
  const mergedChanges = findChanges(base, merged);
  const isResolved = (change: Change): boolean => mergedChanges.some((each) => touches(each, change));
  const isOpen = (own: Change, other: Change): boolean => touches(own, other) && !isResolved(own) && !isResolved(other);
  return myChanges.some((own) => theirChanges.some((other) => isOpen(own, other))) ? "oldLines" : undefined;
}

function countMarks(text: string): number {
  return text.match(/^(?:<{7} |={7}\r?$|>{7})/gm)?.length ?? 0;
}

/** True for changes of adjacent lines too, which the merge editor also treats as a conflict. */
function touches(one: Change, other: Change): boolean {
  return one.from <= other.to && other.from <= one.to;
}

function findChanges(oldText: string, newText: string): readonly Change[] {
  if (oldText === newText) return [];
  const oldLines = withLineFeeds(oldText).split("\n");
  const lines = withLineFeeds(newText).split("\n");
  if (oldLines.length * lines.length > MAX_COMPARISONS) return [{ from: 0, to: oldLines.length }];
  const ends = { at: oldLines.length, in: lines.length };
  return [...findKept(oldLines, lines), ends].flatMap((each, index, all) => {
    const last = all[index - 1] ?? { at: -1, in: -1 };
    const isGap = each.at > last.at + 1 || each.in > last.in + 1;
    return isGap ? [{ from: last.at + 1, to: each.at }] : [];
  });
}

/** Returns the longest common subsequence of lines, by their indexes in each text. */
function findKept(oldLines: readonly string[], lines: readonly string[]) {
  /** For each pair of indexes, the length of the longest common subsequence from there on. */
  const common: number[][] = [];
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = oldLines.length - 1; i >= 0; i -= 1) {
    const line = oldLines[i];
    const nextRow = common[i + 1] ?? [];
    const row: number[] = lines.map(() => 0);
    for (let j = lines.length - 1; j >= 0; j -= 1)
      row[j] = line === lines[j] ? (nextRow[j + 1] ?? 0) + 1 : Math.max(nextRow[j] ?? 0, row[j + 1] ?? 0);
    common[i] = row;
  }
  const kept: { readonly at: number; readonly in: number }[] = [];
  for (let i = 0, j = 0; i < oldLines.length && j < lines.length;) {
    const isSame = oldLines[i] === lines[j];
    if (isSame) kept.push({ at: i, in: j });
    const isOver = at(i + 1, j) >= at(i, j + 1);
    if (isSame || isOver) i += 1;
    if (isSame || !isOver) j += 1;
  }
  return kept;
}

// Finds unresolved conflicts in a merged text. VS Code's merge editor doesn't report them: where both sides changed the
// same lines, its result contains the original ones, as if both changes had been discarded.
import { withLineFeeds } from "../model/entities.ts";
import type { Merge } from "./merges.ts";

/** A range of changed lines in the original text, up to but not including `to`. Empty if lines were only added. */
interface Change {
  readonly from: number;
  readonly to: number;
}

/** In texts with more pairs of lines, everything counts as one change. */
const MAX_COMPARISONS = 4_000_000;

/** Finds conflict markers, or original lines where both sides changed them, which the user may want. */
export function findConflict(
  { base, mine, theirs }: Pick<Merge, "base" | "mine" | "theirs">,
  merged: string,
): "marks" | "oldLines" | undefined {
  // Either text may quote markers, which are then in the merged text as well.
  if (countMarks(merged) > countMarks(mine) + countMarks(theirs)) return "marks";
  const ours = findChanges(base, mine);
  const others = findChanges(base, theirs);
  const resolved = findChanges(base, merged);
  const isResolved = (change: Change): boolean => resolved.some((each) => touches(each, change));
  const isOpen = (own: Change, other: Change): boolean => touches(own, other) && !isResolved(own) && !isResolved(other);
  return ours.some((own) => others.some((other) => isOpen(own, other))) ? "oldLines" : undefined;
}

function countMarks(text: string): number {
  return text.match(/^(?:<{7} |={7}\r?$|>{7})/gm)?.length ?? 0;
}

/** True for changes of adjacent lines too, which the merge editor also treats as a conflict. */
function touches(one: Change, other: Change): boolean {
  return one.from <= other.to && other.from <= one.to;
}

function findChanges(before: string, after: string): readonly Change[] {
  if (before === after) return [];
  const old = withLineFeeds(before).split("\n");
  const now = withLineFeeds(after).split("\n");
  if (old.length * now.length > MAX_COMPARISONS) return [{ from: 0, to: old.length }];
  const ends = { at: old.length, in: now.length };
  return [...findKept(old, now), ends].flatMap((each, place, all) => {
    const last = all[place - 1] ?? { at: -1, in: -1 };
    const isGap = each.at > last.at + 1 || each.in > last.in + 1;
    return isGap ? [{ from: last.at + 1, to: each.at }] : [];
  });
}

/** Returns the longest common subsequence of lines, by their indexes in each text. */
function findKept(old: readonly string[], now: readonly string[]) {
  /** For each pair of indexes, the length of the longest common subsequence from there on. */
  const common: number[][] = [];
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const line = old[i];
    const below = common[i + 1] ?? [];
    const row: number[] = now.map(() => 0);
    for (let j = now.length - 1; j >= 0; j -= 1)
      row[j] = line === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    common[i] = row;
  }
  const kept: { readonly at: number; readonly in: number }[] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    const isSame = old[i] === now[j];
    if (isSame) kept.push({ at: i, in: j });
    const isOver = at(i + 1, j) >= at(i, j + 1);
    if (isSame || isOver) i += 1;
    if (isSame || !isOver) j += 1;
  }
  return kept;
}

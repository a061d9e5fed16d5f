// Whether conflicts are left in a merged text. VS Code's three-way editor doesn't say: where both sides changed the same
// lines, its result has those from before, as if both changes had been given up.
import { withLineFeeds } from "../model/entities.ts";
import type { Merge } from "./merges.ts";

/** Lines of the text before, from the first to the one after the last; none of them if lines were only added there. */
interface Change {
  readonly from: number;
  readonly to: number;
}

/** In longer texts, everything counts as one change. */
const MAX_COMPARISONS = 4_000_000;

/** Marks of conflicts, or lines from before where both sides changed them, which may be what the user wants. */
export function findConflict(
  { base, mine, theirs }: Pick<Merge, "base" | "mine" | "theirs">,
  merged: string,
): "marks" | "oldLines" | undefined {
  // A text may quote marks of its own, which are in the merged text as well.
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

/** The editor takes changes of lines next to each other for a conflict as well. */
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

/** The longest list of lines that both have in this order, by their places in each. */
function findKept(old: readonly string[], now: readonly string[]) {
  /** How many lines both have in common from each pair of places on. */
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

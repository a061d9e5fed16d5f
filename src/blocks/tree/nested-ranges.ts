// Splits all blocks of a ledger into nested ranges, so that the tree reaches any block in a few steps.
import type { BlockRange } from "../model/block-range.ts";

/** A level between all blocks of a ledger and single ones. */
export interface NestedRange extends BlockRange {
  /** Where the full range starts; `from` is higher if the ledger starts later. */
  readonly start: bigint;
  /** Number of blocks of each range below it; 1 for single blocks. */
  readonly step: bigint;
}

/** Number of blocks in the lowest ranges: the maximum that a node returns. */
const LOWEST_RANGE_BLOCKS = 100n;
const RANGE_FACTOR = 100n;
/** Maximum number of ranges at the top level. */
const MAX_TOP_RANGES = 900n;

/** The widest ranges of a ledger, the newest first: few enough for one level of the tree. */
export function listTopRanges(range: BlockRange): readonly NestedRange[] {
  let size = LOWEST_RANGE_BLOCKS;
  while (range.to / size - range.from / size >= MAX_TOP_RANGES) size *= RANGE_FACTOR;
  return split(range, size);
}

/** The ranges below a range, the newest first; none if single blocks are below it. */
export function subranges(range: NestedRange): readonly NestedRange[] {
  return range.step === 1n ? [] : split(range, range.step);
}

function split({ from, to }: BlockRange, size: bigint): readonly NestedRange[] {
  const ranges: NestedRange[] = [];
  for (let start = (to / size) * size; start + size > from; start -= size) {
    const end = start + size - 1n;
    ranges.push({
      start,
      from: start < from ? from : start,
      to: end > to ? to : end,
      step: size === LOWEST_RANGE_BLOCKS ? 1n : size / RANGE_FACTOR,
    });
  }
  return ranges;
}

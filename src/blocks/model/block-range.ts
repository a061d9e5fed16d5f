// Reads ranges of blocks as people type them, and sums up the blocks of a range.
import type { Nanoseconds } from "../../base/time.ts";
import { parseBlockName } from "./block-name.ts";
import { duration, HIGHEST_BLOCK, type Block } from "./block.ts";

/** Blocks that follow one another; both ends are among them. */
export interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** What a typed range means. */
export type UnderstoodRange =
  | BlockRange
  /** A count of the latest blocks, whose numbers are not known yet. */
  | { readonly last: bigint }
  | { readonly fault: "nothing" | "unknown" | "backwards" | "tooHigh" | "none" }
  | { readonly fault: "tooMany"; readonly blocks: bigint };

/** A hundred pages, which load in a few seconds: as much as a chart and a reader can take in. */
export const MAX_BLOCKS = 10_000n;

const SEPARATED = /^(.*\d)\s*(?:\.{2,3}|…|[–—:]|\bto\b)\s*(\S.*)$/iu;
/** A hyphen separates two numbers, but can also be a minus sign. */
const HYPHEN = /^(.*\d)\s*-\s*(\d.*)$/u;
/** "1,000 + 50": this many blocks from there on. */
const COUNTED = /^(.*\d)\s*\+\s*(\d.*)$/u;
const LAST = /^(?:last|newest)\s+(\S.*)$/iu;

/** Reads "1,000 – 2,000", "1000..2000", "1000 to 2000", "1000+50", "last 600", or "600" for the latest 600. */
export function parseRange(typed: string): UnderstoodRange {
  const text = typed.trim();
  if (text === "") return { fault: "nothing" };
  const counted = COUNTED.exec(text);
  if (counted !== null) {
    const [from, blocks] = [parseNumber(counted[1]), parseNumber(counted[2])];
    if (from === undefined || blocks === undefined) return { fault: "unknown" };
    return blocks === 0n ? { fault: "none" } : checkRange(from, from + blocks - 1n);
  }
  const parted = SEPARATED.exec(text) ?? HYPHEN.exec(text);
  if (parted !== null) {
    const [from, to] = [parseNumber(parted[1]), parseNumber(parted[2])];
    return from === undefined || to === undefined ? { fault: "unknown" } : checkRange(from, to);
  }
  const last = parseNumber(LAST.exec(text)?.[1] ?? text);
  if (last === undefined) return { fault: "unknown" };
  if (last === 0n) return { fault: "none" };
  return last > MAX_BLOCKS ? { fault: "tooMany", blocks: last } : { last };
}

/** A range of two numbers, if it is one that can be shown. */
export function checkRange(
  from: bigint,
  to: bigint,
): BlockRange | Extract<UnderstoodRange, { readonly fault: unknown }> {
  if (from > HIGHEST_BLOCK || to > HIGHEST_BLOCK) return { fault: "tooHigh" };
  if (to < from) return { fault: "backwards" };
  const blocks = getRangeLength({ from, to });
  return blocks > MAX_BLOCKS ? { fault: "tooMany", blocks } : { from, to };
}

export function getRangeLength({ from, to }: BlockRange): bigint {
  return to - from + 1n;
}

/** The last of the blocks up to the newest, as many as there are. */
export function lastBlocks(last: bigint, newest: bigint): BlockRange {
  return { from: newest < last ? 0n : newest - last + 1n, to: newest };
}

/** How long after the block before it a block ended. */
export function interval(block: Pick<Block, "to">, before: Pick<Block, "to"> | undefined): Nanoseconds | undefined {
  if (block.to === undefined || before?.to === undefined) return undefined;
  return block.to - before.to;
}

/** Totals of a range. A sum counts only what was recorded. */
export function sumBlocks(blocks: readonly Block[]) {
  const sum = (of: (block: Block) => bigint | undefined): bigint =>
    blocks.reduce((total, block) => total + (of(block) ?? 0n), 0n);
  const from = blocks[0]?.from;
  const to = blocks.at(-1)?.to;
  return {
    transactions: sum(({ count }) => count),
    gas: sum(({ gasUsed }) => gasUsed),
    bytes: sum(({ size }) => size),
    /** From the first transaction to the last. */
    length: duration({ from, to }),
  };
}

function parseNumber(text: string | undefined): bigint | undefined {
  const name = parseBlockName(text ?? "");
  return "number" in name ? name.number : undefined;
}

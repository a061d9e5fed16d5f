// Parses ranges of blocks as people type them, and computes totals of a range.
import type { Nanoseconds } from "../../base/time.ts";
import { parseBlockName } from "./block-name.ts";
import { duration, HIGHEST_BLOCK, type Block } from "./block.ts";

/** Consecutive blocks, including both ends. */
export interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The meaning of a typed range, or why it has none. */
export type ParsedRange =
  | BlockRange
  /** A count of the latest blocks, whose numbers are not known yet. */
  | { readonly last: bigint }
  | { readonly fault: "nothing" | "unknown" | "backwards" | "tooHigh" | "none" }
  | { readonly fault: "tooMany"; readonly blocks: bigint };

/** A hundred pages, which load in a few seconds. A chart of more blocks would be unreadable. */
export const MAX_BLOCKS = 10_000n;

const SEPARATED = /^(.*\d)\s*(?:\.{2,3}|…|[–—:]|\b(?:to|bis)\b)\s*(\S.*)$/iu;
/** A hyphen separates two numbers, but can also be a minus sign. */
const HYPHEN = /^(.*\d)\s*-\s*(\d.*)$/u;
/** "1,000 + 50": 50 blocks, starting with block 1,000. */
const COUNTED = /^(.*\d)\s*\+\s*(\d.*)$/u;
const LAST = /^(?:last|latest|newest)\s+(\d|\d.*\d)(?:\s+blocks?)?$/iu;

/** Parses "1,000 – 2,000", "1000..2000", "1000 to 2000", "1000+50", "latest 600 blocks", or "600" for the latest 600. */
export function parseRange(typed: string): ParsedRange {
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

/** The range between two numbers, or why it can't be shown. */
export function checkRange(from: bigint, to: bigint): BlockRange | Extract<ParsedRange, { readonly fault: unknown }> {
  if (from > HIGHEST_BLOCK || to > HIGHEST_BLOCK) return { fault: "tooHigh" };
  if (to < from) return { fault: "backwards" };
  const blocks = getRangeLength({ from, to });
  return blocks > MAX_BLOCKS ? { fault: "tooMany", blocks } : { from, to };
}

export function getRangeLength({ from, to }: BlockRange): bigint {
  return to - from + 1n;
}

/** The latest blocks up to `newest`; fewer if the ledger doesn't have that many. */
export function lastBlocks(count: bigint, newest: bigint): BlockRange {
  return { from: newest < count ? 0n : newest - count + 1n, to: newest };
}

/** The time from the end of the previous block to the end of this one. */
export function interval(block: Block, before: Block | undefined): Nanoseconds | undefined {
  if (block.to === undefined || before?.to === undefined || before.number + 1n !== block.number) return undefined;
  return block.to - before.to;
}

/** Totals of a range. Values that were not recorded count as 0. */
export function sumBlocks(blocks: readonly Block[]) {
  const sum = (pick: (block: Block) => bigint | undefined): bigint =>
    blocks.reduce((total, block) => total + (pick(block) ?? 0n), 0n);
  const from = blocks[0]?.from;
  const to = blocks.at(-1)?.to;
  return {
    transactions: sum(({ count }) => count),
    gas: sum(({ gasUsed }) => gasUsed),
    bytes: sum(({ size }) => size),
    /** The time from the first transaction to the last. */
    length: duration({ from, to }),
  };
}

function parseNumber(text: string | undefined): bigint | undefined {
  const name = parseBlockName(text ?? "");
  return "number" in name ? name.number : undefined;
}

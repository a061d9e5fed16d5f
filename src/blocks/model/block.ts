// A block, and what follows from its fields.
import type { Json } from "../../base/json.ts";
import { MAX_TIME_NS, SECOND_NS, toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import type { BlockName } from "./block-name.ts";

/** A block. Only its number and its hash are certain: older nodes lack fields, and send null for some. */
export interface Block {
  /** Counted from 0, which is a block like any other. */
  readonly number: bigint;
  readonly hash: string;
  readonly previousHash: string | undefined;
  /** How many transactions are in it. */
  readonly count: bigint | undefined;
  readonly gasUsed: bigint | undefined;
  readonly hapiVersion: string | undefined;
  readonly logsBloom: string | undefined;
  /** Of the record file. */
  readonly name: string | undefined;
  readonly receiptsRoot: string | undefined;
  /** In bytes. */
  readonly size: bigint | undefined;
  /** The consensus time of the first transaction. */
  readonly from: Nanoseconds | undefined;
  /** The consensus time of the last transaction, which is in the block. */
  readonly to: Nanoseconds | undefined;
  /** The block as the node sent it, with every digit and every field that is not known here. */
  readonly sent: Json;
}

/** A ledger's numbers and times fit into 64 bits with a sign. */
export const HIGHEST_BLOCK = MAX_TIME_NS;

/** A network closes a block every few seconds. After this long without one, it has stopped. */
const QUIET_AFTER_MS = 120_000;

/** Whether the network has stopped, if this is its newest block. */
export function isQuiet({ to }: Pick<Block, "to">, now: number): boolean {
  return to !== undefined && now - toMilliseconds(to) >= QUIET_AFTER_MS;
}

/** How long the block lasted: from its first transaction to its last. */
export function duration({ from, to }: Pick<Block, "from" | "to">): Nanoseconds | undefined {
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}

/** Transactions per second to one decimal, exact for any count; undefined if the block lasted no time. */
export function rate(block: Pick<Block, "count" | "from" | "to">): string | undefined {
  const length = duration(block);
  if (block.count === undefined || length === undefined || length === 0n) return undefined;
  return decimal((block.count * SECOND_NS * 20n + length) / (length * 2n), 1);
}

/** "1.986": seconds with three decimals; shorter times keep all nine. */
export function roundedSeconds(length: Nanoseconds): string {
  const thousandths = (length * 2n + 1_000_000n) / 2_000_000n;
  return thousandths === 0n ? decimal(length, 9) : decimal(thousandths, 3);
}

/** Counts the bits set in a logs bloom; undefined if it isn't hexadecimal. The node sends `0x` for an empty one. */
export function bitsSet(bloom: string): number | undefined {
  if (!/^0x[0-9a-f]*$/i.test(bloom)) return undefined;
  let bits = 0;
  for (const digit of bloom.slice(2)) {
    for (let rest = Number.parseInt(digit, 16); rest > 0; rest >>= 1) bits += rest & 1;
  }
  return bits;
}

/** Whether `before` is the previous block: its number is one lower and its hash is the previous hash. */
export function follows(
  block: Pick<Block, "number" | "previousHash">,
  before: Pick<Block, "number" | "hash">,
): boolean {
  return before.number + 1n === block.number && before.hash === block.previousHash;
}

/** The first block of a ledger names a hash of zeros. */
export function isFirst({ number, previousHash }: Pick<Block, "number" | "previousHash">): boolean {
  return number === 0n || (previousHash !== undefined && /^0x0+$/.test(previousHash));
}

/** Whether the block is the requested one; 64 digits are the beginning of a hash. */
export function isNamed(block: Pick<Block, "number" | "hash">, name: BlockName): boolean {
  return "number" in name ? block.number === name.number : block.hash.startsWith(name.hash);
}

/** How long a block takes, of some neighbors, the newest first. */
export function measureBlockTime(blocks: readonly Pick<Block, "number" | "to">[]): Nanoseconds | undefined {
  const [newest] = blocks;
  const oldest = blocks.at(-1);
  if (newest?.to === undefined || oldest?.to === undefined) return undefined;
  const steps = newest.number - oldest.number;
  return steps <= 0n || newest.to <= oldest.to ? undefined : (newest.to - oldest.to) / steps;
}

function decimal(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
}

// Decodes blocks from the mirror node, and computes values from their fields.
import * as v from "valibot";
import { fields, from, int64, optional, secondsTime } from "../../base/decode.ts";
import type { Json } from "../../base/json/json.ts";
import { fromMilliseconds, MAX_TIME_NS, SECOND_NS, toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import type { BlockName } from "./block-name.ts";

const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{96}$/i, "expected 0x and 96 hexadecimal digits"),
  v.transform((digits) => digits.toLowerCase()),
);

export const amount = v.pipe(
  int64,
  v.check((value) => value >= 0n, "expected no negative number"),
);

/** The JSON that the node sent, with every digit and every unknown field. */
export const sent = from(
  "",
  v.custom<Json>(() => true),
);

/** Only number and hash are required: older nodes omit some fields, and send null for others. */
export const block = fields({
  /** Starts at 0, which is a block like any other. */
  number: amount,
  hash,
  previousHash: from("previous_hash", optional(hash)),
  /** The number of transactions. */
  count: optional(amount),
  gasUsed: from("gas_used", optional(amount)),
  hapiVersion: from("hapi_version", optional(v.string())),
  logsBloom: from("logs_bloom", optional(v.string())),
  /** The name of the record file. */
  name: optional(v.string()),
  /** Only the newest nodes return it. */
  receiptsRoot: from("receipts_root", optional(v.string())),
  /** In bytes. */
  size: optional(amount),
  /** The consensus time of the first transaction. */
  from: from("timestamp.from", optional(secondsTime)),
  /** The consensus time of the last transaction, which is in the block. */
  to: from("timestamp.to", optional(secondsTime)),
  sent,
});

export type Block = Readonly<v.InferOutput<typeof block>>;

/** A ledger's numbers and times are signed 64-bit integers. */
export const HIGHEST_BLOCK = MAX_TIME_NS;

/** A network closes a block every few seconds. After this long without a new one, it has stopped. */
export const QUIET_AFTER_MS = 120_000;

/** A replica may lack the contents of a new block for this long. */
export const MAX_DELAY_NS: Nanoseconds = 60n * SECOND_NS;

/** True if a node may lack contents of the block that it will have in a moment. */
export function isArriving({ to }: Pick<Block, "to">, now: number): boolean {
  return to !== undefined && fromMilliseconds(now) - to < MAX_DELAY_NS;
}

/** True if a network with this newest block has stopped. */
export function hasStopped({ to }: Pick<Block, "to">, now: number): boolean {
  return to !== undefined && now - toMilliseconds(to) >= QUIET_AFTER_MS;
}

/** The time from the block's first transaction to its last. */
export function duration({ from, to }: Pick<Block, "from" | "to">): Nanoseconds | undefined {
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}

/** Transactions per second to one decimal, exact for any count; undefined if no time passed. */
export function rate(block: Pick<Block, "count" | "from" | "to">): string | undefined {
  const length = duration(block);
  if (block.count === undefined || length === undefined || length === 0n) return undefined;
  return decimal((block.count * SECOND_NS * 20n + length) / (length * 2n), 1);
}

/** "1.986": seconds with three decimals, or with nine if those three are zeros. */
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

/** True if the block has this name. A hash of 64 digits is the start of a full one. */
export function isNamed(block: Pick<Block, "number" | "hash">, name: BlockName): boolean {
  return "number" in name ? block.number === name.number : block.hash.startsWith(name.hash);
}

/** The average time per block, measured over consecutive blocks, the newest first. */
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

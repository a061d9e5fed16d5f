// Parses the input of Go to Block: block numbers, times, transactions, entities and names of files.
import { fromMilliseconds, MAX_TIME_NS, parseIso, parseSeconds, SECOND_NS, type Nanoseconds } from "../../base/time.ts";
import { parseBlockName, type BlockName, type Understood } from "./block-name.ts";
import { readLinkedName, parsePrintedTime } from "./printed-text.ts";

/** One possible meaning of typed text. */
export type Reading =
  | { readonly is: "block"; readonly name: BlockName }
  | { readonly is: "time"; readonly time: Nanoseconds }
  /** Its ID in the node's format, or its hash; `shown` is as typed. */
  | { readonly is: "transaction"; readonly id: string; readonly shown: string }
  /** An entity by its ID or EVM address: the block of its latest transaction. */
  | { readonly is: "entity"; readonly id: string }
  /** What an entity is, rather than what it did. */
  | { readonly is: "about"; readonly id: string }
  | { readonly is: "latest" }
  /** A record file, which is named by the moment that its block begins with. */
  | { readonly is: "file"; readonly file: string; readonly time: Nanoseconds };

export type Fault = Extract<Understood, { readonly fault: string }>;

/** All possible meanings, the likeliest first; or why there is none. */
export type Typed = { readonly readings: readonly Reading[] } | { readonly fault: Fault };

/** Wallets, explorers and nodes each write a transaction ID in their own way, with a nonce or a mark behind it. */
const TRANSACTION_ID = /^(\d{1,4}\.\d{1,5}\.\d{1,12})[@-](\d{1,10})[.-](\d{1,9})(?:\?scheduled)?(?:\/\d{1,9})?$/;
const TRANSACTION_HASH = /^[A-Za-z0-9+/_-]{64}$/;
const RECORD_FILE = /^(\d{4}-\d\d-\d\d)T(\d\d)_(\d\d)_(\d\d)\.(\d{9})Z(?:\.rcd(?:\.gz)?|_sig)?$/;
const BLOCK_FILE = /^(\d{36})\.blk(?:\.gz|\.zstd)?$/;
const SECONDS = /^(\d{10})[.-](\d{1,9})$/;
const ENTITY = /^(\d{1,5}\.\d{1,5}\.\d{1,19})(?:-[a-z]{5})?$/;
const EVM_ADDRESS = /^(?:0x)?([0-9a-f]{40})$/i;
/** No hash is this short. */
const HEX_NUMBER = /^0x[0-9a-f]{1,16}$/i;
/** "5m", "2h": units that never follow the number of a block. */
const SHORT_AGO = /^(\d{1,6})(s|m|min|h|d|w)$/;
const AGO = /^-?\s*(an?|\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)(\s+ago)?$/i;

/** No ledger is older than this: fewer seconds are read as a block number only. */
const EARLIEST = 1_500_000_000n * SECOND_NS;

/** Digits that may be a time as well: seconds, or parts of them, since 1970. */
const EPOCHS: readonly (readonly [digits: number, unit: Nanoseconds])[] = [
  [10, SECOND_NS],
  [13, 1_000_000n],
  [16, 1000n],
  [19, 1n],
];

/** What each unit is, by its name or the beginning of it. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^s(ec(ond)?s?)?$/i, 1],
  [/^m(in(ute)?s?)?$/i, 60],
  [/^h((ou)?rs?)?$/i, 3600],
  [/^d(ays?)?$/i, 86_400],
  [/^w(eeks?)?$/i, 604_800],
  [/^mo(nths?)?$/i, 30 * 86_400],
  [/^y((ea)?rs?)?$/i, 365 * 86_400],
];

/** Context that helps to interpret typed text. */
export interface Around {
  /** The newest block that is known. */
  readonly newest?: bigint | undefined;
  /** The reader's language, in which times are printed. */
  readonly language?: string;
  /** The instant at which the reader's clock shows what a clock in UTC shows at `wall`. */
  readonly toInstant?: (wall: number) => number;
}

/** Interprets what a person typed or pasted; `now` is in milliseconds. */
export function readTyped(typed: string, now: number, around: Around = {}): Typed {
  const pasted = typed.trim().replace(/^["'`](.*)["'`],?$/, "$1");
  const text = readLinkedName(pasted) ?? pasted;
  const certain = readUnambiguous(text, now, around);
  if (certain !== undefined) return { readings: [certain] };
  const found = parseBlockName(text);
  const readings: Reading[] = [];
  if (!("fault" in found)) readings.push({ is: "block", name: found });
  if ("hash" in found) readings.push({ is: "transaction", id: found.hash, shown: text });
  else if (TRANSACTION_HASH.test(text)) readings.push({ is: "transaction", id: urlSafe(text), shown: text });
  const epoch = parseEpoch(text);
  // A number far above the newest block can only be a time.
  if (epoch !== undefined) {
    const isFar = around.newest === undefined || BigInt(text) > around.newest * 2n;
    const time = { is: "time", time: epoch } as const;
    if (isFar) readings.unshift(time);
    else readings.push(time);
  }
  if (readings.length > 0) return { readings };
  return { fault: "fault" in found ? found : { fault: "unknown" } };
}

/** The meaning of a text that can have only one. */
function readUnambiguous(text: string, now: number, { language = "en-GB", toInstant }: Around): Reading | undefined {
  if (/^(latest|newest)( block)?$/i.test(text)) return { is: "latest" };
  if (HEX_NUMBER.test(text) && BigInt(text) <= MAX_TIME_NS) return { is: "block", name: { number: BigInt(text) } };
  const [, entity] = ENTITY.exec(text) ?? [];
  if (entity !== undefined && !/^\d{1,3}(\.\d{3})+$/.test(text)) return { is: "entity", id: entity };
  const [, address] = EVM_ADDRESS.exec(text) ?? [];
  if (address !== undefined) return { is: "entity", id: `0x${address.toLowerCase()}` };
  const [, payer, whole, fraction] = TRANSACTION_ID.exec(text) ?? [];
  if (payer !== undefined && whole !== undefined && fraction !== undefined) {
    return { is: "transaction", id: `${payer}-${whole}-${fraction.padStart(9, "0")}`, shown: text };
  }
  const [, digits] = BLOCK_FILE.exec(text) ?? [];
  if (digits !== undefined && BigInt(digits) <= MAX_TIME_NS) return { is: "block", name: { number: BigInt(digits) } };
  const [file, day, hour, minute, second, nanos] = RECORD_FILE.exec(text) ?? [];
  if (file !== undefined) {
    const time = parseIso(`${day}T${hour}:${minute}:${second}.${nanos}Z`);
    if (time !== undefined && isPossible(time)) return { is: "file", file, time };
  }
  const time = parseTime(text, now, toInstant) ?? parsePrintedTime(text, language, toInstant);
  return time === undefined || !isPossible(time) ? undefined : { is: "time", time };
}

function parseTime(text: string, now: number, toInstant: Around["toInstant"]): Nanoseconds | undefined {
  const [, seconds, fraction] = SECONDS.exec(text) ?? [];
  if (seconds !== undefined && fraction !== undefined) return parseSeconds(`${seconds}.${fraction}`);
  if (/^now$/i.test(text)) return fromMilliseconds(now);
  if (/^yesterday$/i.test(text)) return fromMilliseconds(now - 86_400_000);
  const [, brief, letter = ""] = SHORT_AGO.exec(text) ?? [];
  const briefly = UNITS.find(([name]) => name.test(letter))?.[1];
  if (brief !== undefined && briefly !== undefined) return fromMilliseconds(now - Number(brief) * briefly * 1000);
  const [, many, unit = "", ago] = AGO.exec(text) ?? [];
  if (many !== undefined && (ago !== undefined || text.startsWith("-"))) {
    const length = UNITS.find(([name]) => name.test(unit))?.[1];
    const count = /^an?$/i.test(many) ? 1 : Number(many);
    return length === undefined ? undefined : fromMilliseconds(now - count * length * 1000);
  }
  return parseIso(text, toInstant);
}

/** Digits without anything else can be both a block number and a time. */
function parseEpoch(text: string): Nanoseconds | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const unit = EPOCHS.find(([digits]) => digits === text.length)?.[1];
  const time = unit === undefined ? undefined : BigInt(text) * unit;
  return time === undefined || time < EARLIEST || !isPossible(time) ? undefined : time;
}

function isPossible(time: Nanoseconds): boolean {
  return time >= 0n && time <= MAX_TIME_NS;
}

/** In base64 a hash may contain a slash, which would be part of the path. */
function urlSafe(hash: string): string {
  return hash.replaceAll("+", "-").replaceAll("/", "_");
}

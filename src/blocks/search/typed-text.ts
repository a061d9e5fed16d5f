// Parses the input of Go to Block: block numbers, times, transactions, entities and names of files.
import { fromMilliseconds, MAX_TIME_NS, parseIso, parseSeconds, SECOND_NS, type Nanoseconds } from "../../base/time.ts";
import type { TransactionMarks } from "../model/transaction.ts";
import { parseBlockName, type BlockName, type ParsedBlockName } from "../model/block-name.ts";
import { readLinkedName, parsePrintedTime, type Zone } from "../model/printed-text.ts";

/** One possible meaning of typed text. */
export type Reading =
  | { readonly kind: "block"; readonly name: BlockName }
  | { readonly kind: "time"; readonly time: Nanoseconds }
  /** `id` is its ID in the node's format, or its hash; `shown` is the typed text. */
  | ({ readonly kind: "transaction"; readonly id: string; readonly shown: string } & TransactionMarks)
  /** The block of the latest transaction of an entity, given by its ID, EVM address or alias. An ID may have a checksum. */
  | { readonly kind: "entity"; readonly id: string; readonly checksum?: string }
  /** The entity itself, rather than its latest transaction. */
  | { readonly kind: "about"; readonly id: string }
  | { readonly kind: "latest" }
  /** A record file, which is named after the start of its block. */
  | { readonly kind: "file"; readonly file: string; readonly time: Nanoseconds };

export type Fault =
  | Extract<ParsedBlockName, { readonly fault: string }>
  /** The time zone has a name that is neither UTC nor that of the user's zone. */
  | { readonly fault: "zone"; readonly zone: string };

/** All possible meanings, the likeliest first; or why there is none. */
export type Typed = { readonly readings: readonly Reading[] } | { readonly fault: Fault };

/** Transaction IDs in the formats of wallets, explorers and nodes, which may append `?scheduled` or a nonce. */
const TRANSACTION_ID = /^(\d{1,4}\.\d{1,5}\.\d{1,12})[@-](\d{1,10})[.-](\d{1,9})(\?scheduled)?(?:\/(\d{1,9}))?$/;
const TRANSACTION_HASH = /^[A-Za-z0-9+/_-]{64}$/;
/** A block's record file, its signature or one of its sidecars. Old names have fewer digits after the seconds, or none. */
const RECORD_FILE = /^(\d{4}-\d\d-\d\dT\d\d)_(\d\d)_(\d\d(?:\.\d{1,9})?Z)(?:(?:_\d\d)?\.rcd(?:\.gz|_sig)?)?$/;
const BLOCK_FILE = /^(\d{36})\.blk(?:\.gz|\.zstd)?$/;
const SECONDS = /^(\d{10})[.-](\d{1,9})$/;
const ENTITY = /^(\d{1,5}\.\d{1,5}\.\d{1,19})(?:-([a-z]{5}))?$/;
const EVM_ADDRESS = /^(?:0\.0\.)?(?:0x)?([0-9a-f]{40})$/i;
/** An account's public key or EVM address in base32. */
const ALIAS = /^(?:0\.0\.)?([A-Z2-7]{32,56})$/;
/** A block number in hexadecimal: no hash is this short. */
const HEX_NUMBER = /^0x[0-9a-f]{1,16}$/i;
/** "-5 min"; or "5m", "2h": block numbers never end with these units. */
const WITHOUT_AGO = /^(?:-|\d+(?:s|m|min|h|d|w)$)/;
const ZONE_NAME = /\s(?![AP]M)([A-Z]{2,5})\b[^A-Z]*$/;
const AGO = /^-?\s*(an?|\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)(\s+ago)?$/i;

/** No ledger is older than this, so a lower number of seconds can only be a block number. */
const EARLIEST = 1_500_000_000n * SECOND_NS;

/** How many digits a time since 1970 has in seconds, milliseconds, microseconds and nanoseconds. */
const EPOCHS: readonly (readonly [digits: number, unit: Nanoseconds])[] = [
  [10, SECOND_NS],
  [13, 1_000_000n],
  [16, 1000n],
  [19, 1n],
];

/** The seconds of each unit, by its name or abbreviation. */
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
export interface TypedContext extends Zone {
  /** The newest block that is known. */
  readonly newest?: bigint | undefined;
  /** The user's display language, in which times are printed. */
  readonly language?: string;
}

/** Interprets typed or pasted text; `now` is in milliseconds. */
export function readTyped(typed: string, now: number, context: TypedContext = {}): Typed {
  const pasted = typed.trim().replace(/^["'`](.*)["'`],?$/, "$1");
  const text = readLinkedName(pasted) ?? pasted;
  const certain = readUnambiguous(text, now, context);
  if (certain !== undefined) return { readings: [certain] };
  const found = parseBlockName(text);
  const readings: Reading[] = [];
  if (!("fault" in found)) readings.push({ kind: "block", name: found });
  if ("hash" in found) readings.push({ kind: "transaction", id: found.hash, shown: text });
  else if (TRANSACTION_HASH.test(text)) readings.push({ kind: "transaction", id: urlSafe(text), shown: text });
  const epoch = parseEpoch(text);
  // A number far above the newest block can only be a time.
  if (epoch !== undefined) {
    const isFar = context.newest === undefined || BigInt(text) > context.newest * 2n;
    const time = { kind: "time", time: epoch } as const;
    if (isFar) readings.unshift(time);
    else readings.push(time);
  }
  if (readings.length > 0) return { readings };
  const [, zone] = ZONE_NAME.exec(text) ?? [];
  if (zone !== undefined && readUnambiguous(text.replace(zone, "UTC"), now, context) !== undefined)
    return { fault: { fault: "zone", zone } };
  return { fault: "fault" in found ? found : { fault: "unknown" } };
}

/** Parses text that has only one possible meaning. */
function readUnambiguous(
  text: string,
  now: number,
  { language = "en-GB", ...zone }: TypedContext,
): Reading | undefined {
  if (/^(latest|newest)( block)?$/i.test(text)) return { kind: "latest" };
  if (HEX_NUMBER.test(text) && BigInt(text) <= MAX_TIME_NS) return { kind: "block", name: { number: BigInt(text) } };
  const [, entity, checksum] = ENTITY.exec(text) ?? [];
  if (
    entity !== undefined &&
    BigInt(entity.slice(entity.lastIndexOf(".") + 1)) <= MAX_TIME_NS &&
    !/^\d{1,3}(\.\d{3})+$/.test(text)
  )
    return { kind: "entity", id: entity, ...(checksum === undefined ? {} : { checksum }) };
  const [, address] = EVM_ADDRESS.exec(text) ?? [];
  if (address !== undefined) return { kind: "entity", id: `0x${address.toLowerCase()}` };
  const [, alias] = ALIAS.exec(text) ?? [];
  if (alias !== undefined) return { kind: "entity", id: alias };
  const [, payer, whole, fraction, mark, nonce] = TRANSACTION_ID.exec(text) ?? [];
  if (payer !== undefined && whole !== undefined && fraction !== undefined) {
    // A node can have no transaction with a later time, and may fail when asked for one.
    if (!isPossible(BigInt(whole) * SECOND_NS + BigInt(fraction))) return undefined;
    const marks = {
      ...(mark === undefined ? {} : { scheduled: true }),
      ...(nonce === undefined ? {} : { nonce: BigInt(nonce) }),
    };
    return { kind: "transaction", id: `${payer}-${whole}-${fraction.padStart(9, "0")}`, shown: text, ...marks };
  }
  const [, digits] = BLOCK_FILE.exec(text) ?? [];
  if (digits !== undefined && BigInt(digits) <= MAX_TIME_NS) return { kind: "block", name: { number: BigInt(digits) } };
  const [file, hour, minute, second] = RECORD_FILE.exec(text) ?? [];
  if (file !== undefined) {
    const time = parseIso(`${hour}:${minute}:${second}`);
    if (time !== undefined && isPossible(time)) return { kind: "file", file, time };
  }
  const time = parseTime(text, now, zone.toInstant) ?? parsePrintedTime(text, language, zone);
  return time === undefined || !isPossible(time) ? undefined : { kind: "time", time };
}

function parseTime(text: string, now: number, toInstant: TypedContext["toInstant"]): Nanoseconds | undefined {
  const [, seconds, fraction] = SECONDS.exec(text) ?? [];
  if (seconds !== undefined && fraction !== undefined) return parseSeconds(`${seconds}.${fraction}`);
  if (/^now$/i.test(text)) return fromMilliseconds(now);
  if (/^yesterday$/i.test(text)) return fromMilliseconds(now - 86_400_000);
  const [, amount, unit = "", ago] = AGO.exec(text) ?? [];
  if (amount !== undefined && (ago !== undefined || WITHOUT_AGO.test(text))) {
    const length = UNITS.find(([name]) => name.test(unit))?.[1];
    const count = /^an?$/i.test(amount) ? 1 : Number(amount);
    return length === undefined ? undefined : fromMilliseconds(now - count * length * 1000);
  }
  return parseIso(text, toInstant);
}

/** Parses bare digits as a time; they can also be a block number. */
function parseEpoch(text: string): Nanoseconds | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const unit = EPOCHS.find(([digits]) => digits === text.length)?.[1];
  const time = unit === undefined ? undefined : BigInt(text) * unit;
  return time === undefined || time < EARLIEST || !isPossible(time) ? undefined : time;
}

function isPossible(time: Nanoseconds): boolean {
  return time >= 0n && time <= MAX_TIME_NS;
}

/** Makes a base64 hash safe for a URL, where its slashes would split the path. */
function urlSafe(hash: string): string {
  return hash.replaceAll("+", "-").replaceAll("/", "_");
}

// Tests with a block's bloom filter whether an address or topic may be in the block's logs.
import { keccak_256 } from "@noble/hashes/sha3.js";
import { readEvent, hashEvent } from "./event.ts";

/** Whether a block logged an address or a topic. A bloom filter can rule it out, but never confirm it. */
export type Membership = "no" | "possibly" | "notRecorded";

/** What to search for in a block's logs: bytes that a log adds to the bloom filter. */
export interface LogQuery {
  readonly kind: "address" | "topic";
  /** In lowercase with 0x: 40 digits of an address, or 64 of a topic. */
  readonly hex: string;
  /** The entity that has this address. Until it is looked up, the address is derived from its number. */
  readonly entity?: string;
  readonly checksum?: string;
  /** The canonical form of the event that has this topic. */
  readonly event?: string;
}

const BLOOM_BYTES = 256;
/** An entity's ID; wallets append a checksum. */
const ENTITY = /^((\d{1,10})\.(\d{1,10})\.(\d{1,19}))(?:-([a-z]{5}))?$/;

/** Parses a typed address, topic, entity (`0.0.1234`) or event declaration. */
export function parseLogQuery(typed: string): LogQuery | { readonly unknownType: string } | undefined {
  const text = typed.trim();
  const [, digits] = /^(?:0x)?([0-9a-f]+)$/i.exec(text) ?? [];
  if (digits?.length === 40) return { kind: "address", hex: `0x${digits.toLowerCase()}` };
  if (digits?.length === 64) return { kind: "topic", hex: `0x${digits.toLowerCase()}` };
  const [, entity, shard = "", realm = "", number = "", checksum] = ENTITY.exec(text) ?? [];
  if (entity !== undefined) {
    const hex = longZero(BigInt(shard), BigInt(realm), BigInt(number));
    if (hex === undefined) return undefined;
    return { kind: "address", hex, entity, ...(checksum === undefined ? {} : { checksum }) };
  }
  const found = readEvent(text);
  return found === undefined || "unknownType" in found
    ? found
    : { kind: "topic", hex: hashEvent(found.event), event: found.event };
}

/** Tests a block's bloom filter. The node sends `0x` if nothing was logged, and drops leading zeros. */
export function inBloom(bloom: string | undefined, { hex }: Pick<LogQuery, "hex">): Membership {
  if (bloom === undefined || !/^0x([0-9a-f]{2}){0,256}$/i.test(bloom)) return "notRecorded";
  const bits = parseHex(bloom.slice(2).padStart(BLOOM_BYTES * 2, "0"));
  const isSet = (bit: number): boolean => ((bits[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  return hashToBits(hex).every(isSet) ? "possibly" : "no";
}

/** Selects three of 2,048 bits by the first six bytes of the hash, as defined in Ethereum's yellow paper. */
function hashToBits(hex: string): readonly number[] {
  const hash = keccak_256(parseHex(hex.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff);
}

/** The address derived from an entity's ID: 4 bytes of shard, 8 of realm, 8 of number. */
function longZero(shard: bigint, realm: bigint, number: bigint): string | undefined {
  if (shard >= 2n ** 32n || realm >= 2n ** 64n || number >= 2n ** 63n) return undefined;
  const hex = shard.toString(16).padStart(8, "0") + realm.toString(16).padStart(16, "0");
  return `0x${hex}${number.toString(16).padStart(16, "0")}`;
}

function parseHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

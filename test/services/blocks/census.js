// The entities of the ledger: which numbers are accounts, contracts, tokens, topics and schedules, and their EVM
// addresses.
import { createHash } from "node:crypto";
import { evmAddress } from "./forms.js";
import { MOST_INT64 } from "./query.js";

/** @typedef {"account" | "contract" | "token" | "topic" | "schedule"} Kind */

export const FIRST_ACCOUNT = 1001;
export const ACCOUNTS = 96;
export const FIRST_CONTRACT = 2001;
export const CONTRACTS = 12;
export const FIRST_TOKEN = 3001;
export const TOKENS = 20;
export const FIRST_NFT = 3101;
const NFTS = 9;
export const FIRST_TOPIC = 4001;
export const TOPICS = 12;
export const FIRST_SCHEDULE = 5001;
export const SCHEDULES = 8;
export const SYSTEM_ACCOUNTS = 802;
/** The maximum number of digits of an entity number without shard and realm. */
const MOST_DIGITS = 19;
/** The highest entity number in the form `0.0.5`, which has 38 bits. */
const MOST_NUMBER = 2n ** 38n - 1n;

/** Returns the kind of an entity, or undefined if it doesn't exist. @param {bigint} number @returns {Kind | undefined} */
export function kindOf(number) {
  const within = (/** @type {number} */ first, /** @type {number} */ count) =>
    number >= BigInt(first) && number < BigInt(first + count);
  if (within(1, SYSTEM_ACCOUNTS) || within(FIRST_ACCOUNT, ACCOUNTS)) return "account";
  if (within(FIRST_CONTRACT, CONTRACTS)) return "contract";
  if (within(FIRST_TOKEN, TOKENS) || within(FIRST_NFT, NFTS)) return "token";
  if (within(FIRST_TOPIC, TOPICS)) return "topic";
  return within(FIRST_SCHEDULE, SCHEDULES) ? "schedule" : undefined;
}

/** Returns the EVM address of an entity. Every third one was created through the EVM, so its address isn't derived. @param {number} entity */
export function addressOf(entity) {
  const kind = kindOf(BigInt(entity));
  const own = (kind === "contract" || (kind === "account" && entity >= FIRST_ACCOUNT)) && entity % 3 === 0;
  return own ? `0x${createHash("sha256").update(`entity ${entity}`).digest("hex").slice(0, 40)}` : evmAddress(entity);
}

/** The ledger's accounts and contracts by address. @type {ReadonlyMap<string, number>} */
export const BY_ADDRESS = new Map(
  [
    ...Array.from({ length: ACCOUNTS }, (_, nth) => FIRST_ACCOUNT + nth),
    ...Array.from({ length: CONTRACTS }, (_, nth) => FIRST_CONTRACT + nth),
  ].map((entity) => [addressOf(entity), entity]),
);

/**
 * Returns the entity number of `0.0.5`, `5` or an address: "elsewhere" if it is in another shard, undefined if it is
 * malformed.
 * @param {string} part
 * @returns {bigint | "elsewhere" | undefined}
 */
export function entityIn(part) {
  const [, digits] = /^(?:0x)?([0-9a-f]{40})$/i.exec(part) ?? [];
  if (digits !== undefined) {
    const address = `0x${digits.toLowerCase()}`;
    const known = BY_ADDRESS.get(address);
    if (known !== undefined) return BigInt(known);
    return /^0{24}/.test(digits) ? BigInt(address) : "elsewhere";
  }
  const [, shard = "0", realm = "0", number] = /^(?:(?:(\d{1,4})\.)?(\d{1,5})\.)?(\d+)$/.exec(part) ?? [];
  if (number === undefined || number.length > MOST_DIGITS) return undefined;
  if (BigInt(number) > (part.includes(".") ? MOST_NUMBER : MOST_INT64)) return undefined;
  return Number(shard) === 0 && Number(realm) === 0 ? BigInt(number) : "elsewhere";
}

// Parses block numbers and hashes as people type and paste them.
import { MAX_TIME_NS } from "../../base/time.ts";

/** Identifies a block of a ledger: its number or its hash. */
export type BlockName =
  | { readonly number: bigint }
  /** With 0x, in lower case: 96 digits, or the first 64 of them. */
  | { readonly hash: string };

/** The meaning of typed text, or why it has none. */
export type ParsedBlockName =
  | BlockName
  | { readonly fault: "nothing" | "negative" | "tooHigh" | "unknown" }
  /** It looks like a hash, but has the wrong number of digits. */
  | { readonly fault: "digits"; readonly digits: number };

/** A SHA-384 hash in hexadecimal, and its first part, which Ethereum's tools use. */
const HASH_DIGITS = 96;
const SHORT_HASH_DIGITS = 64;

/** Numbers with any country's separators: 103,482,917, 103.482.917, 103 482 917, 10'34'82'917, 103_482_917. */
const GROUPS = /^\d{1,3}(?:([,_'’ \u00a0\u2009\u202f])\d{2,3}(?:\1\d{2,3})*(?<=\1\d{3})|(?:\.\d{3})+)$/u;

/** Parses a typed or pasted block number or hash. */
export function parseBlockName(typed: string): ParsedBlockName {
  const text = trimDecoration(typed);
  if (text === "") return { fault: "nothing" };
  if (/^-\s*\d/.test(text)) return { fault: "negative" };
  const number = text.replaceAll(/\D/g, "");
  // 64 or 96 digits are a hash: no block number is that long.
  const isNumber =
    (/^\d+$/.test(text) && text.length !== SHORT_HASH_DIGITS && text.length !== HASH_DIGITS) || GROUPS.test(text);
  if (isNumber) return BigInt(number) > MAX_TIME_NS ? { fault: "tooHigh" } : { number: BigInt(number) };
  const [, prefix, digits] = /^(0x)?([0-9a-f]*)$/i.exec(text) ?? [];
  if (digits === undefined) return { fault: "unknown" };
  if (digits.length === SHORT_HASH_DIGITS || digits.length === HASH_DIGITS)
    return { hash: `0x${digits.toLowerCase()}` };
  return prefix === undefined && digits.length < 8 ? { fault: "unknown" } : { fault: "digits", digits: digits.length };
}

/** The canonical text of a name. */
export function nameText(name: BlockName): string {
  return "number" in name ? String(name.number) : name.hash;
}

/** Parses text that `nameText` returned; undefined for any other value. */
export function readBlockName(text: unknown): BlockName | undefined {
  if (typeof text !== "string" || !/^(\d{1,19}|0x[0-9a-f]{64}([0-9a-f]{32})?)$/.test(text)) return undefined;
  const name = parseBlockName(text);
  return "fault" in name ? undefined : name;
}

/** Removes quotes, the word "block" and a number sign from pasted text. */
function trimDecoration(typed: string): string {
  return typed
    .trim()
    .replace(/^["'`](.*)["'`],?$/, "$1")
    .replace(/^(?:(?:blocks?|blöcke)\b\s*)?#?\s*/i, "")
    .trim();
}

// Results and logs of contract calls, and the reasons that contracts give for failing.
import type { Nanoseconds } from "../../base/time.ts";

/** The result of a contract call. Only its consensus time is always there. */
export interface ContractResult {
  readonly time: Nanoseconds;
  readonly contract: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly hash: string | undefined;
  readonly index: bigint | undefined;
  /** "SUCCESS", or why not. */
  readonly result: string | undefined;
  /** Whether it succeeded; undefined if the node doesn't report it. */
  readonly succeeded: boolean | undefined;
  readonly gasUsed: bigint | undefined;
  readonly gasConsumed: bigint | undefined;
  readonly gasLimit: bigint | undefined;
  /** In tinybars. */
  readonly amount: bigint | undefined;
  /** As the contract returned it: hexadecimal digits, or words. */
  readonly error: string | undefined;
  readonly logsBloom: string | undefined;
  /** The number of its block, which some results lack. */
  readonly block: bigint | undefined;
  /** What was passed in, and what came back, as hexadecimal digits. */
  readonly input: string | undefined;
  readonly output: string | undefined;
}

/** A contract result among those of its block. */
export interface BlockResult extends ContractResult {
  /** Another call triggered it, and its gas is part of that call's gas. */
  readonly isInternal: boolean;
}

/** The first four bytes of the errors that Solidity's `require` and `assert` raise. */
const REASON = "08c379a0";
const PANIC = "4e487b71";
const WORD_DIGITS = 64;

/** The reason that a contract gave for its failure. */
export type Failure =
  /** Solidity's `require` and `revert` with a message. */
  | { readonly reason: string }
  /** Solidity's own checks, by their number. */
  | { readonly panic: bigint }
  /** Anything else, as it came. */
  | { readonly raw: string };

export function decodeFailure(error: string | undefined): Failure | undefined {
  if (error === undefined || error === "" || error === "0x") return undefined;
  const [, selector, rest = ""] = /^0x([0-9a-f]{8})([0-9a-f]*)$/i.exec(error) ?? [];
  if (selector?.toLowerCase() === PANIC && rest.length >= WORD_DIGITS)
    return { panic: BigInt(`0x${rest.slice(0, WORD_DIGITS)}`) };
  if (selector?.toLowerCase() === REASON) {
    const reason = wordsIn(rest);
    if (reason !== undefined) return { reason };
  }
  return { raw: error };
}

/** A string as the ABI encodes it: offset, length, bytes. */
function wordsIn(digits: string): string | undefined {
  const length = numberAt(digits, WORD_DIGITS);
  if (length === undefined || length === 0 || digits.length < WORD_DIGITS * 2 + length * 2) return undefined;
  const bytes = Buffer.from(digits.slice(WORD_DIGITS * 2, WORD_DIGITS * 2 + length * 2), "hex");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function numberAt(digits: string, at: number): number | undefined {
  const word = digits.slice(at, at + WORD_DIGITS);
  if (word.length < WORD_DIGITS) return undefined;
  const value = BigInt(`0x${word}`);
  return value > 1_000_000n ? undefined : Number(value);
}

/** A log of a contract call. Only its time, its place in the call and its topics are always there. */
export interface ContractLog {
  readonly time: Nanoseconds;
  /** Counted from 0 in each call. */
  readonly index: bigint;
  /** The EVM address that it was written under. */
  readonly address: string | undefined;
  readonly contract: string | undefined;
  readonly topics: readonly string[];
  readonly data: string | undefined;
  /** Of the transaction. */
  readonly hash: string | undefined;
  readonly block: bigint | undefined;
}

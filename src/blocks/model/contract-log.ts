// What a contract call logged.
import type { Nanoseconds } from "../../base/time.ts";

/** Only its time, its place in the call and its topics are sure. */
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

// An entity of a ledger: an account, a contract, a token, a topic or a schedule.
import type { Json } from "../../base/json.ts";
import type { Nanoseconds } from "../../base/time.ts";

interface Common {
  /** "0.0.1234" */
  readonly id: string;
  readonly memo: string | undefined;
  readonly deleted: boolean;
  readonly created: Nanoseconds | undefined;
  /** As the node sent it. */
  readonly sent: Json;
}

export interface Account extends Common {
  readonly kind: "account";
  readonly evmAddress: string | undefined;
  /** In tinybars. Without it the balance was not recorded, which is not 0. */
  readonly balance: bigint | undefined;
  readonly balanceAt: Nanoseconds | undefined;
  readonly stakedNode: bigint | undefined;
  readonly stakedAccount: string | undefined;
  readonly pendingReward: bigint | undefined;
  readonly expires: Nanoseconds | undefined;
}

export interface Contract extends Common {
  readonly kind: "contract";
  /** The address that its logs are written under; it may differ from the one that follows from its number. */
  readonly evmAddress: string | undefined;
  readonly file: string | undefined;
  readonly obtainer: string | undefined;
  readonly expires: Nanoseconds | undefined;
}

export interface Token extends Common {
  readonly kind: "token";
  readonly name: string | undefined;
  readonly symbol: string | undefined;
  readonly type: string | undefined;
  readonly decimals: number | undefined;
  readonly totalSupply: bigint | undefined;
  /** 0 means unlimited. */
  readonly maxSupply: bigint | undefined;
  readonly treasury: string | undefined;
}

export interface Topic extends Common {
  readonly kind: "topic";
  /** Whether a key is needed to submit a message. */
  readonly restricted: boolean;
}

/** A message of a topic. Only its consensus time is sure. */
export interface TopicMessage {
  readonly time: Nanoseconds;
  /** Counted from 1 in each topic. */
  readonly sequence: bigint | undefined;
  readonly payer: string | undefined;
  /** As it was submitted, in base64: it may not be text. */
  readonly content: string | undefined;
  /** Its place in a longer message, which was submitted in several parts. */
  readonly part: { readonly number: bigint; readonly total: bigint } | undefined;
}

export interface Schedule extends Common {
  readonly kind: "schedule";
  readonly creator: string | undefined;
  readonly payer: string | undefined;
  readonly executed: Nanoseconds | undefined;
  readonly expires: Nanoseconds | undefined;
}

export type Entity = Account | Contract | Token | Topic | Schedule;

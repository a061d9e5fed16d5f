// Results and logs of contract calls.
import * as v from "valibot";
import { fields, from, int64, listOf, optional, optionalText, secondsTime } from "../../base/decode.ts";
import { amount } from "./block.ts";

/** The result of a contract call. Only its consensus time is always present. */
export const contractResult = fields({
  time: from("timestamp", secondsTime),
  contract: from("contract_id", optionalText),
  from: optionalText,
  to: optionalText,
  hash: optionalText,
  index: from("transaction_index", optional(int64)),
  /** "SUCCESS", or the reason for the failure. */
  result: optionalText,
  /** Whether it succeeded; undefined if the node doesn't report it. */
  succeeded: from(
    "status",
    v.pipe(
      optionalText,
      v.transform((status) => (status === undefined ? undefined : status === "0x1")),
    ),
  ),
  gasUsed: from("gas_used", optional(amount)),
  gasLimit: from("gas_limit", optional(amount)),
  /** In tinybars. */
  amount: optional(int64),
  /** The contract's error, as hexadecimal digits or as text. */
  error: from("error_message", optionalText),
  /** The call's input and output, as hexadecimal digits. */
  input: from("function_parameters", optionalText),
  output: from("call_result", optionalText),
});

export type ContractResult = Readonly<v.InferOutput<typeof contractResult>>;

/** A log of a contract call. Only its time, index and topics are always present. */
export const contractLog = fields({
  time: from("timestamp", secondsTime),
  /** Its position in the call, starting at 0. */
  index: int64,
  /** The EVM address of the contract that wrote it. */
  address: optionalText,
  contract: from("contract_id", optionalText),
  topics: listOf(v.string()),
  data: optionalText,
  /** The hash of the transaction. */
  hash: from("transaction_hash", optionalText),
});

export type ContractLog = Readonly<v.InferOutput<typeof contractLog>>;

/** A contract result in the list of its block. */
export interface BlockResult extends ContractResult {
  /** True if another call triggered this one. Its gas is then part of that call's gas. */
  readonly isInternal: boolean;
}

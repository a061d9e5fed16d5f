// The state of a range's panel, and the messages from its page.
import * as v from "valibot";
import type { Banner, PlainFact } from "../../panels/kit/content/content-model.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { remedyMessage } from "../../panels/kit/content/protocol.ts";

/** No number, address or signature of an event is longer. */
const typed = v.pipe(v.string(), v.maxLength(400));
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const rangeMessages = {
  ...remedyMessage,
  show: v.object({ from: typed, to: typed }),
  move: v.object({ to: v.picklist(["earlier", "later"]) }),
  /** Opens the block at a place of the chart. */
  open: v.object({ at: place }),
  openBlock: v.object({ number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)) }),
  /** Selects a part of the chart, including both ends; without them, all of it. */
  choose: v.object({ from: v.optional(place), to: v.optional(place) }),
  refresh: noFields,
  cancel: noFields,
  export: noFields,
  share: noFields,
  verify: noFields,
  count: noFields,
  cancelVerify: noFields,
  copyReport: noFields,
  searchLogs: v.object({ typed }),
};

export type RangeAct = DeclaredMessage<typeof rangeMessages>;

export type RangeState =
  | { readonly kind: "loading"; readonly sentence: string; readonly share: number }
  /** `note` describes what is missing. */
  | { readonly kind: "loaded"; readonly note: string | undefined }
  /** Shown above the blocks that were loaded before, if any. */
  | { readonly kind: "failed"; readonly banner: Banner<RangeAct> };

export type Verification =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly sentence: string; readonly share: number }
  | { readonly kind: "failed"; readonly banner: Banner<RangeAct> }
  | VerificationResult;

export interface VerificationResult {
  readonly kind: "done";
  readonly tone: "done" | "caution" | "failed";
  readonly heading: string;
  readonly sentence: string;
  readonly checks: readonly Check[];
  /** The two values that contradict each other. */
  readonly facts: readonly PlainFact[];
  /** The block at which the chain is broken. */
  readonly at: bigint | undefined;
  /** The block before that one; in a gap, the last one before it. */
  readonly before: bigint | undefined;
  /** "Check (about 6 Requests)": the label of the button that checks the counts, until they are checked. */
  readonly count: string | undefined;
}

export interface Check {
  readonly name: string;
  readonly result: string;
  readonly blocks: string;
  readonly tone: "good" | "bad" | "caution" | "idle";
}

/** Which blocks may have logged an address or a topic. */
export interface LogHits {
  readonly typed: string;
  readonly answer: string;
  readonly blocks: readonly bigint[];
}

// Computes the state of a draft from its records. A record never changes; whatever happens to a draft is one more record.
import * as v from "valibot";
import { int64, optional } from "../../../base/decode.ts";
import { Attempt, DraftText, Failure, type Draft } from "./draft.ts";
import { Version } from "./draft-document.ts";

export const RECORD_KINDS = [
  /** A text, saved or only typed, with everything that its window knew about the draft. */
  "typed",
  /** A newer version of the server that the user has seen. Sending compares with it. */
  "opened",
  /** The repository that the draft is meant for, once a window knows its ID. */
  "bound",
  /** Why the text was not sent. Without a failure: that no longer matters. */
  "failed",
  /** A started send, and later its outcome. Without an attempt: nothing arrived for certain. */
  "attempt",
  /** The texts up to one are sent or discarded. */
  "gone",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * When a record was written, by no clock: `order` is one more than the highest that its window had seen for the draft.
 * The window's random ID decides between windows that wrote at the same time.
 */
export const Stamp = v.object({ order: v.number(), window: v.string() });
export type Stamp = Readonly<v.InferOutput<typeof Stamp>>;

/** What a record contains: the field of its kind. */
export const RecordContent = v.object({
  text: optional(DraftText),
  opened: optional(Version),
  repository: optional(int64),
  /** Undefined if a newer version of Triptych stored a reason that this one doesn't know. */
  failure: v.fallback(optional(Failure), undefined),
  attempt: optional(Attempt),
  upTo: optional(Stamp),
});
export type RecordContent = Readonly<Partial<v.InferOutput<typeof RecordContent>>>;

export interface JournalRecord extends Stamp {
  readonly draft: string;
  readonly kind: RecordKind;
  readonly content: RecordContent | "damaged";
}

export interface DraftState {
  /** Undefined if the draft is sent or discarded. */
  readonly draft: Draft | undefined;
  /** The newest text on disk. */
  readonly typed: Stamp | undefined;
  /** The last attempt to send the draft. "damaged" if its record can't be read, so that its outcome is unknown. */
  readonly attempt: Attempt | "damaged" | undefined;
  /** The highest order of a record. */
  readonly order: number;
}

/** Any subset of the records of one draft, in any order and with repetitions, gives a valid state. */
export function foldRecords(id: string, all: Iterable<JournalRecord>): DraftState {
  const records = [...all].toSorted(compareStamps);
  const newest = (kind: RecordKind) => records.findLast((each) => each.kind === kind && each.content !== "damaged");
  const order = records.at(-1)?.order ?? 0;
  const sent = records.findLast(({ kind }) => kind === "attempt")?.content;
  const attempt = sent === "damaged" ? sent : sent?.attempt;
  const typed = newest("typed");
  const text = contentOf(typed).text;
  const isGone = records.some((each) => {
    const { upTo } = contentOf(each);
    return typed !== undefined && upTo !== undefined && compareStamps(typed, upTo) <= 0;
  });
  if (text === undefined || isGone) return { draft: undefined, typed, attempt, order };
  // What was recorded for an earlier text that is gone doesn't apply to the next one.
  const gone = newest("gone");
  const current = (kind: RecordKind): RecordContent => {
    const found = newest(kind);
    return found !== undefined && (gone === undefined || compareStamps(found, gone) > 0) ? contentOf(found) : {};
  };
  const draft = {
    ...text,
    id,
    opened: current("opened").opened ?? text.opened,
    repository: current("bound").repository ?? text.repository,
    failure: current("failed").failure,
  };
  return { draft, typed, attempt, order };
}

function contentOf(record: JournalRecord | undefined): RecordContent {
  return record === undefined || record.content === "damaged" ? {} : record.content;
}

function compareStamps(one: Stamp, other: Stamp): number {
  return one.order - other.order || (one.window < other.window ? -1 : one.window > other.window ? 1 : 0);
}

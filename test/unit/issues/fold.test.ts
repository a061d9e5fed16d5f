// The state of a draft, computed from any records that windows may have left.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Attempt, DraftText } from "../../../src/issues/writing/drafts/draft.ts";
import {
  foldRecords,
  type JournalRecord,
  type RecordContent,
  type RecordKind,
} from "../../../src/issues/writing/drafts/fold.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";

const DAY_MS = 24 * 60 * 60_000;
const place = places.newComment({ base: "https://codeberg.org", owner: "lantern", name: "almanac", number: 1n });

/** What windows do with one draft, each in turn. A window may not have seen what the others did last. */
interface Act {
  readonly window: "a" | "b" | "c";
  readonly what: "type" | "fail" | "attempt" | "arrive" | "end";
  /** How many of the last records this window has not seen. */
  readonly unseen: number;
  readonly clock: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  window: fc.constantFrom("a", "b", "c"),
  what: fc.constantFrom("type", "type", "type", "fail", "attempt", "arrive", "end"),
  unseen: fc.nat({ max: 2 }),
  clock: fc.integer({ min: -DAY_MS, max: DAY_MS }),
});

function toText(text: string, keptAt: number): DraftText {
  const nothing = { unsaved: undefined, opened: undefined, author: undefined, repository: undefined };
  const unused = { anchor: undefined, submission: undefined };
  return { place, text, keptAt, savedAt: keptAt, deletedAt: undefined, ...nothing, ...unused };
}

function toAttempt(text: string, at: number, id: bigint | undefined): Attempt {
  const sent = { draft: "draft", place, repository: undefined, text, account: "alice", by: "alice" };
  return { ...sent, after: 0n, since: undefined, at, id, settled: id !== undefined, checked: undefined };
}

/** Returns the records in the order in which they were written. */
function write(acts: readonly Act[]): readonly JournalRecord[] {
  const records: JournalRecord[] = [];
  acts.forEach(({ clock, unseen, what, window }, index) => {
    // A window always knows its own records.
    const seen = records.filter((each, at) => at < records.length - unseen || each.window === window);
    const { attempt, draft, order, typed } = foldRecords("draft", seen);
    const add = (kind: RecordKind, content: RecordContent): void => {
      records.push({ draft: "draft", order: order + 1, window, kind, content });
    };
    const now = Date.now() + clock;
    const failure = { at: now, asked: "", by: "alice", why: "lost" as const, kind: undefined };
    if (what === "type") add("typed", { text: toText(`text ${index}`, now) });
    else if (draft === undefined || typed === undefined) return;
    else if (what === "fail") add("failed", { failure: { ...failure, status: undefined, serverErrors: 0, names: [] } });
    else if (what === "end") add("gone", { upTo: { order: typed.order, window: typed.window } });
    else if (what === "attempt") add("attempt", { attempt: toAttempt(draft.text, now, undefined) });
    else if (typeof attempt === "object") add("attempt", { attempt: { ...attempt, id: 7n, settled: true } });
  });
  return records;
}

function compare(one: JournalRecord, other: JournalRecord): number {
  return one.order - other.order || (one.window < other.window ? -1 : 1);
}

const written = fc.array(act, { minLength: 1, maxLength: 12 }).map(write);
/** Some of the records, in any order and with repetitions. */
const left: fc.Arbitrary<readonly JournalRecord[]> = written.chain((records) =>
  fc.array(fc.nat({ max: 24 }), { maxLength: 24 }).map((drawn) => drawn.flatMap((at) => records[at] ?? [])),
);

describe("The fold of a draft's records", () => {
  it("depends neither on their order nor on repetitions", () => {
    fc.assert(
      fc.property(left, (records) => {
        const unique = [...new Set(records)].toSorted(compare);
        assert.deepEqual(foldRecords("draft", records), foldRecords("draft", unique));
        assert.deepEqual(foldRecords("draft", records.toReversed()), foldRecords("draft", unique));
      }),
      { numRuns: 1000 },
    );
  });

  it("has the newest text on disk, unless a record says that this text is sent or discarded", () => {
    fc.assert(
      fc.property(left, (records) => {
        const { draft } = foldRecords("draft", records);
        const newest = records
          .filter(({ kind }) => kind === "typed")
          .toSorted(compare)
          .at(-1);
        if (newest === undefined || newest.content === "damaged") return assert.equal(draft, undefined);
        const ends = records.flatMap(({ content }) => (content === "damaged" ? [] : (content.upTo ?? [])));
        const isEnded = ends.some(
          ({ order, window }) => order > newest.order || (order === newest.order && window >= newest.window),
        );
        return assert.equal(draft?.text, isEnded ? undefined : newest.content.text?.text);
      }),
      { numRuns: 1000 },
    );
  });

  it("never forgets an attempt that may have arrived, however the clocks are set", () => {
    fc.assert(
      fc.property(left, (records) => {
        const attempts = records.filter(({ kind }) => kind === "attempt").toSorted(compare);
        const last = attempts.at(-1)?.content;
        const { attempt } = foldRecords("draft", records);
        assert.deepEqual(attempt, last === "damaged" ? last : last?.attempt);
      }),
      { numRuns: 1000 },
    );
  });

  it("is the same whatever the clocks of the windows said", () => {
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: -DAY_MS, max: DAY_MS }),
        (acts, by) => {
          const texts = (all: readonly Act[]) => {
            const { attempt, draft, typed } = foldRecords("draft", write(all));
            return [draft?.text, typed?.order, typed?.window, typeof attempt === "object" ? attempt.text : attempt];
          };
          assert.deepEqual(texts(acts), texts(acts.map((each, at) => ({ ...each, clock: at % 2 === 0 ? by : -by }))));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("treats a damaged attempt as one with an unknown outcome, and ignores a damaged text", () => {
    const record = (order: number, kind: RecordKind, content: JournalRecord["content"]): JournalRecord => ({
      ...{ draft: "draft", window: "a", order, kind, content },
    });
    const text = record(1, "typed", { text: toText("kept", 0) });
    const state = foldRecords("draft", [text, record(2, "typed", "damaged"), record(3, "attempt", "damaged")]);
    assert.deepEqual([state.draft?.text, state.attempt], ["kept", "damaged"]);
  });
});

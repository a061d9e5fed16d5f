// What a window makes of any records that others left in the journal, whatever their clocks said: no text is lost or
// posted twice.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { stringifyJson } from "../../../src/base/json/json.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { foldRecords, type JournalRecord, type RecordContent } from "../../../src/issues/writing/drafts/fold.ts";
import { FORMAT_VERSION } from "../../../src/issues/writing/drafts/journal.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

/** Another seed tries other records, and more runs find more: 500 take a minute. */
const SEED = 7;
const DAY_MS = 24 * 60 * 60_000;
const clock = fc.integer({ min: -DAY_MS, max: DAY_MS });

/** What a window does with the newest draft. A killed one leaves no outcome of its post. */
const act = fc.record({
  window: fc.constantFrom("a", "b", "c"),
  what: fc.constantFrom("type" as const, "type" as const, "post" as const),
  arrives: fc.boolean(),
  isKilled: fc.boolean(),
  clock,
  /** Whether its record is lost, or there twice. */
  left: fc.constantFrom("lost" as const, "once" as const, "once" as const, "twice" as const),
});
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

let forge: Forge;

/** Returns the records of these acts, after which the server has what arrived. */
function write(place: Place, acts: readonly Act[]): readonly JournalRecord[] {
  const written: JournalRecord[] = [];
  const left: JournalRecord[] = [];
  let draft = "draft-0";
  acts.forEach((each, index) => {
    const present = foldRecords(
      draft,
      written.filter((record) => record.draft === draft),
    );
    const add = (kind: JournalRecord["kind"], content: RecordContent, isKept = false): void => {
      const record = {
        draft,
        order: 1 + Math.max(0, ...written.map(({ order }) => order)),
        window: each.window,
        kind,
        content,
      };
      written.push(record);
      if (isKept || each.left !== "lost") left.push(record);
      if (each.left === "twice") left.push({ ...record, window: "z" });
    };
    const now = Date.now() + each.clock;
    if (each.what === "type") {
      const nothing = { unsaved: undefined, opened: undefined, author: undefined, repository: undefined };
      const unused = { anchor: undefined, submission: undefined };
      const text = {
        place,
        text: `text ${index}`,
        keptAt: now,
        savedAt: now,
        deletedAt: undefined,
        ...nothing,
        ...unused,
      };
      return add("typed", { text });
    }
    // After a post without an outcome, the next one looks first, as the window of the test does.
    if (present.draft === undefined || present.typed === undefined || present.attempt !== undefined) return;
    const { text } = present.draft;
    const after = BigInt(Math.max(0, ...forge.comments(1).map(({ id }) => id)));
    const sent = { draft, place, repository: undefined, text, account: "alice", by: "alice", after, since: undefined };
    const attempt = { ...sent, at: now, id: undefined, settled: false, checked: undefined };
    add("attempt", { attempt }, true);
    if (!each.arrives) return;
    forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: text });
    if (each.isKilled) return;
    const id = BigInt(forge.comments(1).at(-1)?.id ?? 0);
    add("attempt", { attempt: { ...attempt, id, settled: true } });
    add("gone", { upTo: { order: present.typed.order, window: present.typed.window } });
    draft = `draft-${index + 1}`;
  });
  return left;
}

/** Returns the newest text of each draft, unless a record says that it is sent. */
function listNewest(records: readonly JournalRecord[]): readonly string[] {
  return [...new Set(records.map(({ draft }) => draft))].flatMap((id) => {
    const own = records.filter(({ draft, kind }) => draft === id && (kind === "typed" || kind === "gone"));
    const { draft } = foldRecords(id, own);
    return draft === undefined ? [] : [draft.text];
  });
}

describe("Any records in the journal", function () {
  this.timeout(240_000);
  before(async () => {
    forge = await startForge("forgejo");
  });
  after(() => forge.close());

  it("cost no text, and no text that may have arrived is posted again", async () => {
    const place = places.newComment({ base: forge.base, owner: "alice", name: "demo", number: 1n });
    const run = async (acts: readonly Act[], order: readonly number[], ahead: number): Promise<void> => {
      forge.reset();
      const here = await machine();
      try {
        const records = write(place, acts);
        const folder = join(here.folder, "issues", "journal");
        await mkdir(folder, { recursive: true });
        const sorted = records.map((each, at) => ({ each, key: order[at % order.length] ?? 0 }));
        for (const { each } of sorted.toSorted((one, other) => one.key - other.key)) {
          const { content, draft, kind, order: number, window } = each;
          const text = stringifyJson({ form: FORMAT_VERSION, ...(content === "damaged" ? {} : content) }, "  ");
          await writeFile(join(folder, `${draft}.${number}.${window}.${kind}.json`), text);
        }
        const window = here.open(forge.base, { now: () => Date.now() + ahead });
        await window.signIn("alice");
        const { drafts, outbox, sender } = window.services.writing;
        for (let time = 0; time < 2; time += 1) {
          await outbox.run();
          for (const { place: at } of await drafts.list()) await sender.send(at);
        }
        const posted = forge.comments(1).flatMap(({ body }) => body.split("\n"));
        const kept = (await drafts.list()).flatMap((draft) => getText(draft).split("\n"));
        for (const text of listNewest(records)) assert.ok([...posted, ...kept].includes(text), `"${text}" is lost`);
        for (const text of acts.map((_, index) => `text ${index}`))
          assert.ok(posted.filter((each) => each === text).length <= 1, `"${text}" is posted twice`);
      } finally {
        await here.close();
      }
    };
    const order = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
    await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 10 }), order, clock, run), {
      numRuns: 60,
      seed: SEED,
    });
  });
});

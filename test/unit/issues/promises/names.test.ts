// The promise that drafts survive a rename that only one of two windows knows of.
import assert from "node:assert/strict";
import { watch } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getText } from "../../../../src/issues/writing/draft.ts";
import { Drafts } from "../../../../src/issues/writing/drafts.ts";
import { withRepositoryName, places, type Place } from "../../../../src/issues/writing/place.ts";
import { linesLog } from "../../workbench/lines.ts";
import { said } from "../written-texts.ts";

const ROUNDS = 40;
const MAX_LISTS = 200;

describe("two windows, only one of which knows that the repository was renamed", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-names-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  function open(present: (place: Place) => Place, now = Date.now): Drafts {
    return new Drafts({ folder, log: linesLog().log, now, present, rememberedId: () => undefined });
  }

  it("keep typed text while the other moves the draft", async () => {
    const repository = { base: "https://codeberg.org", owner: "alice", name: "demo" };
    const writing = open((place) => place);
    const moving = open((place) => withRepositoryName(place, { owner: "alice", name: "renamed" }));
    const written: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = places.newComment({ ...repository, number: BigInt(round + 1) });
      await writing.begin(place, {});
      const text = `text ${round}`;
      await Promise.all([writing.save(place, text), moving.followRenames()]);
      written.push(text);
    }
    const kept = new Set((await moving.list()).map(getText));
    assert.deepEqual(
      written.filter((text) => !kept.has(text)),
      [],
    );
  });

  it("move the draft once, even if the clock is ahead and calls every moved file abandoned", async () => {
    const place = places.newComment({ base: "https://codeberg.org", owner: "alice", name: "demo", number: 1n });
    const ahead = () => Date.now() + 3_600_000;
    const renamed = open((each) => withRepositoryName(each, { owner: "alice", name: "renamed" }), ahead);
    for (let round = 0; round < ROUNDS; round += 1) {
      await open((each) => each).save(place, "kept");
      // A window lists its drafts whenever their folder changes.
      const changes = watch(join(folder, "drafts"), () => void lists.push(renamed.list()));
      const lists: Promise<unknown>[] = [renamed.followRenames()];
      for (let listed = 0; listed < lists.length && listed < MAX_LISTS; listed += 1) await lists[listed];
      changes.close();
      const files = await readdir(join(folder, "drafts"));
      assert.equal(files.length, 1, `round ${round}: ${files.join(", ")}`);
      assert.deepEqual((await renamed.list()).map(getText), ["kept"]);
    }
  });

  it("move the draft once beside a window whose clock is ahead and calls every moved file abandoned", async () => {
    const place = places.newComment({ base: "https://codeberg.org", owner: "alice", name: "demo", number: 1n });
    const renamed = open((each) => withRepositoryName(each, { owner: "alice", name: "renamed" }));
    const ahead = open(
      (each) => each,
      () => Date.now() + 3_600_000,
    );
    for (let round = 0; round < 20; round += 1) {
      await open((each) => each).save(place, "kept");
      const changes = watch(join(folder, "drafts"), () => void lists.push(ahead.list(), renamed.list()));
      const lists: Promise<unknown>[] = [renamed.followRenames()];
      for (let listed = 0; listed < lists.length && listed < MAX_LISTS; listed += 1) await lists[listed];
      changes.close();
      await Promise.all(lists);
      assert.ok(lists.length < MAX_LISTS, `round ${round}: the windows listed the drafts ${lists.length} times`);
      assert.deepEqual((await renamed.list()).map(getText), ["kept"]);
    }
  });

  for (const [when, firstRenamed] of [
    ["before", true],
    ["after", false],
  ] as const) {
    it(`keep only the edit if it was written ${when} the other opened the same text`, async () => {
      const place = places.comment({ base: "https://codeberg.org", owner: "alice", name: "demo", number: 1n }, 5n);
      let now = 0;
      const [old, renamed] = ["demo", "renamed"].map((name) =>
        open(
          (each) => withRepositoryName(each, { owner: "alice", name }),
          () => (now += 1),
        ),
      );
      if (old === undefined || renamed === undefined) assert.fail();
      await renamed.list();
      const opened = said("as posted");
      const write = async (): Promise<void> => {
        await old.begin(place, { opened });
        await old.save(place, "other words");
      };
      const look = () => renamed.begin(place, { opened });
      if (firstRenamed) await write();
      await look();
      if (!firstRenamed) await write();
      await renamed.followRenames();
      assert.deepEqual((await renamed.list()).map(getText), ["other words"]);
    });
  }

  for (const [first, second, merged] of [
    ["ok", "look here", "ok\n\nlook here"],
    ["look", "look here", "look here"],
    ["a line", "more\na line\nand more", "more\na line\nand more"],
  ] as const) {
    it(`keep both replies unless one continues the other: ${first}`, async () => {
      const place = places.newComment({ base: "https://codeberg.org", owner: "alice", name: "demo", number: 1n });
      let now = 0;
      const inWindow = (name: string): Drafts =>
        open(
          (each) => withRepositoryName(each, { owner: "alice", name }),
          () => (now += 1),
        );
      const [old, renamed] = [inWindow("demo"), inWindow("renamed")];
      await renamed.list();
      await old.save(place, first);
      await renamed.save(place, second);
      await renamed.followRenames();
      assert.deepEqual((await renamed.list()).map(getText), [merged]);
    });
  }
});

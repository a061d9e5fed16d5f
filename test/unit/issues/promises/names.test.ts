// The promise that drafts survive a rename that only one of two windows knows of.
import assert from "node:assert/strict";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getText } from "../../../../src/issues/writing/drafts/draft.ts";
import type { Drafts } from "../../../../src/issues/writing/drafts/drafts.ts";
import { withRepositoryName, places, type Place } from "../../../../src/issues/writing/drafts/place.ts";
import { openDrafts } from "../open-drafts.ts";
import { said } from "../written-texts.ts";

const ROUNDS = 40;

describe("two windows, only one of which knows that the repository was renamed", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-names-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  function open(present: (place: Place) => Place, now = Date.now): Drafts {
    return openDrafts(folder, { now, present });
  }

  it("keep typed text while the other follows the rename", async () => {
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
      await inWindow("demo").save(place, first);
      // The other window begins its draft before it can see this one.
      const aside = join(folder, "journal of the first");
      await rename(join(folder, "journal"), aside);
      const renamed = inWindow("renamed");
      await renamed.save(place, second);
      await cp(aside, join(folder, "journal"), { recursive: true });
      assert.deepEqual((await renamed.list()).map(getText), [merged]);
    });
  }
});

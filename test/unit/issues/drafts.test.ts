// Several windows that save, send and move the same draft lose none of its text.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { openDrafts } from "./open-drafts.ts";

const HOUR_MS = 3_600_000;
/** Each round is another order of the windows' accesses to the files. */
const ROUNDS = 25;

describe("Drafts shared by several windows", () => {
  let folder: string;
  const thread = { base: "https://git.example.org", owner: "lantern", name: "almanac", number: 1n };
  const place = places.newComment(thread);
  const window = (now = Date.now, rememberedId: () => bigint | undefined = () => undefined) =>
    openDrafts(folder, { now, rememberedId });

  const rest = ({ text }: { readonly text: string }) => ({ place, text, opened: undefined });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-drafts-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("are removed once they are sent, even if another window considers them abandoned", async () => {
    const one = window();
    const ahead = window(() => Date.now() + HOUR_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await one.save(place, "sent");
      const looks = Array.from({ length: 8 }, () => ahead.list());
      const [more] = await Promise.all([one.settle({ draft: id, place, text: "sent" }, rest), ...looks]);
      assert.equal(more, false);
      assert.deepEqual(await readdir(join(folder, "journal")), []);
    }
  });

  it("keep text typed after they were sent", async () => {
    const one = window();
    const ahead = window(() => Date.now() + HOUR_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await one.save(place, "sent, and more");
      const looks = Array.from({ length: 8 }, () => ahead.list());
      const [more] = await Promise.all([one.settle({ draft: id, place, text: "sent" }, rest), ...looks]);
      assert.equal(more, true);
      assert.equal((await one.get(place))?.text, "sent, and more");
    }
  });

  it("move to their repository in one window while another saves and sends them, and nothing is undone", async () => {
    const one = window();
    const knowing = window(Date.now, () => 7n);
    for (let round = 0; round < ROUNDS; round += 1) {
      await one.save(place, "first");
      await Promise.all([knowing.bind(), one.save(place, `second ${round}`)]);
      const draft = await one.get(place);
      assert.deepEqual([draft?.text, draft?.repository], [`second ${round}`, 7n]);
      const sent = { draft: draft?.id ?? "", place, text: `second ${round}` };
      await Promise.all([knowing.bind(), one.settle(sent, rest)]);
      assert.equal(await one.get(place), undefined);
    }
  });

  it("keep their repository ID until they are removed, and leave no file behind", async () => {
    const knowing = window(Date.now, () => 7n);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await window().save(place, "first");
      await knowing.bind();
      const starting = Array.from({ length: 4 }, () => window().list());
      await Promise.all([window().settle({ draft: id, place, text: "other" }, rest), ...starting]);
      assert.equal((await window().get(place))?.repository, 7n);
      await knowing.remove(place);
    }
    assert.deepEqual(await readdir(join(folder, "journal")), []);
  });

  it("of new issues are all kept if several windows start them at the same moment", async () => {
    const windows = [window(), window(), window()];
    const texts = ["one", "two", "three", "four", "five", "six"];
    const started = await Promise.all(
      texts.map((text, at) => (windows[at % windows.length] ?? assert.fail()).begin(places.newIssue(thread), { text })),
    );
    assert.deepEqual(
      started.map(({ text }) => text),
      texts,
    );
    const kept = (await window().list()).map(({ text }) => text);
    assert.deepEqual(kept.toSorted(), texts.toSorted());
  });

  it("fire an event even if the window loaded them before it checked for changes", async () => {
    const one = window();
    const other = window();
    await one.save(place, "first");
    await other.reportChanges();
    const changes: boolean[] = [];
    other.onDidChange(({ saved }) => void changes.push(saved));
    await one.save(place, "second");
    await other.list();
    await other.reportChanges();
    assert.deepEqual(changes, [true]);
    await one.remove(place);
    await other.list();
    await other.reportChanges();
    assert.deepEqual(changes, [true, true]);
  });
});

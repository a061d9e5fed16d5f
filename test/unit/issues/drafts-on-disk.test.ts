// Drafts in their files: shared by windows, never lost, and without secrets.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import promises, { readdir, readFile, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { places } from "../../../src/issues/writing/place.ts";
import { refuse } from "../../../src/issues/writing/targets/target.ts";
import { machine, type Machine } from "./machine.ts";

describe("Drafts on disk", () => {
  let here: Machine;
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());
  const thread = { base: "https://codeberg.org", owner: "Lantern", name: "almanac", number: 12n };
  const place = places.newComment(thread);
  const folder = () => join(here.folder, "issues", "drafts");

  it("are the same for another window, including unsaved text", async () => {
    const { services } = here.open("https://codeberg.org");
    await services.writing.drafts.save(place, "saved");
    await services.writing.drafts.storeUnsaved(place, "typed");
    const other = here.open("https://codeberg.org").services;
    const draft = await other.writing.drafts.get(places.newComment({ ...thread, owner: "lantern" }));
    assert.deepEqual([draft?.text, draft?.unsaved], ["saved", "typed"]);
    await other.writing.drafts.dropUnsaved(place);
    assert.equal((await services.writing.drafts.get(place))?.unsaved, undefined);
  });

  it("keep what a window saves while another one records why the older text was not sent", async () => {
    const { drafts } = here.open("https://codeberg.org").services.writing;
    await drafts.save(place, "older");
    const [name = ""] = await readdir(folder());
    const path = join(folder(), name);
    let isFirst = true;
    // The other window takes the time between reading the file and writing it.
    const now = (): number => {
      const text = readFileSync(path, "utf8");
      if (isFirst) writeFileSync(path, text.replace('"text": "older"', '"text": "newer"'));
      isFirst = false;
      return 1000;
    };
    const other = here.open("https://codeberg.org", { now }).services.writing.drafts;
    await other.fail(place, refuse("lost"), "older", "alice");
    const draft = await drafts.get(place);
    assert.deepEqual([draft?.text, draft?.failure?.why, draft?.failure?.asked], ["newer", "lost", "older"]);
  });

  it("keep the time of their last save while something is typed, because editors compare it", async () => {
    let now = 1000;
    const { services } = here.open("https://codeberg.org", { now: () => now });
    await services.writing.drafts.save(place, "saved");
    now = 2000;
    const typed = await services.writing.drafts.storeUnsaved(place, "typed");
    assert.deepEqual([typed.savedAt, typed.keptAt], [1000, 2000]);
  });

  const UNREADABLE = {
    "their file is damaged": (text: string) => text.slice(0, -20),
    "their file has an unknown form": (text: string) => text.replace(/"form": \d+/, '"form": 99'),
  };
  for (const [reason, change] of Object.entries(UNREADABLE)) {
    it(`are moved aside and not lost if ${reason}`, async () => {
      const { services, lines } = here.open("https://codeberg.org");
      await services.writing.drafts.save(place, "someone's words");
      const [file = ""] = await readdir(folder());
      const written = await readFile(join(folder(), file), "utf8");
      const changed = change(written);
      assert.notEqual(changed, written);
      await writeFile(join(folder(), file), changed);
      assert.equal(await services.writing.drafts.get(place), undefined);
      assert.deepEqual(await readdir(folder()), [`${file}.damaged`]);
      assert.equal(await readFile(join(folder(), `${file}.damaged`), "utf8"), changed);
      assert.ok(lines.some((line) => line.includes("moved aside")));
      assert.deepEqual(await services.writing.drafts.list(), []);
    });
  }

  it("are not lost if a second one at the same place is damaged", async () => {
    const { drafts } = here.open("https://codeberg.org").services.writing;
    const damaged = ["someone's first words", "someone's second words"];
    for (const text of damaged) {
      await drafts.save(place, text);
      const file = (await readdir(folder())).find((name) => name.endsWith(".json")) ?? "";
      await writeFile(join(folder(), file), text);
      assert.equal(await drafts.get(place), undefined);
    }
    const files = await readdir(folder());
    assert.deepEqual(
      (await Promise.all(files.map((name) => readFile(join(folder(), name), "utf8")))).toSorted(),
      damaged,
    );
  });

  it("stay in place if another window replaced their damaged file before it is moved aside", async () => {
    const { drafts } = here.open("https://codeberg.org").services.writing;
    await drafts.save(place, "someone's words");
    const [file = ""] = await readdir(folder());
    const path = join(folder(), file);
    const written = await readFile(path, "utf8");
    await writeFile(path, "damaged");
    const { rename } = promises;
    const replaceFirst: typeof rename = async (from, to) => {
      if (from === path) await writeFile(path, written);
      await rename(from, to);
    };
    Object.assign(promises, { rename: replaceFirst });
    syncBuiltinESMExports();
    try {
      assert.equal((await drafts.get(place))?.text, "someone's words");
    } finally {
      Object.assign(promises, { rename });
      syncBuiltinESMExports();
    }
    assert.deepEqual(await readdir(folder()), [file]);
  });

  it("are listed although several parts of a window find the same damaged file at once", async () => {
    const { services } = here.open("https://codeberg.org");
    const { drafts } = services.writing;
    await drafts.save(place, "someone's words");
    const [file = ""] = await readdir(folder());
    await writeFile(join(folder(), file), "");
    await drafts.save(places.newComment({ ...thread, number: 2n }), "readable");
    for (const list of await Promise.all(Array.from({ length: 4 }, () => drafts.list())))
      assert.deepEqual(
        list.map(({ text }) => text),
        ["readable"],
      );
  });

  it("are read although a newer version of Triptych stored a reason that this one doesn't know", async () => {
    const { services } = here.open("https://codeberg.org");
    await services.writing.drafts.save(place, "from another window");
    await services.writing.drafts.fail(place, refuse("locked"), "from another window", "alice");
    const [file = ""] = await readdir(folder());
    const written = await readFile(join(folder(), file), "utf8");
    await writeFile(join(folder(), file), written.replace('"locked"', '"fromTheFuture"'));
    const draft = await services.writing.drafts.get(place);
    assert.deepEqual([draft?.text, draft?.failure], ["from another window", undefined]);
  });

  it("are changed one after another, so that no change is lost", async () => {
    const { services } = here.open("https://codeberg.org");
    await services.writing.drafts.save(place, "");
    await Promise.all([
      services.writing.drafts.save(place, "text"),
      services.writing.drafts.fail(place, refuse("lost"), "text", undefined),
      services.writing.drafts.storeUnsaved(place, "text, typed"),
    ]);
    const draft = await services.writing.drafts.get(place);
    assert.deepEqual([draft?.text, draft?.unsaved, draft?.failure?.why], ["text", "text, typed", "lost"]);
  });

  it("contain no token", async () => {
    const { services, signIn } = here.open("https://codeberg.org");
    await signIn("alice");
    await services.writing.drafts.save(place, "text");
    const [file = ""] = await readdir(folder());
    assert.doesNotMatch(await readFile(join(folder(), file), "utf8"), /616c696365/);
  });
});

// Drafts in their files: shared by windows, never lost, and without secrets.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";

import { readFileSync, writeFileSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { getText } from "../../../src/issues/writing/draft.ts";
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
  const folder = () => join(here.folder, "issues", "journal");
  const findFiles = async (text: string) => {
    const names = await readdir(folder());
    return names.filter((name) => readFileSync(join(folder(), name), "utf8").includes(text));
  };

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
    const [one, other] = [here, here].map((each) => each.open("https://codeberg.org").services.writing.drafts);
    const { id } = (await one?.save(place, "older")) ?? assert.fail();
    await Promise.all([one?.save(place, "newer"), other?.fail(id, refuse("lost"), "older", "alice")]);
    for (const window of [one, other]) {
      const draft = await window?.get(place);
      assert.deepEqual([draft?.text, draft?.failure?.why, draft?.failure?.asked], ["newer", "lost", "older"]);
    }
  });

  it("are one new issue if two windows store it at the same time", async () => {
    const [one, other] = [1000, 2000].map(
      (time) => here.open("https://codeberg.org", { now: () => time }).services.writing.drafts,
    );
    const issue = places.newIssue(thread, 41n);
    const text = (body: string) => `---\ntitle: Tide table\n---\n\n${body}`;
    await Promise.all([one?.storeUnsaved(issue, text("First.")), other?.save(issue, text("First. Second."))]);
    assert.deepEqual((await one?.list())?.map(getText), [text("First. Second.")]);
    await one?.remove(issue);
    assert.deepEqual(await other?.list(), []);
  });

  it("keep the time of their last save while something is typed, because editors compare it", async () => {
    let now = 1000;
    const { services } = here.open("https://codeberg.org", { now: () => now });
    await services.writing.drafts.save(place, "saved");
    now = 2000;
    const typed = await services.writing.drafts.storeUnsaved(place, "typed");
    assert.deepEqual([typed.savedAt, typed.keptAt], [1000, 2000]);
  });

  const UNREADABLE: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
    "is damaged": async (file) => writeFile(file, (await readFile(file, "utf8")).slice(0, -20)),
    "has an unknown form": async (file) =>
      writeFile(file, (await readFile(file, "utf8")).replace(/"form": \d+/, '"form": 99')),
    "is empty": (file) => writeFile(file, ""),
    "is larger than any text": (file) => truncate(file, 600_000_000),
    "is a folder": async (file) => {
      await rm(file);
      await mkdir(join(file, "in it"), { recursive: true });
    },
    "is a link to itself": async (file) => {
      await rm(file);
      await symlink(file, file);
    },
    "is a pipe without a writer": async (file) => {
      await rm(file);
      await promisify(execFile)("mkfifo", [file]);
    },
  };
  for (const [reason, spoil] of Object.entries(UNREADABLE)) {
    it(`are left as they are, and cost no other draft, if their file ${reason}`, async function () {
      if (process.platform === "win32" && reason.includes("link")) return;
      const { services } = here.open("https://codeberg.org");
      await services.writing.drafts.save(place, "someone's words");
      await services.writing.drafts.save(places.newComment({ ...thread, number: 2n }), "readable");
      const [file = ""] = await findFiles("someone's words");
      await spoil(join(folder(), file));
      const spoiled = await lstat(join(folder(), file));
      const { services: later, lines } = here.open("https://codeberg.org");
      for (let time = 0; time < 2; time += 1) {
        assert.equal(await later.writing.drafts.get(place), undefined);
        assert.deepEqual(
          (await later.writing.drafts.list()).map(({ text }) => text),
          ["readable"],
        );
      }
      assert.equal(lines.filter((line) => line.includes(file)).length, 1, "it is logged once");
      await later.writing.drafts.save(place, "other words");
      await later.writing.drafts.remove(place);
      const left = await lstat(join(folder(), file));
      assert.deepEqual([left.ino, left.size, left.mtimeMs], [spoiled.ino, spoiled.size, spoiled.mtimeMs]);
    });
  }

  it("are listed, 10,000 of them", async () => {
    const { drafts } = here.open("https://codeberg.org").services.writing;
    await drafts.save(place, "one of many");
    const [file = ""] = await findFiles("one of many");
    const content = await readFile(join(folder(), file), "utf8");
    for (let number = 1; number < 10_000; number += 1)
      writeFileSync(
        join(folder(), `${number}.1.a.typed.json`),
        content.replace('"number": 12', `"number": ${number + 12}`),
      );
    const other = here.open("https://codeberg.org").services.writing.drafts;
    assert.equal((await other.list()).length, 10_000);
  });

  it("are read although a newer version of Triptych stored a reason that this one doesn't know", async () => {
    const { services } = here.open("https://codeberg.org");
    await services.writing.drafts.save(place, "from another window");
    const { id } = (await services.writing.drafts.get(place)) ?? assert.fail();
    await services.writing.drafts.fail(id, refuse("locked"), "from another window", "alice");
    const [file = ""] = await findFiles('"locked"');
    const written = await readFile(join(folder(), file), "utf8");
    await writeFile(join(folder(), file), written.replace('"locked"', '"fromTheFuture"'));
    const draft = await here.open("https://codeberg.org").services.writing.drafts.get(place);
    assert.deepEqual([draft?.text, draft?.failure], ["from another window", undefined]);
  });

  it("are changed one after another, so that no change is lost", async () => {
    const { services } = here.open("https://codeberg.org");
    const { id } = await services.writing.drafts.save(place, "");
    await Promise.all([
      services.writing.drafts.save(place, "text"),
      services.writing.drafts.fail(id, refuse("lost"), "text", undefined),
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

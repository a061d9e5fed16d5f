// Drafts in their files: shared by windows, never lost, and without secrets.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";

import { readFileSync, writeFileSync } from "node:fs";
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import type { UnreadableText } from "../../../src/issues/writing/drafts/journal.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { refuse } from "../../../src/issues/writing/drafts/outcome.ts";
import { machine, type Machine } from "./machine.ts";

/** The ID of a user without rights. */
const NO_ONE = 65_534;

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

  interface Spoiled {
    readonly why: UnreadableText["why"];
    readonly spoil: (file: string) => Promise<unknown>;
  }
  const UNREADABLE: Readonly<Record<string, Spoiled>> = {
    "is damaged": {
      why: "damaged",
      spoil: async (file) => writeFile(file, (await readFile(file, "utf8")).slice(0, -20)),
    },
    "has an unknown form": {
      why: "damaged",
      spoil: async (file) => writeFile(file, (await readFile(file, "utf8")).replace(/"form": \d+/, '"form": 99')),
    },
    "lacks the number of its issue": {
      why: "damaged",
      spoil: async (file) =>
        writeFile(file, (await readFile(file, "utf8")).replace(/"number": ?"?\d+"?/, '"number": null')),
    },
    "is empty": { why: "damaged", spoil: (file) => writeFile(file, "") },
    "is larger than any text": { why: "tooLarge", spoil: (file) => truncate(file, 600_000_000) },
    "is a folder": { why: "notFile", spoil: makeFolder },
    "is a link to itself": {
      why: "notFile",
      spoil: async (file) => {
        await rm(file);
        await symlink(file, file);
      },
    },
    "is a pipe without a writer": {
      why: "notFile",
      spoil: async (file) => {
        await rm(file);
        await promisify(execFile)("mkfifo", [file]);
      },
    },
  };
  for (const [reason, { spoil, why }] of Object.entries(UNREADABLE)) {
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
      assert.deepEqual(await later.writing.drafts.listUnreadable(), [{ file: join(folder(), file), why }]);
      await later.writing.drafts.save(place, "other words");
      await later.writing.drafts.remove(place);
      const left = await lstat(join(folder(), file));
      assert.deepEqual([left.ino, left.size, left.mtimeMs], [spoiled.ino, spoiled.size, spoiled.mtimeMs]);
      await services.writing.drafts.save(place, "newer words of the same window");
      await later.writing.drafts.discardUnreadable(join(folder(), file));
      assert.deepEqual(await later.writing.drafts.listUnreadable(), []);
      assert.deepEqual((await later.writing.drafts.list()).map(getText).toSorted(), [
        "newer words of the same window",
        "readable",
      ]);
    });
  }

  it("cost no other draft if their file is another user's", async function () {
    if (process.platform === "win32") return;
    const { services } = here.open("https://codeberg.org");
    await services.writing.drafts.save(place, "someone's words");
    await services.writing.drafts.save(places.newComment({ ...thread, number: 2n }), "readable");
    const [file = ""] = await findFiles("someone's words");
    const comeBack = await denyAccess(here.folder, join(folder(), file));
    try {
      const { drafts } = here.open("https://codeberg.org").services.writing;
      assert.deepEqual((await drafts.list()).map(getText), ["readable"]);
      assert.deepEqual(await drafts.listUnreadable(), [{ file: join(folder(), file), why: "forbidden" }]);
    } finally {
      comeBack();
    }
  });

  it("are read once they can be, and are not sent again then", async () => {
    const { services } = here.open("https://codeberg.org");
    const { id } = await services.writing.drafts.save(place, "someone's words");
    const [file = ""] = await findFiles("someone's words");
    const content = await readFile(join(folder(), file));
    const { attempts, drafts } = here.open("https://codeberg.org").services.writing;
    await makeFolder(join(folder(), file));
    const sent = { draft: id, place, repository: undefined, text: "someone's words", account: "alice", by: "alice" };
    const outcome = { after: 0n, since: undefined, at: 0, id: undefined, settled: false, checked: undefined };
    await attempts.put({ ...sent, ...outcome });
    await attempts.remove(id);
    assert.equal(await drafts.get(place), undefined);
    await rm(join(folder(), file), { recursive: true });
    await writeFile(join(folder(), file), content);
    assert.deepEqual(
      [(await drafts.get(place))?.text, await attempts.get(id)],
      ["someone's words", { ...sent, ...outcome }],
    );
  });

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

/** Replaces a file by a folder that isn't empty. */
async function makeFolder(file: string): Promise<void> {
  await rm(file);
  await mkdir(join(file, "in it"), { recursive: true });
}

/** Makes a file one that this process may not read. Returns how to end that. */
async function denyAccess(folder: string, file: string): Promise<() => void> {
  if (process.geteuid?.() !== 0) {
    await chmod(file, 0);
    return () => undefined;
  }
  // An administrator may read everything, so the process becomes a user who owns everything but this file.
  await chown(folder, NO_ONE, NO_ONE);
  for (const each of await readdir(folder, { recursive: true }))
    if (join(folder, each) !== file) await chown(join(folder, each), NO_ONE, NO_ONE);
  process.seteuid?.(NO_ONE);
  return () => process.seteuid?.(0);
}

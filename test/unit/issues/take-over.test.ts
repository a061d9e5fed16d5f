// Drafts of earlier versions are taken over once, from every state that a killed window may have left them in.
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { windowAt } from "./signed-in-window.ts";

const AWAY = ".0123456789ab.leaving";
const HOUR_MS = 60 * 60_000;

describe("Drafts of an earlier version", () => {
  const at = windowAt("forgejo");
  const folder = (name: string) => join(at.here.folder, "issues", name);
  const place = () => ({
    kind: "newComment",
    repository: { base: at.forge.base, owner: "alice", name: "demo" },
    number: 1,
  });
  const draft = (id: string, text: string, more: object = {}) => ({
    ...{ form: 2, id, place: place(), text, keptAt: 1000, savedAt: 1000 },
    ...more,
  });
  const attempt = (id: string, text: string, more: object = {}) => ({
    ...{ form: 2, draft: id, place: place(), text, account: "alice", by: "alice", after: 0, at: 1000, settled: false },
    ...more,
  });
  const write = async (name: string, file: string, content: object | string): Promise<void> => {
    await mkdir(folder(name), { recursive: true });
    await writeFile(join(folder(name), file), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  };
  /** Starts a window, as after an update, and runs its outbox. */
  const start = async () => {
    const { writing } = at.here.open(at.forge.base, { now: () => Date.now() + HOUR_MS }).services;
    writing.outbox.start();
    return writing;
  };
  const post = (body: string) => at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body });
  const times = (text: string) => at.bodies().filter((body) => body === text).length;

  it("are kept with their failure and repository, and their files go", async () => {
    const failure = { at: 1, asked: "waits", by: "alice", why: "problem", kind: "offline", names: [] };
    await write("drafts", "a.json", draft("one", "waits", { unsaved: "waits, typed", failure }));
    await write("repositories", "one.json", { form: 2, repository: 1 });
    const { drafts } = await start();
    const [kept] = await drafts.list();
    assert.deepEqual(
      [kept?.id, kept?.text, kept?.unsaved, kept?.failure?.kind, kept?.repository],
      ["one", "waits", "waits, typed", "offline", 1n],
    );
    assert.deepEqual(
      (await readdir(folder(""))).filter((name) => ["drafts", "attempts", "repositories"].includes(name)),
      [],
    );
  });

  it("come back if a killed window had moved them away", async () => {
    await write("drafts", `a.json${AWAY}`, draft("one", "moved away"));
    assert.deepEqual((await (await start()).drafts.list()).map(getText), ["moved away"]);
  });

  it("are both kept if something else was typed at the place of a moved one", async () => {
    await write("drafts", `a.json${AWAY}`, draft("one", "earlier words"));
    await write("drafts", "a.json", draft("two", "other words", { keptAt: 2000 }));
    assert.deepEqual((await (await start()).drafts.list()).map(getText), ["earlier words\n\nother words"]);
  });

  it("are both kept if two texts have one ID, unless one continues the other", async () => {
    await write("drafts", `a.json${AWAY}`, draft("one", "earlier words"));
    await write("drafts", "a.json", draft("one", "other words", { keptAt: 2000 }));
    await write("drafts", `b.json${AWAY}`, draft("three", "begun", { place: { ...place(), number: 2 } }));
    await write("drafts", "b.json", draft("three", "begun and continued", { place: { ...place(), number: 2 } }));
    assert.deepEqual((await (await start()).drafts.list()).map(getText).toSorted(), [
      "begun and continued",
      "earlier words\n\nother words",
    ]);
  });

  it("are removed if their text has arrived, whichever of their files is left", async () => {
    for (const [file, settled] of [
      ["a.json", false],
      ["a.json", true],
      [`a.json${AWAY}`, false],
      [`a.json${AWAY}`, true],
    ] as const) {
      const text = `arrived ${file} ${settled}`;
      const { id } = post(text) as { readonly id: number };
      await write("drafts", file, draft(`of ${id}`.replace(" ", "-"), text));
      await write("attempts", `of-${id}.json`, attempt(`of-${id}`, text, { id, settled }));
      const writing = await start();
      await writing.outbox.run();
      assert.deepEqual(await writing.drafts.list(), []);
      assert.equal(times(text), 1);
    }
  });

  it("aren't sent again if the outcome of their attempt is unknown", async () => {
    post("perhaps arrived");
    await write("drafts", "a.json", draft("one", "perhaps arrived"));
    await write("attempts", "one.json", attempt("one", "perhaps arrived"));
    const writing = await start();
    await writing.outbox.run();
    assert.deepEqual([await writing.drafts.list(), times("perhaps arrived"), at.count("POST")], [[], 1, 0]);
  });

  it("are sent only on request if the record of their attempt is damaged", async () => {
    await write("drafts", "a.json", draft("one", "unclear"));
    await write("attempts", "one.json", '{"form":2,"te');
    const writing = await start();
    await writing.outbox.run();
    const [kept] = await writing.drafts.list();
    const outcome = await writing.sender.send(kept?.place ?? assert.fail("no draft"));
    assert.deepEqual([outcome.sent, !outcome.sent && outcome.why, at.count("POST")], [false, "unsure", 0]);
  });

  it("are left as they are if they can't be read, and cost no other draft", async () => {
    await write("drafts", "a.json", '{"form":2,"te');
    await write("drafts", "b.json", draft("two", "readable"));
    assert.deepEqual((await (await start()).drafts.list()).map(getText), ["readable"]);
    assert.deepEqual(await readdir(folder("drafts")), ["a.json"]);
  });

  it("are taken over once if several windows start at the same time", async () => {
    for (let number = 1; number < 6; number += 1)
      await write("drafts", `${number}.json`, draft(`n${number}`, `text ${number}`, { place: { ...place(), number } }));
    const windows = await Promise.all([start(), start(), start()]);
    for (const { drafts } of windows) assert.equal((await drafts.list()).length, 5);
  });
});

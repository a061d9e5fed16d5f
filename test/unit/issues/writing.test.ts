import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DraftPlace } from "../../../src/issues/model/draft.ts";
import { textOf } from "../../../src/issues/model/draft.ts";
import type { Store } from "../../../src/issues/store.ts";
import { PERSONALITIES, startForge } from "./service.ts";
import type { Forge } from "./service.ts";
import { machine } from "./store-of.ts";
import type { Machine } from "./store-of.ts";

type Window = ReturnType<Machine["open"]>;

for (const personality of PERSONALITIES) {
  describe(`what is written, at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    let window: Window;
    let store: Store;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      here = await machine();
      window = here.open(forge.base);
      store = window.store;
      await window.signIn("alice");
    });
    afterEach(() => here.close());
    after(() => forge.close());

    const thread = (number: bigint, name = "demo") => ({ base: forge.base, owner: "alice", name, number });
    const reply = (number = 1n, name = "demo"): DraftPlace => ({
      thread: thread(number, name),
      target: { kind: "new" },
    });
    const bodies = (issue = 1) => forge.comments(issue).map(({ body }) => body);
    const posts = () => forge.asked().filter((line) => line.startsWith("POST")).length;
    const onDisk = () => readdir(join(here.folder, "issues", "drafts")).catch(() => []);
    /** Opens a comment as the editor does, and writes something else into it. */
    const change = async (id: bigint, opened: string, text: string): Promise<DraftPlace> => {
      const place: DraftPlace = { thread: thread(1n), target: { kind: "comment", id } };
      await store.drafts.begin(place, { opened, author: "alice" });
      await store.drafts.save(place, text);
      return place;
    };

    it("is on the disk before it is sent, and goes when the server has confirmed it", async () => {
      await store.drafts.save(reply(), "kept first");
      forge.service.faults.add({ kind: "delay", method: "POST", path: "comments", times: 1, ms: 30 });
      const sending = store.writing.post(reply());
      for (const end = Date.now() + 5000; posts() === 0 && Date.now() < end;)
        await new Promise((go) => setImmediate(go));
      const [file = ""] = await onDisk();
      const seen = await readFile(join(here.folder, "issues", "drafts", file), "utf8");
      const outcome = await sending;
      assert.match(seen, /kept first/);
      assert.match(seen, /"attempt"/);
      assert.deepEqual({ ...outcome, id: undefined }, { sent: true, id: undefined, more: false });
      assert.equal(bodies().at(-1), "kept first");
      assert.deepEqual(await onDisk(), []);
    });

    it("stays where it is when it is refused, with the reason", async () => {
      await window.signOut();
      await window.signIn("bob");
      await store.drafts.save(reply(8n), "to a locked one");
      const outcome = await store.writing.post(reply(8n));
      assert.ok(!outcome.sent && outcome.why === "locked");
      const draft = await store.drafts.get(reply(8n));
      assert.deepEqual([draft?.text, draft?.failure?.why, draft?.attempt], ["to a locked one", "locked", undefined]);
    });

    for (const [what, fault, why] of [
      ["an archived repository", { kind: "status", status: 423, body: "{}" }, "archived"],
      ["a rejected token", { kind: "status", status: 401, body: "{}" }, "problem"],
      ["a text that is not accepted", { kind: "status", status: 422, body: "{}" }, "problem"],
      ["too many requests", { kind: "status", status: 429, body: "{}" }, "problem"],
    ] as const) {
      it(`is kept, and not sent again, after ${what}`, async () => {
        await store.drafts.save(reply(), "refused");
        forge.service.faults.add({ ...fault, method: "POST", path: "comments", times: 1 });
        const outcome = await store.writing.post(reply());
        assert.ok(!outcome.sent);
        assert.equal(outcome.why, why);
        assert.equal(posts(), 1);
        assert.equal((await store.drafts.get(reply()))?.text, "refused");
      });
    }

    for (const [what, fault] of [
      ["the answer was lost", { kind: "lost" }],
      ["the answer was cut off", { kind: "reset" }],
      ["the answer made no sense", { kind: "truncate" }],
      ["the answer was a page of HTML", { kind: "wrongType" }],
    ] as const) {
      it(`is there once when ${what} after it took effect`, async () => {
        await store.drafts.save(reply(), "exactly once");
        forge.service.faults.add({ ...fault, method: "POST", path: "comments", times: 1 });
        const outcome = await store.writing.post(reply());
        assert.ok(
          outcome.sent,
          JSON.stringify(outcome, (_, value: unknown) => String(value)),
        );
        assert.equal(bodies().filter((body) => body === "exactly once").length, 1);
        assert.equal(posts(), 1);
        assert.deepEqual(await onDisk(), []);
      });
    }

    it("is never sent twice by itself when nothing took effect, and is there once when it is sent again", async () => {
      await store.drafts.save(reply(), "again");
      forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      const outcome = await store.writing.post(reply());
      assert.ok(!outcome.sent && outcome.why === "lost");
      assert.equal(posts(), 1);
      assert.ok((await store.drafts.get(reply()))?.attempt !== undefined);
      assert.ok((await store.writing.post(reply())).sent);
      assert.equal(bodies().filter((body) => body === "again").length, 1);
    });

    it("is looked for before it is sent again, also by the next window after this one was killed", async () => {
      await store.drafts.save(reply(), "killed on the way");
      // The answer is lost, and so are the readings that look for it: as far as this window knows, nothing is there.
      forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
      forge.service.faults.add({
        kind: "status",
        status: 404,
        method: "GET",
        path: "issues/1/comments",
        every: 1,
        times: 0,
      });
      const posting = store.writing.post(reply());
      for (const end = Date.now() + 5000; posts() === 0 && Date.now() < end;)
        await new Promise((go) => setImmediate(go));
      forge.service.faults.add({
        kind: "status",
        status: 404,
        body: "{}",
        method: "GET",
        path: "issues/1/comments",
        times: 3,
      });
      const outcome = await posting;
      forge.service.faults.clear();
      const next = here.open(forge.base);
      if (!outcome.sent) assert.ok((await next.store.writing.post(reply())).sent);
      assert.equal(bodies().filter((body) => body === "killed on the way").length, 1);
      assert.equal(posts(), 1);
    });

    it("does not take somebody else's same words for its own", async () => {
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "+1" });
      await store.drafts.save(reply(), "+1");
      forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      const sending = store.writing.post(reply());
      for (const end = Date.now() + 5000; posts() === 0 && Date.now() < end;)
        await new Promise((go) => setImmediate(go));
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "+1" });
      const outcome = await sending;
      assert.ok(!outcome.sent && outcome.why === "lost");
    });

    it("does not take another comment of one's own for it", async () => {
      await store.drafts.save(reply(), "from here");
      forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      const sending = store.writing.post(reply());
      for (const end = Date.now() + 5000; posts() === 0 && Date.now() < end;)
        await new Promise((go) => setImmediate(go));
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "from the web" });
      const outcome = await sending;
      assert.ok(!outcome.sent && outcome.why === "lost");
    });

    it("keeps what was typed while it was being sent", async () => {
      await store.drafts.save(reply(), "first");
      forge.service.faults.add({ kind: "delay", method: "POST", path: "comments", times: 1, ms: 30 });
      const sending = store.writing.post(reply());
      for (const end = Date.now() + 5000; posts() === 0 && Date.now() < end;)
        await new Promise((go) => setImmediate(go));
      await store.drafts.type(reply(), "first, and more");
      const outcome = await sending;
      assert.ok(outcome.sent && outcome.more);
      const draft = await store.drafts.get(reply());
      assert.ok(draft !== undefined);
      assert.equal(textOf(draft), "first, and more");
      assert.equal(draft.attempt, undefined);
    });

    it("is sent by one who asks twice, once", async () => {
      await store.drafts.save(reply(), "double click");
      const [one, other] = await Promise.all([store.writing.post(reply()), store.writing.post(reply())]);
      assert.deepEqual([one.sent, other.sent], [true, false]);
      assert.equal(posts(), 1);
    });

    it("is not sent empty", async () => {
      await store.drafts.save(reply(), " \n ");
      const outcome = await store.writing.post(reply());
      assert.ok(!outcome.sent && outcome.why === "empty");
      assert.equal(posts(), 0);
    });

    it("is told that the issue is gone, whatever status says so", async () => {
      await store.drafts.save(reply(99_999n), "to nobody");
      const outcome = await store.writing.post(reply(99_999n));
      assert.ok(!outcome.sent);
      assert.ok(outcome.why === "missing" || outcome.problem?.kind === "notFound", outcome.why);
      assert.equal((await store.drafts.get(reply(99_999n)))?.text, "to nobody");
    });

    it("goes to the repository that was renamed, and to none that has taken its name", async () => {
      await store.repository(thread(1n));
      await store.drafts.save(reply(), "follows");
      forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      assert.ok((await store.writing.post(reply())).sent);
      forge.act("takeName", { owner: "alice", name: "demo", like: "alice/renamed" });
      await store.drafts.save(reply(), "not there");
      forge.service.journal = [];
      const outcome = await store.writing.post(reply());
      assert.ok(!outcome.sent && outcome.why === "otherRepository");
      assert.equal(posts(), 0);
      assert.equal((await store.drafts.get(reply()))?.text, "not there");
    });

    it("replaces the text of a comment that is still the one that was opened", async () => {
      const place = await change(301n, "first comment by alice", "better words");
      const outcome = await store.writing.change(place, 301n);
      assert.ok(outcome.sent);
      assert.equal(bodies()[0], "better words");
      assert.deepEqual(await onDisk(), []);
    });

    it("overwrites nothing that somebody else has written meanwhile", async () => {
      const place = await change(301n, "first comment by alice", "mine");
      forge.act("editComment", { id: 301, body: "theirs" });
      const outcome = await store.writing.change(place, 301n);
      assert.ok(!outcome.sent && outcome.why === "conflict");
      assert.equal(outcome.theirs?.body, "theirs");
      assert.equal(bodies()[0], "theirs");
      assert.equal((await store.drafts.get(place))?.text, "mine");
      // The reader has seen theirs now.
      await store.drafts.rebase(place, "theirs");
      assert.ok((await store.writing.change(place, 301n)).sent);
      assert.equal(bodies()[0], "mine");
    });

    it("notices an edit within the same second, as it compares the text", async () => {
      const place = await change(301n, "first comment by alice", "mine");
      const { updatedAt } = (await store.comments(thread(1n))).values[0] ?? assert.fail("no comment");
      forge.act("editComment", { id: 301, body: "theirs" });
      forge.answer(
        "comments/301$",
        200,
        {
          id: 301,
          user: { id: 2, login: "alice" },
          body: "theirs",
          created_at: new Date(updatedAt).toISOString(),
          updated_at: new Date(updatedAt).toISOString(),
        },
        { method: "GET" },
      );
      const outcome = await store.writing.change(place, 301n);
      assert.ok(!outcome.sent && outcome.why === "conflict");
    });

    it("settles a change whose answer was lost by reading the comment", async () => {
      const place = await change(301n, "first comment by alice", "arrived");
      forge.service.faults.add({ kind: "lost", method: "PATCH", path: "comments", times: 1 });
      assert.ok((await store.writing.change(place, 301n)).sent);
      const again = await change(301n, "arrived", "not arrived");
      forge.service.faults.add({ kind: "refuse", method: "PATCH", path: "comments", times: 1 });
      const outcome = await store.writing.change(again, 301n);
      assert.ok(!outcome.sent && outcome.why === "lost");
      assert.equal(forge.asked().filter((line) => line.startsWith("PATCH")).length, 2);
    });

    it("says of an event that it is no comment, and changes nothing", async () => {
      const place = await change(303n, "", "x");
      const outcome = await store.writing.change(place, 303n);
      assert.ok(!outcome.sent && outcome.why === "notPlain");
      assert.ok(!forge.asked().some((line) => line.startsWith("PATCH")));
    });

    it("says of a deleted comment that it is gone, and keeps the text", async () => {
      const place = await change(301n, "first comment by alice", "too late");
      forge.act("deleteComment", { id: 301 });
      const outcome = await store.writing.change(place, 301n);
      assert.ok(!outcome.sent && outcome.why === "missing");
      assert.equal((await store.drafts.get(place))?.text, "too late");
    });

    it("finds the comment of a deleted person in the list, where it cannot be had by itself", async () => {
      const place: DraftPlace = { thread: thread(9n), target: { kind: "comment", id: 369n } };
      await store.drafts.begin(place, { opened: "I will be deleted" });
      await store.drafts.save(place, "Somebody wrote this");
      assert.ok((await store.writing.change(place, 369n)).sent);
      assert.equal(forge.comments(9)[0]?.body, "Somebody wrote this");
    });

    it("deletes a comment, keeps its text, and posts it again", async () => {
      const [first] = (await store.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      assert.equal(await store.writing.remove(thread(1n), first), undefined);
      assert.ok(!forge.comments(1).some(({ id }) => id === 301));
      const place: DraftPlace = { thread: thread(1n), target: { kind: "deleted", id: 301n } };
      assert.deepEqual(
        (await store.draftsOf(thread(1n))).map(({ text }) => text),
        ["first comment by alice"],
      );
      assert.ok((await store.writing.post(place)).sent);
      assert.equal(bodies().at(-1), "first comment by alice");
      assert.deepEqual(await onDisk(), []);
    });

    it("knows a comment to be deleted whose answer was lost", async () => {
      const [first] = (await store.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      forge.service.faults.add({ kind: "lost", method: "DELETE", path: "comments", times: 1 });
      assert.equal(await store.writing.remove(thread(1n), first), undefined);
      assert.equal((await store.draftsOf(thread(1n))).length, 1);
    });

    it("is not fooled by a 204 for what was not deleted", async () => {
      const [first] = (await store.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      forge.service.faults.add({ kind: "status", status: 204, body: "", method: "DELETE", path: "comments", times: 1 });
      assert.equal((await store.writing.remove(thread(1n), first))?.why, "notPlain");
      assert.deepEqual(await store.draftsOf(thread(1n)), []);
    });

    it("deletes nobody else's comment without the right, and says so", async () => {
      const bob = here.open(forge.base);
      await window.signOut();
      await bob.signIn("bob");
      const [first] = (await bob.store.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      const refused = await bob.store.writing.remove(thread(1n), first);
      assert.deepEqual([refused?.why, refused?.problem?.kind], ["problem", "forbidden"]);
      assert.equal(forge.comments(1)[0]?.id, 301);
      assert.deepEqual(await bob.store.draftsOf(thread(1n)), []);
    });
  });
}

describe("drafts on the disk", () => {
  let here: Machine;
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());
  const place: DraftPlace = {
    thread: { base: "https://codeberg.org", owner: "Lantern", name: "almanac", number: 12n },
    target: { kind: "new" },
  };
  const folder = () => join(here.folder, "issues", "drafts");

  it("are the same for another window, with what was typed and not saved", async () => {
    const { store } = here.open("https://codeberg.org");
    await store.drafts.save(place, "saved");
    await store.drafts.type(place, "typed");
    const other = here.open("https://codeberg.org").store;
    const draft = await other.drafts.get({ ...place, thread: { ...place.thread, owner: "lantern" } });
    assert.deepEqual([draft?.text, draft?.unsaved], ["saved", "typed"]);
    await other.drafts.untype(place);
    assert.equal((await store.drafts.get(place))?.unsaved, undefined);
  });

  it("keep the time of their last saving while something is typed, as editors compare it", async () => {
    let now = 1000;
    const { store } = here.open("https://codeberg.org", { now: () => now });
    await store.drafts.save(place, "saved");
    now = 2000;
    const typed = await store.drafts.type(place, "typed");
    assert.deepEqual([typed.savedAt, typed.keptAt], [1000, 2000]);
  });

  it("are moved aside and not lost when their file is damaged", async () => {
    const { store, lines } = here.open("https://codeberg.org");
    await store.drafts.save(place, "somebody's words");
    const [file = ""] = await readdir(folder());
    await writeFile(join(folder(), file), '{"form":1,"text":"somebody\'s wo');
    assert.equal(await store.drafts.get(place), undefined);
    assert.deepEqual(await readdir(folder()), [`${file}.damaged`]);
    assert.ok(lines.some((line) => line.includes("moved aside")));
    assert.deepEqual(await store.drafts.list(), []);
  });

  it("are changed one after the other, so that none is lost", async () => {
    const { store } = here.open("https://codeberg.org");
    await store.drafts.save(place, "");
    await Promise.all([
      store.drafts.save(place, "text"),
      store.drafts.attempt(place, { text: "text", after: 1n, at: 1 }),
      store.drafts.fail(place, { why: "lost", kind: undefined }, { attempt: "keep" }),
    ]);
    const draft = await store.drafts.get(place);
    assert.deepEqual([draft?.text, draft?.attempt?.after, draft?.failure?.why], ["text", 1n, "lost"]);
  });

  it("hold no token", async () => {
    const { store, signIn } = here.open("https://codeberg.org");
    await signIn("alice");
    await store.drafts.save(place, "text");
    const [file = ""] = await readdir(folder());
    assert.doesNotMatch(await readFile(join(folder(), file), "utf8"), /616c696365/);
  });
});

import assert from "node:assert/strict";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { textOf } from "../../../src/issues/model/draft.ts";
import type { DraftPlace } from "../../../src/issues/model/draft.ts";
import { isWaiting } from "../../../src/issues/store/outbox.ts";
import { PERSONALITIES } from "./service.ts";
import { windowAt } from "./window-of.ts";

for (const personality of PERSONALITIES) {
  describe(`what is sent, once, at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply, thread } = at;
    const times = (text: string) => bodies().filter((body) => body === text).length;
    const failed = async (place: DraftPlace) => (await at.store.drafts.get(place))?.failure?.why;

    it("is sent by one of two windows that send the same draft in the same moment", async () => {
      const other = at.here.open(at.forge.base);
      await at.store.drafts.save(reply(), "from two windows");
      const outcomes = await Promise.all([at.store.writing.post(reply()), other.store.writing.post(reply())]);
      assert.equal(outcomes.filter(({ sent }) => sent).length, 1);
      assert.deepEqual(
        outcomes.flatMap((outcome) => (outcome.sent ? [] : [outcome.why])).filter((why) => why !== "empty"),
        outcomes.some((outcome) => !outcome.sent && outcome.why === "underWay") ? ["underWay"] : [],
      );
      assert.equal(times("from two windows"), 1);
    });

    it("is not sent again by an editor of another window that does not know yet that it was", async () => {
      const other = at.here.open(at.forge.base);
      await at.store.drafts.save(reply(), "a moment later");
      assert.ok((await at.store.writing.post(reply())).sent);
      await other.store.drafts.save(reply(), "a moment later");
      assert.ok((await other.store.writing.post(reply())).sent);
      assert.equal(times("a moment later"), 1);
      assert.deepEqual(await other.store.drafts.list(), []);
    });

    it("may be the same words again another day", async () => {
      let now = Date.now();
      const { store } = at.here.open(at.forge.base, { now: () => now });
      await store.drafts.save(reply(), "+1");
      assert.ok((await store.writing.post(reply())).sent);
      now += 24 * 60 * 60 * 1000;
      await store.drafts.save(reply(), "+1");
      assert.ok((await store.writing.post(reply())).sent);
      assert.equal(times("+1"), 2);
    });

    it("stands there once when something on the way has sent it twice", async () => {
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      await at.store.drafts.save(reply(), "doubled on the way");
      const outcome = await at.store.writing.post(reply());
      assert.ok(outcome.sent);
      assert.deepEqual(
        at.forge.comments(1).flatMap(({ id, body }) => (body === "doubled on the way" ? [BigInt(id)] : [])),
        [outcome.id],
      );
    });

    it("is put in order later where the thread could not be read at once", async () => {
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      await at.store.drafts.save(reply(), "doubled for a while");
      const sending = at.store.writing.post(reply());
      await asked("POST");
      at.forge.service.faults.add({ kind: "status", status: 404, method: "GET", path: "issues/1/comments" });
      assert.ok((await sending).sent);
      at.forge.service.faults.clear();
      await at.store.desk.outbox.turn();
      assert.equal(times("doubled for a while"), 1);
    });

    it("is put in order later where the second one could not be deleted at once", async () => {
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      at.forge.service.faults.add({ kind: "refuse", method: "DELETE", path: "comments" });
      await at.store.drafts.save(reply(), "doubled and not deleted");
      assert.ok((await at.store.writing.post(reply())).sent);
      assert.equal(times("doubled and not deleted"), 2);
      at.forge.service.faults.clear();
      await at.store.desk.outbox.turn();
      assert.equal(times("doubled and not deleted"), 1);
    });

    it("leaves the same words of others, and older ones of one's own, where they are", async () => {
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "+1" });
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      await at.store.drafts.save(reply(), "+1");
      const sending = at.store.writing.post(reply());
      await asked("POST");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "+1" });
      assert.ok((await sending).sent);
      assert.equal(times("+1"), 3);
    });

    it("is found to have arrived after a window was killed, without sending anything", async () => {
      await at.store.drafts.save(reply(), "killed on the way");
      at.forge.service.faults.add({ kind: "stall", method: "POST", path: "comments", times: 1 });
      void at.store.writing.post(reply());
      await asked("POST");
      const next = at.here.open(at.forge.base);
      // The killed window holds nothing any more.
      await at.here.forgetTurns();
      await next.store.desk.outbox.turn();
      assert.deepEqual(await next.store.drafts.list(), []);
      assert.equal(times("killed on the way"), 1);
      assert.equal(at.count("POST"), 1);
    });

    it("is looked for as what the one wrote who sent it, though somebody else is signed in by now", async () => {
      await at.store.drafts.save(reply(), "as alice");
      const open = { id: undefined, settled: false, once: false };
      await at.store.desk.attempts.put(reply(), {
        text: "as alice",
        by: "alice",
        after: 0n,
        since: undefined,
        at: 0,
        ...open,
      });
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "as alice" });
      await at.window.signOut();
      await at.window.signIn("bob");
      const next = at.here.open(at.forge.base);
      await next.store.desk.outbox.turn();
      assert.deepEqual(await next.store.drafts.list(), []);
      assert.deepEqual(
        at.forge.comments(1).flatMap(({ body, poster }) => (body === "as alice" ? [poster] : [])),
        ["alice"],
      );
    });

    it("is sent by who is signed in by now, where it never arrived from somebody else", async () => {
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      await at.store.drafts.save(reply(), "whoever");
      assert.ok(!(await at.store.writing.post(reply())).sent);
      await at.window.signOut();
      await at.window.signIn("bob");
      assert.ok((await at.store.writing.post(reply())).sent);
      assert.deepEqual(
        at.forge.comments(1).flatMap(({ body, poster }) => (body === "whoever" ? [poster] : [])),
        ["bob"],
      );
    });

    it("leaves doubles where they are that whoever is signed in by now may not delete, and does not try for ever", async () => {
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "dave", body: "twice" });
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "dave", body: "twice" });
      const [id] = at.forge.comments(1).flatMap((each) => (each.body === "twice" ? [BigInt(each.id)] : []));
      const kept = { text: "twice", by: "dave", after: 0n, since: undefined, at: 0, id, settled: true, once: false };
      await at.store.desk.attempts.put(reply(), kept);
      await at.window.signOut();
      await at.window.signIn("carol");
      await at.store.desk.outbox.turn();
      assert.equal(at.count("DELETE"), 1);
      await at.store.desk.outbox.turn();
      assert.deepEqual([at.count("DELETE"), times("twice")], [1, 2]);
    });

    it("is settled by the next window where the killed one was already sure", async () => {
      await at.store.drafts.save(reply(), "sure of it");
      await at.store.desk.attempts.put(reply(), {
        text: "sure of it",
        by: "alice",
        after: 0n,
        since: undefined,
        at: 0,
        id: at.forge.comments(1).map(({ id }) => BigInt(id))[0],
        settled: false,
        once: true,
      });
      await at.store.desk.outbox.turn();
      assert.deepEqual(await at.store.drafts.list(), []);
      assert.equal(at.count("POST"), 0);
    });

    it("waits when the connection is lost, and is sent when it is back", async () => {
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.store.drafts.save(reply(), "waits");
      const outcome = await at.store.writing.post(reply());
      assert.ok(!outcome.sent);
      const draft = (await at.store.drafts.get(reply())) ?? assert.fail("no draft");
      assert.ok(isWaiting(draft));
      const { outbox, writing } = at.store.desk;
      outbox.start((place) => writing.send(place));
      await outbox.turn();
      assert.equal(times("waits"), 0);
      at.forge.service.faults.clear();
      await outbox.turn();
      assert.equal(times("waits"), 1);
      assert.deepEqual(await at.store.drafts.list(), []);
    });

    it("is sent when that is asked for while the outbox still tries in vain", async () => {
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.store.drafts.save(reply(), "asked for again");
      await at.store.writing.post(reply());
      const { outbox, writing } = at.store.desk;
      outbox.start((place) => writing.send(place));
      const inVain = outbox.turn();
      const back = inVain.then(() => at.forge.service.faults.clear());
      await Promise.all([back, outbox.turn()]);
      assert.equal(times("asked for again"), 1);
    });

    it("does not go by itself when it was changed since, or was refused for good", async () => {
      const { outbox, writing } = at.store.desk;
      outbox.start((place) => writing.send(place));
      at.forge.service.faults.add({ kind: "status", status: 503, path: "", times: 1 });
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.store.drafts.save(reply(), "asked for");
      await at.store.writing.post(reply());
      at.forge.service.faults.clear();
      await at.store.drafts.type(reply(), "asked for, and then changed");
      await outbox.turn();
      assert.equal(at.count("POST"), 0);
      await at.store.drafts.save(reply(3n), "refused");
      at.forge.service.faults.add({ kind: "status", status: 422, method: "POST", path: "comments", times: 1 });
      assert.ok(!(await at.store.writing.post(reply(3n))).sent);
      await outbox.turn();
      assert.equal(at.count("POST"), 1);
      assert.equal(await failed(reply(3n)), "problem");
    });

    it("of a changed comment is told to be gone from the drafts where another window has sent it", async () => {
      const place: DraftPlace = { thread: thread(1n), target: { kind: "comment", id: 301n } };
      await at.store.drafts.begin(place, { opened: "first comment by alice", author: "alice" });
      await at.store.drafts.save(place, "changed once");
      const other = at.here.open(at.forge.base);
      assert.ok((await other.store.writing.send(place)).sent);
      const outcome = await at.store.writing.send(place);
      assert.deepEqual([outcome.sent, "why" in outcome ? outcome.why : ""], [false, "gone"]);
      assert.deepEqual([times("changed once"), at.count("PATCH")], [1, 1]);
      assert.deepEqual(await at.store.drafts.list(), []);
    });

    it("waits though half a character was left in it, which is not what is sent", async () => {
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.store.drafts.save(reply(), "half \uD83D");
      assert.ok(!(await at.store.writing.post(reply())).sent);
      assert.ok(isWaiting((await at.store.drafts.get(reply())) ?? assert.fail("no draft")));
    });

    it("keeps the text of a comment whose deletion is not certain, until it is", async () => {
      let now = Date.now();
      const { store } = at.here.open(at.forge.base, { now: () => now });
      at.forge.service.faults.add({ kind: "lost", method: "DELETE", path: "comments", times: 1 });
      at.forge.service.faults.add({
        kind: "status",
        status: 403,
        method: "GET",
        path: "comments/301$",
        every: 2,
        times: 9,
      });
      const refused = await store.desk.deleting.remove(thread(1n), 301n);
      assert.equal(refused?.why, "lost");
      assert.deepEqual(await store.draftsOf(thread(1n)), []);
      at.forge.service.faults.clear();
      now += 60_000;
      await store.desk.outbox.turn();
      const kept = await store.draftsOf(thread(1n));
      assert.deepEqual(kept.map(textOf), ["first comment by alice"]);
    });

    it("posts nothing in the place of a comment that still stands, as its deletion never arrived", async () => {
      at.forge.service.faults.add({ kind: "refuse", method: "DELETE", path: "comments", times: 1 });
      assert.equal((await at.store.desk.deleting.remove(thread(1n), 301n))?.why, "lost");
      const place: DraftPlace = { thread: thread(1n), target: { kind: "deleted", id: 301n } };
      const outcome = await at.store.writing.post(place);
      assert.deepEqual([outcome.sent, "why" in outcome ? outcome.why : ""], [false, "standing"]);
      const bodies = at.forge.comments(1).map(({ body }) => body);
      assert.equal(bodies.filter((body) => body === "first comment by alice").length, 1);
      // It goes after all, and then its text may come back.
      assert.equal(await at.store.desk.deleting.remove(thread(1n), 301n), undefined);
      assert.ok((await at.store.writing.post(place)).sent);
      const after = at.forge.comments(1).filter(({ body }) => body === "first comment by alice");
      assert.equal(after.length, 1);
      assert.notEqual(after[0]?.id, 301);
    });

    it("keeps what somebody else wrote into a comment before it was deleted", async () => {
      at.forge.act("editComment", { id: 301, body: "written meanwhile" });
      assert.equal(await at.store.desk.deleting.remove(thread(1n), 301n), undefined);
      assert.deepEqual((await at.store.draftsOf(thread(1n))).map(textOf), ["written meanwhile"]);
    });

    it("deletes no record that is not a plain comment, as some servers would", async () => {
      at.forge.service.journal = [];
      assert.equal((await at.store.desk.deleting.remove(thread(1n), 303n))?.why, "notPlain");
      assert.equal(at.count("DELETE"), 0);
    });

    it("brings back a text that a killed window had half removed", async () => {
      await at.store.drafts.save(reply(), "half removed");
      const folder = join(at.here.folder, "issues", "drafts");
      const [file = ""] = await readdir(folder);
      await rename(join(folder, file), join(folder, `${file}.0123456789ab.leaving`));
      assert.deepEqual(await at.store.drafts.list(), []);
      const later = at.here.open(at.forge.base, { now: () => Date.now() + 120_000 });
      assert.deepEqual((await later.store.drafts.list()).map(textOf), ["half removed"]);
    });

    it("takes the drafts along when the repository gets another name, but not one that is being sent", async () => {
      await at.store.homes.read(thread(1n));
      await at.store.drafts.save(reply(3n), "follows");
      at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      await at.store.homes.read(thread(1n));
      assert.equal(await at.store.drafts.get(reply(3n)), undefined);
      assert.equal((await at.store.drafts.get(reply(3n, "renamed")))?.text, "follows");
    });
  });
}

// Edits and deletes comments without overwriting other people's changes.
import assert from "node:assert/strict";
import { isWaiting } from "../../../src/issues/writing/drafts/draft.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";
import { said } from "./written-texts.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`Sending and saving at ${personality}`, () => {
    const at = windowAt(personality);
    const { bodies, thread } = at;
    const onDisk = () => at.here.records("typed");
    /** Opens a comment as the editor does, and writes something else into it. */
    const change = async (id: bigint, opened: string, text: string): Promise<Place> => {
      const place = places.comment(thread(1n), id);
      await at.services.writing.drafts.begin(place, { opened: said(opened), author: "alice" });
      await at.services.writing.drafts.save(place, text);
      return place;
    };
    it("replaces the text of a comment that no one changed since it was opened", async () => {
      const place = await change(301n, "first comment by alice", "better words");
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(outcome.sent);
      assert.equal(bodies()[0], "better words");
      assert.deepEqual(await onDisk(), []);
    });

    it("doesn't overwrite what someone else wrote since", async () => {
      const place = await change(301n, "first comment by alice", "mine");
      at.forge.act("editComment", { id: 301, body: "theirs" });
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.why === "conflict");
      assert.equal(outcome.theirs?.body, "theirs");
      assert.equal(bodies()[0], "theirs");
      assert.equal((await at.services.writing.drafts.get(place))?.text, "mine");
      // The user has seen the other version now.
      await at.services.writing.drafts.rebase(place, said("theirs"));
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(bodies()[0], "mine");
    });

    it("sends what is written in an editor that stays open after another window closed its own", async () => {
      const place = places.comment(thread(1n), 301n);
      const opened = said("first comment by alice");
      await at.services.writing.drafts.begin(place, { opened, author: "alice" });
      const other = at.here.open(at.forge.base).services.writing.drafts;
      assert.equal((await other.get(place))?.text, "first comment by alice");
      // Nothing was written there, so that window leaves no draft.
      await other.remove(place);
      await at.services.writing.drafts.reportChanges();
      const typed = await at.services.writing.drafts.storeUnsaved(place, "better words");
      assert.deepEqual([typed.opened, typed.author, typed.text], [opened, "alice", "first comment by alice"]);
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(bodies()[0], "better words");
    });

    it("sends what is typed in an editor after its text was sent", async () => {
      const place = await change(301n, "first comment by alice", "better words");
      assert.ok((await at.services.writing.sender.send(place)).sent);
      await at.services.writing.drafts.storeUnsaved(place, "better words, and more");
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(bodies()[0], "better words, and more");
    });

    it("doesn't compare later edits with an empty text if only the ID of the arrived comment is known", async () => {
      const place = await change(301n, "first comment by alice", "better words");
      const { drafts, targets } = at.services.writing;
      const draft = (await drafts.get(place)) ?? assert.fail("no draft");
      assert.deepEqual(
        targets.comment.toRemainder(draft, { id: 301n }, "better words").opened,
        said("first comment by alice"),
      );
      const issue = { ...draft, place: places.newIssue(thread(1n), 1n) };
      assert.equal(targets.newIssue.toRemainder(issue, { id: 9n }, "better words").opened, undefined);
    });

    it("notices an edit within the same second, because it compares the text", async () => {
      const place = await change(301n, "first comment by alice", "mine");
      const { updatedAt } = (await at.services.threads.comments(thread(1n))).values[0] ?? assert.fail("no comment");
      at.forge.act("editComment", { id: 301, body: "theirs" });
      at.forge.answer(
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
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.why === "conflict");
    });

    it("resolves an edit whose response was lost by loading the comment", async () => {
      const place = await change(301n, "first comment by alice", "arrived");
      at.forge.service.faults.add({ kind: "lost", method: "PATCH", path: "comments", times: 1 });
      assert.ok((await at.services.writing.sender.send(place)).sent);
      const again = await change(301n, "arrived", "not arrived");
      at.forge.service.faults.add({ kind: "refuse", method: "PATCH", path: "comments", times: 1 });
      const outcome = await at.services.writing.sender.send(again);
      assert.ok(!outcome.sent && outcome.why === "lost");
      assert.equal(at.forge.asked().filter((line) => line.startsWith("PATCH")).length, 2);
    });

    describe("An edit whose response has another comment", () => {
      const answer = (more: Readonly<Record<string, unknown>> = {}) => {
        const time = "2026-10-21T09:00:00Z";
        const other = { id: 302, user: { id: 1, login: "bob" }, body: "x", created_at: time, updated_at: time };
        at.forge.answer("comments/301$", 200, other, { method: "PATCH", ...more });
      };

      it("is reported as not saved if the server still has the old text", async () => {
        const place = await change(301n, "first comment by alice", "better words");
        answer();
        const outcome = await at.services.writing.sender.send(place);
        assert.equal(outcome.sent ? "sent" : outcome.why, "unchanged");
        const draft = (await at.services.writing.drafts.get(place)) ?? assert.fail("no draft");
        assert.deepEqual([draft.text, draft.failure?.why, isWaiting(draft)], ["better words", "unchanged", false]);
        at.forge.service.faults.clear();
        assert.ok((await at.services.writing.sender.send(place)).sent);
        assert.equal(bodies()[0], "better words");
      });

      it("is reported with the comment that was edited", async () => {
        const place = await change(301n, "first comment by alice", "better words");
        answer({ afterEffect: true });
        const outcome = await at.services.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.equal(outcome.comment, 301n);
      });
    });

    it("rejects an edit of an event, because it is not a comment", async () => {
      const place = await change(303n, "", "x");
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.why === "notPlain");
      assert.ok(!at.forge.asked().some((line) => line.startsWith("PATCH")));
    });

    it("reports a deleted comment as gone, and keeps the text", async () => {
      const place = await change(301n, "first comment by alice", "too late");
      at.forge.act("deleteComment", { id: 301 });
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(!outcome.sent && outcome.why === "missing");
      assert.equal((await at.services.writing.drafts.get(place))?.text, "too late");
    });

    it("finds the comment of a deleted user in the list if it can't be loaded by itself", async () => {
      const place: Place = places.comment(thread(9n), 369n);
      await at.services.writing.drafts.begin(place, { opened: said("I will be deleted") });
      await at.services.writing.drafts.save(place, "Someone else wrote this");
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(at.forge.comments(9)[0]?.body, "Someone else wrote this");
    });

    it("deletes a comment, keeps its text, and posts it again", async () => {
      const [first] = (await at.services.threads.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      assert.equal(await at.services.writing.deletion.remove(thread(1n), first.id), undefined);
      assert.ok(!at.forge.comments(1).some(({ id }) => id === 301));
      const place: Place = places.deletedComment(thread(1n), 301n);
      assert.deepEqual(
        (await at.services.writing.drafts.ofThread(thread(1n))).map(({ text }) => text),
        ["first comment by alice"],
      );
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(bodies().at(-1), "first comment by alice");
      assert.deepEqual(await onDisk(), []);
    });

    it("knows that a comment was deleted although the response was lost", async () => {
      const [first] = (await at.services.threads.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      at.forge.service.faults.add({ kind: "lost", method: "DELETE", path: "comments", times: 1 });
      assert.equal(await at.services.writing.deletion.remove(thread(1n), first.id), undefined);
      assert.equal((await at.services.writing.drafts.ofThread(thread(1n))).length, 1);
    });

    it("doesn't consider a comment deleted if its repository was made private at that moment", async () => {
      await at.window.signOut();
      await at.window.signIn("bob");
      at.forge.service.faults.add({ kind: "delay", ms: 300, method: "DELETE", path: "/comments/302$", times: 1 });
      const deleting = at.services.writing.deletion.remove(thread(1n), 302n);
      await at.asked("DELETE");
      at.forge.act("changeRepo", { repo: "alice/demo", private: true });
      assert.equal((await deleting)?.why, "missing");
      assert.deepEqual(await onDisk(), []);
      assert.ok(at.forge.comments(1).some(({ id }) => id === 302));
    });

    it("doesn't consider a comment deleted if the response was lost and its repository was made private", async () => {
      await at.window.signOut();
      await at.window.signIn("bob");
      const deleted = async () =>
        (await at.services.writing.drafts.list()).map(({ deletedAt, text }) => [text, deletedAt !== undefined]);
      const first = (await at.services.threads.comments(thread(1n))).values.find(({ id }) => id === 302n);
      at.forge.service.faults.add({ kind: "refuse", method: "DELETE", path: "/comments/302$", times: 1 });
      // The second request is the check after the lost response.
      at.forge.service.faults.add({ kind: "delay", ms: 300, method: "GET", path: "/comments/302$", every: 2 });
      const deleting = at.services.writing.deletion.remove(thread(1n), 302n);
      await at.asked("DELETE");
      at.forge.act("changeRepo", { repo: "alice/demo", private: true });
      assert.equal((await deleting)?.why, "lost");
      assert.deepEqual(await deleted(), [[first?.body, false]]);
      await at.services.writing.recovery.run();
      assert.deepEqual(await deleted(), [[first?.body, false]]);
      at.forge.act("changeRepo", { repo: "alice/demo", private: false });
      at.forge.act("deleteComment", { id: 302 });
      await at.services.writing.recovery.run();
      assert.deepEqual(await deleted(), [[first?.body, true]]);
    });

    it("keeps the text while another window's deletion is in progress, however long that takes", async () => {
      let now = Date.now();
      const clock = { now: () => now };
      const [own, other] = [at.here.open(at.forge.base, clock), at.here.open(at.forge.base, clock)];
      at.forge.service.faults.add({ kind: "delay", ms: 300, method: "DELETE", path: "/comments/301$", times: 1 });
      const deleting = own.services.writing.deletion.remove(thread(1n), 301n);
      await at.asked("DELETE");
      now += 30_000;
      await other.services.writing.recovery.run();
      assert.equal((await onDisk()).length, 1);
      assert.equal(await deleting, undefined);
      const [kept = assert.fail("no draft")] = await own.services.writing.drafts.list();
      assert.deepEqual([kept.text, kept.author], ["first comment by alice", "alice"]);
    });

    it("keeps the text for a while after a slow deletion whose response was lost", async () => {
      let later = 0;
      const now = () => Date.now() + later + (at.count("DELETE") === 0 ? 0 : 30_000);
      const { writing } = at.here.open(at.forge.base, { now }).services;
      at.forge.service.faults.add({ kind: "refuse", method: "DELETE", path: "/comments/301$", times: 1 });
      assert.equal((await writing.deletion.remove(thread(1n), 301n))?.why, "lost");
      await writing.recovery.run();
      assert.equal((await onDisk()).length, 1);
      later = 30_000;
      await writing.recovery.run();
      assert.deepEqual(await onDisk(), []);
    });

    it("names the server's reason if it rejects the deletion and every check after it", async () => {
      at.forge.service.faults.add({ kind: "delay", ms: 300, method: "DELETE", path: "/comments/301$", times: 1 });
      const deleting = at.services.writing.deletion.remove(thread(1n), 301n);
      await at.asked("DELETE");
      at.forge.act("setAccount", { user: "alice", account: "prohibited" });
      const refusal = await deleting;
      assert.deepEqual([refusal?.why, refusal?.problem?.kind], ["problem", "forbidden"]);
      at.forge.act("setAccount", { user: "alice", account: "active" });
      assert.ok(at.forge.comments(1).some(({ id }) => id === 301));
    });

    it("isn't fooled by a 204 for something that was not deleted", async () => {
      const [first] = (await at.services.threads.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      at.forge.service.faults.add({
        kind: "status",
        status: 204,
        body: "",
        method: "DELETE",
        path: "comments",
        times: 1,
      });
      assert.equal((await at.services.writing.deletion.remove(thread(1n), first.id))?.why, "notPlain");
      assert.deepEqual(await at.services.writing.drafts.ofThread(thread(1n)), []);
    });

    it("deletes someone else's comment only with the right to, and says so", async () => {
      const bob = at.here.open(at.forge.base);
      await at.window.signOut();
      await bob.signIn("bob");
      const [first] = (await bob.services.threads.comments(thread(1n))).values;
      assert.ok(first !== undefined);
      const refused = await bob.services.writing.deletion.remove(thread(1n), first.id);
      assert.deepEqual([refused?.why, refused?.problem?.kind], ["problem", "forbidden"]);
      assert.equal(at.forge.comments(1)[0]?.id, 301);
      assert.deepEqual(await bob.services.writing.drafts.ofThread(thread(1n)), []);
    });
  });
}

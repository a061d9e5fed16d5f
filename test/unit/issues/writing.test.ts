// Sending, changing and deleting comments on every kind of server, and their drafts on disk.
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { places, type Place } from "../../../src/issues/writing/place.ts";
import { getText } from "../../../src/issues/writing/draft.ts";
import { writeDocument } from "../../../src/issues/writing/text.ts";
import type { Outcome } from "../../../src/issues/writing/targets/target.ts";
import { PERSONALITIES } from "./service.ts";
import { machine, type Machine } from "./machine.ts";
import { windowAt } from "./window-of.ts";
import { said } from "./own.ts";

for (const personality of PERSONALITIES) {
  describe(`Sending and saving at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply, thread } = at;
    const posts = () => at.count("POST");
    const onDisk = () => readdir(join(at.here.folder, "issues", "drafts")).catch(() => []);
    const others: Machine[] = [];
    afterEach(() => Promise.all(others.splice(0).map((each) => each.close())));
    /** A window over the same folder that knows no repository, as if an earlier one was killed before it stored any. */
    const forgetful = async () => {
      const other = await machine(at.here.folder);
      others.push(other);
      const window = other.open(at.forge.base);
      await window.signIn("alice");
      return window.services;
    };
    /** Opens a comment as the editor does, and writes something else into it. */
    const change = async (id: bigint, opened: string, text: string): Promise<Place> => {
      const place = places.comment(thread(1n), id);
      await at.services.writing.drafts.begin(place, { opened: said(opened), author: "alice" });
      await at.services.writing.drafts.save(place, text);
      return place;
    };

    it("keeps the text on disk before it is sent, and removes it after the server has confirmed it", async () => {
      await at.services.writing.drafts.save(reply(), "kept first");
      at.forge.service.faults.add({ kind: "delay", method: "POST", path: "comments", times: 1, ms: 30 });
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      const [file = ""] = await onDisk();
      const [attempt = ""] = await readdir(join(at.here.folder, "issues", "attempts"));
      const seen = await readFile(join(at.here.folder, "issues", "drafts", file), "utf8");
      const attempted = await readFile(join(at.here.folder, "issues", "attempts", attempt), "utf8");
      const outcome = await sending;
      assert.match(seen, /kept first/);
      assert.match(attempted, /kept first/);
      assert.ok(outcome.sent);
      assert.deepEqual([outcome.more, outcome.second, outcome.dropped], [false, undefined, []]);
      assert.equal(outcome.comment, BigInt(at.forge.comments(1).at(-1)?.id ?? 0));
      assert.equal(bodies().at(-1), "kept first");
      assert.deepEqual(await onDisk(), []);
    });

    it("keeps a rejected text with the reason", async () => {
      await at.window.signOut();
      await at.window.signIn("bob");
      await at.services.writing.drafts.save(reply(8n), "to a locked one");
      const outcome = await at.services.writing.sender.send(reply(8n));
      assert.ok(!outcome.sent && outcome.why === "locked");
      const draft = await at.services.writing.drafts.get(reply(8n));
      assert.deepEqual([draft?.text, draft?.failure?.why], ["to a locked one", "locked"]);
      assert.equal(await at.services.writing.attempts.get(draft?.id ?? ""), undefined);
    });

    for (const [what, fault, why] of [
      ["an archived repository", { kind: "status", status: 423, body: "{}" }, "archived"],
      ["a rejected token", { kind: "status", status: 401, body: "{}" }, "problem"],
      ["a rejected text", { kind: "status", status: 422, body: "{}" }, "problem"],
      ["too many requests", { kind: "status", status: 429, body: "{}" }, "problem"],
    ] as const) {
      it(`keeps the text, and doesn't send it again, after ${what}`, async () => {
        await at.services.writing.drafts.save(reply(), "refused");
        at.forge.service.faults.add({ ...fault, method: "POST", path: "comments", times: 1 });
        const outcome = await at.services.writing.sender.send(reply());
        assert.ok(!outcome.sent);
        assert.equal(outcome.why, why);
        assert.equal(posts(), 1);
        assert.equal((await at.services.writing.drafts.get(reply()))?.text, "refused");
      });
    }

    for (const [what, fault] of [
      ["the response was lost", { kind: "lost" }],
      ["the response was cut off", { kind: "reset" }],
      ["the response was malformed", { kind: "truncate" }],
      ["the response was an HTML page", { kind: "wrongType" }],
    ] as const) {
      it(`posts once if ${what} after it took effect`, async () => {
        await at.services.writing.drafts.save(reply(), "exactly once");
        at.forge.service.faults.add({ ...fault, method: "POST", path: "comments", times: 1 });
        const outcome = await at.services.writing.sender.send(reply());
        assert.ok(
          outcome.sent,
          JSON.stringify(outcome, (_, value: unknown) => String(value)),
        );
        assert.equal(bodies().filter((body) => body === "exactly once").length, 1);
        assert.equal(posts(), 1);
        assert.deepEqual(await onDisk(), []);
      });
    }

    it("never sends again automatically if nothing took effect, and posts once on request", async () => {
      await at.services.writing.drafts.save(reply(), "again");
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      const outcome = await at.services.writing.sender.send(reply());
      assert.ok(!outcome.sent && outcome.why === "lost");
      assert.equal(posts(), 1);
      const { id = "" } = (await at.services.writing.drafts.get(reply())) ?? {};
      assert.ok((await at.services.writing.attempts.get(id)) !== undefined);
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      assert.equal(bodies().filter((body) => body === "again").length, 1);
    });

    it("searches before it sends again, also in the next window after this one was killed", async () => {
      await at.services.writing.drafts.save(reply(), "killed on the way");
      // The answer is lost, and so are the reads that look for the comment: to this window, nothing was posted.
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
      at.forge.service.faults.add({
        kind: "status",
        status: 404,
        method: "GET",
        path: "issues/1/comments",
        every: 1,
        times: 0,
      });
      const posting = at.services.writing.sender.send(reply());
      await asked("POST");
      at.forge.service.faults.add({
        kind: "status",
        status: 404,
        body: "{}",
        method: "GET",
        path: "issues/1/comments",
        times: 3,
      });
      const outcome = await posting;
      at.forge.service.faults.clear();
      const next = at.here.open(at.forge.base);
      if (!outcome.sent) assert.ok((await next.services.writing.sender.send(reply())).sent);
      assert.equal(bodies().filter((body) => body === "killed on the way").length, 1);
      assert.equal(posts(), 1);
    });

    it("doesn't confuse someone else's equal text with its own", async () => {
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "+1" });
      await at.services.writing.drafts.save(reply(), "+1");
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "+1" });
      const outcome = await sending;
      assert.ok(!outcome.sent && outcome.why === "lost");
    });

    it("doesn't confuse another comment of the same user with it, and asks", async () => {
      await at.services.writing.drafts.save(reply(), "from here");
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "from the web" });
      const outcome = await sending;
      assert.ok(!outcome.sent && outcome.why === "unsure");
    });

    it("keeps what was typed while it was being sent", async () => {
      await at.services.writing.drafts.save(reply(), "first");
      at.forge.service.faults.add({ kind: "delay", method: "POST", path: "comments", times: 1, ms: 30 });
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      await at.services.writing.drafts.type(reply(), "first, and more");
      const outcome = await sending;
      assert.ok(outcome.sent && outcome.more);
      const draft = await at.services.writing.drafts.get(reply());
      assert.ok(draft !== undefined);
      assert.equal(getText(draft), "first, and more");
    });

    it("sends once if it is asked to send twice", async () => {
      await at.services.writing.drafts.save(reply(), "double click");
      const sends = [at.services.writing.sender.send(reply()), at.services.writing.sender.send(reply())];
      const outcomes = (await Promise.all(sends)).map((outcome) => (outcome.sent ? "sent" : outcome.why));
      assert.deepEqual(outcomes.toSorted(), ["sent", "underWay"]);
      assert.equal(posts(), 1);
    });

    it("posts another comment even if another window has just posted the same text there", async () => {
      const other = await forgetful();
      await at.services.writing.drafts.save(reply(), "/retest");
      assert.equal((await other.writing.drafts.ofThread(thread(1n))).length, 1, "the other window has seen the draft");
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      await other.writing.drafts.lookAgain();
      await other.writing.drafts.save(reply(), "/retest");
      assert.ok((await other.writing.sender.send(reply())).sent);
      assert.equal(bodies().filter((body) => body === "/retest").length, 2);
    });

    it("doesn't send an empty text", async () => {
      await at.services.writing.drafts.save(reply(), " \n ");
      const outcome = await at.services.writing.sender.send(reply());
      assert.ok(!outcome.sent && outcome.why === "empty");
      assert.equal(posts(), 0);
    });

    it("reports a deleted issue, whatever the status", async () => {
      await at.services.writing.drafts.save(reply(99_999n), "to no one");
      const outcome = await at.services.writing.sender.send(reply(99_999n));
      assert.ok(!outcome.sent);
      assert.ok(outcome.why === "missing" || outcome.problem?.kind === "notFound", outcome.why);
      assert.equal((await at.services.writing.drafts.get(reply(99_999n)))?.text, "to no one");
    });

    it("posts to the intended repository, even if no window knew it when the text was written", async () => {
      await at.services.writing.drafts.save(reply(), "meant for the first");
      await at.services.repositoryNames.read(thread(1n));
      at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      at.forge.act("takeName", { owner: "alice", name: "demo", like: "alice/renamed" });
      const outcome = await forgetful().then(({ writing }) => writing.sender.send(reply()));
      assert.ok(!outcome.sent && outcome.why === "otherRepository");
      assert.equal(posts(), 0);
    });

    it("posts to the repository that another window knew when it saw the text", async () => {
      await at.services.repositoryNames.read(thread(1n));
      const writing = await forgetful();
      await writing.writing.drafts.save(reply(), "meant for the first");
      await at.services.writing.drafts.lookAgain();
      at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      at.forge.act("takeName", { owner: "alice", name: "demo", like: "alice/renamed" });
      const outcome = await writing.writing.sender.send(reply());
      assert.ok(!outcome.sent && outcome.why === "otherRepository");
      assert.equal(posts(), 0);
    });

    describe("when the repository loses its name during sending", () => {
      const addIssue = (): bigint => {
        const made = at.forge.act("addIssue", { repo: "alice/demo", by: "bob", title: "A stranger", body: "" });
        return BigInt((made as { readonly number: number }).number);
      };
      /** Delays the write on the server until another repository has taken the name. */
      const sendWhileTaken = async (place: Place, method: string) => {
        at.forge.service.faults.add({ kind: "delay", method, times: 1, ms: 60 });
        const sending = at.services.writing.sender.send(place);
        await asked(method);
        at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
        at.forge.act("takeName", { owner: "alice", name: "demo", like: "alice/renamed" });
        for (let last = 0n; last < (place.number ?? 1n);) last = addIssue();
        return await sending;
      };
      const expectKept = async (place: Place, outcome: Outcome, text: string) => {
        assert.ok(!outcome.sent && outcome.why === "strayed", outcome.sent ? "sent" : outcome.why);
        const draft = await at.services.writing.drafts.get(place);
        assert.deepEqual([draft?.text, draft?.failure?.why], [text, "strayed"]);
        // It is not sent again, to either repository, and the reason stays.
        await at.services.writing.outbox.turn();
        const again = await at.services.writing.sender.send(place);
        assert.ok(!again.sent && again.why === "otherRepository");
        assert.equal((await at.services.writing.drafts.get(place))?.failure?.why, "strayed");
        assert.equal(posts() + at.count("PATCH"), 1);
      };

      for (const [what, numberOf] of [
        ["a comment among others", () => 1n],
        ["the first comment", addIssue],
      ] as const)
        it(`keeps the text and says that it belongs elsewhere, as ${what}`, async () => {
          const number = numberOf();
          assert.equal(at.forge.comments(Number(number)).length > 0, number === 1n);
          await at.services.writing.drafts.save(reply(number), "strays");
          await expectKept(reply(number), await sendWhileTaken(reply(number), "POST"), "strays");
          assert.deepEqual(
            at.forge.comments(Number(number)).map(({ body }) => body),
            ["strays"],
          );
        });

      it("keeps the text and says that it belongs elsewhere, as a new issue", async () => {
        const place = await at.services.writing.drafts.freeSlot(thread(1n));
        const text = writeDocument(place.kind, { title: "Strays", body: "" });
        await at.services.writing.drafts.save(place, text);
        await expectKept(place, await sendWhileTaken(place, "POST"), text);
      });

      it("keeps the text and says that it belongs elsewhere, as an edit of an issue's text", async () => {
        const place = places.issueText(thread(addIssue()));
        const opened = { title: "A stranger", body: "", version: undefined };
        await at.services.writing.drafts.begin(place, { opened, author: "alice" });
        const text = writeDocument(place.kind, { ...opened, body: "strays" });
        await at.services.writing.drafts.save(place, text);
        await expectKept(place, await sendWhileTaken(place, "PATCH"), text);
      });

      it("keeps the text if the response was lost as well", async () => {
        await at.services.writing.drafts.save(reply(), "strays");
        at.forge.service.faults.add({ kind: "lost", method: "POST", times: 1 });
        const outcome = await sendWhileTaken(reply(), "POST");
        assert.ok(!outcome.sent);
        await at.services.writing.outbox.turn();
        assert.equal((await at.services.writing.drafts.get(reply()))?.text, "strays");
        assert.equal(posts(), 1);
      });
    });

    it("follows the repository that was renamed, and posts to none that has taken over its name", async () => {
      await at.services.repositoryNames.read(thread(1n));
      await at.services.writing.drafts.save(reply(), "follows");
      at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      at.forge.act("takeName", { owner: "alice", name: "demo", like: "alice/renamed" });
      // An editor that was left open has the old name.
      await at.services.writing.drafts.save(reply(), "left open");
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      assert.ok(at.forge.comments(1, "alice/renamed").some(({ body }) => body === "left open"));
      // Writes for the other repository don't reach the one that was renamed.
      await at.services.repositoryNames.read(thread(1n));
      await at.services.writing.drafts.save(reply(), "not there");
      at.forge.service.journal = [];
      const outcome = await at.services.writing.sender.send(reply());
      assert.ok(!outcome.sent && outcome.why === "otherRepository");
      assert.equal(posts(), 0);
      assert.equal((await at.services.writing.drafts.get(reply()))?.text, "not there");
    });

    it("replaces the text of a comment that is still the one that was opened", async () => {
      const place = await change(301n, "first comment by alice", "better words");
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(outcome.sent);
      assert.equal(bodies()[0], "better words");
      assert.deepEqual(await onDisk(), []);
    });

    it("overwrites nothing that someone else has written in the meantime", async () => {
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
      await at.services.writing.drafts.save(place, "Somebody wrote this");
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.equal(at.forge.comments(9)[0]?.body, "Somebody wrote this");
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
    await services.writing.drafts.type(place, "typed");
    const other = here.open("https://codeberg.org").services;
    const draft = await other.writing.drafts.get(places.newComment({ ...thread, owner: "lantern" }));
    assert.deepEqual([draft?.text, draft?.unsaved], ["saved", "typed"]);
    await other.writing.drafts.untype(place);
    assert.equal((await services.writing.drafts.get(place))?.unsaved, undefined);
  });

  it("keep the time of their last save while something is typed, because editors compare it", async () => {
    let now = 1000;
    const { services } = here.open("https://codeberg.org", { now: () => now });
    await services.writing.drafts.save(place, "saved");
    now = 2000;
    const typed = await services.writing.drafts.type(place, "typed");
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

  it("are changed one after the other, so none is lost", async () => {
    const { services } = here.open("https://codeberg.org");
    await services.writing.drafts.save(place, "");
    await Promise.all([
      services.writing.drafts.save(place, "text"),
      services.writing.drafts.fail(place, { why: "lost", kind: undefined, asked: "text", by: undefined, names: [] }),
      services.writing.drafts.type(place, "text, typed"),
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

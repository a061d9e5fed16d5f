// Sends comments: what is kept, sent again, and never sent twice, whatever the server does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`Sending and saving at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply } = at;
    const posts = () => at.count("POST");
    const onDisk = () => at.here.records("typed");

    it("keeps the text on disk before it is sent, and removes it after the server has confirmed it", async () => {
      await at.services.writing.drafts.save(reply(), "kept first");
      at.forge.service.faults.add({ kind: "delay", method: "POST", path: "comments", times: 1, ms: 30 });
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      const [file = ""] = await onDisk();
      const [attempt = ""] = await at.here.records("attempt");
      const seen = await readFile(join(at.here.folder, "issues", "journal", file), "utf8");
      const attempted = await readFile(join(at.here.folder, "issues", "journal", attempt), "utf8");
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

    it("says that the issue is locked if that happened between the check and the send", async () => {
      await at.window.signOut();
      await at.window.signIn("bob");
      await at.services.writing.drafts.save(reply(), "to one that is being locked");
      at.forge.service.faults.add({ kind: "delay", method: "POST", path: "comments", times: 1, ms: 300 });
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      at.forge.act("lock", { repo: "alice/demo", issue: 1 });
      const outcome = await sending;
      assert.equal(outcome.sent ? "sent" : outcome.why, "locked");
      assert.equal((await at.services.writing.drafts.get(reply()))?.failure?.why, "locked");
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

    it("stops sending a text by itself that the server can't store, but sends it whenever the user asks", async () => {
      await at.services.writing.drafts.save(reply(), "unstorable");
      const { drafts, outbox, sender } = at.services.writing;
      at.forge.service.faults.add({ kind: "status", status: 500, body: "{}", method: "POST", path: "comments" });
      outbox.start();
      await sender.send(reply());
      for (let round = 0; round < 20; round += 1) await outbox.run();
      assert.equal(posts(), 10);
      assert.equal((await drafts.get(reply()))?.text, "unstorable");
      await drafts.forgetServerErrors();
      await outbox.run();
      // The outbox may also have sent it by itself again, before this run.
      assert.ok(posts() > 10, "the user has sent the outbox");
      at.forge.service.faults.clear();
      // The outbox may be working on the draft at the moment.
      while ((await drafts.get(reply())) !== undefined) await sender.send(reply());
      assert.equal(bodies().filter((body) => body === "unstorable").length, 1);
    });

    it("tries a text as often as any other once the user has sent the outbox, even after one error", async () => {
      await at.services.writing.drafts.save(reply(), "unstorable");
      const { drafts, outbox, sender } = at.services.writing;
      at.forge.service.faults.add({ kind: "status", status: 500, body: "{}", method: "POST", path: "comments" });
      await sender.send(reply());
      await drafts.forgetServerErrors();
      outbox.start();
      for (let round = 0; round < 20; round += 1) await outbox.run();
      assert.equal(posts(), 11);
    });

    it("goes on sending by itself after any number of failures of a gateway", async () => {
      await at.services.writing.drafts.save(reply(), "patient");
      const { outbox, sender } = at.services.writing;
      at.forge.service.faults.add({ kind: "status", status: 502, method: "POST", path: "comments", times: 20 });
      outbox.start();
      await sender.send(reply());
      for (let round = 0; round < 20; round += 1) await outbox.run();
      assert.equal(bodies().filter((body) => body === "patient").length, 1);
    });

    it("searches before it sends again, also in the next window after this one was killed", async () => {
      await at.services.writing.drafts.save(reply(), "killed on the way");
      // The answer is lost, and so are the requests that search for the comment. This window sees nothing posted.
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
      await at.services.writing.drafts.storeUnsaved(reply(), "first, and more");
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
  });
}

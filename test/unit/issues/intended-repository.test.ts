// Sends texts to the intended repository, even if another one takes its name.
import assert from "node:assert/strict";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import type { Outcome } from "../../../src/issues/writing/drafts/outcome.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { machine, type Machine } from "./machine.ts";
import { windowAt } from "./signed-in-window.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`Sending and saving at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply, thread } = at;
    const posts = () => at.count("POST");
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

    it("posts another comment even if another window has just posted the same text there", async () => {
      const other = await forgetful();
      await at.services.writing.drafts.save(reply(), "/retest");
      assert.equal((await other.writing.drafts.ofThread(thread(1n))).length, 1, "the other window has seen the draft");
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      await other.writing.drafts.reportChanges();
      await other.writing.drafts.save(reply(), "/retest");
      assert.ok((await other.writing.sender.send(reply())).sent);
      assert.equal(bodies().filter((body) => body === "/retest").length, 2);
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
      await at.services.writing.drafts.reportChanges();
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
        await at.services.writing.outbox.run();
        const again = await at.services.writing.sender.send(place);
        assert.ok(!again.sent && again.why === "otherRepository");
        assert.equal((await at.services.writing.drafts.get(place))?.failure?.why, "strayed");
        assert.equal(posts() + at.count("PATCH"), 1);
      };

      for (const [what, numberOf] of [
        ["a comment among others", () => 1n],
        ["the first comment", addIssue],
      ] as const)
        it(`keeps the text and reports that another repository received it, as ${what}`, async () => {
          const number = numberOf();
          assert.equal(at.forge.comments(Number(number)).length > 0, number === 1n);
          await at.services.writing.drafts.save(reply(number), "strays");
          await expectKept(reply(number), await sendWhileTaken(reply(number), "POST"), "strays");
          assert.deepEqual(
            at.forge.comments(Number(number)).map(({ body }) => body),
            ["strays"],
          );
        });

      it("keeps the text and reports that another repository received it, as a new issue", async () => {
        const { place } = await at.services.writing.drafts.begin(places.newIssue(thread(1n)), {});
        const text = writeDocument(place.kind, { title: "Strays", body: "" });
        await at.services.writing.drafts.save(place, text);
        await expectKept(place, await sendWhileTaken(place, "POST"), text);
      });

      it("keeps the text and reports that another repository received it, as an edit of an issue's text", async () => {
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
        await at.services.writing.outbox.run();
        assert.equal((await at.services.writing.drafts.get(reply()))?.text, "strays");
        assert.equal(posts(), 1);
      });
    });

    it("follows a renamed repository, and doesn't post to one that took over its name", async () => {
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
  });
}

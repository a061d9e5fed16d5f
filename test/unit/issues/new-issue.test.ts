// Creates issues on every kind of server, even if answers are lost or someone else is faster.
import assert from "node:assert/strict";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { EMPTY_FORM } from "../../../src/issues/model/issue-text.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { issueTests } from "./issue-tests.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`Issues at ${personality}`, () => {
    const at = issueTests(personality);
    const { as, issues, issue, fresh, onDisk, opened, why, writes } = at;

    describe("A new issue", () => {
      it("has the fields of its header, and its draft is removed", async () => {
        const user = await as("alice");
        const place = await fresh(user, {
          title: "The lamp flickers",
          body: "At *night*.\n",
          labels: ["Bug", "prio/high"],
          milestone: "v1.0",
          assignees: ["dave"],
        });
        const outcome = await user.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.deepEqual([outcome.dropped, outcome.more], [[], false]);
        const [made, ...others] = await issues("The lamp flickers");
        assert.deepEqual(others, []);
        assert.deepEqual(
          [made?.body, made?.author?.login, made?.milestone?.title, made?.number],
          ["At *night*.\n", "alice", "v1.0", outcome.thread.number],
        );
        assert.deepEqual(made?.labels.map(({ name }) => name).sort(), ["bug", "prio/high"]);
        assert.deepEqual(
          made?.assignees.map(({ login }) => login),
          ["dave"],
        );
        assert.deepEqual(await onDisk(), []);
      });

      it("lists the fields that its author was not allowed to set", async () => {
        const user = await as("bob");
        const place = await fresh(user, { title: "From bob", labels: ["bug"], milestone: "v1.0", assignees: ["dave"] });
        const outcome = await user.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.deepEqual(outcome.dropped, ["bug", "v1.0", "dave"]);
      });

      it("is not sent while its header is missing, has no title, or names things that the repository doesn't have", async () => {
        const user = await as("alice");
        const strange = await fresh(user, { title: "x", labels: ["bug", "no such"], milestone: "v9" });
        const unknown = await user.writing.sender.send(strange);
        assert.ok(!unknown.sent);
        assert.deepEqual([unknown.why, unknown.names], ["unknownName", ["no such", "v9"]]);
        const untitled = await fresh(user, { body: "text" });
        assert.equal(await why(user.writing.sender.send(untitled)), "noTitle");
        await user.drafts.save(untitled, "just text");
        assert.equal(await why(user.writing.sender.send(untitled)), "noHead");
        assert.deepEqual(writes(), []);
        assert.equal((await user.drafts.get(untitled))?.failure?.why, "noHead");
      });

      it("is not sent while its header has lines that would be left out", async () => {
        const user = await as("alice");
        const place = await fresh(user, {});
        await user.drafts.save(place, "---\ntitle: The lamp flickers\nAt night, and only then.\n---\n\nSince March.\n");
        const refused = await user.writing.sender.send(place);
        assert.ok(!refused.sent);
        assert.deepEqual([refused.why, refused.names], ["unknownName", ["At night, and only then."]]);
        const there = await opened(user, 1n, "x", "y");
        await user.drafts.save(there, "---\ntitle: The lamp flickers\nlabels: bug\n---\n\nSince March.\n");
        const unchanged = await user.writing.sender.send(there);
        assert.ok(!unchanged.sent);
        assert.deepEqual([unchanged.why, unchanged.names], ["unknownName", ["labels"]]);
        assert.deepEqual(writes(), []);
      });

      it("is created once if the response is lost", async () => {
        const user = await as("alice");
        const place = await fresh(user, { title: "Once, please", body: "text" });
        at.forge.service.faults.add({ kind: "lost", method: "POST", path: "/issues$", times: 1 });
        const outcome = await user.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.equal((await issues("Once, please")).length, 1);
        assert.equal(writes().length, 1);
        assert.deepEqual(await onDisk(), []);
      });

      it("is kept if it never arrived, and searched for before it is sent again", async () => {
        const user = await as("alice");
        const place = await fresh(user, { title: "Twice asked", body: "text" });
        at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "/issues$", times: 1 });
        const first = await user.writing.sender.send(place);
        assert.deepEqual([first.sent, !first.sent && first.why], [false, "lost"]);
        const { id = "" } = (await user.drafts.get(place)) ?? {};
        assert.ok((await user.writing.attempts.get(id)) !== undefined);
        // The first request has arrived late, after the client stopped looking for the issue.
        at.forge.act("addIssue", { repo: "alice/demo", by: "alice", title: "Twice asked", body: "text" });
        const again = await user.writing.sender.send(place);
        assert.ok(again.sent);
        assert.equal((await issues("Twice asked")).length, 1);
      });

      it("is kept with the reason if it is rejected", async () => {
        for (const [status, why, kind] of [
          [403, "problem", "forbidden"],
          [413, "problem", "tooLarge"],
          [422, "problem", "invalid"],
          [423, "archived", "archived"],
          [429, "problem", "rateLimited"],
          [500, "lost", "server"],
        ] as const) {
          at.forge.service.faults.clear();
          const user = await as("alice");
          const place = await fresh(user, { title: `Refused ${status}` });
          at.forge.answer("/issues$", status, { message: "no" }, { method: "POST" });
          const outcome = await user.writing.sender.send(place);
          assert.deepEqual([outcome.sent, !outcome.sent && outcome.why], [false, why], String(status));
          const draft = await user.drafts.get(place);
          const attempt = await user.writing.attempts.get(draft?.id ?? "");
          assert.deepEqual([draft?.failure?.kind, attempt === undefined], [kind, status !== 500]);
          await user.drafts.remove(place);
        }
      });

      it("is not created in a repository that took over the name", async () => {
        const user = await as("alice");
        const place = await fresh(user, { title: "For the old one" }, "newname");
        const text = writeDocument(place.kind, { title: "For the old one", body: "" });
        await user.drafts.remove(place);
        await user.drafts.begin(place, { text, repository: 12_345n });
        assert.equal(await why(user.writing.sender.send(place)), "otherRepository");
        assert.deepEqual(writes(), []);
      });

      it("follows its repository to a new name", async () => {
        const user = await as("alice");
        const place = await fresh(user, { title: "Moved on" });
        at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
        const outcome = await user.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.equal(outcome.thread.name, "renamed");
      });

      it("keeps text typed while it is sent as an edit of the new issue", async () => {
        const user = await as("alice");
        const place = await fresh(user, { title: "Typed on", body: "First words" });
        const typed = writeDocument(place.kind, { title: "Typed on", body: "First words, and more" });
        at.forge.service.faults.add({ kind: "delay", method: "POST", path: "/issues$", times: 1, ms: 30 });
        const sending = user.writing.sender.send(place);
        while (writes().length === 0) await new Promise((go) => setImmediate(go));
        await user.drafts.storeUnsaved(place, typed);
        const outcome = await sending;
        assert.ok(outcome.sent && outcome.more);
        const [kept] = await user.drafts.list();
        assert.deepEqual([kept?.place.kind, kept?.place.number], ["issueText", outcome.thread.number]);
        assert.match(kept === undefined ? "" : getText(kept), /First words, and more$/);
        assert.ok((await user.writing.sender.send(kept?.place ?? place)).sent);
        assert.equal((await issue(outcome.thread.number)).body, "First words, and more");
      });

      it("keeps labels typed while it is sent, which an edit of an issue can't have, until they are removed", async () => {
        const user = await as("alice");
        const form = { ...EMPTY_FORM, title: "Labeled late", body: "Words" };
        const place = await fresh(user, form);
        at.forge.service.faults.add({ kind: "delay", method: "POST", path: "/issues$", times: 1, ms: 30 });
        const sending = user.writing.sender.send(place);
        while (writes().length === 0) await new Promise((go) => setImmediate(go));
        await user.drafts.storeUnsaved(place, writeDocument(place.kind, form, { ...form, labels: ["bug"] }));
        const outcome = await sending;
        assert.ok(outcome.sent && outcome.more);
        const [kept] = await user.drafts.list();
        assert.deepEqual([kept?.place.kind, kept?.place.number], ["issueText", outcome.thread.number]);
        assert.match(kept === undefined ? "" : getText(kept), /^labels: bug$/m);
        const refused = await user.writing.sender.send(kept?.place ?? place);
        assert.ok(!refused.sent);
        assert.deepEqual([refused.why, refused.names], ["unknownName", ["labels"]]);
      });

      it("leaves no draft if only a label was removed from it while it was sent", async () => {
        const user = await as("alice");
        const form = { ...EMPTY_FORM, title: "Less labeled", labels: ["bug"] };
        const place = await fresh(user, form);
        at.forge.service.faults.add({ kind: "delay", method: "POST", path: "/issues$", times: 1, ms: 30 });
        const sending = user.writing.sender.send(place);
        while (writes().length === 0) await new Promise((go) => setImmediate(go));
        await user.drafts.storeUnsaved(place, writeDocument(place.kind, form));
        const outcome = await sending;
        assert.ok(outcome.sent && !outcome.more);
        assert.deepEqual(await user.drafts.list(), []);
      });

      it("is created once if two sends start at the same time", async () => {
        const user = await as("alice");
        const place = await fresh(user, { title: "Double click" });
        const outcomes = await Promise.all([user.writing.sender.send(place), user.writing.sender.send(place)]);
        assert.deepEqual(outcomes.map((each) => (each.sent ? "sent" : each.why)).sort(), ["sent", "underWay"]);
        assert.equal((await issues("Double click")).length, 1);
      });

      it("has its own draft, separate from other new issues", async () => {
        const user = await as("alice");
        const one = await fresh(user, { title: "one" });
        const two = await fresh(user, { title: "two" });
        assert.notDeepEqual(one, two);
        assert.equal((await user.drafts.list()).length, 2);
      });
    });
  });
}

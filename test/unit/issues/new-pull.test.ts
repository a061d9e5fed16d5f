// Creates pull requests on every kind of server: each once, even if answers are lost, and with the reason if not.
import assert from "node:assert/strict";
import { EMPTY_FORM, type IssueForm } from "../../../src/issues/model/issue-text.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import type { Writing } from "../../../src/issues/writing/writing.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { problemOf } from "../base/service.ts";
import { issueTests } from "./issue-tests.ts";
import { DEMO, DISTINCT_SERVERS, PERSONALITIES, startForge, type Forge } from "./service.ts";

const BRANCH = { repo: "alice/demo", branch: "lamp" };

for (const personality of PERSONALITIES) {
  describe(`Routes that create pull requests at ${personality}`, () => {
    let forge: Forge;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(() => {
      forge.reset();
      forge.act("addBranch", BRANCH);
    });
    after(() => forge.close());

    const isForgejo = personality === "forgejo";
    const create = (more: { readonly head?: string; readonly base?: string } = {}, login = "alice") =>
      forge.api(login).pulls.create(DEMO, { title: "Lamp", body: "Text", head: "lamp", base: "main", ...more });
    const statusOf = async (work: Promise<unknown>) => (await problemOf(work)).facts.status;

    it("return the pull request as an issue with its branches, as do lists", async () => {
      const { base, head, issue } = await create();
      assert.deepEqual(
        [issue.title, issue.body, issue.pull, base],
        ["Lamp", "Text", { merged: false, draft: false }, "main"],
      );
      assert.deepEqual(head, { owner: "alice", branch: "lamp" });
      const { values } = await forge.api("alice").pulls.list(DEMO, { state: "open", page: 1, limit: 50 });
      assert.equal(values[0]?.issue.number, issue.number);
      assert.equal(values[0].issue.repository?.name, "demo");
    });

    it("accept a branch of a fork, and of a reader only on some servers", async () => {
      forge.act("addFork", { repo: "alice/demo", by: "bob" });
      forge.act("addBranch", { repo: "bob/demo", branch: "lamp" });
      const { head } = await create({ head: "bob:lamp" }, "bob");
      assert.deepEqual(head, { owner: "bob", branch: "lamp" });
      const status = await create({}, "bob").then(
        () => 201,
        ({ facts }) => facts.status,
      );
      assert.equal(status, isForgejo ? 201 : 403);
      assert.equal(await statusOf(create({ head: "dave:lamp" })), isForgejo ? 404 : 400);
    });

    it("reject branches that are unknown, the same, or have a pull request", async () => {
      assert.equal(await statusOf(create({ head: "gone" })), 404);
      assert.equal(await statusOf(create({ base: "gone" })), 404);
      assert.equal(await statusOf(create({ head: "main" })), 422);
      await create();
      assert.equal(await statusOf(create()), 409);
      forge.act("archive", { repo: "alice/demo" });
      assert.equal(await statusOf(create()), 423);
    });

    it("list and compare branches, also of a fork", async () => {
      const api = forge.api("alice").pulls;
      forge.act("addBranch", { repo: "alice/demo", branch: "a/b", commits: 0 });
      const { values } = await api.branches(DEMO, { page: 1, limit: 50 });
      assert.ok(["a/b", "lamp", "main"].every((name) => values.some((branch) => branch.name === name)));
      assert.equal((await api.compare(DEMO, "main", "lamp")).commits, 1);
      assert.equal((await api.compare(DEMO, "main", "a/b")).commits, 0);
      forge.act("addFork", { repo: "alice/demo", by: "bob" });
      forge.act("addBranch", { repo: "bob/demo", branch: "x/y", commits: 3 });
      assert.equal((await api.compare(DEMO, "main", "bob:x/y")).commits, 3);
      assert.equal(await statusOf(api.compare(DEMO, "main", "gone")), 404);
    });
  });
}

for (const personality of DISTINCT_SERVERS) {
  describe(`A new pull request at ${personality}`, () => {
    const at = issueTests(personality);
    const { as, demo, issues, onDisk, why, writes } = at;
    beforeEach(() => at.forge.act("addBranch", BRANCH));

    const fresh = async ({ drafts }: Pick<Writing, "drafts">, more: Partial<IssueForm> = {}): Promise<Place> => {
      const form = { ...EMPTY_FORM, title: "Fix the lamp", body: "At night.", from: "lamp", into: "main", ...more };
      const { place } = await drafts.begin(places.newPull(demo()), {});
      await drafts.save(place, writeDocument(place.kind, form, form));
      return place;
    };
    const created = async () => {
      const { values } = await at.forge.api("alice").pulls.list(DEMO, { state: "all", page: 1, limit: 50 });
      return values.filter(({ issue }) => issue.title.endsWith("the lamp"));
    };

    it("has the branches and fields of its header, and its draft is removed", async () => {
      const user = await as("alice");
      const outcome = await user.writing.sender.send(await fresh(user, { labels: ["bug"], assignees: ["dave"] }));
      assert.ok(outcome.sent);
      assert.deepEqual([outcome.dropped, outcome.more], [[], false]);
      const [pull, ...others] = await created();
      assert.deepEqual(others, []);
      assert.deepEqual([pull?.base, pull?.head.branch, pull?.issue.body], ["main", "lamp", "At night."]);
      assert.equal(pull?.issue.number, outcome.thread.number);
      assert.deepEqual(
        [pull.issue.labels.map(({ name }) => name), pull.issue.assignees.map(({ login }) => login)],
        [["bug"], ["dave"]],
      );
      assert.deepEqual(await onDisk(), []);
    });

    it("comes from a fork, and is a draft if its title says so", async () => {
      at.forge.act("addFork", { repo: "alice/demo", by: "bob" });
      at.forge.act("addBranch", { repo: "bob/demo", branch: "lamp" });
      const user = await as("bob");
      assert.ok((await user.writing.sender.send(await fresh(user, { title: "WIP: the lamp", from: "bob:lamp" }))).sent);
      const [pull] = await created();
      assert.deepEqual([pull?.head, pull?.issue.pull?.draft], [{ owner: "bob", branch: "lamp" }, true]);
    });

    it("is created once if the response is lost", async () => {
      const user = await as("alice");
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "/pulls$", times: 1 });
      assert.ok((await user.writing.sender.send(await fresh(user))).sent);
      assert.equal((await created()).length, 1);
      assert.equal(writes().length, 1);
      assert.deepEqual(await onDisk(), []);
    });

    it("is found if a proxy repeats the request, whose copy the server rejects", async () => {
      const user = await as("alice");
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "/pulls$", times: 1 });
      assert.ok((await user.writing.sender.send(await fresh(user))).sent);
      assert.equal((await created()).length, 1);
    });

    it("is kept if it never arrived, and searched for before it is sent again", async () => {
      const user = await as("alice");
      const place = await fresh(user);
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "/pulls$", times: 1 });
      assert.equal(await why(user.writing.sender.send(place)), "lost");
      // The first request has arrived late, after the client stopped looking for it.
      const late = { title: "Fix the lamp", body: "At night.", head: "lamp", base: "main" };
      await at.forge.api("alice").pulls.create(DEMO, late);
      assert.ok((await user.writing.sender.send(place)).sent);
      assert.equal((await created()).length, 1);
      assert.deepEqual(await onDisk(), []);
    });

    it("is not sent again by itself if the server was restored from a backup", async () => {
      const user = await as("alice");
      const { number } = at.forge.act("addIssue", { repo: "alice/demo", by: "bob" }) as { readonly number: number };
      const place = await fresh(user);
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "/pulls$", times: 1 });
      assert.equal(await why(user.writing.sender.send(place)), "lost");
      at.forge.act("deleteIssue", { repo: "alice/demo", issue: number });
      assert.equal(await why(user.writing.sender.send(place)), "unsure");
      assert.deepEqual(await created(), []);
    });

    it("is not mistaken for an issue or a pull request of other branches with the same text", async () => {
      const user = await as("alice");
      at.forge.act("addBranch", { repo: "alice/demo", branch: "other" });
      const place = await fresh(user);
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "/pulls$", times: 1 });
      assert.equal(await why(user.writing.sender.send(place)), "lost");
      const same = { title: "Fix the lamp", body: "At night." };
      at.forge.act("addIssue", { repo: "alice/demo", by: "alice", ...same });
      await at.forge.api("alice").pulls.create(DEMO, { ...same, head: "other", base: "main" });
      assert.ok((await user.writing.sender.send(place)).sent);
      assert.equal((await created()).length, 2);
      assert.equal((await issues("Fix the lamp")).length, 3);
    });

    it("names the pull request that its branches already have", async () => {
      const other = await at.forge
        .api("dave")
        .pulls.create(DEMO, { title: "Mine", body: "", head: "lamp", base: "main" });
      const user = await as("alice");
      const place = await fresh(user);
      const outcome = await user.writing.sender.send(place);
      assert.ok(!outcome.sent);
      assert.deepEqual([outcome.why, outcome.names], ["pullExists", [String(other.issue.number)]]);
      assert.equal((await user.drafts.get(place))?.failure?.why, "pullExists");
      assert.deepEqual(await created(), []);
    });

    it("is not sent without commits, or with a branch that the server doesn't have", async () => {
      at.forge.act("addBranch", { repo: "alice/demo", branch: "empty", commits: 0 });
      const user = await as("alice");
      for (const [form, reason, names] of [
        [{ from: "empty" }, "nothingToMerge", ["empty", "main"]],
        [{ from: "main" }, "nothingToMerge", ["main", "main"]],
        [{ from: "unpushed" }, "unknownBranch", ["unpushed"]],
        [{ into: "gone/away" }, "unknownBranch", ["gone/away"]],
        [{ from: "nobody:lamp" }, "unknownBranch", ["nobody:lamp"]],
        [{ from: "" }, "noBranch", []],
        [{ into: "" }, "noBranch", []],
        [{ labels: ["nope"] }, "unknownName", ["nope"]],
      ] as const) {
        const outcome = await user.writing.sender.send(await fresh(user, form));
        assert.ok(!outcome.sent);
        assert.deepEqual([outcome.why, outcome.names], [reason, names]);
      }
      assert.deepEqual(writes(), []);
    });

    it("is kept with the reason if the server rejects it", async () => {
      for (const [status, reason, kind] of [
        [403, "problem", "forbidden"],
        [422, "problem", "invalid"],
        [423, "archived", "archived"],
        [409, "problem", "conflict"],
        [500, "lost", "server"],
      ] as const) {
        at.forge.service.faults.clear();
        const user = await as("alice");
        const place = await fresh(user);
        at.forge.answer("/pulls$", status, { message: "no" }, { method: "POST" });
        const outcome = await user.writing.sender.send(place);
        assert.ok(!outcome.sent);
        assert.deepEqual([outcome.why, outcome.problem?.kind], [reason, kind]);
        assert.ok((await user.drafts.get(place)) !== undefined);
      }
    });

    it("becomes an edit of the created one if its author typed on", async () => {
      const user = await as("alice");
      const place = await fresh(user);
      const { settle } = user.drafts;
      Object.assign(user.drafts, {
        settle: async (...given: Parameters<typeof settle>) => {
          const form = {
            ...EMPTY_FORM,
            title: "Fix the lamp",
            body: "At night and by day.",
            from: "lamp",
            into: "main",
          };
          await user.drafts.save(place, writeDocument(place.kind, form, form));
          return await settle.call(user.drafts, ...given);
        },
      });
      const outcome = await user.writing.sender.send(place);
      assert.ok(outcome.sent && outcome.more);
      const [draft] = await user.drafts.list();
      assert.deepEqual(draft?.place, places.issueText(outcome.thread));
      assert.equal(draft.text, "---\ntitle: Fix the lamp\n---\n\nAt night and by day.");
    });
  });
}

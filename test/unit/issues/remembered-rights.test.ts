// What was true of a repository earlier never forbids what its server allows now: a refresh and a send ask the server.
import assert from "node:assert/strict";
import type { Comment } from "../../../src/issues/model/entities.ts";
import type { Act } from "../../../src/issues/model/rights.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`A repository that was archived, on ${personality}`, () => {
    const at = windowAt(personality);
    const archived = () => at.thread(1n, "archived");
    const refresh = (services = at.services) => services.threads.read(archived());
    const mayComment = (services = at.services) => services.access.offers("comment", archived());

    beforeEach(async () => {
      await refresh();
      assert.equal(mayComment(), false);
      at.forge.act("archive", { repo: "alice/archived", archived: false });
    });

    it("accepts replies again after a refresh", async () => {
      await refresh();
      assert.equal(mayComment(), true);
    });

    it("accepts replies in another window that opens its thread", async () => {
      const { services } = at.here.open(at.forge.base);
      await refresh(services);
      assert.equal(mayComment(services), true);
    });

    it("gets a draft without a refresh", async () => {
      const { drafts, sender } = at.services.writing;
      const place = at.reply(1n, "archived");
      await drafts.save(place, "welcome back");
      assert.deepEqual((await sender.send(place)).sent, true);
      assert.deepEqual(
        at.forge
          .comments(1, "alice/archived")
          .map(({ body }) => body)
          .slice(-1),
        ["welcome back"],
      );
    });

    it("rejects a draft while it is archived", async () => {
      at.forge.act("archive", { repo: "alice/archived" });
      const { drafts, sender } = at.services.writing;
      const place = at.reply(1n, "archived");
      await drafts.save(place, "too late");
      const outcome = await sender.send(place);
      assert.equal(outcome.sent || outcome.why, "archived");
      assert.equal((await drafts.get(place))?.text, "too late");
    });
  });

  describe(`A right that was granted, on ${personality}`, () => {
    const at = windowAt(personality, "bob");
    const ACTS: readonly Act[] = ["changeIssue", "sortIssue"];

    it("is known after a refresh", async () => {
      const { access, threads } = at.services;
      const mayDo = () =>
        ACTS.map((act) => access.offers(act, at.thread(1n), { issue: threads.at(at.thread(1n)).thread?.issue }));
      await threads.read(at.thread(1n));
      assert.deepEqual(mayDo(), [false, false]);
      at.forge.act("setRights", { repo: "alice/demo", user: "bob", level: "write" });
      await threads.read(at.thread(1n));
      assert.deepEqual(mayDo(), [true, true]);
    });
  });

  describe(`A right that was withdrawn, on ${personality}`, () => {
    const at = windowAt(personality, "dave");

    it("is not reported as a lock when an edit is rejected", async () => {
      const { drafts, sender } = at.services.writing;
      const [comment] = at.forge.comments(1);
      assert.ok(comment);
      const place = places.comment(at.thread(1n), BigInt(comment.id));
      await drafts.begin(place, { opened: { title: undefined, body: comment.body, version: undefined } });
      await drafts.save(place, "corrected");
      at.forge.act("setRights", { repo: "alice/demo", user: "dave", level: "read" });
      at.forge.act("lock", { repo: "alice/demo", issue: 1 });
      const outcome = await sender.send(place);
      assert.ok(!outcome.sent);
      assert.deepEqual([outcome.why, outcome.problem?.kind], ["problem", "forbidden"]);
    });
  });

  describe(`A member of an organization who can only read, on ${personality}`, () => {
    const at = windowAt(personality);
    const lamp = () => ({ base: at.forge.base, owner: "lantern", name: "lamp-firmware" });

    it("is offered no changes to what others wrote", async () => {
      const thread = { ...lamp(), number: 1n };
      const { access, threads } = at.services;
      const assignees = await at.forge.api("alice").finding.assignees(lamp());
      assert.ok(
        assignees.values.some(({ login }) => login === "alice"),
        "the server lists readers",
      );
      await threads.read(thread);
      const issue = threads.at(thread).thread?.issue;
      assert.ok(issue !== undefined && issue.author?.login !== "alice");
      const comment: Comment = { id: 1n, author: issue.author, body: "", createdAt: 0, updatedAt: 0, attachments: [] };
      const offered = (["editComment", "deleteComment", "changeIssue", "sortIssue"] as const).filter((act) =>
        access.offers(act, thread, { issue, comment }),
      );
      assert.deepEqual(offered, []);
      assert.equal(access.offers("comment", thread, { issue }), true);
      assert.equal(access.offers("comment", thread, { issue: { ...issue, locked: true } }), false);
    });
  });
}

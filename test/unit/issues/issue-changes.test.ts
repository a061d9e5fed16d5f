// Changes and triages issues on every kind of server, even if answers are lost or someone else is faster.
import assert from "node:assert/strict";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, DISTINCT_SERVERS, TRAITS } from "./service.ts";
import { issueTests } from "./issue-tests.ts";

for (const personality of DISTINCT_SERVERS) {
  const { contentVersion, routes } = TRAITS[personality];
  const locks = routes.includes("lock");

  describe(`Issues at ${personality}`, () => {
    const at = issueTests(personality);
    const { demo, thread, as, issues, issue, opened, onDisk, writes } = at;

    describe("The title and text of an issue", () => {
      it("are saved if the server still has what was opened", async () => {
        const user = await as("alice");
        const place = await opened(user, 3n, "A better title", "better text");
        const outcome = await user.writing.sender.send(place);
        assert.ok(outcome.sent);
        const now = await issue(3n);
        assert.deepEqual([now.title, now.body], ["A better title", "better text"]);
        assert.deepEqual(await onDisk(), []);
      });

      for (const change of [{ title: "Theirs" }, { body: "theirs" }]) {
        it(`are not overwritten if someone changed the ${Object.keys(change).join()} in the meantime`, async () => {
          const user = await as("alice");
          const place = await opened(user, 3n, "Mine", "mine");
          at.forge.act("changeIssue", { repo: "alice/demo", issue: 3, by: "dave", ...change });
          const outcome = await user.writing.sender.send(place);
          assert.ok(!outcome.sent && outcome.why === "conflict");
          assert.equal(outcome.theirs?.[change.title === undefined ? "body" : "title"], Object.values(change)[0]);
          assert.deepEqual(writes(), []);
          assert.match(getText((await user.drafts.get(place)) ?? assert.fail("the draft is kept")), /mine$/);
        });
      }

      it("are not overwritten between the check and the save if the server counts versions", async () => {
        const user = await as("alice");
        const place = await opened(user, 3n, "Mine", "mine");
        at.forge.answer("/issues/3$", 409, { message: "content version mismatch" }, { method: "PATCH", times: 1 });
        const outcome = await user.writing.sender.send(place);
        assert.ok(!outcome.sent && outcome.why === "conflict");
        const [sent] = at.forge.service.journal.filter(({ method }) => method === "PATCH").map(({ body }) => body);
        assert.equal(/"content_version":/.test(sent ?? ""), contentVersion);
      });

      it("are saved despite a 412, so the response alone proves nothing", async () => {
        const change = { title: "new title", body: "new body", state: "closed" } as const;
        const { kind, facts } = await problemOf(at.forge.api("alice").authoring.change(DEMO, 70n, change));
        assert.deepEqual([kind, facts.status, facts.wrote], ["conflict", 412, "unknown"]);
        const saved = await issue(70n);
        assert.deepEqual([saved.title, saved.body, saved.closed], ["new title", "new body", false]);
      });

      it("are reported as an issue, not as a comment, if only their killed window knew that they arrived", async () => {
        const user = await as("alice");
        const place = await opened(user, 3n, "A better title", "better text");
        const { attempts, drafts, outbox, sender } = user.writing;
        const { id, text } = (await drafts.get(place)) ?? assert.fail("no draft");
        await at.forge.api("alice").authoring.change(DEMO, 3n, { title: "A better title", body: "better text" });
        const sentAs = { account: "alice", by: "alice", after: 3n, since: undefined, at: Date.now() };
        const attempt = { draft: id, place, repository: undefined, text, ...sentAs };
        await attempts.put({ ...attempt, id: 3n, settled: false, checked: undefined });
        const settled: unknown[] = [];
        sender.onDidSettle(({ sent }) => settled.push([sent.thread.number, sent.comment]));
        await outbox.run();
        assert.deepEqual(settled, [[3n, undefined]]);
      });

      it("count as sent if the server has them, whatever the response was", async () => {
        const user = await as("alice");
        const place = await opened(user, 3n, "Saved all the same", "text");
        at.forge.service.faults.add({ kind: "lost", method: "PATCH", path: "/issues/3$", times: 1 });
        assert.ok((await user.writing.sender.send(place)).sent);
        assert.equal((await issue(3n)).title, "Saved all the same");
        assert.equal(writes().length, 1);
        const unsaved = await opened(user, 3n, "Not saved", "text");
        at.forge.answer("/issues/3$", 412, { message: "" }, { method: "PATCH", times: 1 });
        const outcome = await user.writing.sender.send(unsaved);
        assert.deepEqual([outcome.sent, !outcome.sent && outcome.why], [false, "lost"]);
      });

      it("are sent if the title continues where the server's ends in an ellipsis", async () => {
        const user = await as("alice");
        for (const [before, after] of [
          ["Crash when saving…", "Crash when saving large files"],
          ["…", "x".repeat(300)],
        ] as const) {
          at.forge.act("changeIssue", { repo: "alice/demo", issue: 3, by: "alice", title: before });
          const place = await opened(user, 3n, after, (await issue(3n)).body);
          assert.ok((await user.writing.sender.send(place)).sent);
          assert.equal((await issue(3n)).title.slice(0, 29), after.slice(0, 29));
        }
      });

      for (const title of ["long ".repeat(60), "ü".repeat(200), `${"x".repeat(250)}${"🙂".repeat(6)}`]) {
        it(`count as sent if the response was lost and the server cuts titles: ${title.slice(-6)}`, async () => {
          const user = await as("alice");
          const place = await opened(user, 3n, title, "text");
          at.forge.service.faults.add({ kind: "lost", method: "PATCH", path: "/issues/3$", times: 1 });
          const outcome = await user.writing.sender.send(place);
          const kept = Array.from((await issue(3n)).title).length - 1;
          const isCut = kept + 1 < title.trim().length;
          assert.deepEqual(outcome.sent && outcome.cutTitle, isCut ? { whole: title.trim(), kept } : undefined);
          assert.deepEqual([(await issue(3n)).body, writes().length, await onDisk()], ["text", 1, []]);
        });
      }

      it("are kept if the user is not allowed to change them", async () => {
        const user = await as("bob");
        const place = await opened(user, 3n, "Not mine", "x");
        const outcome = await user.writing.sender.send(place);
        assert.deepEqual([outcome.sent, !outcome.sent && outcome.problem?.kind], [false, "forbidden"]);
        assert.ok((await user.drafts.get(place)) !== undefined);
      });

      it("are not sent to a deleted issue", async () => {
        const user = await as("alice");
        const place = places.issueText({ ...demo(), number: 99_999n });
        await user.drafts.begin(place, { text: writeDocument(place.kind, { title: "x", body: "" }) });
        const outcome = await user.writing.sender.send(place);
        assert.deepEqual([outcome.sent, !outcome.sent && outcome.why], [false, "missing"]);
      });
    });

    describe("The state and fields of an issue", () => {
      it("close and reopen", async () => {
        const { changes } = await as("alice");
        assert.equal(await changes.setClosed(thread(3n), true), undefined);
        assert.equal((await issue(3n)).closed, true);
        assert.equal(await changes.setClosed(thread(3n), false), undefined);
        assert.equal((await issue(3n)).closed, false);
      });

      it("stay open while a dependency is open, and say why", async () => {
        const { changes } = await as("alice");
        assert.equal(await changes.setClosed(thread(70n), true), "dependencies");
        assert.equal((await issue(70n)).closed, false);
      });

      it("stay merged for a merged pull request", async () => {
        const { changes } = await as("alice");
        assert.equal(await changes.setClosed(thread(6n), false), "merged");
      });

      it("count as changed after a check if the response was lost", async () => {
        const { changes } = await as("alice");
        at.forge.service.faults.add({ kind: "lost", method: "PATCH", path: "/issues/3$", times: 1 });
        assert.equal(await changes.setClosed(thread(3n), true), undefined);
        at.forge.service.faults.add({ kind: "refuse", method: "PATCH", path: "/issues/3$", times: 1 });
        assert.equal((await problemOf(changes.setClosed(thread(3n), false))).kind, "offline");
      });

      it("have the chosen labels, milestone and assignees, or none", async () => {
        const user = await as("alice");
        const { labels, milestones, people } = await user.choices(demo());
        const { changes } = user;
        assert.equal(await changes.setLabels(thread(3n), labels.slice(0, 2)), undefined);
        assert.equal(await changes.setMilestone(thread(3n), milestones[0]?.id), undefined);
        assert.equal(await changes.setAssignees(thread(3n), people), undefined);
        const now = await issue(3n);
        assert.deepEqual(
          [now.labels.length, now.milestone?.title, now.assignees.map(({ login }) => login).sort()],
          [2, "v1.0", ["alice", "dave"]],
        );
        assert.equal(await changes.setLabels(thread(3n), []), undefined);
        assert.equal(await changes.setMilestone(thread(3n), undefined), undefined);
        assert.equal(await changes.setAssignees(thread(3n), []), undefined);
        const later = await issue(3n);
        assert.deepEqual([later.labels, later.milestone, later.assignees], [[], undefined, []]);
      });

      it("keep labels and assignees that someone else added while the user was choosing", async () => {
        const user = await as("alice");
        const { labels, people } = await user.choices(demo());
        const [alice, dave] = ["alice", "dave"].map((name) => people.filter(({ login }) => login === name));
        const [one, two] = ["bug", "feature"].map((name) => labels.filter((each) => each.name === name));
        assert.ok(one !== undefined && two !== undefined && alice !== undefined && dave !== undefined);
        const { changes } = user;
        assert.equal(await changes.setLabels(thread(3n), one), undefined);
        assert.equal(await changes.setAssignees(thread(3n), alice), undefined);
        assert.equal(await changes.setLabels(thread(3n), two, []), undefined);
        assert.equal(await changes.setAssignees(thread(3n), dave, []), undefined);
        const now = await issue(3n);
        assert.deepEqual(now.labels.map(({ name }) => name).sort(), ["bug", "feature"]);
        assert.deepEqual(now.assignees.map(({ login }) => login).sort(), ["alice", "dave"]);
        assert.equal(await changes.setLabels(thread(3n), [], one), undefined);
        assert.equal(await changes.setAssignees(thread(3n), [], alice), undefined);
        const later = await issue(3n);
        assert.deepEqual(
          [later.labels.map(({ name }) => name), later.assignees.map(({ login }) => login)],
          [["feature"], ["dave"]],
        );
      });

      it("keep one of several exclusive labels, and don't report the others as ignored", async () => {
        const user = await as("alice");
        const { labels } = await user.choices(demo());
        const two = labels.filter(({ name }) => name.startsWith("prio/"));
        assert.equal(two.length, 2);
        assert.equal(await user.changes.setLabels(thread(3n), two), undefined);
        assert.equal((await issue(3n)).labels.length, 1);
      });

      it("report a change that the server silently ignored", async () => {
        at.forge.act("addIssue", { repo: "alice/demo", by: "bob", title: "Bob's own" });
        const [own] = await issues("Bob's own");
        const user = await as("bob");
        const { milestones } = await user.choices(demo());
        const address = thread(own?.number ?? assert.fail("the issue is there"));
        assert.equal(await user.changes.setMilestone(address, milestones[0]?.id), "dropped");
        assert.equal((await problemOf(user.changes.setLabels(address, []))).kind, "forbidden");
        assert.equal(await user.changes.setClosed(address, true), undefined, "the poster may close");
      });

      it(locks ? "can be locked and unlocked" : "can't be locked on this server, which is remembered", async () => {
        const { changes } = await as("alice");
        assert.equal(changes.mayLock(demo()), true);
        if (locks) {
          assert.equal(await changes.setLocked(thread(3n), true), undefined);
          assert.equal((await issue(3n)).locked, true);
          assert.equal(await changes.setLocked(thread(3n), false), undefined);
          assert.equal((await issue(3n)).locked, false);
          return;
        }
        assert.equal(await changes.setLocked(thread(3n), true), "noRoute");
        assert.equal(changes.mayLock(demo()), false);
        const before = writes().length;
        assert.equal(await changes.setLocked(thread(3n), true), "noRoute");
        assert.equal(writes().length, before);
      });

      if (locks) {
        it("can't be locked without enough rights, even if the server supports it", async () => {
          const { changes } = await as("dave");
          assert.equal((await problemOf(changes.setLocked(thread(3n), true))).kind, "forbidden");
          assert.equal(changes.mayLock(demo()), true);
        });
      }
    });

    it("get no archived label, and keep one that is already set", async () => {
      at.forge.act("archiveLabel", { repo: "alice/demo", name: "bug" });
      const { labels } = await (await as("alice")).choices(demo());
      assert.deepEqual(
        labels.map(({ name }) => name),
        ["feature", "prio/high", "prio/low"],
      );
      assert.deepEqual(
        (await issue(1n)).labels.map(({ name, archived }) => [name, archived]),
        [["bug", true]],
      );
    });

    it("get an organization's labels too", async () => {
      const almanac = { base: at.forge.base, owner: "lantern", name: "almanac" };
      const names = new Set((await (await as("nadia")).choices(almanac)).labels.map(({ name }) => name));
      assert.ok(names.has("bug") && names.has("needs a translator"));
    });

    it("are offered with all labels and milestones if the server returns short pages without a total", async () => {
      at.forge.act("setPageCap", { cap: 1 });
      at.forge.act("leaveOutTotals");
      const { labels, milestones } = await (await as("alice")).choices(demo());
      assert.deepEqual(
        [...labels.map(({ name }) => name), ...milestones.map(({ title }) => title)],
        ["bug", "feature", "prio/high", "prio/low", "v1.0", "v2.0"],
      );
    });

    it("are offered once each if the server ignores the page", async () => {
      const { labels } = await (await as("alice")).choices(demo());
      const again = labels.map(({ id, name, color }) => ({ id: Number(id), name, color }));
      at.forge.answer("/labels", 200, again, {
        headers: { "content-type": "application/json;charset=utf-8", "x-total-count": String(2 * again.length) },
      });
      const repeated = await (await as("alice")).choices(demo());
      assert.deepEqual(
        repeated.labels.map(({ name }) => name),
        labels.map(({ name }) => name),
      );
    });

    it("are offered with all labels, milestones and people of the repository, however small the pages are", async () => {
      at.forge.act("setPageCap", { cap: 2 });
      const { labels, milestones, people } = await (await as("alice")).choices(demo());
      assert.deepEqual(
        labels.map(({ name }) => name),
        ["bug", "feature", "prio/high", "prio/low"],
      );
      assert.deepEqual(
        milestones.map(({ title }) => title),
        ["v1.0", "v2.0"],
      );
      assert.deepEqual(people.map(({ login }) => login).sort(), ["alice", "dave"]);
    });
  });
}

// Creating, changing and triaging issues on every kind of server, also if answers are lost or someone else is faster.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { IssueForm } from "../../../src/issues/model/issue-text.ts";
import { getText } from "../../../src/issues/writing/draft.ts";
import { places, type Place } from "../../../src/issues/writing/place.ts";
import type { Outcome } from "../../../src/issues/writing/targets/target.ts";
import { writeDocument } from "../../../src/issues/writing/text.ts";
import type { Writing } from "../../../src/issues/writing/writing.ts";
import { keepIssue } from "./own.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

for (const personality of PERSONALITIES) {
  const gitea = personality.startsWith("gitea");

  describe(`Issues at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      here = await machine();
    });
    afterEach(() => here.close());
    after(() => forge.close());

    const demo = (name = "demo") => ({ base: forge.base, owner: "alice", name });
    const thread = (number: bigint) => ({ ...demo(), number });
    const as = async (login: string) => {
      const window = here.open(forge.base);
      await window.signOut();
      await window.signIn(login);
      const { changes, choices, writing } = window.services;
      return {
        changes,
        choices: (address: ReturnType<typeof demo>) => choices.read(address),
        writing,
        drafts: writing.drafts,
      };
    };
    const issues = async (words: string) => {
      const { values } = await forge.api("alice").issues(DEMO, { state: "all", page: 1, limit: 50 });
      return values.filter(({ title }) => title.includes(words));
    };
    const issue = (number: bigint) => forge.api("alice").issue(DEMO, number);
    const fresh = ({ drafts }: Pick<Writing, "drafts">, form: Partial<IssueForm>, name = "demo"): Promise<Place> =>
      keepIssue(drafts, demo(name), form);
    const opened = async (
      { drafts }: Pick<Writing, "drafts">,
      number: bigint,
      title: string,
      body: string,
    ): Promise<Place> => {
      const now = await issue(number);
      const place = places.issueText({ ...demo(), number });
      await drafts.begin(place, { opened: { title: now.title, body: now.body, version: now.version } });
      await drafts.save(place, writeDocument(place.kind, { title, body }));
      return place;
    };
    const onDisk = () => readdir(join(here.folder, "issues", "drafts"));
    const why = async (sending: Promise<Outcome>) => {
      const outcome = await sending;
      return outcome.sent ? "sent" : outcome.why;
    };
    const writes = () => forge.asked().filter((line) => !line.startsWith("GET"));

    describe("A new issue", () => {
      it("has the fields of its header, and its draft is removed", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, {
          title: "The lamp flickers",
          body: "At *night*.\n",
          labels: ["Bug", "prio/high"],
          milestone: "v1.0",
          assignees: ["dave"],
        });
        const outcome = await desk.writing.sender.send(place);
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
        const desk = await as("bob");
        const place = await fresh(desk, { title: "From bob", labels: ["bug"], milestone: "v1.0", assignees: ["dave"] });
        const outcome = await desk.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.deepEqual(outcome.dropped, ["bug", "v1.0", "dave"]);
      });

      it("is not sent while its header is missing, has no title, or names things that the repository doesn't have", async () => {
        const desk = await as("alice");
        const strange = await fresh(desk, { title: "x", labels: ["bug", "no such"], milestone: "v9" });
        const unknown = await desk.writing.sender.send(strange);
        assert.ok(!unknown.sent);
        assert.deepEqual([unknown.why, unknown.names], ["unknownName", ["no such", "v9"]]);
        const untitled = await fresh(desk, { body: "text" });
        assert.equal(await why(desk.writing.sender.send(untitled)), "noTitle");
        await desk.drafts.save(untitled, "just text");
        assert.equal(await why(desk.writing.sender.send(untitled)), "noHead");
        assert.deepEqual(writes(), []);
        assert.equal((await desk.drafts.get(untitled))?.failure?.why, "noHead");
      });

      it("is created once if the response is lost", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, { title: "Once, please", body: "text" });
        forge.service.faults.add({ kind: "lost", method: "POST", path: "/issues$", times: 1 });
        const outcome = await desk.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.equal((await issues("Once, please")).length, 1);
        assert.equal(writes().length, 1);
        assert.deepEqual(await onDisk(), []);
      });

      it("is kept if it never arrived, and searched for before it is sent again", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, { title: "Twice asked", body: "text" });
        forge.service.faults.add({ kind: "refuse", method: "POST", path: "/issues$", times: 1 });
        const first = await desk.writing.sender.send(place);
        assert.deepEqual([first.sent, !first.sent && first.why], [false, "lost"]);
        const { id = "" } = (await desk.drafts.get(place)) ?? {};
        assert.ok((await desk.writing.attempts.get(id)) !== undefined);
        // The first request has arrived late, after the client stopped looking for the issue.
        forge.act("addIssue", { repo: "alice/demo", by: "alice", title: "Twice asked", body: "text" });
        const again = await desk.writing.sender.send(place);
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
          forge.service.faults.clear();
          const desk = await as("alice");
          const place = await fresh(desk, { title: `Refused ${status}` });
          forge.answer("/issues$", status, { message: "no" }, { method: "POST" });
          const outcome = await desk.writing.sender.send(place);
          assert.deepEqual([outcome.sent, !outcome.sent && outcome.why], [false, why], String(status));
          const draft = await desk.drafts.get(place);
          const attempt = await desk.writing.attempts.get(draft?.id ?? "");
          assert.deepEqual([draft?.failure?.kind, attempt === undefined], [kind, status !== 500]);
          await desk.drafts.remove(place);
        }
      });

      it("is not created in a repository that took over the name", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, { title: "For the old one" }, "newname");
        const text = writeDocument(place.kind, { title: "For the old one", body: "" });
        await desk.drafts.remove(place);
        await desk.drafts.begin(place, { text, repository: 12_345n });
        assert.equal(await why(desk.writing.sender.send(place)), "otherRepository");
        assert.deepEqual(writes(), []);
      });

      it("follows its repository to a new name", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, { title: "Moved on" });
        forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
        const outcome = await desk.writing.sender.send(place);
        assert.ok(outcome.sent);
        assert.equal(outcome.thread.name, "renamed");
      });

      it("keeps text typed while it is sent as an edit of the new issue", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, { title: "Typed on", body: "First words" });
        const typed = writeDocument(place.kind, { title: "Typed on", body: "First words, and more" });
        forge.service.faults.add({ kind: "delay", method: "POST", path: "/issues$", times: 1, ms: 30 });
        const sending = desk.writing.sender.send(place);
        while (writes().length === 0) await new Promise((go) => setImmediate(go));
        await desk.drafts.type(place, typed);
        const outcome = await sending;
        assert.ok(outcome.sent && outcome.more);
        const [kept] = await desk.drafts.list();
        assert.deepEqual([kept?.place.kind, kept?.place.number], ["issueText", outcome.thread.number]);
        assert.match(kept === undefined ? "" : getText(kept), /First words, and more$/);
        assert.ok((await desk.writing.sender.send(kept?.place ?? place)).sent);
        assert.equal((await issue(outcome.thread.number)).body, "First words, and more");
      });

      it("is created once if two sends start at the same time", async () => {
        const desk = await as("alice");
        const place = await fresh(desk, { title: "Double click" });
        const outcomes = await Promise.all([desk.writing.sender.send(place), desk.writing.sender.send(place)]);
        assert.deepEqual(outcomes.map((each) => (each.sent ? "sent" : each.why)).sort(), ["sent", "underWay"]);
        assert.equal((await issues("Double click")).length, 1);
      });

      it("has its own draft, separate from other new issues", async () => {
        const desk = await as("alice");
        const one = await fresh(desk, { title: "one" });
        const two = await fresh(desk, { title: "two" });
        assert.notDeepEqual(one, two);
        assert.equal((await desk.drafts.list()).length, 2);
      });
    });

    describe("The title and text of an issue", () => {
      it("are saved if the server still has what was opened", async () => {
        const desk = await as("alice");
        const place = await opened(desk, 3n, "A better title", "better text");
        const outcome = await desk.writing.sender.send(place);
        assert.ok(outcome.sent);
        const now = await issue(3n);
        assert.deepEqual([now.title, now.body], ["A better title", "better text"]);
        assert.deepEqual(await onDisk(), []);
      });

      for (const change of [{ title: "Theirs" }, { body: "theirs" }]) {
        it(`are not overwritten if someone changed the ${Object.keys(change).join()} in the meantime`, async () => {
          const desk = await as("alice");
          const place = await opened(desk, 3n, "Mine", "mine");
          forge.act("changeIssue", { repo: "alice/demo", issue: 3, by: "dave", ...change });
          const outcome = await desk.writing.sender.send(place);
          assert.ok(!outcome.sent && outcome.why === "conflict");
          assert.equal(outcome.theirs?.[change.title === undefined ? "body" : "title"], Object.values(change)[0]);
          assert.deepEqual(writes(), []);
          assert.match(getText((await desk.drafts.get(place)) ?? assert.fail("the draft is kept")), /mine$/);
        });
      }

      it("are not overwritten between the check and the save if the server counts versions", async () => {
        const desk = await as("alice");
        const place = await opened(desk, 3n, "Mine", "mine");
        forge.answer("/issues/3$", 409, { message: "content version mismatch" }, { method: "PATCH", times: 1 });
        const outcome = await desk.writing.sender.send(place);
        assert.ok(!outcome.sent && outcome.why === "conflict");
        const [sent] = forge.service.journal.filter(({ method }) => method === "PATCH").map(({ body }) => body);
        assert.equal(/"content_version":/.test(sent ?? ""), personality === "gitea-1.27");
      });

      it("trap 16: are saved despite a 412, so the response alone proves nothing", async () => {
        const change = { title: "new title", body: "new body", state: "closed" } as const;
        const { kind, facts } = await problemOf(forge.api("alice").authoring.change(DEMO, 70n, change));
        assert.deepEqual([kind, facts.status, facts.wrote], ["conflict", 412, "unknown"]);
        const saved = await issue(70n);
        assert.deepEqual([saved.title, saved.body, saved.closed], ["new title", "new body", false]);
      });

      it("count as sent if the server has them, whatever the response was", async () => {
        const desk = await as("alice");
        const place = await opened(desk, 3n, "Saved all the same", "text");
        forge.service.faults.add({ kind: "lost", method: "PATCH", path: "/issues/3$", times: 1 });
        assert.ok((await desk.writing.sender.send(place)).sent);
        assert.equal((await issue(3n)).title, "Saved all the same");
        assert.equal(writes().length, 1);
        const unsaved = await opened(desk, 3n, "Not saved", "text");
        forge.answer("/issues/3$", 412, { message: "" }, { method: "PATCH", times: 1 });
        const outcome = await desk.writing.sender.send(unsaved);
        assert.deepEqual([outcome.sent, !outcome.sent && outcome.why], [false, "lost"]);
      });

      it("are kept if the user is not allowed to change them", async () => {
        const desk = await as("bob");
        const place = await opened(desk, 3n, "Not mine", "x");
        const outcome = await desk.writing.sender.send(place);
        assert.deepEqual([outcome.sent, !outcome.sent && outcome.problem?.kind], [false, "forbidden"]);
        assert.ok((await desk.drafts.get(place)) !== undefined);
      });

      it("are not sent to a deleted issue", async () => {
        const desk = await as("alice");
        const place = places.issueText({ ...demo(), number: 99_999n });
        await desk.drafts.begin(place, { text: writeDocument(place.kind, { title: "x", body: "" }) });
        const outcome = await desk.writing.sender.send(place);
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
        forge.service.faults.add({ kind: "lost", method: "PATCH", path: "/issues/3$", times: 1 });
        assert.equal(await changes.setClosed(thread(3n), true), undefined);
        forge.service.faults.add({ kind: "refuse", method: "PATCH", path: "/issues/3$", times: 1 });
        assert.equal((await problemOf(changes.setClosed(thread(3n), false))).kind, "offline");
      });

      it("have the chosen labels, milestone and assignees, or none", async () => {
        const desk = await as("alice");
        const { labels, milestones, people } = await desk.choices(demo());
        const { changes } = desk;
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

      it("keep one of several exclusive labels, and don't report the others as ignored", async () => {
        const desk = await as("alice");
        const { labels } = await desk.choices(demo());
        const two = labels.filter(({ name }) => name.startsWith("prio/"));
        assert.equal(two.length, 2);
        assert.equal(await desk.changes.setLabels(thread(3n), two), undefined);
        assert.equal((await issue(3n)).labels.length, 1);
      });

      it("report a change that the server silently ignored", async () => {
        forge.act("addIssue", { repo: "alice/demo", by: "bob", title: "Bob's own" });
        const [own] = await issues("Bob's own");
        const desk = await as("bob");
        const { milestones } = await desk.choices(demo());
        const address = thread(own?.number ?? assert.fail("the issue is there"));
        assert.equal(await desk.changes.setMilestone(address, milestones[0]?.id), "dropped");
        assert.equal((await problemOf(desk.changes.setLabels(address, []))).kind, "forbidden");
        assert.equal(await desk.changes.setClosed(address, true), undefined, "the poster may close");
      });

      it(gitea ? "can be locked and unlocked" : "can't be locked on this server, which is remembered", async () => {
        const { changes } = await as("alice");
        assert.equal(changes.mayLock(demo()), true);
        if (gitea) {
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

      if (gitea) {
        it("can't be locked without enough rights, even if the server supports it", async () => {
          const { changes } = await as("dave");
          assert.equal((await problemOf(changes.setLocked(thread(3n), true))).kind, "forbidden");
          assert.equal(changes.mayLock(demo()), true);
        });
      }
    });

    it("get no archived label, and keep one that is already set", async () => {
      forge.act("archiveLabel", { repo: "alice/demo", name: "bug" });
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
      const almanac = { base: forge.base, owner: "lantern", name: "almanac" };
      const names = new Set((await (await as("nadia")).choices(almanac)).labels.map(({ name }) => name));
      assert.ok(names.has("bug") && names.has("needs a translator"));
    });

    it("are offered with all labels, milestones and people of the repository, however small the pages are", async () => {
      forge.act("setPageCap", { cap: 2 });
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

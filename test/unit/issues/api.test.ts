import assert from "node:assert/strict";
import type { ProblemKind } from "../../../src/base/problem.ts";
import type { Api } from "../../../src/issues/api.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge } from "./service.ts";
import type { Forge } from "./service.ts";

const OTHER = { owner: "alice", name: "other" };
const ARCHIVED = { owner: "alice", name: "archived" };

interface Route {
  readonly name: string;
  readonly target: string;
  readonly call: (api: Api) => Promise<unknown>;
  /** A body that no server should send there, and where it is wrong. */
  readonly wrong?: readonly [unknown, string];
}

const person = { id: 1, login: "a" };
const comment = {
  id: 5,
  user: person,
  body: "x",
  created_at: "2026-07-01T10:00:00Z",
  updated_at: "2026-07-01T10:00:00Z",
};

/** The nine routes of the contract, and what browsing needs besides. */
const ROUTES: readonly Route[] = [
  { name: "1", target: "GET /api/v1/repos/alice/demo/issues/1/comments", call: (api) => api.commentsOfIssue(DEMO, 1n) },
  { name: "2", target: "GET /api/v1/repos/alice/demo/issues/1/timeline", call: (api) => api.timelineOfIssue(DEMO, 1n) },
  { name: "3", target: "GET /api/v1/repos/alice/demo/issues/comments", call: (api) => api.commentsOfRepository(DEMO) },
  {
    name: "4",
    target: "POST /api/v1/repos/alice/demo/issues/1/comments",
    call: (api) => api.createComment(DEMO, 1n, "x"),
    wrong: [{ ...comment, id: "5" }, "id"],
  },
  {
    name: "5",
    target: "GET /api/v1/repos/alice/demo/issues/comments/301",
    call: (api) => api.comment(DEMO, 301n),
    wrong: [{ ...comment, created_at: "soon" }, "created_at"],
  },
  {
    name: "6",
    target: "PATCH /api/v1/repos/alice/demo/issues/comments/301",
    call: (api) => api.editComment(DEMO, 301n, "x"),
    wrong: [{ ...comment, user: { id: 1 } }, "user.login"],
  },
  {
    name: "7",
    target: "PATCH /api/v1/repos/alice/demo/issues/1/comments/301",
    call: (api) => api.editCommentOfIssue(DEMO, 1n, 301n, "x"),
    wrong: [[comment], "id"],
  },
  {
    name: "8",
    target: "DELETE /api/v1/repos/alice/demo/issues/comments/301",
    call: (api) => api.deleteComment(DEMO, 301n),
  },
  {
    name: "9",
    target: "DELETE /api/v1/repos/alice/demo/issues/1/comments/301",
    call: (api) => api.deleteCommentOfIssue(DEMO, 1n, 301n),
  },
  { name: "version", target: "GET /api/v1/version", call: (api) => api.version(), wrong: [{}, "version"] },
  {
    name: "limits",
    target: "GET /api/v1/settings/api",
    call: (api) => api.limits(),
    wrong: [{}, "max_response_items"],
  },
  { name: "user", target: "GET /api/v1/user", call: (api) => api.user(), wrong: [{ id: 1.5, login: "a" }, "id"] },
  {
    name: "repository",
    target: "GET /api/v1/repos/alice/demo",
    call: (api) => api.repository(DEMO),
    wrong: [{}, "id"],
  },
  {
    name: "issues",
    target: "GET /api/v1/repos/alice/demo/issues?state=open&page=2&limit=7",
    call: (api) => api.issues(DEMO, { state: "open", page: 2, limit: 7 }),
  },
  {
    name: "issue",
    target: "GET /api/v1/repos/alice/demo/issues/1",
    call: (api) => api.issue(DEMO, 1n),
    wrong: [{ number: 1, title: "x", state: "ajar" }, "state"],
  },
];

const LISTS = ROUTES.filter(({ name }) => ["1", "2", "3", "issues"].includes(name));

/** Each status that is told apart, and what it means for a write. */
const STATUSES: readonly (readonly [number, ProblemKind, "no" | "unknown"])[] = [
  [400, "invalid", "no"],
  [401, "unauthorized", "no"],
  [403, "forbidden", "no"],
  [404, "notFound", "no"],
  [409, "conflict", "no"],
  [412, "conflict", "unknown"],
  [413, "tooLarge", "no"],
  [422, "invalid", "no"],
  [423, "archived", "no"],
  [429, "rateLimited", "no"],
  [500, "server", "unknown"],
  [502, "server", "unknown"],
  [503, "server", "unknown"],
];

for (const personality of PERSONALITIES) {
  describe(`the API of issues, at ${personality}`, () => {
    let forge: Forge;
    let alice: Api;
    let bob: Api;
    let nobody: Api;
    before(async () => {
      forge = await startForge(personality);
      alice = forge.api("alice");
      bob = forge.api("bob");
      nobody = forge.api();
    });
    beforeEach(() => forge.reset());
    after(() => forge.close());

    for (const { name, target, call } of ROUTES) {
      it(`asks route ${name} where it is`, async () => {
        await call(alice);
        assert.deepEqual(forge.asked(), [target]);
      });
    }

    for (const { name, call } of ROUTES) {
      it(`tells each status of route ${name} apart`, async () => {
        for (const [status, kind, wrote] of STATUSES) {
          forge.service.faults.clear();
          forge.answer("", status, { message: "said so" });
          const { kind: found, facts } = await problemOf(call(alice));
          assert.equal(found, kind, String(status));
          assert.equal(facts.status, status);
          assert.equal(facts.wrote, facts.method === "GET" ? undefined : wrote, String(status));
          assert.equal(facts.detail, status === 401 ? undefined : "said so");
        }
      });
    }

    for (const { name, call, wrong } of ROUTES) {
      if (wrong === undefined) continue;
      it(`does not take a malformed answer of route ${name} for a good one`, async () => {
        forge.answer("", 200, wrong[0]);
        const { kind, facts } = await problemOf(call(alice));
        assert.equal(kind, "malformed");
        assert.equal(facts.at, wrong[1]);
        assert.equal(facts.origin, forge.base);
        assert.equal(facts.wrote, facts.method === "GET" ? undefined : "unknown");
      });
    }

    for (const { name, call } of LISTS) {
      it(`loses one wrong element of list ${name} and no other`, async () => {
        const answer = await listed(call(alice));
        forge.answer("", 200, [{ id: "wrong" }, null]);
        const { values, skipped } = await listed(call(alice));
        assert.equal(answer.skipped, 0);
        assert.deepEqual([values.length, skipped], [0, 1]);
      });

      it(`takes null for an empty list ${name}`, async () => {
        forge.answer("", 200, "null");
        assert.deepEqual(await listed(call(alice)).then(({ values }) => values), []);
      });

      it(`does not take a page of HTML for list ${name}`, async () => {
        forge.service.faults.add({ kind: "html", status: 200, path: "" });
        assert.equal((await problemOf(call(alice))).kind, "malformed");
      });
    }

    it("lists the plain comments of an issue with posters and attachments, all at once", async () => {
      const { values, total } = await alice.commentsOfIssue(DEMO, 2n);
      assert.equal(values.length, 300);
      assert.equal(total, 300);
      const rich = await alice.commentsOfIssue(DEMO, 1n);
      const shot = rich.values.find(({ id }) => id === 302n);
      assert.equal(shot?.author?.login, "bob");
      assert.deepEqual(
        shot.attachments.map(({ name }) => name),
        ["shot.png"],
      );
      assert.ok(
        rich.values.every(({ body }) => !body.startsWith("1")),
        "no event is among them",
      );
    });

    it("filters by time, both ends included, and refuses what is no time", async () => {
      const all = await alice.commentsOfIssue(DEMO, 1n);
      const last = Math.max(...all.values.map(({ updatedAt }) => updatedAt));
      const since = new Date(last).toISOString();
      const later = await alice.commentsOfIssue(DEMO, 1n, { since });
      assert.ok(later.values.length > 0 && later.values.every(({ updatedAt }) => updatedAt >= last));
      assert.equal(later.total, later.values.length);
      for (const call of [
        () => alice.commentsOfIssue(DEMO, 1n, { since: "x" }),
        () => alice.timelineOfIssue(DEMO, 1n, { before: "x" }),
        () => alice.commentsOfRepository(DEMO, { since: "x" }),
      ]) {
        const { kind, facts } = await problemOf(call());
        assert.deepEqual([kind, facts.status], ["invalid", 422]);
      }
    });

    it("reads events and comments of the timeline, but no null and no code", async () => {
      const { values, skipped } = await alice.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 });
      assert.equal(skipped, 0);
      const types = new Set(values.map(({ type }) => type));
      for (const type of ["comment", "label", "milestone", "change_title"]) assert.ok(types.has(type), type);
      assert.ok(!types.has("code"));
    });

    it("does not show a reference from where the requester may not read", async () => {
      const titles = async (api: Api): Promise<(string | undefined)[]> => {
        const { values } = await api.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 });
        return values.filter(({ type }) => type === "issue_ref").map(({ refIssue }) => refIssue?.repository);
      };
      assert.ok((await titles(alice)).includes("alice/secret"));
      assert.ok(!(await titles(bob)).includes("alice/secret"));
    });

    it("gives the number of matching comments of a repository beside a page of them", async () => {
      const { values, total } = await alice.commentsOfRepository(DEMO, { page: 1, limit: 3 });
      assert.equal(values.length, 3);
      assert.ok((total ?? 0) > 300);
    });

    it("creates a comment, in the name of who asks", async () => {
      const created = await bob.createComment(DEMO, 1n, "*hello*\r\n👩‍👩‍👧");
      assert.deepEqual([created.author?.login, created.body], ["bob", "*hello*\r\n👩‍👩‍👧"]);
      assert.deepEqual(forge.comments(1).at(-1)?.body, "*hello*\r\n👩‍👩‍👧");
    });

    it("is refused a comment on a locked issue, unless it may write there", async () => {
      const { kind, facts } = await problemOf(bob.createComment(DEMO, 8n, "x"));
      assert.deepEqual([kind, facts.status, facts.wrote], ["forbidden", 403, "no"]);
      await alice.createComment(DEMO, 8n, "mine");
      assert.equal(forge.comments(8).at(-1)?.body, "mine");
    });

    it("is refused a comment in an archived repository", async () => {
      const { kind, facts } = await problemOf(alice.createComment(ARCHIVED, 1n, "x"));
      assert.deepEqual([kind, facts.status], ["archived", 423]);
    });

    it("is told of a missing issue by 404 or by 500", async () => {
      for (const call of [
        () => alice.commentsOfIssue(DEMO, 99_999n),
        () => alice.timelineOfIssue(DEMO, 99_999n),
        () => alice.createComment(DEMO, 99_999n, "x"),
      ]) {
        const { facts } = await problemOf(call());
        assert.equal(facts.status, personality === "forgejo" ? 404 : 500);
      }
      assert.equal((await problemOf(alice.issue(DEMO, 99_999n))).kind, "notFound");
    });

    it("gets one comment, nothing for an event, and a problem for what is not there", async () => {
      assert.equal((await alice.comment(DEMO, 301n))?.body, "first comment by alice");
      assert.equal(await alice.comment(DEMO, 303n), undefined);
      assert.equal((await problemOf(alice.comment(DEMO, 999_999n))).kind, "notFound");
      assert.equal((await problemOf(alice.comment(OTHER, 301n))).kind, "notFound");
    });

    for (const [name, edit] of [
      ["6", (api: Api, id: bigint, body: string) => api.editComment(DEMO, id, body)],
      ["7", (api: Api, id: bigint, body: string) => api.editCommentOfIssue(DEMO, 77n, id, body)],
    ] as const) {
      it(`edits by route ${name}: 200, 204 for an event, 403 and 404`, async () => {
        assert.equal((await edit(alice, 301n, "better"))?.body, "better");
        assert.equal(forge.comments(1)[0]?.body, "better");
        assert.equal(await edit(alice, 303n, "no event"), undefined);
        assert.equal((await problemOf(edit(bob, 301n, "not mine"))).facts.status, 403);
        assert.equal((await problemOf(edit(alice, 999_999n, "x"))).facts.status, 404);
        const { facts } = await problemOf(edit(nobody, 301n, "x"));
        assert.ok(facts.status === (personality === "contract" ? 403 : 401), String(facts.status));
        assert.equal(forge.comments(1)[0]?.body, "better");
      });
    }

    for (const [name, remove] of [
      ["8", (api: Api, id: bigint) => api.deleteComment(DEMO, id)],
      ["9", (api: Api, id: bigint) => api.deleteCommentOfIssue(DEMO, 77n, id)],
    ] as const) {
      it(`deletes by route ${name}: 204, nothing for an event, 403 and 404`, async () => {
        const events = (await alice.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 })).values;
        assert.equal((await problemOf(remove(bob, 301n))).facts.status, 403);
        await remove(alice, 301n);
        assert.ok(!forge.comments(1).some(({ id }) => id === 301));
        assert.equal((await problemOf(remove(alice, 301n))).facts.status, 404);
        if (personality.startsWith("gitea")) assert.equal((await problemOf(remove(alice, 303n))).facts.status, 400);
        else await remove(alice, 303n);
        const { values } = await alice.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 });
        assert.equal(values.length, events.length - 1);
      });
    }

    it("repeats a write under the new name of a repository", async () => {
      const created = await alice.createComment({ owner: "alice", name: "oldname" }, 1n, "where it went");
      assert.equal(created.body, "where it went");
      assert.equal(forge.comments(1, "alice/newname").at(-1)?.body, "where it went");
      const renamed = await alice.repository({ owner: "alice", name: "oldname" });
      assert.equal(renamed.name, "newname");
    });

    it("reads issues and pull requests with all that stands beside them", async () => {
      const rich = await alice.issue(DEMO, 1n);
      assert.deepEqual([rich.pull, rich.closed, rich.labels.map(({ name }) => name)], [undefined, false, ["bug"]]);
      assert.deepEqual(
        rich.assignees.map(({ login }) => login),
        ["dave"],
      );
      const merged = await alice.issue(DEMO, 6n);
      assert.deepEqual([merged.pull?.merged, merged.closed], [true, true]);
      assert.equal((await alice.issue(DEMO, 8n)).locked, true);
      const page = await alice.issues(DEMO, { state: "open", page: 1, limit: 10 });
      assert.equal(page.values.length, 10);
      assert.ok((page.total ?? 0) > 50);
    });

    it("reads what a repository can do", async () => {
      const demo = await alice.repository(DEMO);
      assert.deepEqual([demo.hasIssues, demo.archived, demo.mayPush], [true, false, true]);
      assert.equal((await alice.repository({ owner: "alice", name: "noissues" })).hasIssues, false);
      const elsewhere = await alice.repository({ owner: "alice", name: "exttracker" });
      assert.match(elsewhere.externalTracker ?? "", /^https?:/);
      assert.equal((await alice.repository(ARCHIVED)).archived, true);
    });

    it("says who a token belongs to, and never what it is", async () => {
      assert.equal((await alice.user()).login, "alice");
      const { kind, facts, message } = await problemOf(forge.api("a-token-that-nobody-has").version());
      assert.deepEqual([kind, facts.detail], ["unauthorized", undefined]);
      assert.ok(!message.includes("612d746f6b656e"));
    });

    it("never shows an address of e-mail", async () => {
      const all = [await alice.issue(DEMO, 1n), await alice.repository(DEMO), await alice.timelineOfIssue(DEMO, 1n)];
      const said = JSON.stringify(all, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      assert.doesNotMatch(said, /@lab\.test|noreply/);
    });

    it("keeps ids beyond 2^53 exact", async () => {
      forge.answer("", 200, JSON.stringify(comment).replace('"id":5', '"id":9223372036854775807'));
      assert.equal((await alice.comment(DEMO, 9_223_372_036_854_775_807n))?.id, 9_223_372_036_854_775_807n);
      assert.match(forge.asked()[0] ?? "", /comments\/9223372036854775807$/);
    });

    it("finds the API under a path", async () => {
      forge.act("setSubPath", { path: "/git" });
      assert.equal((await forge.api("alice", "/git").user()).login, "alice");
    });
  });
}

async function listed(answer: Promise<unknown>) {
  return (await answer) as { readonly values: readonly unknown[]; readonly skipped: number };
}

// Each route of the API: the request, the kind of problem for each status, and malformed answers.
import assert from "node:assert/strict";
import type { ProblemKind } from "../../../src/base/problem.ts";
import type { ApiV1 as Api } from "../../../src/issues/api/api-v1.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge, type Forge } from "./service.ts";

const ARCHIVED = { owner: "alice", name: "archived" };

interface Route {
  readonly name: string;
  readonly target: string;
  readonly call: (api: Api) => Promise<unknown>;
  /** A malformed body, and the path to its fault. */
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

/** The nine routes of the contract for comments, and the other routes that the wing needs. */
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

/** Each status, its kind of problem, and what it means for a write. */
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
  describe(`Issue endpoints at ${personality}`, () => {
    let forge: Forge;
    let alice: Api;
    before(async () => {
      forge = await startForge(personality);
      alice = forge.api("alice");
    });
    beforeEach(() => forge.reset());
    after(() => forge.close());

    for (const { name, target, call } of ROUTES) {
      it(`request route ${name} at its path`, async () => {
        await call(alice);
        assert.deepEqual(forge.asked(), [target]);
      });
    }

    for (const { name, call } of ROUTES) {
      it(`report each status of route ${name} as its own problem`, async () => {
        for (const [status, kind, wrote] of STATUSES) {
          forge.service.faults.clear();
          forge.answer("", status, { message: "said so" });
          const { kind: found, facts } = await problemOf(call(alice));
          const isWrite = facts.method !== "GET";
          assert.equal(found, kind === "archived" && !isWrite ? "unexpected" : kind, String(status));
          assert.equal(facts.status, status);
          assert.equal(facts.wrote, isWrite ? wrote : undefined, String(status));
          assert.equal(facts.detail, status === 401 ? undefined : "said so");
        }
      });
    }

    for (const { name, call, wrong } of ROUTES) {
      if (wrong === undefined) continue;
      it(`reject a malformed response of route ${name}`, async () => {
        forge.answer("", 200, wrong[0]);
        const { kind, facts } = await problemOf(call(alice));
        assert.equal(kind, "malformed");
        assert.equal(facts.at, wrong[1]);
        assert.equal(facts.origin, forge.base);
        assert.equal(facts.wrote, facts.method === "GET" ? undefined : "unknown");
      });
    }

    for (const { name, call } of LISTS) {
      it(`drop only the malformed element of list ${name}`, async () => {
        const answer = await listed(call(alice));
        forge.answer("", 200, [{ id: "wrong" }, null]);
        const { values, skipped } = await listed(call(alice));
        assert.equal(answer.skipped, 0);
        assert.deepEqual([values.length, skipped], [0, 1]);
      });

      it(`read null as an empty list ${name}`, async () => {
        forge.answer("", 200, "null");
        assert.deepEqual(await listed(call(alice)).then(({ values }) => values), []);
      });

      it(`reject an HTML page for list ${name}`, async () => {
        forge.service.faults.add({ kind: "html", status: 200, path: "" });
        assert.equal((await problemOf(call(alice))).kind, "malformed");
      });
    }

    it("repeat a write under the repository's new name", async () => {
      const created = await alice.createComment({ owner: "alice", name: "oldname" }, 1n, "where it went");
      assert.equal(created.body, "where it went");
      assert.equal(forge.comments(1, "alice/newname").at(-1)?.body, "where it went");
      const renamed = await alice.repository({ owner: "alice", name: "oldname" });
      assert.equal(renamed.name, "newname");
    });

    it("load issues and pull requests with all their fields", async () => {
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

    it("load what a repository allows", async () => {
      const demo = await alice.repository(DEMO);
      assert.deepEqual([demo.hasIssues, demo.archived, demo.mayPush], [true, false, true]);
      assert.equal((await alice.repository({ owner: "alice", name: "noissues" })).hasIssues, false);
      const elsewhere = await alice.repository({ owner: "alice", name: "exttracker" });
      assert.match(elsewhere.externalTracker ?? "", /^https?:/);
      assert.equal((await alice.repository(ARCHIVED)).archived, true);
    });

    it("return the owner of a token, and never the token", async () => {
      assert.equal((await alice.user()).login, "alice");
      const { kind, facts, message } = await problemOf(forge.api("a-token-that-nobody-has").version());
      assert.deepEqual([kind, facts.detail], ["unauthorized", undefined]);
      assert.ok(!message.includes("612d746f6b656e"));
    });

    it("never expose an email address", async () => {
      const all = [await alice.issue(DEMO, 1n), await alice.repository(DEMO), await alice.timelineOfIssue(DEMO, 1n)];
      const said = JSON.stringify(all, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      assert.doesNotMatch(said, /@lab\.test|noreply/);
    });

    it("keep IDs beyond 2^53 exact", async () => {
      forge.answer("", 200, JSON.stringify(comment).replace('"id":5', '"id":9223372036854775807'));
      assert.equal((await alice.comment(DEMO, 9_223_372_036_854_775_807n))?.id, 9_223_372_036_854_775_807n);
      assert.match(forge.asked()[0] ?? "", /comments\/9223372036854775807$/);
    });

    it("find the API below a path", async () => {
      forge.act("setSubPath", { path: "/git" });
      assert.equal((await forge.api("alice", "/git").user()).login, "alice");
    });
  });
}

async function listed(answer: Promise<unknown>) {
  return (await answer) as { readonly values: readonly unknown[]; readonly skipped: number };
}

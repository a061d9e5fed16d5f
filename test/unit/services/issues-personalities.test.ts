// The sandbox's issue servers differ from each other exactly like the real ones.
import assert from "node:assert/strict";
import { demoToken } from "../../services/issues/seed/writer.js";
import { PERSONALITIES, TRAITS, type Personality, type Server, withServer } from "./issues-server.ts";

const DEMO = "/repos/alice/demo/issues";

/** Asks each server the same question and returns the results by server. */
async function resultsOf(question: (server: Server) => Promise<unknown>): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const personality of PERSONALITIES) {
    await withServer(personality, async (server) => {
      answers[personality] = await question(server);
    });
  }
  return answers;
}

/** The expected results. A server that isn't named has the same result as the server that it is based on. */
type Expected = Record<"forgejo" | "gitea", unknown> & Partial<Record<Personality, unknown>>;

function expectedOf(personality: Personality, expected: Expected): unknown {
  if (Object.hasOwn(expected, personality)) return expected[personality];
  const { basedOn } = TRAITS[personality];
  return basedOn === undefined ? assert.fail(`nothing is expected of ${personality}`) : expected[basedOn];
}

describe("Differences between the servers", () => {
  const differ = (name: string, expected: Expected, question: (server: Server) => Promise<unknown>) => {
    it(name, async () => {
      const all = PERSONALITIES.map((each) => [each, expectedOf(each, expected)]);
      assert.deepEqual(await resultsOf(question), Object.fromEntries(all));
    });
  };

  differ(
    "in their version",
    { contract: "1.0.0", forgejo: "15.0.3+gitea-1.22.0", gitea: "1.25.4", "gitea-1.27": "1.27.1" },
    async (server) => (await server.get("", "/version")).at("version"),
  );

  differ(
    "in the version of their own kind",
    { contract: 404, forgejo: 200, gitea: 404 },
    async (server) => (await server.get("", "/api/forgejo/v1/version")).status,
  );

  differ("in the comments of a missing issue", { contract: 500, forgejo: 404, gitea: 500 }, async (server) => {
    const list = await server.get("alice", `${DEMO}/99999/comments`);
    const timeline = await server.get("alice", `${DEMO}/99999/timeline`);
    const created = await server.ask("alice", "POST", `${DEMO}/99999/comments`, { body: "x" });
    assert.deepEqual([timeline.status, created.status], [list.status, list.status]);
    return list.status;
  });

  differ(
    "in the answer without a page, with and without a limit",
    { contract: [7, "all"], forgejo: [44, "all"], gitea: [44, "all"], "gitea-1.27": [7, 30] },
    async (server) => {
      const timeline = await server.get("alice", `${DEMO}/1/timeline?limit=7`);
      const comments = await server.get("alice", `${DEMO}/comments`);
      const count = comments.list().length;
      const all = String(count) === comments.headers.get("x-total-count");
      return [timeline.list().length, all ? "all" : count];
    },
  );

  differ("in the attachments of a single comment", { forgejo: 2, gitea: 0 }, async (server) => {
    const body = new FormData();
    body.append("attachment", new Blob(["up"]), "u.txt");
    server.act("setRights", { repo: "alice/demo", user: "bob", level: "write" });
    assert.equal((await server.ask("bob", "POST", `${DEMO}/comments/302/assets`, body)).status, 201);
    const assets = (await server.get("alice", `${DEMO}/comments/302`)).at("assets");
    return Array.isArray(assets) ? assets.length : undefined;
  });

  differ("in the answer to a removed reaction", { forgejo: 200, gitea: 200, "gitea-1.27": 204 }, async (server) => {
    const path = `${DEMO}/comments/302/reactions`;
    const answer = await server.ask("carol", "DELETE", path, { content: "rocket" });
    assert.equal(answer.text, "");
    assert.equal((await server.get("", path)).json, null);
    return answer.status;
  });

  differ(
    "in deleting a review, a code comment and an event",
    {
      forgejo: [204, true, 204, true, 204],
      gitea: [204, false, 204, false, 400],
    },
    async (server) => {
      const review = await server.ask("alice", "DELETE", `${DEMO}/comments/347`);
      const reviewStays = (await server.get("alice", `${DEMO}/5/timeline`)).list("id").includes(347);
      const code = await server.ask("alice", "DELETE", `${DEMO}/comments/346`);
      const notes = await server.get("alice", "/repos/alice/demo/pulls/5/reviews/1/comments");
      const event = await server.ask("alice", "DELETE", `${DEMO}/comments/303`);
      assert.ok((await server.get("alice", `${DEMO}/1/timeline`)).list("id").includes(303));
      return [review.status, reviewStays, code.status, notes.list().length === 1, event.status];
    },
  );

  differ("in the date after an edit with the same body", { forgejo: "moves", gitea: "stays" }, async (server) => {
    const before = (await server.get("", `${DEMO}/comments/345`)).at("updated_at");
    const edited = await server.ask("bob", "PATCH", `${DEMO}/comments/345`, { body: "pr plain comment" });
    return edited.at("updated_at") === before ? "stays" : "moves";
  });

  differ("in a state that does not exist", { forgejo: [201, "open"], gitea: [412, "closed"] }, async (server) => {
    await server.ask("alice", "PATCH", `${DEMO}/4`, { state: "closed" });
    const answer = await server.ask("alice", "PATCH", `${DEMO}/4`, { state: "asleep" });
    return [answer.status, (await server.get("", `${DEMO}/4`)).at("state")];
  });

  differ(
    "in the version of an issue's content",
    {
      forgejo: [undefined, 201, "second"],
      gitea: [undefined, 201, "second"],
      "gitea-1.27": [1, 409, "first"],
    },
    async (server) => {
      const first = await server.ask("alice", "PATCH", `${DEMO}/4`, { title: "first" });
      const second = await server.ask("alice", "PATCH", `${DEMO}/4`, { title: "second", content_version: 0 });
      return [first.at("content_version"), second.status, (await server.get("", `${DEMO}/4`)).at("title")];
    },
  );

  differ(
    "in whether lists of issues can be sorted, and queries have operators",
    {
      forgejo: [1, "Scale"],
      gitea: [75, undefined],
    },
    async (server) => {
      server.act("addIssue", { repo: "alice/demo", by: "dave", title: "Scale" });
      const sorted = await server.get("", `${DEMO}?sort=oldest&state=all`);
      const asked = await server.get("", `${DEMO}?q=${encodeURIComponent("author:dave is:open -feature")}`);
      return [sorted.at("0.number"), asked.at("0.title")];
    },
  );

  differ(
    "in the routes to lock and assign an issue, and to describe a token",
    {
      forgejo: [404, 404, 404, 405],
      gitea: [204, 404, 404, 405],
      "gitea-1.27": [204, 201, 200, 200],
    },
    async (server) => [
      (await server.ask("alice", "PUT", `${DEMO}/4/lock`, { lock_reason: "Spam" })).status,
      (await server.ask("alice", "POST", `${DEMO}/4/assignees`, { assignees: ["dave"] })).status,
      (await server.get("readonly", "/token")).status,
      (await server.ask("", "HEAD", "/version")).status,
    ],
  );

  differ(
    "in fields that only some return",
    {
      forgejo: ["pronouns", "type"],
      gitea: ["time_estimate"],
      "gitea-1.27": ["time_estimate", "content_version", "projects"],
    },
    async (server) => {
      const issue = await server.get("alice", `${DEMO}/1`);
      const asked = [
        ["user", "pronouns"],
        ["assets.0", "type"],
        ["", "time_estimate"],
        ["", "content_version"],
        ["", "projects"],
      ] as const;
      return asked.flatMap(([path, field]) => {
        const holder = path === "" ? issue.json : issue.at(path);
        return typeof holder === "object" && holder !== null && field in holder ? [field] : [];
      });
    },
  );

  const updateFields = ["allow_merge_update", "branch_count", "default_update_style", "mirror_last_sync_at"];
  differ(
    "in fields of a repository that only some return",
    { forgejo: ["default_update_style"], gitea: [], "gitea-1.27": updateFields },
    async (server) => {
      const { json } = await server.get("alice", "/repos/alice/demo");
      return updateFields.filter((field) => typeof json === "object" && json !== null && field in json);
    },
  );

  differ(
    "in the body of the 404 for a comment of another repository",
    {
      // The contract checks the repository only when it returns a comment.
      contract: [404, "The target couldn't be found.", 200, 204],
      forgejo: [404, "The target couldn't be found."],
      gitea: [404, "nothing"],
      "gitea-1.27": [404, "not found"],
    },
    async (server) => {
      const path = "/repos/alice/other/issues/comments/302";
      const answers = [
        await server.get("alice", path),
        await server.ask("alice", "PATCH", path, { body: "x" }),
        await server.ask("alice", "DELETE", path),
      ];
      const outcomes = answers.map((answer) =>
        answer.status === 404 ? [404, answer.text === "" ? "nothing" : answer.at("message")] : [answer.status],
      );
      const known = new Set(outcomes.map((outcome) => JSON.stringify(outcome)));
      return outcomes.filter((outcome) => known.delete(JSON.stringify(outcome))).flat();
    },
  );

  differ(
    "in the 404 of the API",
    {
      forgejo: { message: "The target couldn't be found.", errors: [] },
      gitea: { message: "not found", errors: null },
      "gitea-1.27": { message: "not found" },
    },
    async (server) => {
      const { json } = await server.get("alice", "/repos/alice/none");
      if (typeof json !== "object" || json === null) return json;
      return Object.fromEntries(Object.entries(json).filter(([name]) => name !== "url"));
    },
  );

  differ(
    "only in the error text for an archived repository",
    {
      forgejo: "<Repository 4:alice/archived> is archived",
      gitea: "alice/archived is archived",
      "gitea-1.27": "repo is archived",
    },
    async (server) => {
      const path = "/repos/alice/archived/issues";
      const created = await server.ask("alice", "POST", `${path}/1/comments`, { body: "x" });
      const [id] = (await server.get("", `${path}/1/comments`)).list("id");
      const edit = { body: "edited" };
      assert.equal(created.status, 423);
      assert.equal((await server.ask("alice", "POST", path, { title: "x" })).status, 423);
      assert.equal((await server.ask("alice", "PATCH", `${path}/comments/${String(id)}`, edit)).status, 423);
      assert.equal((await server.ask("alice", "PATCH", `${path}/1/comments/${String(id)}`, edit)).status, 200);
      assert.equal((await server.ask("alice", "PATCH", `${path}/1`, edit)).status, 201);
      assert.equal((await server.ask("alice", "DELETE", `${path}/comments/${String(id)}`)).status, 204);
      return created.at("message");
    },
  );

  differ("in the default length of a search", { forgejo: 20, gitea: 20, "gitea-1.27": 30 }, async (server) => {
    server.act("setPageCap", { cap: 7 });
    assert.equal((await server.get("", "/repos/issues/search?limit=50")).list().length, 7);
    return (await server.get("", "/repos/issues/search")).list().length;
  });

  differ(
    "in who may edit the comments of others",
    { contract: 403, forgejo: 200, gitea: 200 },
    async (server) => (await server.ask("dave", "PATCH", `${DEMO}/comments/302`, { body: "x" })).status,
  );

  differ("in whether a quota stops an upload", { contract: 201, forgejo: 413, gitea: 201 }, async (server) => {
    server.act("setQuota", { user: "alice" });
    const body = new FormData();
    body.append("attachment", new Blob(["up"]), "u.txt");
    return (await server.ask("alice", "POST", `${DEMO}/comments/301/assets`, body)).status;
  });

  differ(
    "in whether the owner may date a comment",
    {
      forgejo: "2026-11-01T08:00:00Z",
      gitea: "2026-11-21T12:00:00Z",
    },
    async (server) => {
      const body = { body: "x", updated_at: "2026-11-01T09:00:00+01:00" };
      return (await server.ask("alice", "POST", `${DEMO}/4/comments`, body)).at("created_at");
    },
  );

  differ(
    "in how strictly they check the request's JSON",
    {
      forgejo: [201, 201, 201],
      gitea: [201, 201, 201],
      "gitea-1.27": [422, 422, 422],
    },
    async (server) => {
      const statuses = [];
      const notUtf8 = Buffer.concat([Buffer.from('{"body":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
      for (const body of ['{"BODY":"x"}', '{"body":"x","body":"y"}', notUtf8]) {
        const answer = await fetch(`${server.origin}/api/v1${DEMO}/4/comments?token=${demoToken("alice")}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        statuses.push(answer.status);
      }
      return statuses;
    },
  );

  differ(
    "in the maximum length of a title",
    {
      forgejo: [252, "é…"],
      gitea: [504, "é…"],
    },
    async (server) => {
      const answer = await server.ask("alice", "POST", DEMO, { title: "é".repeat(300) });
      const title = String(answer.at("title"));
      return [Buffer.byteLength(title) - Buffer.byteLength("…"), title.slice(-2)];
    },
  );

  differ(
    "in the maximum length of a title in Chinese",
    {
      forgejo: 85,
      gitea: 127,
    },
    async (server) => {
      const answer = await server.ask("alice", "POST", DEMO, { title: "漢".repeat(255) });
      return String(answer.at("title")).length;
    },
  );

  differ(
    "in the error for a blocked user, and whether they may still edit",
    {
      forgejo: ["user is blocked by the poster or repository owner", 200],
      gitea: ["user is blocked", 403],
    },
    async (server) => {
      server.act("block", { by: "alice", user: "bob" });
      const created = await server.ask("bob", "POST", `${DEMO}/4/comments`, { body: "x" });
      assert.equal(created.status, 403);
      const edited = await server.ask("bob", "PATCH", `${DEMO}/comments/302`, { body: "x" });
      return [created.at("message"), edited.status];
    },
  );

  differ(
    "in the order of the checks before an edit",
    { contract: [404, 403], forgejo: [404, 423], gitea: [423, 423] },
    async (server) => {
      const path = "/repos/alice/archived/issues/comments";
      const missing = await server.ask("", "PATCH", `${path}/999999`, { body: "x" });
      const [id] = (await server.get("", "/repos/alice/archived/issues/1/comments")).list("id");
      const there = await server.ask("", "PATCH", `${path}/${String(id)}`, { body: "x" });
      return [missing.status, there.status];
    },
  );
});

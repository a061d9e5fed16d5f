// The sandbox's issue servers always start in the same state, which their seed determines.
import assert from "node:assert/strict";
import { type Answered, type Personality, type Server, withServer } from "./issues-server.ts";

/** All types of timeline entries. */
const TYPES = `comment reopen close unlock lock pin unpin start_tracking stop_tracking cancel_tracking merge_pull
  pull_scheduled_merge pull_cancel_scheduled_merge issue_ref comment_ref pull_ref commit_ref label milestone assignees
  change_title delete_branch change_target_branch change_issue_ref add_time_manual delete_time_manual added_deadline
  modified_deadline removed_deadline add_dependency remove_dependency review dismiss_review review_request pull_push`;

async function everything(server: Server): Promise<string> {
  const answers: Answered[] = [];
  for (const repo of ["harbour/chart-kit", "harbour/tide-gauges", "lantern/almanac"]) {
    answers.push(await server.get("nadia", `/repos/${repo}/issues?state=all&limit=50`));
    answers.push(await server.get("nadia", `/repos/${repo}/issues/comments?page=1&limit=50`));
    answers.push(await server.get("nadia", `/repos/${repo}/issues/7/timeline`));
  }
  return answers.map(({ text }) => text.replaceAll(server.origin, "")).join("\n");
}

async function grown(personality: Personality, options: { scale?: number; seed?: string }): Promise<string> {
  let found = "";
  await withServer(personality, async (server) => void (found = await everything(server)), options);
  return found;
}

describe("The initial state of the sandbox's issue servers", () => {
  it("is determined by the seed", async () => {
    const first = await grown("forgejo", { seed: "7" });
    assert.equal(await grown("forgejo", { seed: "7" }), first);
    assert.notEqual(await grown("forgejo", { seed: "8" }), first);
  });

  it("doesn't depend on the first request", async () => {
    await withServer("forgejo", async (server) => {
      const [last] = (await server.get("", "/repos/harbour/chart-kit/issues/7/comments")).list("id").slice(-1);
      const path = `/repos/harbour/chart-kit/issues/comments/${String(last)}`;
      const late = await server.get("", path);
      server.controlled.reset();
      assert.equal((await server.get("", path)).text, late.text);
    });
  });

  it("is restored by a reset, including tokens and settings", async () => {
    await withServer("gitea", async (server) => {
      const before = await everything(server);
      await server.ask("nadia", "POST", "/repos/lantern/almanac/issues/7/comments", { body: "soon forgotten" });
      server.act("archive", { repo: "lantern/almanac" });
      server.act("setSubPath", { path: "/git" });
      server.act("revokeToken", { token: "0" });
      server.controlled.reset();
      assert.equal(await everything(server), before);
    });
  });

  it("has every type of event, and those of one server only on that server", async () => {
    for (const [personality, more] of [
      ["forgejo", ""],
      ["gitea", " project project_board change_time_estimate"],
    ] as const) {
      await withServer(personality, async (server) => {
        const seen = new Set<unknown>();
        const issues = await server.get("nadia", "/repos/lantern/almanac/issues?state=all&limit=50");
        const paths = issues.list("number").map((number) => `/repos/lantern/almanac/issues/${String(number)}`);
        for (const path of [...paths, "/repos/lantern/lamp-firmware/issues/1"]) {
          const timeline = await server.get("nadia", `${path}/timeline`);
          if (timeline.json !== null) for (const type of timeline.list("type")) seen.add(type);
        }
        assert.deepEqual(seen, new Set(`${TYPES}${more}`.split(/\s+/)));
      });
    }
  });

  it("grows with the scale, and generates only what is requested", async () => {
    await withServer(
      "forgejo",
      async (server) => {
        const path = "/repos/harbour/chart-kit/issues";
        const list = await server.get("", `${path}?state=all&limit=50&page=100`);
        assert.ok(Number(list.headers.get("x-total-count")) > 5000);
        assert.equal(list.list().length, 50);
        const crowded = await server.get("", `${path}/7/comments`);
        assert.equal(crowded.list().length, 5020);
        assert.equal((await server.get("", `${path}/7`)).at("comments"), 5020);
        const made = await server.ask("wren", "POST", `${path}/7/comments`, { body: "one more" });
        assert.ok(Number(made.at("id")) > Number(crowded.list("id").at(-1)));
        assert.equal((await server.get("", `${path}/7/comments`)).at("5020.body"), "one more");
        const written = JSON.stringify(server.controlled.state());
        assert.ok(!written.includes('tide-gauges","private":false,"archived":false,"issues":[{'));
      },
      { scale: 1000 },
    );
  });

  it("has attachments that are valid images", async () => {
    await withServer("forgejo", async (server) => {
      const comments = await server.get("", "/repos/lantern/almanac/issues/1/comments");
      const shown = /!\[[^\]]*\]\((\/attachments\/[\w-]+)\)/.exec(comments.text)?.[1] ?? "";
      const picture = await server.get("", shown);
      assert.equal(picture.headers.get("content-type"), "image/png");
      assert.equal(picture.bytes.subarray(1, 4).toString("latin1"), "PNG");
    });
  });
});

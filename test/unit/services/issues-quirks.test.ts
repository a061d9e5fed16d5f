// The sandbox's issue servers have the same pitfalls as the real ones, so that tests of the client run into them.
import assert from "node:assert/strict";
import { type Personality, withServer } from "./issues-server.ts";

const DEMO = "/repos/alice/demo/issues";
const REAL: readonly Personality[] = ["forgejo", "gitea", "gitea-1.27"];

/** Runs the test on each server that imitates a real one. */
function onReal(name: string, test: Parameters<typeof withServer>[1]): void {
  for (const personality of REAL) it(`${name} (${personality})`, () => withServer(personality, test));
}

describe("Pitfalls of the servers", () => {
  onReal("1: the comments of an issue have no pages", async (server) => {
    const first = await server.get("", `${DEMO}/2/comments?page=1&limit=10`);
    const later = await server.get("", `${DEMO}/2/comments?page=99&limit=10`);
    assert.equal(first.list().length, 300);
    assert.equal(later.text, first.text);
  });

  onReal(
    "2: an empty timeline is null, and others contain nulls, count only their page and have no attachments",
    async (server) => {
      const after = await server.get("alice", `${DEMO}/1/timeline?page=99&limit=50`);
      assert.deepEqual([after.json, after.headers.get("x-total-count")], [null, "0"]);
      const hole = await server.get("alice", `${DEMO}/70/timeline`);
      assert.equal(hole.list()[2], null);
      assert.equal(hole.headers.get("x-total-count"), "5");
      const page = await server.get("alice", `${DEMO}/1/timeline?page=2&limit=4`);
      assert.equal(page.headers.get("x-total-count"), "4");
      assert.equal(page.at("0.assets"), undefined);
      // A page can be null even if the next one is not.
      assert.equal((await server.get("bob", `${DEMO}/74/timeline?page=1&limit=1`)).json, null);
      assert.deepEqual((await server.get("bob", `${DEMO}/74/timeline?page=2&limit=1`)).list("type"), ["comment"]);
    },
  );

  onReal("2: a timeline has a null for a reference from a deleted comment", async (server) => {
    const made = await server.ask("alice", "POST", `${DEMO}/3/comments`, { body: "look at #4" });
    const before = await server.get("alice", `${DEMO}/4/timeline`);
    assert.equal(before.at("0.ref_comment.id"), made.at("id"));
    await server.ask("alice", "DELETE", `${DEMO}/comments/${String(made.at("id"))}`);
    assert.deepEqual((await server.get("alice", `${DEMO}/4/timeline`)).list(), [null]);
  });

  onReal("2: several pages of a timeline can be null before one that isn't", async (server) => {
    const number = server.act("addIssue", { repo: "alice/demo", by: "alice" }, "number");
    const place = { repo: "alice/demo", issue: number, by: "alice" };
    server.act("addReferences", { ...place, from: { repo: "alice/secret", issue: 1 }, times: 7 });
    server.act("addEvent", { ...place, type: "pin" });
    const page = (who: string, at: number) => server.get(who, `${DEMO}/${String(number)}/timeline?page=${at}&limit=2`);
    for (const at of [1, 2, 3]) assert.equal((await page("bob", at)).json, null);
    assert.deepEqual((await page("bob", 4)).list("type"), ["pin"]);
    assert.equal((await page("alice", 1)).list().length, 2);
  });

  onReal("3: some responses have no body, and some are text or null", async (server) => {
    const bodies = [
      await server.ask("bob", "PATCH", `${DEMO}/comments/301`, { body: "x" }),
      await server.ask("bob", "PATCH", `${DEMO}/1`, { title: "x" }),
      await server.ask("bob", "DELETE", `${DEMO}/comments/301`),
      await server.get("bob", `${DEMO}/comments/303`),
      await server.ask("bob", "PUT", `${DEMO}/comments/301`),
    ];
    assert.deepEqual(
      bodies.map(({ status, text }) => [status, text]),
      [403, 403, 403, 204, 405].map((status) => [status, ""]),
    );
    const route = await server.get("alice", "/repos/alice/demo/nope");
    assert.deepEqual([route.status, route.text], [404, "404 page not found\n"]);
    assert.match(route.headers.get("content-type") ?? "", /^text\/plain/);
    const mode = await server.ask("alice", "POST", "/markup", { Text: "x", Mode: "opera" });
    assert.equal(mode.status, 422);
    assert.match(mode.headers.get("content-type") ?? "", /^text\/plain/);
    const asset = await server.get("alice", `${DEMO}/comments/341/assets/99999`);
    assert.deepEqual([asset.status, asset.json], [404, null]);
  });

  it("4: Forgejo repeats the rejected token in its message", async () => {
    const key = "deadbeef".repeat(5);
    await withServer("forgejo", async (server) => {
      assert.ok(String((await server.get(`=${key}`, "/user")).at("message")).includes(key));
    });
    await withServer("gitea", async (server) => {
      assert.ok(!(await server.get(`=${key}`, "/user")).text.includes(key));
    });
  });

  onReal("5: an invalid token blocks public content, and an unknown scheme counts as signed out", async (server) => {
    for (const path of ["/version", "/repos/alice/demo", "/nope", `${DEMO}/1/comments`]) {
      assert.equal((await server.get("=0123", path)).status, 401, path);
    }
    const digest = { authorization: 'Digest username="alice"' };
    assert.equal((await server.ask("", "GET", "/version", undefined, digest)).status, 200);
    assert.equal((await server.ask("", "GET", "/user", undefined, digest)).at("message"), "token is required");
  });

  onReal("6: a renamed repository returns 301 before any check, and a renamed owner 307", async (server) => {
    const renamed = await server.ask("", "POST", "/repos/alice/oldname/issues/1/comments?x=1", "no JSON");
    assert.equal(renamed.status, 301);
    assert.equal(renamed.headers.get("location"), "/api/v1/repos/alice/newname/issues/1/comments?x=1");
    const moved = await server.ask("alice", "PATCH", "/repos/erin/r/issues/comments/1", {});
    assert.deepEqual([moved.status, moved.headers.get("location")], [307, "/api/v1/repos/erin2/r/issues/comments/1"]);
    const page = await server.get("", "/repos/alice/oldname");
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.match(page.text, /^<a href="\/api\/v1\/repos\/alice\/newname">/);
  });

  onReal("6: an old name can belong to another repository", async (server) => {
    const before = (await server.get("", "/repos/alice/newname")).at("id");
    server.act("takeName", { owner: "alice", name: "oldname", like: "alice/newname" });
    const now = await server.get("", "/repos/alice/oldname");
    assert.equal(now.status, 200);
    assert.notEqual(now.at("id"), before);
  });

  onReal("7: an edit and a deletion keep the issue's date, and a new comment changes it", async (server) => {
    const date = async () => (await server.get("", `${DEMO}/3`)).at("updated_at");
    const before = await date();
    await server.ask("alice", "PATCH", `${DEMO}/comments/333`, { body: "edited" });
    assert.equal(await date(), before);
    const changed = await server.get("", `${DEMO}/comments?since=2026-11-21T12:00:00Z&page=1`);
    assert.deepEqual(changed.list("id"), [333]);
    await server.ask("alice", "DELETE", `${DEMO}/comments/333`);
    assert.equal(await date(), before);
    assert.deepEqual((await server.get("", `${DEMO}/comments?since=2026-11-21T12:00:00Z&page=1`)).list(), []);
    await server.ask("alice", "POST", `${DEMO}/3/comments`, { body: "new" });
    assert.notEqual(await date(), before);
  });

  onReal("8: the last edit wins, and edits within a second share their date", async (server) => {
    const path = `${DEMO}/comments/302`;
    const first = await server.ask("bob", "PATCH", path, { body: "one" }, { "if-match": "nothing" });
    server.act("editComment", { id: 302, by: "alice", body: "two" });
    server.clock.advance(400);
    const last = await server.ask("bob", "PATCH", path, { body: "three", content_version: 0 });
    assert.deepEqual([first.status, last.status], [200, 200]);
    assert.equal(last.at("updated_at"), first.at("updated_at"));
    server.clock.advance(1000);
    const later = await server.ask("bob", "PATCH", path, { body: "four" });
    assert.equal(later.at("updated_at"), "2026-11-21T12:00:01Z");
  });

  it("9: a token for one repository can't read its user, and hides other private repositories", async () => {
    await withServer("forgejo", async (server) => {
      const answer = await server.get("demo", "/user");
      assert.deepEqual(
        [answer.status, answer.at("message")],
        [403, "token does not have at least one of required scope(s): [read:user]"],
      );
      assert.equal((await server.get("demo", "/user/repos")).status, 403);
      assert.equal((await server.get("demo", "/notifications")).status, 403);
      assert.equal((await server.get("demo", "/repos/alice/secret")).status, 404);
      assert.equal((await server.get("alice", "/repos/alice/secret")).status, 200);
      const elsewhere = await server.ask("demo", "POST", "/repos/lantern/almanac/issues/1/comments", { body: "hi" });
      assert.equal(elsewhere.status, 201);
    });
  });

  onReal("10: rendering in a repository requires write access", async (server) => {
    const text = { Text: "see #1", Mode: "comment", Context: "" };
    assert.equal((await server.ask("readonly", "POST", "/repos/alice/demo/markdown", text)).status, 403);
    const here = await server.ask("alice", "POST", "/repos/alice/demo/markdown", text);
    assert.ok(here.text.includes(`${server.origin}/alice/demo/issues/1`));
    const everywhere = await server.ask("readonly", "POST", "/markdown", text);
    assert.ok(everywhere.text.includes(`"${server.origin}/issues/1"`), "which does not exist");
    assert.equal((await server.ask("", "POST", "/markdown", text)).status, 401);
  });

  onReal("11: absolute URLs come from the server's configuration", async (server) => {
    server.act("setRootUrl", { url: "https://git.example/forge" });
    const comment = await server.get("", `${DEMO}/comments/345`);
    assert.equal(comment.at("pull_request_url"), "https://git.example/forge/alice/demo/pulls/5");
    assert.equal(comment.at("issue_url"), "");
    const page = await server.get("", `${DEMO}?limit=2`);
    assert.match(
      page.headers.get("link") ?? "",
      /^<https:\/\/git\.example\/forge\/api\/v1\/repos\/alice\/demo\/issues\?/,
    );
  });

  onReal("12: posters of comments are redacted, and users of issues and reactions are not", async (server) => {
    const comment = await server.get("alice", `${DEMO}/comments/301`);
    assert.deepEqual(
      ["email", "active", "is_admin", "last_login"].map((field) => comment.at(`user.${field}`)),
      ["alice@noreply.127.0.0.1", false, false, "0001-01-01T00:00:00Z"],
    );
    assert.equal((await server.get("carol", `${DEMO}/1`)).at("user.email"), "alice@lab.test");
    assert.equal((await server.get("", `${DEMO}/1`)).at("user.email"), "alice@noreply.127.0.0.1");
    assert.equal((await server.get("alice", `${DEMO}/comments/302/reactions`)).at("0.user.email"), "carol@lab.test");
    assert.equal(
      (await server.get("nadia", "/users/tomas")).at("email"),
      "tomas@noreply.127.0.0.1",
      "who hides theirs",
    );
  });

  it("14: the route of one comment returns 500 for a deleted poster, but the list contains the comment", async () => {
    for (const [personality, status] of [
      ["forgejo", 500],
      ["gitea", 500],
      ["gitea-1.27", 200],
    ] as const) {
      await withServer(personality, async (server) => {
        server.act("deleteUser", { user: "bob" });
        assert.equal((await server.get("alice", `${DEMO}/comments/302`)).status, status);
        const list = await server.get("alice", `${DEMO}/1/comments`);
        assert.deepEqual([list.at("1.user.id"), list.at("1.user.login")], [-1, "Ghost"]);
        const edited = await server.ask("alice", "PATCH", `${DEMO}/comments/302`, { body: "kept" });
        assert.deepEqual([edited.status, edited.at("body")], [200, "kept"]);
      });
    }
  });

  onReal("15: a comment whose response is lost can be stored, and duplicates are kept", async (server) => {
    const { faults } = server.controlled.service;
    faults.add({ kind: "lost", method: "POST", path: "/issues/4/comments$", times: 1 });
    faults.add({ kind: "refuse", method: "POST", path: "/issues/3/comments$", times: 1 });
    faults.add({ kind: "twice", method: "POST", path: "/issues/73/comments$", times: 1 });
    const send = (issue: number) => server.ask("bob", "POST", `${DEMO}/${issue}/comments`, { body: "once" });
    await assert.rejects(send(4));
    assert.deepEqual((await server.get("", `${DEMO}/4/comments`)).list("body"), ["once"]);
    await assert.rejects(send(3));
    assert.ok(!(await server.get("", `${DEMO}/3/comments`)).list("body").includes("once"));
    await send(73);
    assert.deepEqual((await server.get("", `${DEMO}/73/comments`)).list("body"), ["once", "once"]);
  });

  onReal("16: an edit that returns 412 has saved its title and body", async (server) => {
    const change = { title: "new title", body: "new body", state: "closed" };
    const answer = await server.ask("alice", "PATCH", `${DEMO}/70`, change);
    assert.equal(answer.status, 412);
    const issue = await server.get("alice", `${DEMO}/70`);
    assert.deepEqual(
      ["title", "body", "state"].map((field) => issue.at(field)),
      ["new title", "new body", "open"],
    );
  });
});

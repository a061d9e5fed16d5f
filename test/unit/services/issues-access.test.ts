// The sandbox's issue servers check tokens, scopes and visibility like the real ones.
import assert from "node:assert/strict";
import { demoToken } from "../../services/issues/seed/writer.js";
import { withServer } from "./issues-server.ts";

const DEMO = "/repos/alice/demo/issues";
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });

describe("Access to the sandbox's issue servers", () => {
  it("accepts a token everywhere that the servers accept one", async () => {
    await withServer("forgejo", async (server) => {
      const key = demoToken("bob");
      for (const headers of [
        { authorization: `token ${key}` },
        { authorization: `Bearer ${key}` },
        { authorization: `BEARER ${key}` },
        basic(`anybody:${key}`),
        basic(`${key}:`),
        basic(`${key}:x-oauth-basic`),
        basic("bob:bob-password"),
      ]) {
        const answer = await server.ask("", "GET", "/user", undefined, headers);
        assert.equal(answer.at("login"), "bob", JSON.stringify(headers));
      }
      const wrong = await server.ask("", "GET", "/version", undefined, basic("bob:guess"));
      assert.equal(wrong.status, 401);
    });
  });

  it("accepts a token in the query, with a warning header whose name differs", async () => {
    for (const [personality, header] of [
      ["forgejo", "warning"],
      ["gitea", "x-gitea-warning"],
    ] as const) {
      await withServer(personality, async (server) => {
        for (const name of ["token", "access_token"]) {
          const answer = await server.get("", `/user?${name}=${demoToken("bob")}`);
          assert.equal(answer.at("login"), "bob");
          assert.ok((answer.headers.get(header) ?? "") !== "");
        }
      });
    }
  });

  it("requires the scopes of the token on each route, with write including read", async () => {
    await withServer("gitea", async (server) => {
      const cases = [
        ["browse", "GET", `${DEMO}/1`, 200],
        ["browse", "GET", "/repos/alice/demo", 403],
        ["browse", "GET", "/user", 403],
        ["browse", "GET", "/notifications", 403],
        ["browse", "GET", "/version", 200],
        ["comment", "GET", `${DEMO}/1/comments`, 200],
        ["comment", "GET", "/user/repos", 200],
        ["readonly", "GET", "/user/repos", 403],
        ["readonly", "DELETE", `${DEMO}/comments/301`, 403],
        ["comment", "DELETE", `${DEMO}/comments/999999`, 404],
      ] as const;
      for (const [key, method, path, status] of cases) {
        assert.equal((await server.ask(key, method, path)).status, status, `${key}: ${method} ${path}`);
      }
      const refused = await server.get("browse", "/user");
      assert.equal(
        refused.at("message"),
        "token does not have at least one of required scope(s), required=[read:user], token scope=read:issue",
      );
    });
  });

  it("hides private repositories from a public-only token, each server in its own way", async () => {
    for (const [personality, status] of [
      ["forgejo", 404],
      ["gitea", 403],
      ["gitea-1.27", 404],
    ] as const) {
      await withServer(personality, async (server) => {
        assert.equal((await server.get("public", "/repos/alice/secret")).status, status);
        assert.equal((await server.get("public", "/repos/alice/demo")).status, 200);
      });
    }
  });

  it("rejects all anonymous requests if signing in is required, without a URL", async () => {
    await withServer("forgejo", async (server) => {
      server.act("requireSignIn", {});
      for (const path of ["/version", "/repos/alice/demo", "/nope"]) {
        const answer = await server.get("", path);
        assert.equal(answer.status, 403);
        assert.deepEqual(answer.json, { message: "Only signed in user is allowed to call APIs." });
      }
      assert.equal((await server.get("alice", "/version")).status, 200);
    });
  });

  it("requires signing in for some routes, although their content is public", async () => {
    await withServer("forgejo", async (server) => {
      for (const [method, path] of [
        ["GET", "/user"],
        ["GET", "/notifications"],
        ["GET", `${DEMO}/1/subscriptions/check`],
        ["POST", `${DEMO}/1/comments`],
        ["PATCH", `${DEMO}/comments/302`],
        ["DELETE", `${DEMO}/comments/302`],
        ["POST", "/markdown"],
      ] as const) {
        const answer = await server.ask("", method, path, method === "GET" ? undefined : { body: "x" });
        assert.deepEqual([answer.status, answer.at("message")], [401, "token is required"], `${method} ${path}`);
      }
    });
  });

  it("hides a private repository as if it didn't exist", async () => {
    await withServer("gitea", async (server) => {
      const missing = await server.get("bob", "/repos/alice/none/issues/1/comments");
      const hidden = await server.get("bob", "/repos/alice/secret/issues/1/comments");
      assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text]);
      assert.ok(!(await server.get("bob", "/repos/search?limit=50")).text.includes("alice/secret"));
    });
  });

  it("returns the timeline of an issue, but not its comments, to a user who can read only pull requests", async () => {
    await withServer("gitea", async (server) => {
      const rights = { code: "none", issues: "none", pulls: "read" };
      server.act("setRights", { repo: "alice/secret", user: "bob", rights });
      assert.equal((await server.get("bob", "/repos/alice/secret/issues/1/timeline")).status, 200);
      assert.equal((await server.get("bob", "/repos/alice/secret/issues/1/comments")).status, 404);
    });
  });

  it("creates a token for a password, but not for another token", async () => {
    await withServer("forgejo", async (server) => {
      const wish = { name: "mine", scopes: ["read:issue"], repositories: ["alice/demo"] };
      assert.equal((await server.ask("alice", "POST", "/users/alice/tokens", wish)).status, 401);
      const made = await server.ask("", "POST", "/users/alice/tokens", wish, basic("alice:alice-password"));
      assert.equal(made.status, 201);
      const key = String(made.at("sha1"));
      assert.match(key, /^[0-9a-f]{40}$/);
      assert.equal((await server.get(`=${key}`, `${DEMO}/1`)).status, 200);
      assert.equal((await server.get(`=${key}`, "/repos/alice/secret/issues/1")).status, 404);
      server.act("revokeToken", { token: key });
      assert.equal((await server.get(`=${key}`, `${DEMO}/1`)).status, 401);
    });
  });

  it("rejects a disabled account with only a message", async () => {
    await withServer("gitea", async (server) => {
      server.act("setAccount", { user: "bob", account: "mustChangePassword" });
      const answer = await server.get("bob", "/version");
      assert.equal(answer.status, 403);
      assert.match(String(answer.at("message")), /^You must change your password/);
      assert.equal(answer.at("url"), undefined);
    });
  });

  it("uses the language of the user, or else of the request", async () => {
    await withServer("forgejo", async (server) => {
      const path = `${DEMO}/8/comments`;
      const german = { "accept-language": "fr;q=0.9, de-CH, en;q=0.5" };
      const message = async (as: string, headers: Record<string, string>) =>
        (await server.ask(as, "POST", path, { body: "x" }, headers)).at("message");
      assert.match(String(await message("bob", german)), /^Du kannst/);
      assert.match(String(await message("bob", { "accept-language": "fr" })), /^You cannot/);
      server.act("setLanguage", { user: "bob", language: "en-US" });
      assert.match(String(await message("bob", german)), /^You cannot/);
      server.act("setRights", { repo: "alice/demo", user: "yuki", level: "read" });
      const missing = await server.get("yuki", "/repos/alice/none");
      assert.equal(missing.at("message"), "Das Ziel konnte nicht gefunden werden.");
    });
  });

  it("works below a path, and then only there", async () => {
    await withServer("gitea", async (server) => {
      server.act("setSubPath", { path: "/git" });
      assert.equal((await server.get("", "/version")).status, 404);
      assert.match((await server.get("", "/version")).headers.get("content-type") ?? "", /^text\/html/);
      server.base = "/git";
      assert.equal((await server.get("", "/version")).at("version"), "1.25.4");
      const moved = await server.get("", "/repos/alice/oldname");
      assert.equal(moved.headers.get("location"), "/git/api/v1/repos/alice/newname");
      const page = await server.get("", `${DEMO}?limit=2`);
      assert.ok((page.headers.get("link") ?? "").startsWith(`<${server.origin}/git/api/v1/repos/alice/demo/issues?`));
      assert.equal(page.at("0.html_url"), `${server.origin}/git/alice/demo/issues/74`);
    });
  });

  it("returns times in the server's time zone", async () => {
    await withServer("forgejo", async (server) => {
      server.act("setTimeOffset", { minutes: -210 });
      const comment = await server.get("", `${DEMO}/comments/302`);
      assert.equal(comment.at("created_at"), "2026-10-21T05:44:26-03:30");
      assert.equal(comment.at("user.last_login"), "0001-01-01T00:00:00Z");
      const since = encodeURIComponent(String(comment.at("created_at")));
      assert.ok((await server.get("", `${DEMO}/1/comments?since=${since}`)).list("id").includes(302));
      const plus = await server.get("", `${DEMO}/1/comments?since=2026-10-21T05:44:26+02:00`);
      assert.equal(plus.status, 422, "a raw + is a space");
      const none = await server.get("", `${DEMO}/1/comments?since=1960-01-01T00:00:00Z`);
      assert.equal(none.list().length, 9, "a moment before 1970 is no limit");
    });
  });
});

// The tools about issues in the MCP server, called by the SDK's client on the sandbox.
import assert from "node:assert/strict";
import { estimateTokens } from "../../../src/base/tools/tokens.ts";
import { tokenOf } from "../issues/machine.ts";
import { startForge, type Forge } from "../issues/service.ts";
import { builtServer, type McpProcess } from "./server-process.ts";

const DEMO = "alice/demo";

describe("The MCP server's tools about issues", () => {
  let server: Awaited<ReturnType<typeof builtServer>>;
  let forge: Forge;
  let mcp: McpProcess;

  before(async () => {
    server = await builtServer();
    forge = await startForge("forgejo");
    mcp = await server.start(["--forge", `${forge.base}=FORGE_TOKEN`], { FORGE_TOKEN: tokenOf("alice") });
  });
  beforeEach(() => forge.reset());
  after(async () => {
    await server.close();
    await forge.close();
  });

  it("are only those that read", async () => {
    const issues = (await mcp.tools()).filter(({ name }) => name.startsWith("triptych_issues_"));
    assert.deepEqual(
      issues.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      ["list", "search", "read_thread", "read_pull", "read_diff"].map((name) => [`triptych_issues_${name}`, true]),
    );
  });

  it("list the issues of a repository, and the pull requests of an author", async () => {
    const { text } = await mcp.call("triptych_issues_list", { repository: DEMO, state: "all", labels: ["bug"] });
    assert.match(text, /^- issue: 1; title: Event rich issue \(renamed\); state: open; author: alice; .*labels: bug/m);
    const pulls = await mcp.call("triptych_issues_list", {
      repository: DEMO,
      state: "all",
      type: "pulls",
      author: "dave",
    });
    assert.match(pulls.text, /^- pull request: 5; /m);
    assert.doesNotMatch(pulls.text, /^- issue: /m);
  });

  it("search only what anyone can see, without a token", async () => {
    const { text, failed } = await mcp.call("triptych_issues_search", { text: "private", state: "all" });
    assert.equal(failed, false);
    assert.doesNotMatch(text, /alice\/secret/);
    for (const { headers } of forge.service.journal) assert.equal(headers["authorization"], undefined);
  });

  it("read a thread of 5,000 comments within the budget, from both ends", async () => {
    const made = forge.act("addIssue", {
      repo: DEMO,
      by: "bob",
      title: "Long",
      body: "x".repeat(50_000),
      comments: 5000,
    });
    const { number, last } = made as { number: number; last: number };
    const read = async (input: Readonly<Record<string, unknown>>): Promise<string> => {
      const { text, failed } = await mcp.call("triptych_issues_read_thread", { repository: DEMO, number, ...input });
      assert.equal(failed, false, text);
      assert.ok(estimateTokens(text) <= 4000, `${estimateTokens(text)} tokens`);
      return text;
    };
    const first = await read({});
    assert.match(first, /Left out: the rest of the text\. For it: "comment": "text", "from": \d+\./);
    const skip = Number(/of 5000 comments\. For the next ones: "skip": (\d+)/.exec(first)?.[1]);
    assert.match(first, new RegExp(`^\\| comment ${skip}$`, "m"));
    assert.match(await read({ skip }), new RegExp(`^\\| comment ${skip + 1}$`, "m"));
    assert.match(
      await read({ order: "newest" }),
      new RegExp(`^- comment: ${last}; author: bob;[^]*?\\n\\| comment 5000$`, "m"),
    );
    const from = Number(/"comment": "text", "from": (\d+)/.exec(first)?.[1]);
    assert.match(await read({ comment: "text", from }), /^\| x+$/m);
  });

  it("read only the comments since a time, and the rest of a long one", async () => {
    const { id } = forge.act("addComment", { repo: DEMO, issue: 1, by: "bob", body: `${"long ".repeat(9000)}end` }) as {
      id: number;
    };
    const { createdAt } =
      (await forge.api().commentsOfIssue({ owner: "alice", name: "demo" }, 1n)).values.at(-1) ?? assert.fail();
    const since = new Date(createdAt - 1000).toISOString();
    const { text } = await mcp.call("triptych_issues_read_thread", { repository: DEMO, number: 1, since });
    assert.match(text, /^## Comments \(1 since then, the oldest first\)$/m);
    let from = /"from": (\d+)/.exec(text)?.[1];
    let end = "";
    for (let calls = 0; from !== undefined && calls < 20; calls += 1) {
      end = (
        await mcp.call("triptych_issues_read_thread", {
          repository: DEMO,
          number: 1,
          comment: String(id),
          from: Number(from),
        })
      ).text;
      from = /"from": (\d+)/.exec(end)?.[1];
    }
    assert.match(end, /long end$/m);
  });

  it("read a pull request with its files, reviews and checks, and the diff of a file", async () => {
    forge.act("addReview", { repo: DEMO, issue: 5, by: "bob", state: "APPROVED", body: "Well done" });
    const { text } = await mcp.call("triptych_issues_read_pull", { repository: DEMO, number: 5 });
    assert.match(text, /^from: \S+\ninto: main$/m);
    assert.match(text, /verdict: approved[^]*?\n\| Well done$/m);
    const file = /^- file: ([^;]+)/m.exec(text)?.[1];
    const diff = await mcp.call("triptych_issues_read_diff", { repository: DEMO, number: 5, file });
    assert.match(diff.text, /^\| @@ -\d+,\d+ \+\d+,\d+ @@$/m);
    assert.match(diff.text, /^\| \+/m);
    const lost = await mcp.call("triptych_issues_read_diff", { repository: DEMO, number: 5, file: "../../etc/passwd" });
    assert.match(lost.text, /^notFound: [^]*The pull request doesn't change/);
  });

  it("read the comments of at most 40 reviews per call, and say how to get the others", async () => {
    const notes = [{ path: "a.txt", line: 1, hunk: "", text: "Note" }];
    const bodies = Array.from({ length: 45 }, (_, place) => `Review ${place + 1}.`);
    for (const body of bodies) forge.act("addReview", { repo: DEMO, issue: 5, by: "bob", body, notes });
    const input = { repository: DEMO, number: 5, parts: ["reviews"], maxTokens: 20_000 };
    const read = async (more: object) => {
      const before = forge.asked().length;
      const { text } = await mcp.call("triptych_issues_read_pull", { ...input, ...more });
      const asked = forge.asked().slice(before);
      return { text, requests: asked.filter((line) => /\/reviews\/\d+\/comments$/.test(line)).length };
    };
    const first = await read({});
    assert.equal(first.requests, 40);
    const skip = /^Left out: \d+ more reviews and comments, [^]*"skip": (\d+)\.$/m.exec(first.text)?.[1];
    const second = await read({ skip: Number(skip) });
    assert.equal(second.requests, 6, "one review was there before");
    assert.doesNotMatch(second.text, /Left out/);
    const texts = `${first.text}\n${second.text}`;
    assert.deepEqual(
      texts.match(/^\| Review \d+\.$/gm),
      bodies.map((body) => `| ${body}`),
    );
    assert.equal(texts.match(/^- comment on: a\.txt; /gm)?.length, 45);
  });

  it("list no more comments of a review than it can have, whatever the server counts", async () => {
    const review = { id: 1, user: { id: 2, login: "bob" }, state: "COMMENT", body: "Many.", commit_id: "" };
    const flags = { dismissed: false, stale: false, official: false };
    const unreadable = { id: "first" };
    const body = JSON.stringify([
      unreadable,
      { ...review, ...flags, submitted_at: "2026-01-01T00:00:00Z", comments_count: 2e9 },
    ]);
    forge.service.faults.add({ kind: "status", status: 200, path: String.raw`/pulls/5/reviews(\?|$)`, body, times: 1 });
    forge.service.faults.add({ kind: "status", status: 200, path: "/reviews/1/comments", body: "[]" });
    const { text, failed } = await mcp.call("triptych_issues_read_pull", {
      repository: DEMO,
      number: 5,
      parts: ["reviews"],
    });
    assert.equal(failed, false, text);
    assert.match(text, /reviews that can't be read: 1\n[^]*\| Many\.[^]*could not be loaded/);
  });

  it("ask no server that the user hasn't named", async () => {
    for (const repository of ["https://example.org/a/b", "http://127.0.0.1:1/a/b", "http://169.254.169.254/a/b"]) {
      const { text, failed } = await mcp.call("triptych_issues_list", { repository });
      assert.equal(failed, true);
      assert.ok(text.includes(`is not one of the user's servers: ${forge.base}\n`), text);
    }
    assert.match(
      (await mcp.call("triptych_issues_search", { text: "x", server: "example.org" })).text,
      /not one of the user's/,
    );
    assert.deepEqual(forge.asked(), []);
  });

  it("read a private repository only if the user has named it", async () => {
    const secret = "alice/secret";
    const { text, failed } = await mcp.call("triptych_issues_list", { repository: secret, state: "all" });
    assert.equal(failed, true);
    assert.match(text, /^forbidden [^]*alice\/secret is private/);
    assert.doesNotMatch(text, /Cross ref/);
    const options = ["--forge", `${forge.base}=FORGE_TOKEN`, "--private", `${forge.base}/${secret}`];
    const trusted = await server.start(options, { FORGE_TOKEN: tokenOf("alice") });
    assert.match(
      (await trusted.call("triptych_issues_list", { repository: secret, state: "all" })).text,
      /Cross ref private/,
    );
    const open = await server.start(["--forge", forge.base]);
    assert.match((await open.call("triptych_issues_list", { repository: secret })).text, /^notFound /);
  });

  it("send no request to a forbidden server", async () => {
    const { origin } = new URL(forge.base);
    const forbidding = await server.start(["--forge", forge.base, "--forbid", `${origin}/path`]);
    const { text, failed } = await forbidding.call("triptych_issues_list", { repository: DEMO });
    assert.equal(failed, true);
    assert.match(text, /^forbiddenServer /);
    assert.deepEqual(forge.asked(), []);
  });

  it("send nothing but requests that read", async () => {
    for (const { name } of await mcp.tools())
      await mcp.call(name, { repository: DEMO, number: 5, text: "close", file: "a", parts: ["reviews"] });
    for (const { method } of forge.service.journal) assert.equal(method, "GET");
  });
});

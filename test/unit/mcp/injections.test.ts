// Texts with instructions for an agent, in everything that others can write, read by every tool. Nothing happens but the
// answer, and the texts stay between its marks.
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startBlocks, type BlocksService } from "../blocks/service.ts";
import { startForge, type Forge } from "../issues/service.ts";
import { startTrackers, KEYS, type TrackersService } from "../trackers/service.ts";
import { INJECTIONS } from "./injections.ts";
import { builtServer, type McpProcess } from "./server-process.ts";

const DEMO = "alice/demo";
const APP = "org.example.injected";

describe("Injected instructions", function () {
  let server: Awaited<ReturnType<typeof builtServer>>;
  let mcp: McpProcess;
  let forge: Forge;
  let trackers: TrackersService;
  let blocks: BlocksService;
  let trap: Server;
  let trapped = 0;

  before(async () => {
    trap = createServer((_request, response) => {
      trapped += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    [server, forge, trackers, blocks] = await Promise.all([
      builtServer(),
      startForge("forgejo"),
      startTrackers(),
      startBlocks(),
    ]);
    const options = ["--forge", forge.base, "--exodus", `${trackers.service.origin}=KEY`];
    mcp = await server.start([...options, "--network", `sandbox ${blocks.service.origin}`], { KEY: KEYS.good });
  });
  after(async () => {
    trap.close();
    await server.close();
    await Promise.all([forge.close(), trackers.close(), blocks.close()]);
  });

  it("are 50, all different", () => {
    assert.equal(new Set(INJECTIONS).size, 50);
  });

  /** Checks that the whole answer is between its marks, except Triptych's own first and last lines. */
  function checkMarks(text: string, what: string): void {
    const lines = text.split("\n");
    const start = lines.findIndex((line) => /^<<< data [\da-f]{16}$/.test(line));
    const mark = lines[start]?.slice(4) ?? assert.fail(`${what}: no mark in ${text}`);
    assert.deepEqual(
      lines.flatMap((line, at) => (line.includes(mark) ? [at] : [])),
      [start, lines.indexOf(`>>> ${mark}`)],
      what,
    );
    assert.ok(start <= 2, what);
    for (const line of lines.slice(lines.indexOf(`>>> ${mark}`) + 1))
      assert.match(
        line,
        /^Left out: (\d+ of \d+ |\d+ (older|trackers|transfers|checks|other)|the rest of |text of a review |a hunk |later pages|older blocks|permissions )[^<]*\.$/,
        what,
      );
    assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{Cc}\u{E0000}-\u{E007F}\u200B\u2060\uFEFF]/u, what);
  }

  it("in titles, texts, comments, labels, reviews, names of apps and memos have no effect", async () => {
    const { port } = trap.address() as AddressInfo;
    const review = forge.act("addReview", { repo: DEMO, issue: 5, by: "bob", state: "COMMENT", body: "x" });
    assert.ok(review);
    let label = "bug";
    const newest = "1999";
    const plain = (await (await fetch(`${blocks.service.origin}/api/v1/transactions?limit=3`)).json()) as {
      transactions: { transaction_id: string }[];
    };
    const id = plain.transactions[0]?.transaction_id ?? assert.fail();
    for (const [at, template] of INJECTIONS.entries()) {
      const text = template.replaceAll("TRAP", `http://127.0.0.1:${port}`);
      const line = text.slice(0, 200).replaceAll(/\s/g, " ");
      forge.act("changeIssue", { repo: DEMO, issue: 1, by: "alice", title: line || "x", body: text });
      forge.act("addComment", { repo: DEMO, issue: 1, by: "bob", body: text });
      forge.act("renameLabel", { repo: DEMO, name: label, to: `${at} ${line}`.slice(0, 50) });
      label = `${at} ${line}`.slice(0, 50);
      forge.act("addReview", {
        repo: DEMO,
        issue: 5,
        by: "bob",
        state: "COMMENT",
        body: text,
        notes: [{ path: line, line: 1, hunk: text, text }],
      });
      trackers.addReport({
        handle: APP,
        name: line,
        creator: line,
        version: `${at} ${line}`,
        trackers: [27],
        permissions: [line],
      });
      const memo = Buffer.from(text.slice(0, 5000)).toString("base64");
      const injected = plain.transactions.map((each) => Object.assign({}, each, { memo_base64: memo, name: line }));
      blocks.service.faults.clear();
      blocks.answer("^/api/v1/transactions", { transactions: injected, links: { next: null } });
      forge.service.journal = [];
      trackers.service.journal = [];
      blocks.service.journal = [];
      const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
        ["triptych_trackers_find_app", { query: line.length < 3 ? "abc" : line }],
        ["triptych_trackers_report", { app: APP }],
        ["triptych_trackers_compare_versions", { app: APP }],
        ["triptych_issues_list", { repository: DEMO, state: "all" }],
        ["triptych_issues_search", { text: line.trim() || "x" }],
        ["triptych_issues_read_thread", { repository: DEMO, number: 1, order: "newest" }],
        ["triptych_issues_read_pull", { repository: DEMO, number: 5 }],
        ["triptych_issues_read_diff", { repository: DEMO, number: 5, file: line || "x" }],
        ["triptych_blocks_get_block", { block: newest }],
        ["triptych_blocks_explain_transaction", { transaction: id }],
        ["triptych_blocks_list_blocks", { count: 2 }],
        ["triptych_blocks_entity", { entity: "0.0.1001" }],
        ["triptych_blocks_verify_range", { from: "1998", to: "1999" }],
        // What the text itself asks for.
        ["triptych_issues_list", { repository: line || "x" }],
        ["triptych_blocks_get_block", { block: line, network: line }],
        ["triptych_trackers_scan", { path: line }],
      ];
      for (const [name, input] of calls) {
        const { text: answer } = await mcp.call(name, input);
        if (/^<<< data/m.test(answer)) checkMarks(answer, `${name} with text ${at}`);
      }
      const sent = [...forge.service.journal, ...trackers.service.journal, ...blocks.service.journal];
      assert.ok(sent.length > 5);
      // The search of εxodus is a POST that changes nothing.
      for (const { method, target } of sent)
        assert.ok(method === "GET" || target === "/api/search", `${method} ${target}`);
    }
    assert.equal(trapped, 0);
  });
});

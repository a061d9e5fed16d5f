// Texts with instructions for an agent, in everything that others can write, read by every tool and passed to it.
// Nothing happens but the answers, and the texts stay between their marks.
import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBlocks, type BlocksService } from "../blocks/service.ts";
import { startForge, type Forge } from "../issues/service.ts";
import { startTrackers, KEYS, type TrackersService } from "../trackers/service.ts";
import { checkMarks } from "./check-marks.ts";
import { INJECTIONS, injectionsWith, startTrap, toLine, type Trap } from "./injections.ts";
import { builtServer, type McpProcess } from "./server-process.ts";

const DEMO = { repository: "alice/demo" };
const PULL = 5;
const APP = "org.example.injected";
const TRACKERS = 1000;
const ACCOUNTS = 90_000;
const LARGEST = 40_000;

describe("Injected instructions, in the MCP server", function () {
  let server: Awaited<ReturnType<typeof builtServer>>;
  let agents: readonly McpProcess[];
  let forge: Forge;
  let trackers: TrackersService;
  let blocks: BlocksService;
  let trap: Trap;
  let folder: string;
  let texts: readonly string[];
  let lines: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-injected-"));
    [trap, server, forge, trackers, blocks] = await Promise.all([
      startTrap(),
      builtServer(),
      startForge("forgejo"),
      startTrackers(),
      startBlocks(),
    ]);
    texts = injectionsWith(trap.url);
    lines = texts.map(toLine);
    const options = ["--forge", forge.base, "--exodus", `${trackers.service.origin}=KEY`, "--folder", folder];
    const network = ["--network", `sandbox ${blocks.service.origin}`];
    // Each process paces its requests, so that several are done sooner.
    agents = await Promise.all(
      Array.from({ length: 4 }, () => server.start([...options, ...network], { KEY: KEYS.good })),
    );
  });
  after(async () => {
    await Promise.all([trap.close(), server.close(), forge.close(), trackers.close(), blocks.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  beforeEach(() => {
    for (const { service } of [forge, trackers, blocks]) service.journal = [];
  });
  // The search of εxodus is a POST that changes nothing.
  afterEach(() => {
    for (const { service } of [forge, trackers, blocks])
      for (const { method, target } of service.journal)
        assert.ok(method === "GET" || target === "/api/search", `${method} ${target}`);
    assert.deepEqual(trap.requests, []);
  });

  /** Calls a tool, and checks what surrounds the answer. */
  async function call(name: string, input: Readonly<Record<string, unknown>>, agent = 0): Promise<string> {
    const { text } = await (agents[agent % agents.length] ?? assert.fail()).call(`triptych_${name}`, input);
    checkMarks(text, texts, `${name} ${JSON.stringify(input).slice(0, 300)}`);
    return text;
  }

  /** Reads all parts of an answer, and counts its entries. */
  async function countEntries(name: string, input: Readonly<Record<string, unknown>>, entry: RegExp): Promise<number> {
    let count = 0;
    for (let skip: string | undefined = "0"; skip !== undefined;) {
      const text: string = await call(name, { ...input, skip: Number(skip), maxTokens: LARGEST });
      count += [...text.matchAll(entry)].length;
      skip = /"skip": (\d+)/.exec(text)?.[1];
    }
    return count;
  }

  const forEachText = async (run: (text: string, line: string, at: number) => Promise<unknown>): Promise<void> => {
    await Promise.all(texts.map((text, at) => run(text, lines[at] ?? assert.fail(), at)));
  };

  it("are 50, all different", () => {
    assert.equal(new Set(INJECTIONS).size, 50);
  });

  it("in titles, texts, comments and labels", async () => {
    for (const [at, text] of texts.entries()) {
      forge.act("addIssue", { repo: "alice/demo", by: "bob", title: lines[at], body: text });
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: text });
    }
    const newest = { ...DEMO, maxTokens: LARGEST };
    const titles = await call("issues_list", newest);
    assert.equal([...titles.matchAll(/^- issue: \d+; title: .*; author: bob; /gm)].length, 50);
    await call("issues_search", { text: "e", maxTokens: LARGEST });
    const thread = { ...DEMO, number: 1 };
    assert.ok((await countEntries("issues_read_thread", thread, /^- comment: \d+; author: bob; /gm)) >= 50);
    const last = Number(/^- issue: (\d+); /m.exec(titles)?.[1]);
    await forEachText((_text, _line, at) => call("issues_read_thread", { ...DEMO, number: last - at }, at));
    const labels = ["bug", "feature"];
    for (const [at, line] of lines.entries()) {
      const label = `${at} ${line}`.slice(0, 50);
      forge.act("renameLabel", { repo: "alice/demo", name: labels[at % labels.length], to: label });
      labels[at % labels.length] = label;
      if (at % labels.length === 0) continue;
      const oldest = await call("issues_list", { ...DEMO, state: "all", sort: "oldest", maxTokens: LARGEST }, at);
      assert.match(oldest, new RegExp(`labels: ${at - 1} `));
    }
  });

  it("in names of files and branches, in diffs, reviews and checks", async () => {
    const at = { repo: "alice/demo", issue: PULL, by: "bob" };
    // No path in Git has an empty segment.
    const paths = texts.map((text) => text.slice(0, 200).replaceAll("//", "/"));
    const changes = [
      ...paths.map((path, each) => ({ path, after: texts[each] })),
      { path: "all.txt", after: texts.join("\n").replaceAll("\0", "") },
    ];
    forge.act("changePull", { ...at, changes, head: lines[0] });
    forge.act("setChecks", {
      ...at,
      checks: lines.map((line) => ({ context: line, status: "success", description: line })),
    });
    for (const text of texts) forge.act("addReview", { ...at, state: "COMMENT", body: text });
    const notes = texts.map((text, each) => ({ path: paths[each], line: 1, hunk: text, text }));
    forge.act("addReview", { ...at, state: "COMMENT", body: "x", notes });
    const pull = { ...DEMO, number: PULL };
    const part = (name: string) => ({ ...pull, parts: [name] });
    await call("issues_read_pull", pull);
    assert.equal(await countEntries("issues_read_pull", part("files"), /^- file: /gm), 51);
    assert.ok((await countEntries("issues_read_pull", part("reviews"), /^- review: \d+; by: bob; /gm)) >= 51);
    assert.ok((await countEntries("issues_read_pull", part("reviews"), /^- comment on: /gm)) >= 50);
    const checks = await call("issues_read_pull", { ...part("checks"), maxTokens: LARGEST });
    assert.equal([...checks.matchAll(/^- check: /gm)].length, 50);
    await countEntries("issues_read_diff", { ...pull, file: "all.txt" }, /^\| @@/gm);
    await forEachText((_text, _line, number) => call("issues_read_diff", { ...pull, file: paths[number] }, number));
  });

  it("in names of apps, versions, permissions and trackers, and in paths of scanned files", async () => {
    const list = lines.map((name, at) => {
      const signatures = { code_signature: `com.injected.a${at}.`, network_signature: "" };
      return [TRACKERS + at, { name, ...signatures, website: name, categories: [name], creation_date: "2020-01-01" }];
    });
    const paths = lines.map((line) =>
      line
        .replaceAll(/[/\\\0]/g, "_")
        .slice(0, 50)
        .trim(),
    );
    trackers.answer("^/api/trackers$", { trackers: Object.fromEntries(list) });
    const created = trackers.clock.now();
    for (const [at, line] of lines.entries()) {
      const names = { name: lines.join(" "), creator: line, version: line, permissions: lines };
      const app = { handle: APP, source: "google", trackers: lines.map((_line, each) => TRACKERS + each) };
      trackers.addReport({ ...app, ...names, created: created - 5e9 + at * 1e7 });
      trackers.addReport({ ...app, ...names, handle: `${APP}.a${at}`, name: line });
      await mkdir(join(folder, paths[at] ?? assert.fail()));
      await writeFile(
        join(folder, `${paths[at]}/build.gradle`),
        `dependencies { implementation "com.injected.a${at}:x:1.0" }\n`,
      );
      await copyFile("test/apks/one.apk", join(folder, `${paths[at]}.apk`));
    }
    assert.equal(await countEntries("trackers_report", { app: APP }, /^- version: /gm), 50);
    const report = await call("trackers_report", { app: APP, maxTokens: LARGEST });
    const ids = [...report.matchAll(/; report: (\d+)$/gm)].map(([, id]) => id);
    assert.equal([...report.matchAll(/^- tracker: .*; id: \d+; /gm)].length, 50);
    for (const id of ids) await call("trackers_compare_versions", { app: APP, version: id, maxTokens: LARGEST });
    await forEachText((_text, line, at) => call("trackers_find_app", { query: line }, at));
    assert.equal(await countEntries("trackers_scan", {}, /^- tracker: .*; at: /gm), 50);
    await forEachText(async (_text, _line, at) => {
      const app = await call("trackers_scan", { path: `${paths[at]}.apk` }, at);
      assert.match(app, /^package name: /m);
    });
  });

  it("in memos, names of record files and errors", async () => {
    const { origin } = blocks.service;
    const load = async (path: string): Promise<object> => (await (await fetch(`${origin}${path}`)).json()) as object;
    const one = { ...(await load("/api/v1/blocks/1999")) } as { timestamp: { from: string } };
    const account = await load("/api/v1/accounts/0.0.1001?transactions=false");
    const { transactions } = (await load("/api/v1/transactions?limit=1")) as { transactions: readonly object[] };
    const [seconds = "", nanoseconds] = one.timestamp.from.split(".");
    const injected = texts.map((text, at) => {
      const time = `${seconds}.${String(Number(nanoseconds) + at).padStart(9, "0")}`;
      const memo = Buffer.from(text.slice(0, 5000)).toString("base64");
      const what = { memo_base64: memo, name: lines[at], result: lines[at], consensus_timestamp: time };
      return { ...transactions[0], ...what, transaction_id: `0.0.1001-${seconds}-${at}` };
    });
    for (const [at, text] of texts.entries()) {
      blocks.answer(`^/api/v1/transactions/0\\.0\\.1001-${seconds}-0*${at}$`, { transactions: [injected[at]] });
      blocks.answer(`^/api/v1/accounts/0\\.0\\.${ACCOUNTS + at}\\b`, {
        ...account,
        account: `0.0.${ACCOUNTS + at}`,
        memo: text,
      });
      blocks.answer(`^/api/v1/blocks/${1900 + at}$`, { ...one, number: 1900 + at, name: text, hapi_version: text });
      blocks.answer(`^/api/v1/contracts/results/0\\.0\\.1001-${seconds}-0*${at}\\b`, {
        error_message: text,
        result: text,
        timestamp: injected[at]?.consensus_timestamp,
      });
      blocks.answer(`^/api/v1/topics/0\\.0\\.${at}/messages`, { _status: { messages: [{ message: text }] } }, 400);
    }
    blocks.answer("^/api/v1/transactions\\?", { transactions: injected, links: { next: null } });
    await forEachText(async (_text, _line, at) => {
      const block = await call("blocks_get_block", { block: String(1900 + at), maxTokens: LARGEST }, at);
      assert.match(block, /^record file:/m);
      const id = `0.0.1001-${seconds}-${at}`;
      assert.match(await call("blocks_explain_transaction", { transaction: id }, at), /^memo:/m);
      assert.match(await call("blocks_entity", { entity: `0.0.${ACCOUNTS + at}`, maxTokens: LARGEST }, at), /^memo:/m);
    });
    blocks.service.faults.clear();
    for (const text of texts)
      blocks.answer("^/api/v1/blocks\\?", { _status: { messages: [{ message: text, detail: text }] } }, 400);
    await call("blocks_list_blocks", { count: 2 });
    await call("blocks_verify_range", { from: "1998", to: "1999" });
  });

  it("as what a tool is asked for", async () => {
    await forEachText(async (text, line, at) => {
      for (const [name, input] of [
        ["issues_list", { repository: text }],
        ["issues_search", { text: line }],
        ["issues_search", { text: "x", server: line }],
        ["issues_read_thread", { repository: line, number: 1 }],
        ["issues_read_pull", { repository: line, number: PULL }],
        ["issues_read_diff", { ...DEMO, number: PULL, file: line }],
        ["trackers_report", { app: line }],
        ["trackers_compare_versions", { app: APP, version: line, source: line }],
        ["trackers_scan", { path: line }],
        ["blocks_get_block", { block: line, network: line }],
        ["blocks_list_blocks", { at: line }],
        ["blocks_explain_transaction", { transaction: line.slice(0, 200) }],
        ["blocks_entity", { entity: line }],
        ["blocks_verify_range", { from: line.slice(0, 200), to: line.slice(0, 200) }],
      ] as const)
        await call(name, input, at);
    });
  });
});

// Tasks in plain words, with the calls that answer them, on the sandbox.
import assert from "node:assert/strict";
import { join } from "node:path";
import { startBlocks, type BlocksService } from "../blocks/service.ts";
import { startForge, type Forge } from "../issues/service.ts";
import { startTrackers, KEYS, type TrackersService } from "../trackers/service.ts";
import { builtServer, type McpProcess } from "./server-process.ts";

type Input = Readonly<Record<string, unknown>>;
/** The tool without its prefix, what it is given, and what the answer has. */
type Call = readonly [tool: string, input: Input, answer: RegExp];

const NOTES = "org.example.notes";
const OTHER = "org.example.other";
const demo = (more: Input = {}): Input => ({ repository: "alice/demo", ...more });

const TASKS: readonly (readonly [task: string, ...calls: readonly Call[]])[] = [
  [
    "What is the package name of the app Field Notes?",
    ["trackers_find_app", { query: "Field Notes" }, /app: org\.example\.notes; name: Field Notes/],
  ],
  ["Does εxodus know org.example.notes?", ["trackers_find_app", { query: NOTES }, /^found: \d/m]],
  [
    "Which trackers are in Field Notes?",
    ["trackers_find_app", { query: "Field Notes" }, /org\.example\.notes/],
    ["trackers_report", { app: NOTES }, /tracker: Google Firebase Analytics/],
  ],
  [
    "Which trackers did version 3.2 of Field Notes add?",
    ["trackers_compare_versions", { app: NOTES, version: "3.2" }, /added: Google CrashLytics/],
  ],
  [
    "Did an update of Field Notes remove a permission?",
    ["trackers_compare_versions", { app: NOTES, version: "3.2", with: "3.0" }, /removed: android\.permission\.CAMERA/],
  ],
  [
    "Which versions of Field Notes were analyzed?",
    ["trackers_report", { app: NOTES }, /## Versions \(3,[^]*version: 3\.2;[^]*version: 3\.1;[^]*version: 3\.0;/],
  ],
  [
    "Which dangerous permissions does version 3.0 ask for?",
    ["trackers_report", { app: NOTES, version: "3.0" }, /level: dangerous; permissions: android\.permission\.CAMERA/],
  ],
  [
    "What trackers do Field Notes and Other have in common?",
    ["trackers_compare_versions", { app: NOTES, withApp: OTHER }, /Trackers: 1 added, 0 removed, 1 unchanged/],
  ],
  ["Who made Field Notes?", ["trackers_report", { app: NOTES }, /^creator: Field Works$/m]],
  ["Is com.nobody.knows analyzed?", ["trackers_report", { app: "com.nobody.knows" }, /εxodus doesn't know this app/]],
  ["Which trackers does my project contain?", ["trackers_scan", {}, /trackers in the app: .*AppsFlyer/]],
  [
    "Where does my project use AppsFlyer?",
    ["trackers_scan", {}, /tracker: AppsFlyer; .*at: carries\/app\/build\.gradle\.kts:\d+/],
  ],
  ["What is my app's ID?", ["trackers_scan", {}, /application IDs: org\.example\./]],
  ["What are the open issues of demo?", ["issues_list", demo(), /^- issue: \d+; title: .*; state: open/m]],
  ["Which bugs are open?", ["issues_list", demo({ labels: ["bug"] }), /labels: bug/]],
  ["What did bob report?", ["issues_list", demo({ author: "bob", state: "all" }), /author: bob/]],
  ["What is assigned to dave?", ["issues_list", demo({ assignee: "dave" }), /assignees: .*dave/]],
  ["Which pull requests are there?", ["issues_list", demo({ type: "pulls", state: "all" }), /^- pull request: 5;/m]],
  ["Which issue has the most comments?", ["issues_list", demo({ sort: "mostcomment", state: "all" }), /comments: \d+/]],
  ["What is planned for v1.0?", ["issues_list", demo({ milestone: "v1.0", state: "all" }), /milestone: v1\.0/]],
  [
    "Has anyone reported a leak?",
    ["issues_search", { text: "Filler", type: "issues" }, /^matches in public repositories: \d+$/m],
  ],
  ["What is issue 1 about?", ["issues_read_thread", demo({ number: 1 }), /Body with @bob/]],
  [
    "What did bob say in issue 1?",
    ["issues_read_thread", demo({ number: 1 }), /author: bob;[^]*?\| second comment by \*\*bob\*\*/],
  ],
  [
    "What is the latest comment in issue 1?",
    ["issues_read_thread", demo({ number: 1, order: "newest" }), /## Comments \(\d+, the newest first\)/],
  ],
  [
    "What is new in issue 1 since 2020?",
    ["issues_read_thread", demo({ number: 1, since: "2020-01-01T00:00:00Z" }), /since then/],
  ],
  ["Read comment 302.", ["issues_read_thread", demo({ number: 1, comment: "302" }), /^comment: 302 by bob$/m]],
  [
    "Which files does pull request 6 change?",
    ["issues_read_pull", demo({ number: 6 }), /file: feature-2-f\.txt; status: added/],
  ],
  [
    "What exactly changes in feature-2-f.txt?",
    ["issues_read_diff", demo({ number: 6, file: "feature-2-f.txt" }), /^\| \+line1$/m],
  ],
  ["Is pull request 6 merged?", ["issues_read_pull", demo({ number: 6, parts: ["checks"] }), /^state: merged$/m]],
  [
    "Has anyone reviewed pull request 5?",
    ["issues_read_pull", demo({ number: 5, parts: ["reviews"] }), /## Reviews \(\d+\)/],
  ],
  [
    "Which checks ran for pull request 5?",
    ["issues_read_pull", demo({ number: 5, parts: ["checks"] }), /## Checks \(\d+\)/],
  ],
  ["What is the latest block?", ["blocks_get_block", { block: "latest" }, /^block: 1999$/m]],
  ["How many transactions does block 1500 have?", ["blocks_get_block", { block: "1500" }, /^transactions: \d+$/m]],
  ["Show the last ten blocks.", ["blocks_list_blocks", { count: 10 }, /(^- block: \d+;.*\n){10}/m]],
  ["Which blocks came before 1000?", ["blocks_list_blocks", { last: "999", count: 5 }, /^- block: 999;/m]],
  [
    "Are blocks 100 to 200 complete?",
    ["blocks_verify_range", { from: "100", to: "200" }, /every block follows the one before/],
  ],
  [
    "How many transactions were in blocks 1 to 50?",
    ["blocks_verify_range", { from: "1", to: "50" }, /^transactions: \d+$/m],
  ],
  [
    "What types of transactions are in the latest block?",
    ["blocks_get_block", { block: "latest" }, /types of the first \d+ transactions: \w+ \d+/],
  ],
  ["What is account 0.0.1001?", ["blocks_entity", { entity: "0.0.1001" }, /^kind: account$/m]],
  [
    "Which networks can I ask about?",
    ["blocks_get_block", { block: "1", network: "?" }, /The networks: sandbox, mainnet, testnet, previewnet/],
  ],
];

describe("Tasks in plain words", () => {
  let server: Awaited<ReturnType<typeof builtServer>>;
  let mcp: McpProcess;
  let forge: Forge;
  let trackers: TrackersService;
  let blocks: BlocksService;

  before(async () => {
    [server, forge, trackers, blocks] = await Promise.all([
      builtServer(),
      startForge("forgejo"),
      startTrackers(),
      startBlocks(),
    ]);
    const report = { handle: NOTES, name: "Field Notes", creator: "Field Works", source: "google" };
    const now = trackers.clock.now();
    const versions = [
      { version: "3.0", trackers: [49], permissions: ["android.permission.CAMERA"], created: now - 3e9 },
      { version: "3.1", trackers: [49], permissions: ["android.permission.INTERNET"], created: now - 2e9 },
      { version: "3.2", trackers: [49, 27], permissions: ["android.permission.INTERNET"], created: now - 1e9 },
    ];
    for (const version of versions) trackers.addReport({ ...report, ...version });
    trackers.addReport({
      handle: OTHER,
      name: "Other",
      version: "1.0",
      trackers: [49],
      permissions: [],
      created: now - 1e9,
    });
    mcp = await server.start(
      [
        ...["--forge", forge.base, "--exodus", `${trackers.service.origin}=KEY`],
        ...[
          "--network",
          `sandbox ${blocks.service.origin}`,
          "--folder",
          join(process.cwd(), "test/workspaces/carries"),
        ],
      ],
      { KEY: KEYS.good },
    );
  });
  after(async () => {
    await server.close();
    await Promise.all([forge.close(), trackers.close(), blocks.close()]);
  });

  it("are 40", () => {
    assert.equal(TASKS.length, 40);
  });

  for (const [task, ...calls] of TASKS)
    it(task, async () => {
      for (const [tool, input, answer] of calls)
        assert.match((await mcp.call(`triptych_${tool}`, input)).text, answer, `${tool} ${JSON.stringify(input)}`);
    });
});

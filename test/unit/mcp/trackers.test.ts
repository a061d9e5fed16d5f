// The tools about trackers in the MCP server, called by the SDK's client on the sandbox.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { estimateTokens } from "../../../src/base/tools/tokens.ts";
import { startTrackers, KEYS, type TrackersService } from "../trackers/service.ts";
import { builtServer, type McpProcess } from "./server-process.ts";

const FOLDER = join(process.cwd(), "test/workspaces/carries");
const APP = "org.example.agents";
const [CRASHLYTICS, FIREBASE] = [27, 49];
const DAY_MS = 86_400_000;

describe("The MCP server's tools about trackers", function () {
  let server: Awaited<ReturnType<typeof builtServer>>;
  let trackers: TrackersService;
  let mcp: McpProcess;

  before(async () => {
    server = await builtServer();
    trackers = await startTrackers();
    const report = { handle: APP, name: "Agents", source: "google" };
    const created = trackers.clock.now();
    for (let version = 1; version <= 300; version += 1)
      trackers.addReport({
        ...report,
        version: `1.${version}`,
        versionCode: String(version),
        created: created - (400 - version) * DAY_MS,
        trackers: version >= 300 ? [CRASHLYTICS, FIREBASE] : [CRASHLYTICS],
        permissions: ["android.permission.INTERNET", "android.permission.CAMERA"],
      });
    mcp = await server.start(["--exodus", `${trackers.service.origin}=EXODUS_KEY`, "--folder", FOLDER], {
      EXODUS_KEY: KEYS.good,
    });
  });
  after(async () => {
    await server.close();
    await trackers.close();
  });

  it("say that they only read, and whether they ask a server", async () => {
    const tools = await mcp.tools();
    const hints = tools
      .filter(({ name }) => name.startsWith("triptych_trackers_"))
      .map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.openWorldHint]);
    assert.deepEqual(hints, [
      ["triptych_trackers_find_app", true, true],
      ["triptych_trackers_report", true, true],
      ["triptych_trackers_compare_versions", true, true],
      ["triptych_trackers_scan", true, false],
    ]);
    for (const { inputSchema } of tools) assert.equal(inputSchema["additionalProperties"], false);
  });

  it("find an app by its name", async () => {
    const { text, failed } = await mcp.call("triptych_trackers_find_app", { query: "Agents" });
    assert.equal(failed, false);
    assert.match(text, new RegExp(`app: ${APP}; name: Agents; .*trackers: 2; permissions: 2`));
  });

  it("read the report of 300 versions within the budget, and get the rest by skipping", async () => {
    const versions = new Set<string>();
    let skip: string | undefined = "0";
    for (let calls = 0; skip !== undefined && calls < 100; calls += 1) {
      const { text } = await mcp.call("triptych_trackers_report", { app: APP, skip: Number(skip), maxTokens: 2000 });
      assert.ok(estimateTokens(text) <= 2000, `${estimateTokens(text)} tokens`);
      for (const [, version = ""] of text.matchAll(/^- version: ([\d.]+)/gm)) versions.add(version);
      skip = /of 300 versions. For the next ones: "skip": (\d+)/.exec(text)?.[1];
    }
    assert.equal(versions.size, 300);
    const { text } = await mcp.call("triptych_trackers_report", { app: APP });
    assert.match(text, /^- tracker: Google CrashLytics; id: 27; categories: /m);
    assert.match(text, /^version: 1\.300$/m);
    assert.match(text, /level: dangerous; permissions: android\.permission\.CAMERA/);
  });

  it("say which trackers a version added", async () => {
    const { text } = await mcp.call("triptych_trackers_compare_versions", { app: APP, version: "1.300" });
    assert.match(text, /## Trackers: 1 added, 0 removed, 1 unchanged\n- added: Google Firebase Analytics/);
    assert.match(text, /before: org\.example\.agents 1\.299, /);
  });

  it("name the versions that there are if the wanted one is unknown", async () => {
    const { text, failed } = await mcp.call("triptych_trackers_compare_versions", { app: APP, version: "9.9" });
    assert.equal(failed, true);
    assert.match(text, /^notFound: .*\n[^]*No version "9\.9" of this app[^]*1\.300, 1\.299/);
  });

  it("scan the named folders, and no file outside of them", async () => {
    const { text } = await mcp.call("triptych_trackers_scan");
    assert.match(text, /^complete: true$/m);
    assert.match(
      text,
      /tracker: AppsFlyer; found: com\.appsflyer:af-android-sdk; as: dependency; scope: app; at: carries\/app\/build\.gradle\.kts:\d+/,
    );
    for (const path of ["../../apks/plain.apk", "/etc/passwd", join(process.cwd(), "test/apks/plain.apk")])
      assert.equal((await mcp.call("triptych_trackers_scan", { path })).failed, true, path);
  });

  it("reject what they don't accept, and say why", async () => {
    const { text, failed } = await mcp.call("triptych_trackers_report", {
      app: "../../api",
      url: "http://127.0.0.1:1",
    });
    assert.equal(failed, true);
    assert.match(text, /app: expected a package name/);
    assert.match(text, /url: /);
    await assert.rejects(mcp.client.callTool({ name: "triptych_trackers_delete", arguments: {} }), /no tool/);
  });

  it("never show the key", async () => {
    for (const { name } of await mcp.tools())
      assert.doesNotMatch((await mcp.call(name, { query: KEYS.good, app: APP })).text, new RegExp(KEYS.good));
    assert.doesNotMatch(mcp.errors(), new RegExp(KEYS.good));
  });

  it("read without a key what is public", async () => {
    const open = await server.start(["--exodus", trackers.service.origin]);
    const { text, failed } = await open.call("triptych_trackers_report", { app: APP });
    assert.equal(failed, false);
    assert.match(text, /^trackers: 2$/m);
    assert.match(text, /Left out: names of trackers, .* need an API key/);
    assert.match((await open.call("triptych_trackers_compare_versions", { app: APP })).text, /^unauthorized /);
  });
});

describe("The MCP server's command line", () => {
  it("explains itself, and ends with 2 for a variable that isn't set", async () => {
    const server = await builtServer();
    try {
      const run = (...args: string[]) =>
        spawnSync(process.execPath, [server.program, ...args], { encoding: "utf8", env: {} });
      assert.match(run("--help").stdout, /--exodus URL/);
      const { status, stdout, stderr } = run("--exodus", "https://example.org=LOST");
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, /^the environment variable LOST is not set\n/);
    } finally {
      await server.close();
    }
  });
});

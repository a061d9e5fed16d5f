// The API for other extensions, as a sample extension in the same host uses it.
import assert from "node:assert/strict";
import { commands, ConfigurationTarget, TabInputWebview, window, workspace } from "vscode";
import type { ApiProblem, AppReports, Result } from "../../src/extension-api/declaration.ts";
import { machine, tokenOf } from "../unit/issues/machine.ts";
import { blocksService, type BlocksService } from "./blocks/service.ts";
import { sharedParts, until } from "./extension.ts";
import { forgeService, type ForgeService } from "./issues/service.ts";
import { KEYS, trackersService, type TrackersService } from "./trackers/service.ts";

const APP = "org.example.sampled";

describe("Another extension", () => {
  let forge: ForgeService;
  let trackers: TrackersService;
  let node: BlocksService;

  const configure = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const [id, value] of Object.entries(values))
      await workspace.getConfiguration().update(id, value, ConfigurationTarget.Global);
  };
  const call = async <Value = void>(name: string, argument: unknown): Promise<Result<Value>> =>
    await commands.executeCommand<Result<Value>>(`triptychSample.${name}`, argument);
  const openTabs = (panel: string): readonly string[] =>
    window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input, label }) =>
        input instanceof TabInputWebview && input.viewType.endsWith(panel) ? [label] : [],
      ),
    );
  const problemOf = (result: Result<unknown>): ApiProblem => (result.ok ? assert.fail("it succeeded") : result.problem);
  const opened = { ok: true, value: undefined };

  before(async () => {
    [forge, trackers, node] = await Promise.all([forgeService(), trackersService(), blocksService()]);
    await Promise.all([forge.reset(), trackers.reset(), node.reset()]);
    await trackers.act("addReport", { handle: APP, source: "google", version: "1.0", trackers: [49] });
    await trackers.act("addReport", { handle: APP, source: "google", version: "2.0", trackers: [49, 27] });
    await configure({
      "triptych.issues.url": forge.base,
      "triptych.trackers.url": trackers.origin,
      "triptych.blocks.networks": [`sandbox ${node.origin}`],
    });
  });
  after(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    const { accounts, folder } = await sharedParts();
    const elsewhere = await machine(folder);
    const { drafts } = elsewhere.open(forge.base).services.writing;
    for (const { place } of await drafts.list()) await drafts.remove(place);
    await elsewhere.close();
    for (const account of accounts.list()) await accounts.remove(account);
    await configure({
      "triptych.issues.url": undefined,
      "triptych.trackers.url": undefined,
      "triptych.blocks.networks": undefined,
    });
  });

  it("gets no other version of the API than the first", async () => {
    assert.equal(await commands.executeCommand("triptychSample.offersVersion", 1), true);
    assert.equal(await commands.executeCommand("triptychSample.offersVersion", 2), false);
  });

  it("opens threads, blocks and reports", async () => {
    assert.deepEqual(await call("openThread", { url: `${forge.base}/alice/demo/issues/1` }), opened);
    await until("the thread is open", () => openTabs("triptych.thread").some((label) => label.includes("#1")));
    assert.deepEqual(await call("openBlock", { block: 1998 }), opened);
    await until("the block is open", () => openTabs("triptych.block").some((label) => /1.?998/.test(label)));
    assert.deepEqual(await call("openReport", { packageName: APP }), opened);
    await until("the report is open", () => openTabs("triptych.report").length === 1);
  });

  it("looks up reports: with counts, and with an API key also with names", async () => {
    const counted = await call<AppReports>("findReports", { packageName: APP });
    assert.ok(counted.ok);
    assert.equal(counted.value.instance, trackers.origin);
    assert.deepEqual(
      counted.value.reports.map(({ version, trackerCount, trackers: named }) => ({ version, trackerCount, named })),
      [{ version: "2.0", trackerCount: 2, named: undefined }],
    );
    const { accounts } = await sharedParts();
    const { origin } = trackers;
    await accounts.add(
      { service: "trackers", origin, base: origin, id: "key", name: "key" },
      { scheme: "Token", value: KEYS.good },
    );
    const named = await call<AppReports>("findReports", { packageName: APP });
    assert.ok(named.ok);
    assert.deepEqual(
      named.value.reports.map(({ version }) => version),
      ["2.0", "1.0"],
    );
    assert.deepEqual(named.value.reports[1]?.trackers, [{ id: 49, name: "Google Firebase Analytics" }]);
    assert.doesNotMatch(JSON.stringify(named), new RegExp(KEYS.good));
  });

  it("can tell an unknown app from a failure, and shows its user what helps", async () => {
    const unknown = problemOf(await call("findReports", { packageName: "org.example.nowhere" }));
    assert.equal(unknown.kind, "notFound");
    await trackers.fault({ kind: "html", status: 500, path: "elsewhere" });
    const failed = problemOf(await call("findReports", { packageName: "org.example.elsewhere" }));
    await trackers.mend();
    assert.equal(failed.kind, "server");
    assert.match(failed.message, /reported an error/);
    assert.equal(failed.remedy, "Retry");
  });

  it("fills drafts that their user can send, and sends nothing", async () => {
    const { accounts } = await sharedParts();
    const { base } = forge;
    await accounts.add(
      { service: "issues", origin: new URL(base).origin, base, id: "alice", name: "alice" },
      { scheme: "token", value: tokenOf("alice") },
    );
    const url = `${base}/alice/demo/issues/1#issuecomment-1`;
    assert.deepEqual(await call("draftComment", { url, text: "Found by a sample." }), opened);
    const comment = window.activeTextEditor?.document;
    assert.equal(comment?.uri.scheme, "triptych-comment");
    assert.match(comment?.getText() ?? "", /Found by a sample\./);
    const repository = `${base}/alice/demo`;
    assert.deepEqual(await call("draftIssue", { url: repository, title: "Sampled", text: "By a sample." }), opened);
    const issue = window.activeTextEditor?.document;
    assert.equal(issue?.uri.scheme, "triptych-issue");
    assert.match(issue?.getText() ?? "", /title: Sampled[^]*By a sample\./);
    const writes = (await forge.asked()).filter((each) => !each.startsWith("GET "));
    assert.deepEqual(writes, []);
  });

  it("can't make Triptych contact a server that its user hasn't named", async () => {
    const url = "https://elsewhere.example/alice/demo/issues/1";
    for (const [name, argument] of [
      ["openThread", { url }],
      ["draftComment", { url, text: "Hello" }],
      ["draftIssue", { url, text: "Hello" }],
    ] as const) {
      const { kind, message } = problemOf(await call(name, argument));
      assert.equal(kind, "invalid", name);
      assert.match(message, /doesn't know elsewhere\.example/, name);
    }
  });

  it("gets a problem for wrong arguments, which names what is wrong", async () => {
    const wrong: readonly (readonly [name: string, argument: unknown, message: RegExp])[] = [
      ["openThread", undefined, /^argument: /],
      ["openThread", { url: 1 }, /^url: /],
      ["openThread", { url: "command:workbench.action.quit" }, /^url: expected a URL$/],
      ["openThread", { url: `${forge.base}/alice/demo` }, /^url: expected the URL of an issue/],
      ["openBlock", { block: "soon" }, /^block: expected a number or a hash$/],
      ["openBlock", { block: 1, network: "nowhere" }, /nowhere/],
      ["openReport", { packageName: "a/b" }, /^packageName: expected the package name/],
      ["openReport", { packageName: APP, report: -1 }, /^report: /],
      ["findReports", { packageName: "" }, /^packageName: /],
      ["draftComment", { text: " " }, /^text: is empty$/],
      ["draftIssue", { text: "Hello", title: "two\nlines" }, /^title: has several lines$/],
      ["draftIssue", { text: "Hello", send: true }, /^send: /],
    ];
    for (const [name, argument, message] of wrong) {
      const problem = problemOf(await call(name, argument));
      assert.equal(problem.kind, "invalid", name);
      assert.match(problem.message, message, name);
      assert.notEqual(problem.remedy, "");
    }
  });
});

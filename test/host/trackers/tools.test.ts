// The tools for agents as VS Code calls them, on the sandbox.
import assert from "node:assert/strict";
import { commands, ConfigurationTarget, lm, workspace } from "vscode";
import { sharedParts, triptych } from "../extension.ts";
import { invoke } from "../invoke-tool.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

interface DeclaredTool {
  readonly name: string;
  readonly inputSchema: object;
}

describe("The tools for agents", () => {
  let trackers: TrackersService;
  const configure = (url: string | undefined) =>
    workspace.getConfiguration().update("triptych.trackers.url", url, ConfigurationTarget.Global);

  before(async () => {
    trackers = await trackersService();
    await trackers.reset();
    await triptych().activate();
    await configure(trackers.origin);
  });
  after(async () => {
    // What the scan found is marked in files, where other tests look.
    await commands.executeCommand("triptych.trackers.clearWorkspace");
    await configure(undefined);
  });

  it("are known to VS Code as the manifest declares them", () => {
    const { contributes } = triptych().packageJSON as {
      contributes: { languageModelTools: readonly DeclaredTool[] };
    };
    const ours = lm.tools.filter(({ tags }) => tags.includes("triptych"));
    assert.deepEqual(
      ours.map(({ name }) => name).sort(),
      contributes.languageModelTools.map(({ name }) => name).sort(),
    );
  });

  it("find an app, read its report and scan the open folder", async () => {
    await trackers.act("addReport", { handle: "org.example.agent", name: "Agent", version: "1.0", trackers: [27] });
    assert.match(
      await invoke("triptych_trackers_find_app", { query: "Agent" }),
      /app: org\.example\.agent; name: Agent/,
    );
    assert.match(await invoke("triptych_trackers_report", { app: "org.example.agent" }), /^trackers: 1$/m);
    assert.match(await invoke("triptych_trackers_scan"), /^files scanned: \d+$/m);
  });

  it("read a report of 300 versions within the budget, and compare two of them", async () => {
    const { origin } = trackers;
    const account = { service: "trackers", origin, id: "key", name: "key", base: origin };
    const { accounts } = await sharedParts();
    await accounts.add(account, { scheme: "Token", value: KEYS.good });
    try {
      const app = "org.example.versions";
      for (let version = 1; version <= 300; version += 1) {
        const found = { trackers: version === 300 ? [27, 49] : [27], permissions: ["android.permission.CAMERA"] };
        await trackers.act("addReport", { handle: app, version: `1.${version}`, created: version * 1e9, ...found });
      }
      const report = await invoke("triptych_trackers_report", { app });
      assert.match(report, /^version: 1\.300$/m);
      const skip = Number(/of 300 versions\. For the next ones: "skip": (\d+)/.exec(report)?.[1]);
      assert.match(
        await invoke("triptych_trackers_report", { app, skip }, 1000),
        new RegExp(`version: 1\\.${300 - skip};`),
      );
      assert.match(
        await invoke("triptych_trackers_compare_versions", { app, version: "1.300" }),
        /^- added: Google Firebase Analytics/m,
      );
    } finally {
      await accounts.remove(account);
    }
  });

  it("tell a model why they fail", async () => {
    await assert.rejects(invoke("triptych_trackers_report", { app: "no package" }), /expected a package name/);
    await assert.rejects(
      invoke("triptych_trackers_compare_versions", { app: "org.example.none" }),
      /unauthorized|notFound/,
    );
  });

  it("don't run while they are turned off", async () => {
    const settings = workspace.getConfiguration();
    await settings.update("triptych.agentTools", false, ConfigurationTarget.Global);
    try {
      await assert.rejects(invoke("triptych_trackers_find_app", { query: "Agent" }));
    } finally {
      await settings.update("triptych.agentTools", undefined, ConfigurationTarget.Global);
    }
  });
});

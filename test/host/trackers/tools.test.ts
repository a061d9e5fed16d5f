// The tools for agents as VS Code calls them, on the sandbox.
import assert from "node:assert/strict";
import { commands, ConfigurationTarget, LanguageModelTextPart, lm, workspace } from "vscode";
import { triptych } from "../extension.ts";
import { trackersService, type TrackersService } from "./service.ts";

interface DeclaredTool {
  readonly name: string;
  readonly inputSchema: object;
}

/** Calls a tool, and returns what a model would read. */
async function invoke(name: string, input: object = {}): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : "")).join("\n");
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

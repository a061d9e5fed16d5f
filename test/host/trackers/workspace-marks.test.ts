// Findings of the workspace in their files: diagnostics, hovers and code lenses.
import assert from "node:assert/strict";
import {
  commands,
  ConfigurationTarget,
  DiagnosticSeverity,
  workspace,
  type CodeAction,
  type CodeLens,
  type Hover,
  type MarkdownString,
} from "vscode";
import { codeLensesFor } from "../../../src/trackers/workspace/code-lenses.ts";
import type { WorkspaceFindings } from "../../../src/trackers/workspace/scan-result.ts";
import { until } from "../extension.ts";
import { START, workspaceScans } from "./workspace-scans.ts";

describe("Findings in files of the workspace", () => {
  const here = workspaceScans();
  const { uri, marked } = here;

  it("marks findings with the severity of the setting, or not at all, as soon as it changes", async () => {
    const set = (value: unknown) =>
      workspace.getConfiguration().update("triptych.trackers.diagnostics", value, ConfigurationTarget.Global);
    await here.own.scan();
    const severities = () => new Set(marked(START).map(({ severity }) => severity));
    try {
      await set("warning");
      await until("findings are warnings", () => severities().has(DiagnosticSeverity.Warning));
      assert.deepEqual(severities(), new Set([DiagnosticSeverity.Warning]));
      await set("off");
      await until("no finding is marked", () => marked(START).length === 0);
      await set("loud");
      await until("an unknown value counts as the default", () => severities().has(DiagnosticSeverity.Information));
    } finally {
      await set(undefined);
    }
  });

  it("marks each location in its file as information, but only dangerous and special permissions", async () => {
    await here.own.scan();
    const all = marked(START);
    assert.ok(all.every(({ severity }) => severity === DiagnosticSeverity.Information));
    assert.deepEqual(
      all.map(({ range, message }) => [range.start.line + 1, message]),
      [
        [3, "Amplitude is used as com.amplitude.api.Amplitude"],
        [4, "Facebook Analytics is used as com.facebook.appevents.AppEventsLogger.activateApp"],
        [15, "Radar is used as io.radar.sdk.Radar.initialize"],
        [20, "Kochava is used as com.kochava.base.Tracker"],
      ],
    );
    const code = all[0]?.code;
    assert.ok(typeof code === "object" && code.target.toString() === `${here.trackers.origin}/en/trackers/125/`);
    const manifest = marked("app/src/main/AndroidManifest.xml").map(({ message }) => message);
    assert.deepEqual(manifest, [
      "AppsFlyer is used as com.appsflyer.SingleInstallBroadcastReceiver",
      "ACCESS_FINE_LOCATION · Dangerous, requested at run time: Precise location",
      "CAMERA · Dangerous, requested at run time · API level 32 and lower: Take pictures and record video",
      "SYSTEM_ALERT_WINDOW · Special access, granted in system settings: Display over other apps",
    ]);
    here.own.clear();
    assert.deepEqual(marked(START), []);
  });

  it("shows the tracker in a hover, and offers its panel there and as a quick fix", async () => {
    await here.own.scan();
    const document = await workspace.openTextDocument(uri(START));
    const place = marked(START)[0]?.range ?? assert.fail("no mark");
    const hovers = await commands.executeCommand<Hover[]>("vscode.executeHoverProvider", document.uri, place.start);
    const text = hovers.flatMap(({ contents }) => contents.map((each) => (each as MarkdownString).value)).join("\n");
    assert.match(text, /\*\*Amplitude\*\* `com\.amplitude\.`/);
    assert.match(text, /Open Tracker\]\(command:triptych\.trackers\.openTracker\?%5B125%5D\)/);
    assert.match(text, /Open Database License 1\\\.0/);
    const actions = await commands.executeCommand<CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      place,
    );
    const action = actions.find(({ title }) => title === "Open Tracker Amplitude") ?? assert.fail("no action");
    assert.deepEqual([action.command?.command, action.command?.arguments], ["triptych.trackers.openTracker", [125]]);
    const manifest = uri("app/src/main/AndroidManifest.xml");
    await workspace.openTextDocument(manifest);
    const internet =
      here.own.found?.findings.permissions.find(({ name }) => name.endsWith("INTERNET")) ??
      assert.fail("no permission");
    const at = { line: internet.spot.line, character: internet.spot.from + 2 };
    const atPermission = await commands.executeCommand<Hover[]>("vscode.executeHoverProvider", manifest, at);
    const words = atPermission
      .flatMap(({ contents }) => contents.map((each) => (each as MarkdownString).value))
      .join("\n");
    assert.match(words, /Normal, granted automatically/);
  });

  it("claims no absence of trackers above an ID if the scan could not look for all of them", async () => {
    const complete = await here.own.scan();
    await here.changeMachine();
    await here.trackers.fault({ kind: "html", status: 404, path: "/api/trackers$" });
    // A scan joins a follow-up that started before.
    let found = complete;
    await until("a scan had no tracker list", async () => {
      found = await here.own.scan();
      return found.listProblem !== undefined;
    });
    const document = await workspace.openTextDocument(uri("legacy/build.gradle"));
    const titles = (shown: WorkspaceFindings) => codeLensesFor(document, shown).map(({ command }) => command?.title);
    assert.deepEqual(titles(found), ["Open Report", "Scan Workspace for Trackers"]);
    const none = { ...complete, findings: { ...complete.findings, trackers: [], permissions: [] } };
    assert.deepEqual(titles(none), ["Open Report", "No known trackers in this workspace"]);
    assert.deepEqual(titles({ ...none, failed: [uri("app/build.gradle.kts").fsPath] }), [
      "Open Report",
      "Scan Workspace for Trackers",
    ]);
  });

  it("shows the report of an app above its ID, and the findings once they are known", async () => {
    const lenses = async (path: string) =>
      codeLensesFor(await workspace.openTextDocument(uri(path)), here.own.found).map(({ range, command }) => [
        range.start.line + 1,
        command?.title,
      ]);
    assert.deepEqual(await lenses("app/build.gradle.kts"), [
      [13, "Open Report"],
      [13, "Scan Workspace for Trackers"],
      [23, "Open Report of org.example.tramway.libre"],
    ]);
    await here.own.scan();
    assert.deepEqual(await lenses("legacy/build.gradle"), [
      [15, "Open Report"],
      [15, "20 trackers in this workspace, 3 dangerous permissions"],
    ]);
    assert.deepEqual(await lenses("shared/build.gradle.kts"), []);
    const given = await commands.executeCommand<CodeLens[]>(
      "vscode.executeCodeLensProvider",
      uri("legacy/build.gradle"),
      9,
    );
    assert.deepEqual(given[0]?.command?.arguments, [{ handle: "org.example.kettle" }]);
    assert.equal(
      here.trackers.origin.length > 0 &&
        (await here.trackers.journal()).filter(({ target }) => target.includes("search")).length,
      0,
    );
  });
});

// Trackers, permissions and apps found in a workspace: rows, problems, hovers, exports and settings.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  commands,
  ConfigurationTarget,
  DiagnosticSeverity,
  languages,
  Uri,
  window,
  workspace,
  type CodeAction,
  type CodeLens,
  type Diagnostic,
  type Hover,
  type MarkdownString,
} from "vscode";
import {
  acceptHost,
  exportFindings,
  findInWorkspace,
  openFinding,
  scanWorkspace,
  showHost,
} from "../../../src/trackers/workspace/workspace-commands.ts";
import { Redactor } from "../../../src/base/redact.ts";
import type { Store } from "../../../src/trackers/store.ts";
import { workspaceRow } from "../../../src/trackers/workspace/workspace-rows.ts";
import { AcceptedHosts } from "../../../src/trackers/workspace/accepted-hosts.ts";
import { trackersIn, type Found } from "../../../src/trackers/workspace/scan-result.ts";
import { codeLensesFor } from "../../../src/trackers/workspace/code-lenses.ts";
import { FindingMarkers } from "../../../src/trackers/workspace/diagnostics.ts";
import { findingsExport } from "../../../src/trackers/workspace/findings-export.ts";
import { WorkspaceScan } from "../../../src/trackers/workspace/workspace-scan.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import type { Shared } from "../../../src/workbench/shared.ts";
import { openToSide } from "../../../src/workbench/tree/commands.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { NodeRow, type Row } from "../../../src/workbench/tree/rows.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts, triptych, until } from "../extension.ts";
import { assertHeartbeat } from "../heartbeat.ts";
import { answering } from "./dialogs.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";
import { noHurry } from "../no-hurry.ts";
import { onlyChildren } from "../only-children.ts";

const START = "app/src/main/java/org/example/tramway/Start.java";

describe("The workspace scan", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let shared: Shared;
  let store: Store;
  let own: WorkspaceScan;
  let marks: FindingMarkers;
  let accepted: AcceptedHosts;
  let countsHosts: boolean;
  const root =
    (workspace.workspaceFolders ?? assert.fail("no folder is open"))[0]?.uri.fsPath ?? assert.fail("no folder");
  const uri = (path: string): Uri => Uri.file(join(root, path));
  const marked = (path: string): Diagnostic[] =>
    languages.getDiagnostics(uri(path)).filter(({ source }) => source === "Triptych");

  before(async () => {
    trackers = await trackersService();
    shared = await sharedParts();
  });
  beforeEach(async () => {
    await trackers.reset();
    await cp(join(triptych().extensionPath, "test/workspaces/carries"), root, { recursive: true });
    home = await machine();
    ({ store } = home.open(trackers.origin));
    countsHosts = false;
    await shared.state.update("trackers.acceptedHosts", undefined);
    accepted = new AcceptedHosts(shared.state, () => root);
    own = scanBy(join(shared.dist, "trackers-worker.cjs"));
    marks = new FindingMarkers(own, store, shared.settings);
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    marks.dispose();
    own.dispose();
    await home.close();
    await trackers.reset();
    await removeProject();
  });

  async function removeProject(): Promise<void> {
    const parts = ["app", "buildSrc", "gradle", "legacy", "shared", "settings.gradle.kts", ".gitignore", "watched"];
    for (const part of parts) await rm(join(root, part), { recursive: true, force: true });
  }

  /** A scan of the workspace by this worker script. */
  function scanBy(program: string): WorkspaceScan {
    return new WorkspaceScan({
      folders: () => workspace.workspaceFolders ?? [],
      store: { anyTrackers: (signal) => store.anyTrackers(signal) },
      program,
      countsHosts: () => countsHosts,
      acceptedHosts: accepted,
      log: shared.log,
      now: Date.now,
    });
  }

  /**
   * Creates a folder whose files VS Code watches. On Linux, its watcher misses files that are created in a new folder
   * before it watches that folder, and never looks again. So this returns once it has reported a file in there.
   */
  async function watchedFolder(name: string): Promise<void> {
    const watcher = workspace.createFileSystemWatcher(`**/${name}/probe.txt`);
    let isReported = false;
    const report = (): void => void (isReported = true);
    watcher.onDidCreate(report);
    watcher.onDidChange(report);
    await mkdir(uri(name).fsPath);
    let written = 0;
    await until(`a file in ${name} is reported`, async () => {
      await writeFile(uri(`${name}/probe.txt`).fsPath, String((written += 1)));
      return isReported;
    });
    watcher.dispose();
  }

  async function tree() {
    const rows = new RowProvider(
      () => Promise.resolve({ nodes: [workspaceRow(own, store, Date.now)].filter((row) => row !== undefined) }),
      { showLog: () => undefined },
      Date.now,
      noHurry,
    );
    const under = async (...path: readonly string[]): Promise<Row[]> => {
      let row: Row | undefined;
      for (const begin of path) {
        const here: Row[] = await rows.getChildren(row);
        row =
          here.find((each) => words(each).startsWith(begin)) ??
          assert.fail(`no ${begin} in ${here.map(words).join(", ")}`);
      }
      return await rows.getChildren(row);
    };
    const words = (row: Row): string => {
      const { label, description } = rows.getTreeItem(row);
      return [label, description].filter((each) => typeof each === "string").join(" · ");
    };
    const lines = async (...path: readonly string[]): Promise<string[]> => (await under(...path)).map(words);
    return { rows, under, lines };
  }

  it("runs when its row is expanded, and shows apps, trackers and permissions with their counts", async () => {
    const { lines, under, rows } = await tree();
    assert.deepEqual(await lines(), ["This Workspace · not scanned"]);
    assert.equal(own.found, undefined);
    await lines("This Workspace");
    await until("the files are read", () => own.found !== undefined && !own.isScanning);
    const inside = await lines("This Workspace");
    assert.deepEqual(inside, [
      "org.example.kettle · legacy/build.gradle",
      "org.example.kettle.dev · debug · legacy/build.gradle",
      "org.example.tramway · app/build.gradle.kts",
      "org.example.tramway.debug · debug · app/build.gradle.kts",
      "org.example.tramway.libre · free · app/build.gradle.kts",
      "Trackers Found · 20",
      "Hosts Mentioned · 7",
      "Requested Permissions · 5 · 3 dangerous",
    ]);
    rows.redraw();
    assert.deepEqual(await lines(), ["This Workspace · 3 apps · 20 trackers"]);
    const found = await lines("This Workspace", "Trackers Found");
    assert.ok(found.includes("Bugsnag · 2 places · tests only"), found.join());
    assert.ok(found.includes("AppsFlyer · 2 places"));
    assert.deepEqual(await lines("This Workspace", "Trackers Found", "AppsFlyer"), [
      "build.gradle.kts:37 · com.appsflyer:af-android-sdk",
      "AndroidManifest.xml:23 · com.appsflyer.SingleInstallBroadcastReceiver",
    ]);
    // A tracker in a single place needs no row below it.
    assert.ok(found.includes("Amplitude · Start.java:3"));
    const amplitude = (await under("This Workspace", "Trackers Found")).find(
      (row) => row instanceof NodeRow && row.node.label === "Amplitude",
    );
    const { children, click } = amplitude instanceof NodeRow ? amplitude.node : assert.fail("no row");
    assert.equal(children, undefined);
    await commands.executeCommand(click?.command ?? "", ...(click?.given ?? []));
    await until("the place is selected", () => window.activeTextEditor?.selection.isEmpty === false);
    const editor = window.activeTextEditor ?? assert.fail("no editor");
    assert.equal(editor.document.getText(editor.selection), "com.amplitude.api.Amplitude");
    assert.deepEqual((await lines("This Workspace", "Requested Permissions")).slice(0, 2), [
      "ACCESS_FINE_LOCATION · Dangerous · Precise location",
      "CAMERA · Dangerous · Take pictures and record video",
    ]);
    rows.dispose();
  });

  describe("of a folder without apps and permissions", () => {
    const IMPORT = "import com.amplitude.api.Amplitude;\n";
    const levels = () =>
      onlyChildren(() =>
        Promise.resolve({ nodes: [workspaceRow(own, store, Date.now)].filter((row) => row !== undefined) }),
      );

    beforeEach(async () => {
      await removeProject();
      await mkdir(uri("app").fsPath);
    });

    it("lists trackers directly under the workspace, as they are all there is", async () => {
      const other = "import com.kochava.base.Tracker;\n";
      await writeFile(uri("app/Start.java").fsPath, IMPORT);
      await writeFile(uri("app/Two.java").fsPath, other);
      await writeFile(uri("app/Three.java").fsPath, other);
      const { lines, under, rows } = await tree();
      assert.deepEqual(await lines("This Workspace"), ["Amplitude · Start.java:1", "Kochava · 2 places"]);
      assert.deepEqual(await lines("This Workspace", "Kochava"), [
        "Three.java:1 · com.kochava.base.Tracker",
        "Two.java:1 · com.kochava.base.Tracker",
      ]);
      rows.redraw();
      assert.deepEqual(await lines(), ["This Workspace · 2 trackers"]);
      const [first] = await under("This Workspace");
      assert.equal(first instanceof NodeRow && first.node.contextValue, "tracker.code.network");
      assert.deepEqual(await levels(), []);
      rows.dispose();
    });

    it("says that it has no known trackers", async () => {
      await writeFile(uri("app/Start.java").fsPath, "class Start {}\n");
      const { lines, rows } = await tree();
      const [only, ...others] = await lines("This Workspace");
      assert.match(only ?? "", /^No known trackers found · 1 file · /);
      assert.deepEqual(others, []);
      rows.dispose();
    });

    it("says why no trackers are listed", async () => {
      await trackers.fault({ kind: "html", status: 404, path: "/api/trackers$" });
      await writeFile(uri("app/Start.java").fsPath, IMPORT);
      const { lines, rows } = await tree();
      assert.match((await lines("This Workspace")).join(), /^Not found · Retry$/);
      rows.dispose();
    });

    it("lists accepted hosts without a row above them if there are no others", async () => {
      await writeFile(uri("app/Start.java").fsPath, `${IMPORT}class Start { String a = "graph.facebook.com"; }\n`);
      await acceptHost(accepted).run("graph.facebook.com");
      const { lines, rows } = await tree();
      assert.deepEqual((await lines("This Workspace")).at(-1), "Hosts Mentioned · 1 accepted");
      const [host] = await lines("This Workspace", "Hosts Mentioned");
      assert.match(host ?? "", /^graph\.facebook\.com · host of /);
      rows.dispose();
    });
  });

  it("has no row without a tracker above the one that says so", async () => {
    await removeProject();
    await mkdir(uri("app").fsPath);
    await writeFile(
      uri("app/build.gradle").fsPath,
      'android { defaultConfig { applicationId "org.example.plain" } }\n',
    );
    const { lines, rows } = await tree();
    const [app, none, ...others] = await lines("This Workspace");
    assert.equal(app, "org.example.plain · app/build.gradle");
    assert.match(none ?? "", /^No known trackers found · /);
    assert.deepEqual(others, []);
    rows.dispose();
  });

  it("tells files of the same name apart, and opens each of them from its menu", async () => {
    for (const module of ["one", "two"]) {
      await mkdir(uri(`shared/${module}`).fsPath);
      const script = 'dependencies {\n  implementation("com.instabug.library:instabug:13.0.0")\n}\n';
      await writeFile(uri(`shared/${module}/build.gradle.kts`).fsPath, script);
    }
    await own.scan();
    const { lines, under, rows } = await tree();
    const path = ["This Workspace", "Trackers Found", "Instabug"];
    assert.deepEqual(await lines(...path), [
      "build.gradle.kts:41 · app · com.instabug.library:instabug",
      "libs.versions.toml:12 · com.instabug.library:instabug",
      "build.gradle.kts:2 · shared/one · com.instabug.library:instabug",
      "build.gradle.kts:2 · shared/two · com.instabug.library:instabug",
    ]);
    const second = (await under(...path)).at(-1);
    const open = openFinding();
    await open.run(...(open.accepts([second, [second]]) ?? assert.fail("not accepted")));
    assert.equal(window.activeTextEditor?.document.uri.path, uri("shared/two/build.gradle.kts").path);
    const found = await under("This Workspace", "Trackers Found");
    const instabug = found.find((row) => row instanceof NodeRow && row.node.label === "Instabug");
    const [side = assert.fail("not accepted")] = openToSide.accepts([instabug]) ?? [];
    assert.equal(side.command, "triptych.trackers.openTracker");
    rows.dispose();
  });

  it("marks findings with the severity of the settings, or not at all, as soon as it is set", async () => {
    const set = (value: unknown) =>
      workspace.getConfiguration().update("triptych.trackers.diagnostics", value, ConfigurationTarget.Global);
    await own.scan();
    const severities = () => new Set(marked(START).map(({ severity }) => severity));
    try {
      await set("warning");
      await until("findings are warnings", () => severities().has(DiagnosticSeverity.Warning));
      assert.deepEqual(severities(), new Set([DiagnosticSeverity.Warning, DiagnosticSeverity.Hint]));
      await set("off");
      await until("no finding is marked", () => marked(START).length === 0);
      await set("loud");
      await until("an unknown value counts as the default", () => severities().has(DiagnosticSeverity.Information));
    } finally {
      await set(undefined);
    }
  });

  it("marks each location in its file as information, but only dangerous and special permissions", async () => {
    await own.scan();
    const all = marked(START);
    const hint = all.find(({ message }) => message.includes("mentions a host"));
    assert.equal(hint?.severity, DiagnosticSeverity.Hint);
    assert.ok(all.every((each) => each === hint || each.severity === DiagnosticSeverity.Information));
    assert.deepEqual(
      all.map(({ range, message }) => [range.start.line + 1, message]),
      [
        [3, "Amplitude is used as com.amplitude.api.Amplitude"],
        [4, "Facebook Analytics is used as com.facebook.appevents.AppEventsLogger.activateApp"],
        [15, "Radar is used as io.radar.sdk.Radar.initialize"],
        [18, "graph.facebook.com mentions a host of Facebook Ads, Facebook Analytics, or Facebook Login"],
        [20, "Kochava is used as com.kochava.base.Tracker"],
      ],
    );
    const code = all[0]?.code;
    assert.ok(typeof code === "object" && code.target.toString() === `${trackers.origin}/en/trackers/125/`);
    const manifest = marked("app/src/main/AndroidManifest.xml").map(({ message }) => message);
    assert.deepEqual(manifest, [
      "tramway.go.link mentions a host of Adjust",
      "AppsFlyer is used as com.appsflyer.SingleInstallBroadcastReceiver",
      "ACCESS_FINE_LOCATION · Dangerous, requested at run time: Precise location",
      "CAMERA · Dangerous, requested at run time: Take pictures and record video",
      "SYSTEM_ALERT_WINDOW · Special access, granted in system settings: Display over other apps",
    ]);
    own.clear();
    assert.deepEqual(marked(START), []);
  });

  it("never blocks the extension host, however hostile a file is, and finds what is in the others", async () => {
    const blanks = " ".repeat(100_000);
    const hostile: Readonly<Record<string, string>> = {
      ".gitignore": `${blanks}\n${"*a".repeat(200)}\n`,
      "legacy/gradle.properties": `a${blanks}\n`.repeat(10),
      "gradle/more.versions.toml": `[libraries]\na = {${blanks}\n`.repeat(10),
      "legacy/large.gradle": `dependencies { implementation "${"a:".repeat(900_000)}" }`,
      "legacy/Many.java": "import com.amplitude.api.Amplitude;\n".repeat(50_000),
      "legacy/res/layout/deep.xml": "<a ".repeat(300_000),
    };
    for (const [path, text] of Object.entries(hostile)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const found = await assertHeartbeat("Scanning the workspace", () => own.scan());
    assert.ok(trackersIn(found).has(125));
    assert.ok(marked(START).length > 0);
  });

  it("shows the tracker in a hover, and offers its panel there and as an action", async () => {
    await own.scan();
    const document = await workspace.openTextDocument(uri(START));
    const place = marked(START)[0]?.range ?? assert.fail("no mark");
    const hovers = await commands.executeCommand<Hover[]>("vscode.executeHoverProvider", document.uri, place.start);
    const text = hovers.flatMap(({ contents }) => contents.map((each) => (each as MarkdownString).value)).join("\n");
    assert.match(text, /\*\*Amplitude\*\* `com\.amplitude\.`/);
    assert.match(text, /Open Tracker\]\(command:triptych\.trackers\.openTracker\?%5B125%5D\)/);
    assert.match(text, /ODbL 1\\\.0/);
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
      own.found?.findings.permissions.find(({ name }) => name.endsWith("INTERNET")) ?? assert.fail("no permission");
    const at = { line: internet.spot.line, character: internet.spot.from + 2 };
    const atPermission = await commands.executeCommand<Hover[]>("vscode.executeHoverProvider", manifest, at);
    const words = atPermission
      .flatMap(({ contents }) => contents.map((each) => (each as MarkdownString).value))
      .join("\n");
    assert.match(words, /Normal, granted automatically/);
  });

  it("shows the report of an app above its ID, and the findings once they are known", async () => {
    const lenses = async (path: string) =>
      codeLensesFor(await workspace.openTextDocument(uri(path)), own.found).map(({ range, command }) => [
        range.start.line + 1,
        command?.title,
      ]);
    assert.deepEqual(await lenses("app/build.gradle.kts"), [
      [13, "Open Report"],
      [13, "Scan Workspace for Trackers"],
      [23, "Open Report of org.example.tramway.libre"],
    ]);
    await own.scan();
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
      trackers.origin.length > 0 && (await trackers.journal()).filter(({ target }) => target.includes("search")).length,
      0,
    );
  });

  it("lists mentions of hosts separately, counts them only on request, and leaves out accepted ones", async () => {
    const { lines, rows } = await tree();
    await own.scan();
    const hosts = await lines("This Workspace", "Hosts Mentioned");
    assert.ok(
      hosts.some((line) =>
        /^graph\.facebook\.com · host of Facebook Ads, Facebook Analytics, or Facebook Login · \S+:\d+$/.test(line),
      ),
      hosts.join(),
    );
    assert.ok(!(await lines("This Workspace", "Trackers Found")).some((line) => line.startsWith("Facebook Ads")));
    await acceptHost(accepted).run("graph.facebook.com");
    const again = await tree();
    const after = await again.lines("This Workspace", "Hosts Mentioned");
    assert.deepEqual([after.length, after.at(-1)], [hosts.length, "Accepted · 1"]);
    assert.ok(!marked(START).some(({ message }) => message.includes("graph.facebook.com")));
    assert.deepEqual([...new AcceptedHosts(shared.state, () => "another").all], [], "another workspace has its own");
    countsHosts = true;
    own.recount();
    const counted = await tree();
    assert.deepEqual(await counted.lines(), ["This Workspace · 3 apps · 24 trackers"]);
    counted.rows.dispose();
    again.rows.dispose();
    await showHost(accepted).run("graph.facebook.com");
    assert.deepEqual([...accepted.all], []);
    rows.dispose();
  });

  it("follows changes in files and editors, and reads only those files again", async () => {
    await watchedFolder("watched");
    const start = "watched/Start.java";
    await cp(uri(START).fsPath, uri(start).fsPath);
    await own.scan();
    const document = await workspace.openTextDocument(uri(start));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.lineAt(2).range.start, "import com.onesignal.OneSignal;\n"));
    await until(
      "the typed import is marked",
      () => marked(start)[0]?.message === "OneSignal is used as com.onesignal.OneSignal",
    );
    assert.ok((own.found?.read ?? Infinity) <= 1);
    await document.save();
    const added = "watched/More.java";
    await writeFile(uri(added).fsPath, "import com.leanplum.Leanplum;\n");
    await until("the new file is marked", () => marked(added).length === 1);
    await rm(uri(added).fsPath);
    await until("the removed file is not marked", () => marked(added).length === 0);
    await writeFile(uri(start).fsPath, "class Start {}\n");
    await until("the emptied file is not marked", () => marked(start).length === 0);
  });

  for (const which of ["the first", "a further"]) {
    it(`finds files that are added during ${which} scan`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "triptych-worker-"));
      const [hold, asked, program] = [join(folder, "hold"), join(folder, "asked"), join(folder, "worker.cjs")];
      // The same worker, whose answers wait as long as the file `hold` exists.
      await writeFile(
        program,
        `const { existsSync, writeFileSync } = require("node:fs");
      const { parentPort } = require("node:worker_threads");
      const post = parentPort.postMessage.bind(parentPort);
      parentPort.postMessage = (message) =>
        existsSync(${JSON.stringify(hold)}) ? setTimeout(() => parentPort.postMessage(message), 20) : post(message);
      parentPort.on("message", () => writeFileSync(${JSON.stringify(asked)}, ""));
      require(${JSON.stringify(join(shared.dist, "trackers-worker.cjs"))});`,
      );
      const held = scanBy(program);
      try {
        await watchedFolder("watched");
        if (which !== "the first") {
          await held.scan();
          await rm(asked);
        }
        await writeFile(hold, "");
        const scanning = held.scan();
        await until("the files are listed", () => existsSync(asked));
        const watcher = workspace.createFileSystemWatcher("**/watched/More.java");
        const reported = new Promise((resolve) => watcher.onDidCreate(resolve));
        await writeFile(uri("watched/More.java").fsPath, "import com.leanplum.Leanplum;\n");
        await reported;
        watcher.dispose();
        // A further scan would have been requested by now.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await rm(hold);
        const isFound = (found: Found | undefined): boolean =>
          found?.findings.trackers.some(({ text }) => text.startsWith("com.leanplum")) === true;
        assert.equal(isFound(await scanning), false);
        await until("the added file is found", () => isFound(held.found));
      } finally {
        held.dispose();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  it("scans the unsaved text of editors, even if all files are scanned again", async () => {
    const isFound = (found: Found | undefined): boolean =>
      found?.findings.trackers.some(({ text }) => text.startsWith("com.leanplum")) === true;
    const settings = workspace.getConfiguration("files");
    // VS Code in a browser saves a second after the last key.
    await settings.update("autoSave", "off", ConfigurationTarget.Global);
    try {
      const document = await workspace.openTextDocument(uri(START));
      const editor = await window.showTextDocument(document);
      await editor.edit((edit) => edit.insert(document.lineAt(2).range.start, "import com.leanplum.Leanplum;\n"));
      assert.ok(isFound(await own.scan()), "in the first scan");
      assert.ok(isFound(await own.scan()), "in a further scan");
      assert.ok(document.isDirty);
      await commands.executeCommand("workbench.action.files.revert");
      await until("the discarded text is not marked", () => !isFound(own.found));
    } finally {
      await settings.update("autoSave", undefined, ConfigurationTarget.Global);
    }
  });

  it("respects files.exclude and .gitignore, also when they change", async () => {
    await writeFile(uri(".gitignore").fsPath, "legacy/\n");
    await own.scan();
    assert.deepEqual(marked("legacy/build.gradle"), []);
    assert.ok((own.found?.passedOver.ignored ?? 0) > 0);
    await writeFile(uri(".gitignore").fsPath, "");
    await until("what is ignored no more is marked", () => marked("legacy/build.gradle").length > 0);
    const settings = workspace.getConfiguration("files");
    await settings.update("exclude", { "**/legacy": true }, ConfigurationTarget.Workspace);
    try {
      await until("what is excluded is not marked", () => marked("legacy/build.gradle").length === 0);
      assert.ok(marked(START).length > 0);
    } finally {
      await settings.update("exclude", undefined, ConfigurationTarget.Workspace);
      await rm(uri(".vscode").fsPath, { recursive: true, force: true });
    }
  });

  it("finds apps and permissions even if the tracker list can't be loaded, and says so", async () => {
    await trackers.fault({ kind: "html", status: 404, path: "/api/trackers$" });
    const { lines, rows } = await tree();
    await lines("This Workspace");
    await until("the files are read", () => own.found !== undefined && !own.isScanning);
    assert.ok((await lines("This Workspace")).includes("Requested Permissions · 5 · 3 dangerous"));
    assert.match((await lines("This Workspace", "Trackers Found"))[0] ?? "", /^Not found/);
    rows.redraw();
    assert.deepEqual(await lines(), ["This Workspace · 3 apps"]);
    const { dialogs, shown } = answering();
    await scanWorkspace({ dialogs }, own).run();
    assert.match(shown[0]?.sentence ?? "", /Trackers are missing because the tracker list could not be loaded/);
    await trackers.mend();
    // Another machine, because this one may not request the list again within a minute.
    await home.close();
    home = await machine();
    ({ store } = home.open(trackers.origin));
    const found = await own.scan();
    assert.equal(found.without, undefined);
    assert.ok(found.findings.trackers.length > 0);
    rows.dispose();
  });

  it("uses the known trackers while a newer list hangs", async () => {
    await store.trackers();
    await trackers.fault({ kind: "delay", ms: 600_000 });
    store.refresh();
    const leaving = new AbortController();
    const hanging = store.trackers(leaving.signal).catch(() => undefined);
    const found = await own.scan();
    assert.equal(found.without, undefined);
    assert.equal(trackersIn(found).size, 20);
    leaving.abort();
    await hanging;
  });

  it("compares with the latest report of the app", async () => {
    await store.keepKey(KEYS.good);
    const handle = "org.example.tramway";
    const { lines } = await tree();
    await own.scan();
    const found = own.found ?? assert.fail("nothing was found");
    const amplitude = found.findings.trackers.find(({ text }) => text.startsWith("com.amplitude"));
    const [match] = amplitude?.trackers ?? [];
    const list = await store.anyTrackers();
    const other = [...list.trackers.values()].find(({ id }) => !trackersIn(found).has(id));
    assert.ok(match !== undefined && other !== undefined);
    await trackers.act("addReport", { handle, source: "google", version: "99.0", trackers: [match.tracker, other.id] });
    const rows = await lines("This Workspace", handle);
    assert.match(rows[0] ?? "", /^Report of 99\.0 · Play · /);
    assert.ok(
      rows.some((row) => row.endsWith("in the report, not in the sources")),
      rows.join("\n"),
    );
    assert.ok(rows.includes("AppsFlyer · in the sources, not in the report"), rows.join("\n"));
    assert.ok(!rows.some((row) => row.startsWith("Amplitude")), "what both have is no difference");
    assert.ok(!rows.some((row) => row.startsWith("Bugsnag")), "what tests alone have is not in the app");
    assert.match((await lines("This Workspace", "org.example.kettle ·"))[0] ?? "", /^Report of .* · F-Droid · /);
  });

  it("can be canceled and started again", async () => {
    const abort = new AbortController();
    const scan = own.scan({ signal: abort.signal, onProgress: () => abort.abort() });
    await assert.rejects(scan, { kind: "canceled" });
    assert.equal(own.found, undefined);
    assert.deepEqual(marked(START), []);
    assert.equal((await own.scan()).findings.trackers.length > 0, true);
  });

  it("says where a tracker is used, or that it isn't", async () => {
    const { dialogs, shown } = answering();
    const asked: string[][] = [];
    const picking = {
      ...dialogs,
      pick: <T>(_title: string, choices: readonly { label: string; value: T }[]) => {
        asked.push(choices.map(({ label }) => label));
        return Promise.resolve(choices[1]?.value);
      },
    };
    const find = findInWorkspace({ dialogs: picking }, own, store);
    await find.run(...(find.accepts([{ kind: "finding", tracker: 12 }]) ?? assert.fail("not accepted")));
    assert.deepEqual(asked, [["build.gradle.kts:37", "AndroidManifest.xml:23"]]);
    const path = (): string => window.activeTextEditor?.document.uri.path ?? "";
    await until("the file is shown", () => path().endsWith("/AndroidManifest.xml"));
    await find.run(...(find.accepts([{ kind: "tracker", tracker: { id: 11 } }]) ?? assert.fail("not accepted")));
    assert.match(shown[0]?.sentence ?? "", /^OutBrain was not found in this workspace \(\d+ files\)\.$/);
    assert.equal(find.accepts([{ kind: "app" }]), undefined);
  });

  it("exports its findings as Markdown, as a table and as JSON", async () => {
    const found = await own.scan();
    const given = findingsExport(found, store);
    const markdown = await given.markdown();
    assert.match(markdown, /\| AppsFlyer \| `com\.appsflyer:af-android-sdk` \| `app\/build\.gradle\.kts:37` \|/);
    assert.match(markdown, /Open Database License/);
    const { columns, rows } = await given.table();
    assert.ok(rows.every((row) => row.length === columns.length));
    assert.equal(rows.filter(([what]) => what === "permission").length, 5);
    const json = JSON.stringify(given.json());
    assert.ok(!json.includes(root), "no path of this machine is given away");
    assert.ok(json.includes('"signature":"com.appsflyer."'));
  });

  it("says in every export that the ID of an app is unknown", async () => {
    const found = await own.scan();
    const place = { file: join(root, "app/build.gradle.kts"), spot: { line: 8, from: 0, to: 4 } };
    const given = findingsExport({ ...found, findings: { ...found.findings, unknownIds: [place] } }, store);
    assert.match(await given.markdown(), /^\| unknown \|  \| `app\/build\.gradle\.kts:9` \|$/m);
    const { rows } = await given.table();
    assert.deepEqual(
      rows.filter(([, name]) => name === "unknown"),
      [["app", "unknown", "", "", "app/build.gradle.kts", 9, false]],
    );
    const json = JSON.stringify(given.json());
    assert.ok(json.includes('"unknownApps":[{"file":"app/build.gradle.kts","line":9}]'), json.slice(0, 500));
  });

  it("exports findings as SARIF without any path of this machine", async () => {
    const opened: string[] = [];
    const dialogs = new ScriptedDialogs("SARIF");
    const exports = new Exports(dialogs, new Redactor(), {
      open: (content) => Promise.resolve(void opened.push(content)),
      write: () => Promise.reject(new Error("not asked for")),
    });
    await exportFindings({ dialogs, exports }, own, store).run();
    assert.match(dialogs.asked[0] ?? "", /^Export .* As…: Markdown, CSV, JSON, SARIF/);
    const [text = ""] = opened;
    const sarif: unknown = JSON.parse(text);
    assert.ok(typeof sarif === "object" && sarif !== null && "version" in sarif);
    assert.equal(sarif.version, "2.1.0");
    assert.match(text, /"uri": "app\/build\.gradle\.kts"/);
    assert.ok(!text.includes(root));
  });

  it("never changes a file, and runs in its own thread", async () => {
    const before = await readFile(uri(START).fsPath, "utf8");
    await own.scan();
    assert.equal(await readFile(uri(START).fsPath, "utf8"), before);
    assert.ok(!Object.keys(require.cache).some((path) => path.includes("trackers-worker")));
  });
});

// The rows of a scanned workspace: trackers, permissions and apps.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { commands, window } from "vscode";
import { findInWorkspace, scanWorkspace } from "../../../src/trackers/workspace/workspace-commands.ts";
import { workspaceRow } from "../../../src/trackers/workspace/workspace-rows.ts";
import { countedTrackers } from "../../../src/trackers/workspace/scan-result.ts";
import { openToSide } from "../../../src/workbench/tree/row-commands.ts";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";
import { answering } from "./dialogs.ts";
import { KEYS } from "./service.ts";
import { onlyChildren } from "../only-children.ts";
import { START, workspaceScans } from "./workspace-scans.ts";

describe("The workspace scan", () => {
  const here = workspaceScans();
  const { uri, marked, removeProject, tree } = here;

  it("runs when its row is expanded, and shows apps, trackers and permissions with their counts", async () => {
    const { lines, under, rows } = await tree();
    assert.deepEqual(await lines(), ["This Workspace · not scanned"]);
    assert.equal(here.own.found, undefined);
    await lines("This Workspace");
    await until("the files are read", () => here.own.found !== undefined && !here.own.isScanning);
    const inside = await lines("This Workspace");
    assert.deepEqual(inside, [
      "org.example.kettle · legacy/build.gradle",
      "org.example.kettle.dev · debug · legacy/build.gradle",
      "org.example.tramway · app/build.gradle.kts",
      "org.example.tramway.debug · debug · app/build.gradle.kts",
      "org.example.tramway.libre · free · app/build.gradle.kts",
      "org.example.tramway.libre.debug · free · debug · app/build.gradle.kts",
      "Trackers Found · 20",
      "Requested Permissions · 5 · 3 dangerous",
    ]);
    rows.tree.redraw();
    assert.deepEqual(await lines(), ["This Workspace · 3 apps · 20 trackers"]);
    const found = await lines("This Workspace", "Trackers Found");
    assert.ok(found.includes("Bugsnag · 2 places (tests only)"), found.join());
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
    await commands.executeCommand(click?.command ?? "", ...(click?.args ?? []));
    await until("the place is selected", () => window.activeTextEditor?.selection.isEmpty === false);
    const editor = window.activeTextEditor ?? assert.fail("no editor");
    assert.equal(editor.document.getText(editor.selection), "com.amplitude.api.Amplitude");
    assert.deepEqual((await lines("This Workspace", "Requested Permissions")).slice(0, 2), [
      "ACCESS_FINE_LOCATION · Dangerous · Precise location",
      "CAMERA · Dangerous · API level 32 and lower · Take pictures and record video",
    ]);
    rows.dispose();
  });

  describe("of a folder without apps and permissions", () => {
    const IMPORT = "import com.amplitude.api.Amplitude;\n";
    const levels = () =>
      onlyChildren(() =>
        Promise.resolve({ nodes: [workspaceRow(here.own, here.store, Date.now)].filter((row) => row !== undefined) }),
      );

    beforeEach(async () => {
      await removeProject();
      await mkdir(uri("app").fsPath);
    });

    it("lists trackers directly under the workspace, because there is nothing else", async () => {
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
      rows.tree.redraw();
      assert.deepEqual(await lines(), ["This Workspace · 2 trackers"]);
      const [first] = await under("This Workspace");
      assert.equal(first instanceof NodeRow && first.node.contextValue, "tracker");
      assert.deepEqual(await levels(), []);
      rows.dispose();
    });

    it("says that no known trackers were found", async () => {
      await writeFile(uri("app/Start.java").fsPath, "class Start {}\n");
      const { lines, rows } = await tree();
      const [only, ...others] = await lines("This Workspace");
      assert.match(only ?? "", /^No known trackers found · 1 file · /);
      assert.deepEqual(others, []);
      rows.dispose();
    });

    it("says that the scan could not look for malformed trackers of the server", async () => {
      const trackers = { 1: { name: "One", categories: [], documentation: [] }, 2: { name: null }, 3: { name: null } };
      const body = JSON.stringify({ trackers });
      const headers = { "content-type": "application/json" };
      await here.trackers.fault({ kind: "status", status: 200, path: "/api/trackers$", headers, body });
      await writeFile(uri("app/Start.java").fsPath, IMPORT);
      const { lines, rows } = await tree();
      const [only] = await lines("This Workspace");
      assert.match(only ?? "", /^No known trackers found · 2 trackers in the list could not be read · 1 file · /);
      rows.tree.redraw();
      assert.deepEqual(await lines(), ["This Workspace · "], "the row claims nothing");
      const { dialogs, shown } = answering();
      await scanWorkspace({ dialogs }, here.own).run();
      assert.deepEqual(
        shown.map(({ sentence }) => sentence),
        ["No known trackers found in 1 file. 2 trackers in the list could not be read."],
      );
      await findInWorkspace({ dialogs }, here.own, here.store).run(1);
      assert.equal(
        shown.at(-1)?.sentence,
        "One was not found in this workspace (1 file). 2 trackers in the list could not be read.",
      );
      rows.dispose();
    });

    it("says why no trackers are listed", async () => {
      await here.trackers.fault({ kind: "html", status: 404, path: "/api/trackers$" });
      await writeFile(uri("app/Start.java").fsPath, IMPORT);
      const { lines, rows } = await tree();
      assert.match((await lines("This Workspace")).join(), /^Not found · Retry$/);
      rows.dispose();
    });
  });

  it("says that no trackers were found without a parent row", async () => {
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

  it("distinguishes files of the same name, and opens each of them from its menu", async () => {
    for (const module of ["one", "two"]) {
      await mkdir(uri(`shared/${module}`).fsPath);
      const script = 'dependencies {\n  implementation("com.instabug.library:instabug:13.0.0")\n}\n';
      await writeFile(uri(`shared/${module}/build.gradle.kts`).fsPath, script);
    }
    await here.own.scan();
    const { lines, under, rows } = await tree();
    const path = ["This Workspace", "Trackers Found", "Instabug"];
    assert.deepEqual(await lines(...path), [
      "build.gradle.kts:41 · app · com.instabug.library:instabug",
      "libs.versions.toml:12 · com.instabug.library:instabug",
      "build.gradle.kts:2 · shared/one · com.instabug.library:instabug",
      "build.gradle.kts:2 · shared/two · com.instabug.library:instabug",
    ]);
    const second = (await under(...path)).at(-1);
    const click = (second instanceof NodeRow ? second.node.click : undefined) ?? assert.fail("no click");
    await commands.executeCommand(click.command, ...click.args);
    assert.equal(window.activeTextEditor?.document.uri.path, uri("shared/two/build.gradle.kts").path);
    const found = await under("This Workspace", "Trackers Found");
    const instabug = found.find((row) => row instanceof NodeRow && row.node.label === "Instabug");
    const [side = assert.fail("not accepted")] = openToSide(() => []).accepts([instabug]) ?? [];
    assert.equal(side.command, "triptych.trackers.openTracker");
    rows.dispose();
  });

  it("lists no mentions of hosts, and marks and counts none, but finds those of one tracker", async () => {
    const { lines, rows } = await tree();
    const found = await here.own.scan();
    const mention = found.findings.hosts.find(({ text }) => text === "graph.facebook.com") ?? assert.fail("no mention");
    const tracker = mention.trackers[0]?.tracker ?? assert.fail("no tracker");
    assert.ok(!(await lines("This Workspace")).some((line) => line.includes("Hosts")));
    assert.ok(!marked(START).some(({ message }) => message.includes("graph.facebook.com")));
    const dialogs = new ScriptedDialogs();
    await findInWorkspace({ dialogs }, here.own, here.store).run(tracker);
    assert.match(dialogs.asked.join(), new RegExp(`in This Workspace: .*:${mention.spot.line + 1}`));
    rows.dispose();
  });

  it("finds apps and permissions even if the tracker list can't be loaded, and says so", async () => {
    await here.trackers.fault({ kind: "html", status: 404, path: "/api/trackers$" });
    const { lines, rows } = await tree();
    await lines("This Workspace");
    await until("the files are read", () => here.own.found !== undefined && !here.own.isScanning);
    assert.ok((await lines("This Workspace")).includes("Requested Permissions · 5 · 3 dangerous"));
    assert.match((await lines("This Workspace", "Trackers Found"))[0] ?? "", /^Not found/);
    rows.tree.redraw();
    assert.deepEqual(await lines(), ["This Workspace · 3 apps"]);
    const { dialogs, shown } = answering();
    await scanWorkspace({ dialogs }, here.own).run();
    assert.match(shown[0]?.sentence ?? "", /Trackers are missing because the tracker list could not be loaded/);
    await here.trackers.mend();
    // On another machine, because this one may not request the list again within a minute.
    await here.changeMachine();
    const found = await here.own.scan();
    assert.equal(found.listProblem, undefined);
    assert.ok(found.findings.trackers.length > 0);
    rows.dispose();
  });

  it("compares with the latest report of the app", async () => {
    await here.store.saveKey(KEYS.good);
    const handle = "org.example.tramway";
    const { lines } = await tree();
    await here.own.scan();
    const found = here.own.found ?? assert.fail("nothing was found");
    const amplitude = found.findings.trackers.find(({ text }) => text.startsWith("com.amplitude"));
    const [match] = amplitude?.trackers ?? [];
    const list = await here.store.anyTrackers();
    const other = [...list.trackers.values()].find(({ id }) => !countedTrackers(found).has(id));
    assert.ok(match !== undefined && other !== undefined);
    await here.trackers.act("addReport", {
      handle,
      source: "google",
      version: "99.0",
      trackers: [match.tracker, other.id],
    });
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

  it("shows where a tracker is used, or says that it isn't", async () => {
    const { dialogs, shown } = answering();
    const asked: string[][] = [];
    const picking = {
      ...dialogs,
      pick: <T>(_title: string, choices: readonly { label: string; value: T }[]) => {
        asked.push(choices.map(({ label }) => label));
        return Promise.resolve(choices[1]?.value);
      },
    };
    const find = findInWorkspace({ dialogs: picking }, here.own, here.store);
    await find.run(...(find.accepts([{ kind: "finding", tracker: 12 }]) ?? assert.fail("not accepted")));
    assert.deepEqual(asked, [["build.gradle.kts:37", "AndroidManifest.xml:23"]]);
    const path = (): string => window.activeTextEditor?.document.uri.path ?? "";
    await until("the file is shown", () => path().endsWith("/AndroidManifest.xml"));
    await find.run(...(find.accepts([{ kind: "tracker", tracker: { id: 11 } }]) ?? assert.fail("not accepted")));
    assert.match(shown[0]?.sentence ?? "", /^OutBrain was not found in this workspace \(\d+ files\)\.$/);
    assert.equal(find.accepts([{ kind: "app" }]), undefined);
  });
});

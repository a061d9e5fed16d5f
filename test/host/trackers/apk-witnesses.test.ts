// The page of an app's file compares it with the open project and with εxodus.
import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Uri } from "vscode";
import { ApkThread } from "../../../src/scan/index.ts";
import { apkPanels } from "../../../src/trackers/apk/panel.ts";
import type { WorkspaceScan } from "../../../src/trackers/workspace/workspace-scan.ts";
import { builtFile, until } from "../extension.ts";
import { openPage, type PageReader } from "../page.ts";
import { KEYS } from "./service.ts";
import { workspaceScans } from "./workspace-scans.ts";

const APP = "com.example.reader";
const HEADING = "Source, file and εxodus";
const TRACKERS = "Trackers by source, file and εxodus";
const PERMISSIONS = "Permissions by source, file and εxodus";

describe("The file of an app, its source and εxodus", () => {
  const here = workspaceScans();
  let folder: string;
  let thread: ApkThread;
  let scan: WorkspaceScan;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-witness-"));
    thread = new ApkThread(builtFile("scan.cjs"));
    scan = here.scanBy(join(here.shared.dist, "scan.cjs"), ["watched"]);
  });
  afterEach(async () => {
    scan.dispose();
    thread.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Writes a project with this application ID. */
  async function writeProject(id: string): Promise<void> {
    await mkdir(here.uri("watched/src/main").fsPath, { recursive: true });
    await writeFile(
      here.uri("watched/build.gradle").fsPath,
      `plugins { id 'com.android.application' }
android { defaultConfig { applicationId '${id}' } }
dependencies {
  implementation 'com.appsflyer:af-android-sdk:6.0.0'
  implementation 'com.amplitude:android-sdk:2.0.0'
  testImplementation 'com.onesignal:OneSignal:4.0.0'
}
`,
    );
    await writeFile(
      here.uri("watched/src/main/AndroidManifest.xml").fsPath,
      `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
<uses-permission android:name="android.permission.CAMERA" />
</manifest>
`,
    );
  }

  async function open() {
    const path = join(folder, "one.apk");
    await copyFile(builtFile("../test/apks/one.apk"), path);
    const kind = apkPanels({
      ...here.shared,
      store: here.store,
      workspace: scan,
      thread,
      showReport: () => undefined,
      compare: async () => undefined,
    });
    const page = openPage(kind, { uri: Uri.file(path).toString() });
    page.connection.ready();
    await until("the file is scanned", () => page.last().busy === undefined);
    return page;
  }

  const requests = async (): Promise<readonly string[]> =>
    (await here.trackers.journal()).map(({ target }) => target).filter((target) => target.includes(APP));

  /** The cells of the row that starts with this name. */
  function row(page: PageReader, table: string, name: string): readonly (string | null)[] {
    const found = page.rows(table).find(([first]) => first?.startsWith(name) === true) ?? assert.fail(`no ${name}`);
    return found.slice(1).map((cell) => cell?.trim() ?? null);
  }

  it("says what is missing, and asks no one before a click", async () => {
    await writeProject(APP);
    const page = await open();
    const shown = page.last().under(HEADING);
    assert.equal(shown.value("In the source"), "Not scanned yet. The scan only reads files on this machine.");
    assert.equal(shown.value("In this file"), "Version 12.0.7 „Ü“ · debuggable");
    assert.match(
      shown.value("On εxodus") ?? "",
      /^Not compared yet\. Comparing sends the package name to 127\.0\.0\.1/,
    );
    assert.deepEqual(shown.controls, ["Scan This Workspace", "Compare with εxodus"]);
    assert.deepEqual(shown.tables, []);
    assert.equal(page.last().count(HEADING), "");
    assert.deepEqual(await requests(), []);
    page.connection.dispose();
  });

  it("compares trackers and permissions with both", async () => {
    await writeProject(APP);
    await here.store.saveKey(KEYS.good);
    const list = await here.store.anyTrackers();
    const id = (name: string): number =>
      [...list.trackers.values()].find((each) => each.name === name)?.id ?? assert.fail(name);
    await here.trackers.act("addReport", {
      handle: APP,
      version: "11.0",
      versionCode: "1100",
      created: "2025-01-01T00:00:00Z",
      trackers: [id("AppsFlyer"), id("Amplitude")],
      permissions: ["android.permission.CAMERA", "android.permission.NFC"],
    });
    const page = await open();
    await page.send({ type: "scanSource" });
    assert.match(page.last().value("In the source") ?? "", /^This workspace, scanned /);
    assert.deepEqual(page.last().under(HEADING).controls, ["Compare with εxodus"]);
    assert.deepEqual(await requests(), []);
    await page.send({ type: "compareExodus" });
    await until("the report is loaded", () => page.last().value("On εxodus")?.startsWith("Version 11.0") === true);
    const last = page.last();
    assert.equal(last.value("On εxodus"), "Version 11.0 · Google Play · report of 1 Jan 2025");
    assert.deepEqual(last.under(HEADING).controls, []);
    assert.deepEqual(row(last, TRACKERS, "AppsFlyer"), ["yes", "yes", "yes", ""]);
    const version = "εxodus analyzed version 11.0, and this file is version 12.0.7 „Ü“.";
    assert.deepEqual(row(last, TRACKERS, "Amplitude"), [
      "yes",
      "no",
      "yes",
      `The build may remove it, or the source is of another version. ${version}`,
    ]);
    assert.deepEqual(row(last, TRACKERS, "OneSignal"), [
      "tests only",
      "no",
      "no",
      "Only tests use it, and they aren't in the app.",
    ]);
    assert.deepEqual(row(last, TRACKERS, "Batch"), [
      "no",
      "only mentioned",
      "no",
      `A library may bring it along. ${version}`,
    ]);
    assert.deepEqual(row(last, PERMISSIONS, "CAMERA"), ["yes", "yes", "yes", ""]);
    assert.deepEqual(row(last, PERMISSIONS, "NFC"), ["no", "no", "yes", version]);
    assert.match(last.count(HEADING) ?? "", /^\d+ differences$/);
    page.connection.dispose();
  });

  it("tells an app of another package from a project that isn't open", async () => {
    await writeProject("org.example.other");
    const page = await open();
    await page.send({ type: "scanSource" });
    assert.equal(page.last().value("In the source"), "No app with this package name found in this workspace.");
    page.connection.dispose();
    scan = here.scanBy(join(here.shared.dist, "scan.cjs"), []);
    const alone = await open();
    assert.match(alone.last().value("In the source") ?? "", /^No local folder is open\./);
    assert.deepEqual(alone.last().under(HEADING).controls, ["Open Folder…", "Compare with εxodus"]);
    alone.connection.dispose();
  });

  it("tells a missing key, an unknown app and a failure apart", async () => {
    await here.trackers.act("addReport", { handle: APP, version: "11.0", created: "2025-01-01T00:00:00Z" });
    const page = await open();
    await page.send({ type: "compareExodus" });
    await until("the key is asked for", () => page.last().under(HEADING).controls.includes("Set API Key…"));
    assert.match(page.last().value("On εxodus") ?? "", /Set a key to see the names/);
    await here.trackers.reset();
    // The user asked for this comparison, so a key continues it.
    await here.store.saveKey(KEYS.good);
    await until("the app is unknown", () => page.last().value("On εxodus")?.includes("has no app") === true);
    page.connection.dispose();

    await here.changeMachine();
    await here.store.anyTrackers();
    await here.trackers.fault({ kind: "html", status: 500, path: "/" });
    const failing = await open();
    await failing.send({ type: "compareExodus" });
    await until("the failure shows", () => {
      const { value = "" } = failing.last().fact("On εxodus") ?? {};
      return typeof value !== "string" && value.some(({ icon }) => icon === "error");
    });
    assert.ok(failing.last().under(HEADING).controls.includes("Compare with εxodus"));
    await here.trackers.mend();
    await here.trackers.act("addReport", { handle: APP, version: "11.0", created: "2025-01-01T00:00:00Z" });
    await failing.send({ type: "compareExodus" });
    await until("the key is asked for", () => failing.last().under(HEADING).controls.includes("Set API Key…"));
    failing.connection.dispose();
  });
});

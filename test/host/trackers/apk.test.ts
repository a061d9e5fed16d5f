// Opening an app's file: the editor, its page, and what its buttons do.
import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, TabInputCustom, Uri, window } from "vscode";
import { ApkThread } from "../../../src/scan/index.ts";
import { scanApk } from "../../../src/trackers/apk/commands.ts";
import { apkPanels } from "../../../src/trackers/apk/panel.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { WorkspaceScan } from "../../../src/trackers/workspace/workspace-scan.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { builtFile, sharedParts, until } from "../extension.ts";
import { openPage, type PageReader } from "../page.ts";
import { trackersService, type TrackersService } from "./service.ts";

describe("The file of an app", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let folder: string;
  let thread: ApkThread;
  let shown: string[];

  before(async () => {
    trackers = await trackersService();
  });
  beforeEach(async () => {
    await trackers.reset();
    home = await machine();
    ({ store } = home.open(trackers.origin));
    folder = await mkdtemp(join(tmpdir(), "triptych-apk-"));
    thread = new ApkThread(builtFile("scan.cjs"));
    shown = [];
  });
  afterEach(async () => {
    thread.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
    await home.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A copy of a test app, as a file with this name. */
  async function put(name: string, as = name): Promise<Uri> {
    const path = join(folder, as);
    await copyFile(builtFile(`../test/apks/${name}`), path);
    return Uri.file(path);
  }

  async function open(uri: Uri) {
    const shared = await sharedParts();
    const workspace = new WorkspaceScan({ ...shared, folders: () => [], store, program: builtFile("scan.cjs") });
    const kind = apkPanels({
      ...shared,
      store,
      workspace,
      thread,
      showReport: (handle) => shown.push(handle),
      compare: async () => undefined,
    });
    const page = openPage(kind, { uri: uri.toString() });
    page.connection.ready();
    return page;
  }

  async function scanned(uri: Uri): Promise<{ page: PageReader; open: Awaited<ReturnType<typeof open>> }> {
    const opened = await open(uri);
    await until("the scan ends", () => opened.last().busy === undefined);
    return { page: opened.last(), open: opened };
  }

  it("shows trackers with their classes, hints, permissions, certificates, sizes and libraries", async () => {
    const { page, open: opened } = await scanned(await put("one.apk"));
    assert.equal(page.title, "one.apk");
    assert.deepEqual(
      page.page.head.under?.map(({ text }) => text),
      ["com.example.reader", "Version 12.0.7 „Ü“", "debuggable"],
    );
    assert.deepEqual(page.figures.slice(0, 4), ["7 trackers", "5 permissions", "3 dangerous", "6 classes"]);
    assert.ok(
      page
        .rows("Analytics")
        .some(([name, classes]) => name?.startsWith("AppsFlyer") && classes === "com/appsflyer/Tracker"),
    );
    assert.match(String(page.rows("Analytics").find(([name]) => name?.startsWith("Batch"))?.[1]), /only mentioned/);
    assert.deepEqual(
      page.rows("Hints").map(([, kind, text]) => [kind, text]),
      [
        ["Component", "com.example.crashstone.UploadService"],
        ["Meta-data", "com.facebook.appevents.Key"],
        ["File", "firebase-crashlytics.properties"],
        ["Component", "com.google.android.gms.measurement.AppMeasurementReceiver"],
      ],
    );
    assert.equal(page.value("Target SDK"), "29");
    assert.equal(page.value("Signature scheme"), "v1, v2, v3");
    assert.match(page.value("App UID") ?? "", /^[0-9A-F]{40}$/);
    assert.deepEqual(page.rows("Native libraries"), [
      ["libown.so", "x86"],
      ["libsentry-android.so", "arm64-v8a, x86"],
    ]);
    assert.equal(page.rows("Size by part")[0]?.[0], "Code");
    await opened.send({ type: "openReport" });
    assert.deepEqual(shown, ["com.example.reader"]);
    opened.connection.dispose();
  });

  it("says that nothing was found, and how much is obfuscated", async () => {
    const { page } = await scanned(await put("many.apk"));
    assert.ok(
      page.notes.some((each) => each.startsWith("69% of the app's own class names are obfuscated.")),
      page.notes.join("\n"),
    );
  });

  it("that is damaged says so, and is scanned again on request", async () => {
    const uri = Uri.file(join(folder, "damaged.apk"));
    await writeFile(uri.fsPath, "no app");
    const { page, open: opened } = await scanned(uri);
    assert.equal(page.empty?.heading, "Could not scan this file");
    assert.equal(page.empty.sentence, "The file isn't an Android app, or it is damaged.");
    await put("nested.apk", "damaged.apk");
    await opened.send({ type: "refresh" });
    await until(
      "the scan succeeds",
      () => opened.last().busy === undefined && opened.last().empty?.heading !== "Could not scan this file",
    );
    assert.deepEqual(
      opened
        .last()
        .rows("Apps inside")
        .map(([path]) => path),
      ["assets/plugins/inner.apk", "assets/plugins/inner.apk!/assets/deep.apk.png"],
    );
    opened.connection.dispose();
  });

  it("shows everything but trackers if the list can't be loaded", async () => {
    const { store: offline } = home.open("http://127.0.0.1:9");
    store = offline;
    const { page } = await scanned(await put("one.apk"));
    assert.equal(page.failure?.start, "Could not load the tracker list.");
    assert.equal(page.figures[1], "5 permissions");
  });

  it("can be canceled", async () => {
    const opened = await open(await put("one.apk"));
    await opened.send({ type: "cancel" });
    await until("the scan ends", () => opened.last().busy === undefined);
    assert.ok(["Scan canceled", undefined].includes(opened.last().empty?.heading));
    opened.connection.dispose();
  });

  it("opens in its editor from the explorer, with the command and from a dialog", async () => {
    const editors = (): readonly string[] =>
      window.tabGroups.all.flatMap(({ tabs }) =>
        tabs.flatMap(({ input }) =>
          input instanceof TabInputCustom ? [`${input.viewType} ${input.uri.path.split("/").at(-1)}`] : [],
        ),
      );
    await commands.executeCommand("vscode.open", await put("one.apk"));
    await until("one.apk is open", () => editors().includes("triptych.apk one.apk"));
    await commands.executeCommand("triptych.trackers.scanApk", await put("set.apks"));
    await until("set.apks is open", () => editors().includes("triptych.apk set.apks"));
    const dialogs = new ScriptedDialogs(String(await put("bundle.aab")));
    const command = scanApk({ dialogs });
    await command.run(...(command.accepts([undefined]) ?? assert.fail("not accepted")));
    await until("bundle.aab is open", () => editors().includes("triptych.apk bundle.aab"));
    assert.deepEqual(dialogs.asked, ["Scan APK"]);
  });
});

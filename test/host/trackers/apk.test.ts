// Opening an app's file: the editor, its page, and what its buttons do.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commands, TabInputCustom, Uri, window } from "vscode";
import { Redactor } from "../../../src/base/redact.ts";
import { scanApk, scanSelectedApks } from "../../../src/trackers/apk/commands.ts";
import { apkPanels, apkSetPanels } from "../../../src/trackers/apk/panel.ts";
import type { ApkState } from "../../../src/trackers/apk/protocol.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { WorkspaceScan } from "../../../src/trackers/workspace/workspace-scan.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import { Shares, type SharedContent } from "../../../src/workbench/share/shares.ts";
import { assertSarif } from "../../sarif.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { builtFile, sharedParts, until } from "../extension.ts";
import { openPage, type PageReader } from "../page.ts";
import { apkFiles } from "./apk-files.ts";

describe("The file of an app", () => {
  const here = apkFiles();
  const { put } = here;
  let shown: string[];

  beforeEach(() => {
    shown = [];
  });

  /** Opens the editor of a file, or the panel of a set of splits. */
  async function open(uri: Uri, replaced: Partial<Shared> = {}, splits: readonly Uri[] = []) {
    const shared = { ...(await sharedParts()), ...replaced };
    const { store, thread } = here;
    const workspace = new WorkspaceScan({ ...shared, folders: () => [], store, program: builtFile("scan.cjs") });
    const kind = (splits.length === 0 ? apkPanels : apkSetPanels)({
      ...shared,
      store,
      workspace,
      thread,
      showReport: (handle) => shown.push(handle),
      compare: async () => undefined,
    });
    const page = openPage(kind, { uri: uri.toString(), splits: splits.map(String) });
    page.connection.ready();
    return page;
  }

  async function scanned(
    uri: Uri,
    replaced: Partial<Shared> = {},
  ): Promise<{ page: PageReader; open: Awaited<ReturnType<typeof open>> }> {
    const opened = await open(uri, replaced);
    await until("the scan ends", () => opened.last().busy === undefined);
    return { page: opened.last(), open: opened };
  }

  it("shows trackers with their classes, hints, permissions, certificates, sizes and libraries", async () => {
    const { page, open: opened } = await scanned(await put("one.apk"));
    assert.equal(page.title, "one.apk");
    assert.deepEqual(
      page.page.head.under?.map(({ text }) => text),
      ["Reader", "com.example.reader", "Version 12.0.7 „Ü“", "debuggable"],
    );
    assert.deepEqual(page.figures.slice(0, 4), ["7 trackers", "5 permissions", "3 dangerous", "6 classes"]);
    assert.ok(
      page
        .rows("Analytics")
        .some(([name, classes]) => name?.startsWith("AppsFlyer") && classes === "com.appsflyer.Tracker"),
    );
    const { rows } = page.table("Analytics");
    assert.ok(!("id" in rows));
    const batch = rows[page.rows("Analytics").findIndex(([name]) => name?.startsWith("Batch"))];
    assert.deepEqual(
      batch?.cells[1],
      [{ text: "com.batch.android.Batch", looks: ["mono"] }, { text: "\nonly mentioned by other code" }],
      "only names are in the font of code",
    );
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
    const uri = Uri.file(join(here.folder, "damaged.apk"));
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
    here.goOffline();
    const { page } = await scanned(await put("one.apk"));
    assert.equal(page.failure?.start, "Could not load the tracker list.");
    assert.equal(page.figures[1], "5 permissions");
  });

  it("is shared as Markdown, and exported as Markdown, CSV, JSON and SARIF", async () => {
    const taken: SharedContent[] = [];
    const written = new Map<string, string>();
    const dialogs = new ScriptedDialogs("Here", "Markdown", "CSV", "JSON", "SARIF");
    const place = { id: "here", label: "Here", take: (content: SharedContent) => void taken.push(content) };
    const exports = new Exports(dialogs, new Redactor(), {
      open: (content) => Promise.resolve(void written.set(String(written.size), content)),
      write: () => Promise.reject(new Error("not asked for")),
    });
    const { open: opened } = await scanned(await put("one.apk"), { exports, shares: new Shares(dialogs, [place]) });
    await opened.send({ type: "share" });
    assert.equal(taken[0]?.title, "com.example.reader 12.0.7 „Ü“");
    const { markdown } = taken[0];
    assert.match(markdown, /^\| \[AppsFlyer\]\(.+\) \| .* \| `com\.appsflyer\.Tracker` \|$/m);
    assert.match(markdown, /\| Component \| `com\.example\.crashstone\.UploadService` \|$/m);
    assert.match(markdown, /^\| `CAMERA` \| Dangerous \|$/m);
    for (let format = 0; format < 4; format += 1) await opened.send({ type: "export" });
    const [asMarkdown, csv = "", json = "", sarif = ""] = [...written.values()];
    assert.equal(asMarkdown, markdown);
    assert.match(csv, /^tracker,\d+,AppsFlyer,code,1,com\.appsflyer\.Tracker,/m);
    assert.equal(csv.split("\n").filter((line) => line.startsWith("permission,")).length, 5);
    assert.match(json, /"file": "one\.apk"/);
    assert.match(json, /"level": "dangerous"/);
    assertSarif(sarif);
    assert.match(sarif, /"uri": "one\.apk"/);
    assert.match(sarif, /com\.appsflyer\.Tracker belongs to AppsFlyer\./);
    for (const each of [...written.values()])
      assert.ok(!each.includes(here.folder), "no path of this machine is given away");
    opened.connection.dispose();
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

  it("is scanned with the other selected APKs as one app, whose base comes first", async () => {
    const sets: ApkState[] = [];
    const command = scanSelectedApks((set) => sets.push(set));
    // The explorer gives the clicked file and all selected ones, each as an object of its own.
    const [text, split, base] = ["notes.txt", "split_a.apk", "z.apk"].map((each) => Uri.file(join(here.folder, each)));
    await command.run(
      ...(command.accepts([split, [text, split, base].map(String).map((each) => Uri.parse(each))]) ??
        assert.fail("not accepted")),
    );
    assert.deepEqual(sets, [{ uri: String(base), splits: [String(split)] }]);
    const opened = await open(await put("one.apk"), {}, [await put("many.apk")]);
    await until("the scan ends", () => opened.last().busy === undefined);
    assert.equal(opened.last().title, "one.apk and 1 more file");
    assert.deepEqual(opened.last().rows("Unreadable or unusual"), [
      ["Part of another app: com.example.many", "many.apk"],
    ]);
    assert.deepEqual(
      opened.last().page.head.toolbar?.buttons.map(({ label }) => label),
      ["Open εxodus Report", "Share…", "Export…", "Scan Again"],
    );
    opened.connection.dispose();
  });
});

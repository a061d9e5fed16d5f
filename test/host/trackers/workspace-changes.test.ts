// When the workspace is scanned, and how the scan follows changes.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commands, ConfigurationTarget, window, workspace } from "vscode";
import { findScannedFiles } from "../../../src/trackers/workspace/find-files.ts";
import { scanWorkspace } from "../../../src/trackers/workspace/workspace-commands.ts";
import { countedTrackers, type WorkspaceFindings } from "../../../src/trackers/workspace/scan-result.ts";
import { until } from "../extension.ts";
import { underHeartbeat } from "../../bench/heartbeat.ts";
import { answering } from "./dialogs.ts";
import { START, workspaceScans } from "./workspace-scans.ts";

describe("The scan of a changing workspace", () => {
  const here = workspaceScans();
  const { root, uri, marked, scanBy, watchedFolder } = here;

  it("finds trackers however hostile other files are", async () => {
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
    const found = await underHeartbeat("Scanning the workspace", () => here.own.scan());
    assert.ok(countedTrackers(found).has(125));
    assert.ok(marked(START).length > 0);
  });

  it("follows changes in files and editors, and reads only those files again", async () => {
    await watchedFolder("watched");
    const start = "watched/Start.java";
    await cp(uri(START).fsPath, uri(start).fsPath);
    await here.own.scan();
    const document = await workspace.openTextDocument(uri(start));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.lineAt(2).range.start, "import com.onesignal.OneSignal;\n"));
    await until(
      "the typed import is marked",
      () => marked(start)[0]?.message === "OneSignal is used as com.onesignal.OneSignal",
    );
    assert.ok((here.own.found?.read ?? Infinity) <= 1);
    await document.save();
    const added = "watched/More.java";
    await writeFile(uri(added).fsPath, "import com.leanplum.Leanplum;\n");
    await until("the new file is marked", () => marked(added).length === 1);
    await rm(uri(added).fsPath);
    await until("the removed file is not marked", () => marked(added).length === 0);
    await writeFile(uri(start).fsPath, "class Start {}\n");
    await until("the emptied file is not marked", () => marked(start).length === 0);
  });

  it("reads as many files as the limit, and says so only if there is one more outside the folders of tools", async () => {
    const [app, legacy] = [uri("app"), uri("legacy")];
    for (const path of ["app/node_modules/x/package.json", "app/.gradle/A.java", "app/build/intermediates/res/a.xml"]) {
      await mkdir(dirname(uri(path).fsPath), { recursive: true });
      await writeFile(uri(path).fsPath, "{}");
    }
    const find = async (limit?: number) => {
      const { folders, more } = await findScannedFiles([app, legacy], undefined, limit);
      return { more, counts: folders.map(({ paths }) => paths.length) };
    };
    const all = await find();
    const [inApp = 0, inLegacy = 0] = all.counts;
    assert.ok(!all.more && inApp > 1 && inLegacy > 1);
    const whole = inApp + inLegacy;
    assert.deepEqual(await find(whole), all);
    assert.deepEqual(await find(whole - 1), { more: true, counts: [inApp, inLegacy - 1] });
    assert.deepEqual(await find(inApp), { more: true, counts: [inApp, 0] });
    const found = await here.own.scan();
    here.own.scan = () => Promise.resolve({ ...found, more: true });
    const { dialogs, shown } = answering();
    await scanWorkspace({ dialogs }, here.own).run();
    assert.match(shown[0]?.sentence ?? "", / At most 100,000 files are scanned\.$/);
  });

  it("drops the findings of a folder that is renamed or deleted", async () => {
    await watchedFolder("watched");
    await mkdir(uri("watched/old/deep").fsPath, { recursive: true });
    await cp(uri(START).fsPath, uri("watched/old/deep/Start.java").fsPath);
    await here.own.scan();
    assert.ok(marked("watched/old/deep/Start.java").length > 0);
    await rename(uri("watched/old").fsPath, uri("watched/new").fsPath);
    await until("the old folder is not marked", () => marked("watched/old/deep/Start.java").length === 0);
    await until("the new folder is marked", () => marked("watched/new/deep/Start.java").length > 0);
    await rm(uri("watched/new").fsPath, { recursive: true });
    await until("the deleted folder is not marked", () => marked("watched/new/deep/Start.java").length === 0);
  });

  for (const which of ["the first", "a further"]) {
    it(`finds files that are added during ${which} scan`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "triptych-worker-"));
      const [hold, requested, program] = [join(folder, "hold"), join(folder, "asked"), join(folder, "worker.cjs")];
      // The real worker, except that its answers wait while the file `hold` exists.
      await writeFile(
        program,
        `const { existsSync, writeFileSync } = require("node:fs");
      const { parentPort } = require("node:worker_threads");
      const post = parentPort.postMessage.bind(parentPort);
      parentPort.postMessage = (message) =>
        existsSync(${JSON.stringify(hold)}) ? setTimeout(() => parentPort.postMessage(message), 20) : post(message);
      parentPort.on("message", () => writeFileSync(${JSON.stringify(requested)}, ""));
      require(${JSON.stringify(join(here.shared.dist, "scan.cjs"))});`,
      );
      const held = scanBy(program);
      try {
        await watchedFolder("watched");
        await here.own.scan();
        if (which !== "the first") {
          await held.scan();
          await rm(requested);
        }
        await writeFile(hold, "");
        const scanning = held.scan();
        await until("the files are listed", () => existsSync(requested));
        const watcher = workspace.createFileSystemWatcher("**/watched/More.java");
        const reported = new Promise((resolve) => watcher.onDidCreate(resolve));
        await writeFile(uri("watched/More.java").fsPath, "import com.leanplum.Leanplum;\n");
        await reported;
        watcher.dispose();
        // The extension's own scan waits as long as the held one before it starts again.
        await until("the extension itself finds the file", () => marked("watched/More.java").length > 0);
        await rm(hold);
        const isFound = (found: WorkspaceFindings | undefined): boolean =>
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
    const isFound = (found: WorkspaceFindings | undefined): boolean =>
      found?.findings.trackers.some(({ text }) => text.startsWith("com.leanplum")) === true;
    const settings = workspace.getConfiguration("files");
    // VS Code in a browser saves a second after the last key.
    await settings.update("autoSave", "off", ConfigurationTarget.Global);
    try {
      const document = await workspace.openTextDocument(uri(START));
      const editor = await window.showTextDocument(document);
      await editor.edit((edit) => edit.insert(document.lineAt(2).range.start, "import com.leanplum.Leanplum;\n"));
      assert.ok(isFound(await here.own.scan()), "in the first scan");
      assert.ok(isFound(await here.own.scan()), "in a further scan");
      assert.ok(document.isDirty);
      await commands.executeCommand("workbench.action.files.revert");
      await until("the discarded text is not marked", () => !isFound(here.own.found));
    } finally {
      await settings.update("autoSave", undefined, ConfigurationTarget.Global);
    }
  });

  it("respects files.exclude and .gitignore, also when they change", async () => {
    await writeFile(uri(".gitignore").fsPath, "legacy/\n");
    await here.own.scan();
    assert.deepEqual(marked("legacy/build.gradle"), []);
    assert.ok((here.own.found?.passedOver.ignored ?? 0) > 0);
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

  it("counts each file once if one open folder is in another, which may ignore it", async () => {
    await writeFile(uri(".gitignore").fsPath, "legacy/\n");
    const worker = join(here.shared.dist, "scan.cjs");
    const scanOf = async (...folders: readonly string[]) => {
      const scan = scanBy(worker, folders);
      const { files, bytes, passedOver } = await scan.scan();
      scan.dispose();
      return { files, bytes, ...passedOver };
    };
    const [all, app, legacy] = [await scanOf(""), await scanOf("app"), await scanOf("legacy")];
    assert.ok(app.files > 0 && legacy.files > 0 && all.ignored > 0);
    assert.deepEqual(await scanOf("", "app"), all);
    assert.deepEqual(await scanOf("legacy", ""), {
      ...all,
      files: all.files + legacy.files,
      bytes: all.bytes + legacy.bytes,
      ignored: all.ignored - legacy.files,
    });
  });

  it("uses the known trackers while a newer list hangs", async () => {
    await here.store.trackers();
    await here.trackers.fault({ kind: "delay", ms: 600_000 });
    here.store.refresh();
    const leaving = new AbortController();
    const hanging = here.store.trackers(leaving.signal).catch(() => undefined);
    const found = await here.own.scan();
    assert.equal(found.listProblem, undefined);
    assert.equal(countedTrackers(found).size, 20);
    leaving.abort();
    await hanging;
  });

  it("keeps findings in other files if one is edited while there is no tracker list", async () => {
    await here.trackers.fault({ kind: "status", status: 500 });
    const found = await here.own.scan();
    assert.notEqual(found.listProblem, undefined);
    assert.ok(found.findings.apps.length > 0);
    const document = await workspace.openTextDocument(uri(START));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(document.lineAt(2).range.start, "import com.leanplum.Leanplum;\n"));
    await until("the edited file is scanned", () => here.own.found !== found);
    assert.deepEqual(here.own.found?.findings.apps, found.findings.apps);
  });

  it("doesn't wait for the tracker list again whenever a file changes", async () => {
    await here.trackers.fault({ kind: "status", status: 500 });
    let found = await here.own.scan();
    const requested = async (): Promise<number> =>
      (await here.trackers.journal()).filter(({ target }) => target === "/api/trackers").length;
    assert.equal(await requested(), 1);
    const document = await workspace.openTextDocument(uri(START));
    const editor = await window.showTextDocument(document);
    for (let round = 0; round < 2; round += 1) {
      await editor.edit((edit) => edit.insert(document.lineAt(2).range.start, "import com.leanplum.Leanplum;\n"));
      await until("the edited file is scanned", () => here.own.found !== found);
      found = here.own.found ?? assert.fail("nothing was found");
    }
    assert.equal(await requested(), 1);
    here.own.rescanAll();
    await until("all files are scanned with the list of another instance", async () => (await requested()) === 2);
    await here.trackers.mend();
  });

  it("can be canceled and started again", async () => {
    const abort = new AbortController();
    const scan = here.own.scan({ signal: abort.signal, onProgress: () => abort.abort() });
    await assert.rejects(scan, { kind: "canceled" });
    assert.equal(here.own.found, undefined);
    assert.deepEqual(marked(START), []);
    assert.equal((await here.own.scan()).findings.trackers.length > 0, true);
  });

  for (const leaver of [0, 1]) {
    const which = leaver === 0 ? "the first caller" : "a caller who joined it";
    it(`can be left by ${which} while it waits for the tracker list, and ends with the last one`, async () => {
      await here.trackers.fault({ kind: "delay", ms: 600_000, times: 1 });
      const aborts = [new AbortController(), new AbortController()];
      const scans = aborts.map(({ signal }) => here.own.scan({ signal }));
      await until("the list is requested", async () => (await here.trackers.journal()).length > 0);
      aborts[leaver]?.abort();
      await assert.rejects(Promise.resolve(scans[leaver]), { kind: "canceled" });
      assert.ok(here.own.isScanning);
      aborts[1 - leaver]?.abort();
      await assert.rejects(Promise.resolve(scans[1 - leaver]), { kind: "canceled" });
      assert.ok(!here.own.isScanning);
    });
  }

  it("stays cleared if its findings are cleared during a follow-up scan", async () => {
    await here.own.scan();
    const following = here.own.scan({ isFollowUp: true });
    here.own.clear();
    await assert.rejects(following, { kind: "canceled" });
    assert.equal(here.own.found, undefined);
    assert.deepEqual(marked(START), []);
    assert.ok((await here.own.scan()).findings.trackers.length > 0);
  });

  it("changes no file, and runs in its own thread", async () => {
    const before = await readFile(uri(START).fsPath, "utf8");
    await here.own.scan();
    assert.equal(await readFile(uri(START).fsPath, "utf8"), before);
    assert.ok(!Object.keys(require.cache).some((path) => path.endsWith("scan.cjs")));
  });
});

// Scans a workspace against the sandbox, and reads what its rows and files show.
import assert from "node:assert/strict";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commands, languages, Uri, workspace, type Diagnostic } from "vscode";
import type { Store } from "../../../src/trackers/store/store.ts";
import { workspaceRow } from "../../../src/trackers/workspace/workspace-rows.ts";
import { FindingMarkers } from "../../../src/trackers/workspace/diagnostics.ts";
import { WorkspaceScan } from "../../../src/trackers/workspace/workspace-scan.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import type { Row } from "../../../src/workbench/tree/level-rows.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { sharedParts, triptych, until } from "../extension.ts";
import { trackersService, type TrackersService } from "./service.ts";
import { noBusyRows } from "../no-busy-rows.ts";

/** A file with findings. */
export const START = "app/src/main/java/org/example/tramway/Start.java";

/** Gives each test of a suite its own project, store and scan. */
export function workspaceScans() {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let shared: Shared;
  let store: Store;
  let own: WorkspaceScan;
  let marks: FindingMarkers;
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
    own = scanBy(join(shared.dist, "scan.cjs"));
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
    for (const part of parts) await rm(join(root, part), { recursive: true, force: true, maxRetries: 5 });
  }

  /** A scan of the workspace, or of these folders in it, with this worker script. */
  function scanBy(program: string, folders?: readonly string[]): WorkspaceScan {
    return new WorkspaceScan({
      folders: () => folders?.map((path) => ({ uri: uri(path) })) ?? workspace.workspaceFolders ?? [],
      store: { anyTrackers: (signal) => store.anyTrackers(signal) },
      program,
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
      noBusyRows,
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

  return {
    root,
    uri,
    marked,
    removeProject,
    scanBy,
    watchedFolder,
    tree,
    get trackers() {
      return trackers;
    },
    get shared() {
      return shared;
    },
    get store() {
      return store;
    },
    get own() {
      return own;
    },
    /** Continues as if on another machine, with nothing stored. */
    changeMachine: async () => {
      await home.close();
      home = await machine();
      ({ store } = home.open(trackers.origin));
    },
  };
}

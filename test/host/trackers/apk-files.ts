// Copies of the test apps, with what it takes to scan them.
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commands, Uri } from "vscode";
import { ApkThread } from "../../../src/scan/index.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { builtFile } from "../extension.ts";
import { trackersService, type TrackersService } from "./service.ts";

/** Gives each test of a suite its own folder, store and thread. */
export function apkFiles() {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let folder: string;
  let thread: ApkThread;

  before(async () => {
    trackers = await trackersService();
  });
  beforeEach(async () => {
    await trackers.reset();
    home = await machine();
    ({ store } = home.open(trackers.origin));
    folder = await mkdtemp(join(tmpdir(), "triptych-apks-"));
    thread = new ApkThread(builtFile("scan.cjs"));
  });
  afterEach(async () => {
    thread.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
    await home.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Copies a test app into the folder of the test, under this path. */
  async function put(name: string, as = name): Promise<Uri> {
    const path = join(folder, as);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(builtFile(`../test/apks/${name}`), path);
    return Uri.file(path);
  }

  return {
    put,
    /** Continues with a store whose server can't be reached. */
    goOffline(): void {
      ({ store } = home.open("http://127.0.0.1:9"));
    },
    get store() {
      return store;
    },
    get folder() {
      return folder;
    },
    get thread() {
      return thread;
    },
  };
}

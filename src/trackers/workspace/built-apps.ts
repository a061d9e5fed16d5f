// Finds the apps that builds left in the open folders.
import { stat } from "node:fs/promises";
import { Disposable, RelativePattern, workspace, type Uri } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { TOOL_FOLDERS, toPath } from "./find-files.ts";

/** Where Gradle puts what it builds; in a Flutter project, `build` is at the top and has a folder for each module. */
const OUTPUTS = "**/build/{outputs,app/outputs}";
const APPS = `${OUTPUTS}/{apk,bundle}/**/*.{apk,aab}`;
/** More than any project builds. */
const MAX_BUILT_APPS = 200;
/** A build writes many files. */
const CHANGE_DELAY_MS = 400;

export interface BuiltApp {
  readonly uri: Uri;
  /** The variant, such as `freeDebug`; empty if the path doesn't say. */
  readonly variant: string;
  /** When it was built, in milliseconds. */
  readonly builtAt: number;
  readonly size: number;
}

/** Lists the apps, and says when another listing would differ. */
export class BuiltApps implements Disposable {
  readonly #folders: () => readonly Uri[];
  readonly #changed = new Emitter<void>();
  #watching: Disposable | undefined;
  #listed: readonly BuiltApp[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(folders: () => readonly Uri[]) {
    this.#folders = folders;
  }

  /** The apps, the newest first. They are listed each time, because VS Code doesn't report every change. */
  async list(): Promise<readonly BuiltApp[]> {
    this.#watching ??= this.#watch();
    this.#listed = await listBuiltApps(this.#folders());
    return this.#listed;
  }

  /** Forgets the apps and stops watching files. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#watching?.dispose();
    this.#watching = undefined;
    this.#listed = [];
  }

  dispose(): void {
    this.clear();
    this.#changed.dispose();
  }

  #watch(): Disposable {
    // On Linux, VS Code can miss files that are created in a new folder before it watches that folder.
    const apps = workspace.createFileSystemWatcher(`${OUTPUTS}/**`);
    // VS Code reports the deletion of a folder, but not of the files in it.
    const deletions = workspace.createFileSystemWatcher("**/*", true, true, false);
    const markChanged = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#changed.fire(), CHANGE_DELAY_MS);
    };
    return Disposable.from(
      apps,
      apps.onDidCreate(markChanged),
      apps.onDidChange(markChanged),
      deletions,
      deletions.onDidDelete((deleted) => {
        const folder = toPath(deleted);
        if (this.#listed.some(({ uri }) => `${toPath(uri)}/`.startsWith(`${folder}/`))) markChanged();
      }),
      workspace.onDidChangeWorkspaceFolders(markChanged),
    );
  }
}

async function listBuiltApps(folders: readonly Uri[]): Promise<readonly BuiltApp[]> {
  const apps = new Map<string, BuiltApp>();
  for (const folder of folders) {
    const found = await workspace.findFiles(new RelativePattern(folder, APPS), TOOL_FOLDERS, MAX_BUILT_APPS);
    for (const uri of found) {
      const app = await describeBuiltApp(uri);
      if (app !== undefined) apps.set(uri.toString(), app);
    }
  }
  return [...apps.values()].toSorted((a, b) => b.builtAt - a.builtAt).slice(0, MAX_BUILT_APPS);
}

/** Undefined if a build has just removed it. */
async function describeBuiltApp(uri: Uri): Promise<BuiltApp | undefined> {
  const file = await stat(uri.fsPath).catch(() => undefined);
  if (file === undefined) return undefined;
  return { uri, variant: findVariant(toPath(uri)), builtAt: file.mtimeMs, size: file.size };
}

/** The variant by the folders of an output: "freeDebug" for `apk/free/debug/app.apk`. Tests of a variant follow it. */
function findVariant(path: string): string {
  const [, folders = ""] = /\/outputs\/(?:apk|bundle)\/(?:(.*)\/)?[^/]+$/.exec(path) ?? [];
  const [first = "", ...others] = folders.split("/");
  const names = first === "androidTest" ? [...others, first] : [first, ...others];
  return names.map((name, at) => (at === 0 ? name : name.slice(0, 1).toUpperCase() + name.slice(1))).join("");
}

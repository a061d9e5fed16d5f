import { sep } from "node:path";
import { CancellationTokenSource, Disposable, RelativePattern, workspace } from "vscode";
import type { TextDocument, Uri, WorkspaceFolder } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { kindOf, PATTERN } from "../scan/scan-file.ts";
import type { SignedTracker } from "../scan/signatures.ts";
import type { FolderFiles, Scanned } from "../scan/worker-messages.ts";
import type { Store } from "../store.ts";
import type { AcceptedHosts } from "./accepted-hosts.ts";
import type { Found } from "./scan-result.ts";
import { Thread } from "./scan-thread.ts";

/** More than any project has of its own. */
const MOST_FILES = 100_000;
/** Changes come in bursts: a branch is switched, a formatter runs, a person types. */
const CALM = 400;

interface Parts extends Pick<Shared, "log" | "now"> {
  readonly folders: () => readonly Pick<WorkspaceFolder, "uri">[];
  readonly store: Pick<Store, "anyTrackers">;
  readonly program: string;
  readonly countsHosts: () => boolean;
  readonly acceptedHosts: Pick<AcceptedHosts, "all" | "onDidChange">;
}

interface ScanOptions {
  readonly signal?: AbortSignal;
  readonly told?: (done: number, of: number) => void;
  readonly quietly?: boolean;
}

/** Looks for trackers in the folders that are open: when it is asked to, and from then on where files change. */
export class Workspace implements Disposable {
  readonly #parts: Parts;
  readonly #thread: Thread;
  readonly #listening: Disposable;
  readonly #changed = new Emitter<void>();
  #following: Disposable | undefined;
  #found: Found | undefined;
  #scanning: Promise<Found> | undefined;
  #signed: { readonly list: TrackerList; readonly trackers: readonly SignedTracker[] } | undefined;
  /** What has changed since the last look; everything where files came, went or are ignored otherwise. */
  #dirty: Set<string> | "all" = new Set();
  /** Of which it was told already that no tracker was looked for. */
  readonly #told = new WeakSet<Found>();
  readonly #edited = new Map<string, TextDocument>();
  #calm: NodeJS.Timeout | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#thread = new Thread(parts.program);
    this.#listening = parts.acceptedHosts.onDidChange(() => this.recount());
  }

  get found(): Found | undefined {
    return this.#found;
  }

  get isScanning(): boolean {
    return this.#scanning !== undefined;
  }

  /** Whether there is a folder whose files can be read here. */
  get hasFolder(): boolean {
    return this.#folders().length > 0;
  }

  /** Looks at all files; whoever asks while that is under way waits for the same. `quietly` tells nobody that it has begun. */
  scan(options: ScanOptions = {}): Promise<Found> {
    if (this.#scanning === undefined) {
      this.#scanning = this.#scan(options).finally(() => {
        this.#scanning = undefined;
        this.#changed.fire();
      });
      if (options.quietly !== true) this.#changed.fire();
    }
    return this.#scanning;
  }

  /** Looks again at everything, where it was looked at before, as trackers are known otherwise. */
  renew(): void {
    if (this.#found !== undefined && !this.isScanning) this.#again("all");
  }

  /** Counts what was found by the settings and accepted hosts of now. */
  recount(): void {
    if (this.#found !== undefined) this.#keep(this.#found, this.#found.without, this.#found.more, this.#found.readAt);
  }

  /** Why no tracker was looked for; the second time that one asks, whether that is still so. */
  async again(found: Found, signal: AbortSignal): Promise<void> {
    if (found.without === undefined) return;
    if (!this.#told.has(found)) {
      this.#told.add(found);
      throw found.without;
    }
    await this.#parts.store.anyTrackers(signal);
    await this.scan({ signal });
  }

  /** Forgets what was found, and follows no file any more. */
  clear(): void {
    this.#following?.dispose();
    this.#following = undefined;
    clearTimeout(this.#calm);
    this.#edited.clear();
    this.#found = undefined;
    this.#thread.dispose();
    this.#changed.fire();
  }

  dispose(): void {
    this.clear();
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async #scan({ signal, told }: ScanOptions): Promise<Found> {
    const { trackers, without } = await this.#trackers();
    const { folders, more } = await this.#files(signal);
    this.#dirty = new Set();
    const scanned = await this.#thread.ask({ type: "scan", folders }, trackers, {
      signal,
      ...(told === undefined ? {} : { told }),
    });
    const { files, bytes, refused } = scanned;
    this.#parts.log.info(`Looked for trackers in ${files} files`, {
      bytes,
      refused: refused.map(({ signature }) => signature),
    });
    this.#following ??= this.#follow();
    return this.#keep(scanned, without, more);
  }

  #keep(scanned: Scanned, without: Problem | undefined, more: boolean, readAt = this.#parts.now()): Found {
    const { countsHosts, acceptedHosts } = this.#parts;
    this.#found = { ...scanned, readAt, without, more, countsHosts: countsHosts(), acceptedHosts: acceptedHosts.all };
    this.#changed.fire();
    return this.#found;
  }

  /**
   * A list of any age does: a scan never waits for a newer one, whose arrival begins another scan. Without any list, apps
   * and permissions are found all the same.
   */
  async #trackers(): Promise<{ readonly trackers: readonly SignedTracker[]; readonly without: Problem | undefined }> {
    try {
      const list = await this.#parts.store.anyTrackers();
      if (this.#signed?.list !== list) {
        const trackers = [...list.trackers.values()].map(
          ({ id, name, codeSignature: code, networkSignature: network }) => ({
            id,
            name,
            code,
            network,
          }),
        );
        this.#signed = { list, trackers };
      }
      return { trackers: this.#signed.trackers, without: undefined };
    } catch (error) {
      return { trackers: [], without: asProblem(error) };
    }
  }

  #folders(): readonly Uri[] {
    return this.#parts.folders().flatMap(({ uri }) => (uri.scheme === "file" ? [uri] : []));
  }

  /** VS Code's own search: it knows `files.exclude`, of each folder. */
  async #files(
    signal: AbortSignal | undefined,
  ): Promise<{ readonly folders: readonly FolderFiles[]; readonly more: boolean }> {
    const source = new CancellationTokenSource();
    const stop = (): void => source.cancel();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const folders: FolderFiles[] = [];
      let left = MOST_FILES;
      for (const folder of this.#folders()) {
        const found = await workspace.findFiles(
          new RelativePattern(folder, PATTERN),
          undefined,
          left + 1,
          source.token,
        );
        if (signal?.aborted === true) throw new Problem("cancelled");
        const paths = found
          .slice(0, left)
          .map(pathOf)
          .filter((path) => kindOf(path) !== undefined)
          .sort();
        folders.push({ folder: pathOf(folder), paths });
        left -= Math.min(left, found.length);
      }
      return { folders, more: left === 0 };
    } finally {
      signal?.removeEventListener("abort", stop);
      source.dispose();
    }
  }

  #follow(): Disposable {
    const watcher = workspace.createFileSystemWatcher(PATTERN);
    const rules = workspace.createFileSystemWatcher("**/.gitignore");
    const all = (): void => this.#again("all");
    const one = (uri: Uri): void => this.#again(pathOf(uri));
    return Disposable.from(
      watcher,
      watcher.onDidCreate(all),
      watcher.onDidDelete(all),
      watcher.onDidChange(one),
      rules,
      rules.onDidCreate(all),
      rules.onDidDelete(all),
      rules.onDidChange(all),
      workspace.onDidChangeWorkspaceFolders(all),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("files.exclude")) all();
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const { uri } = document;
        if (contentChanges.length === 0 || uri.scheme !== "file" || kindOf(pathOf(uri)) === undefined) return;
        this.#edited.set(pathOf(uri), document);
        this.#later();
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        // What was not saved is gone.
        if (this.#edited.delete(pathOf(uri))) one(uri);
      }),
    );
  }

  #again(what: string): void {
    if (what === "all") this.#dirty = "all";
    else if (this.#dirty !== "all") this.#dirty.add(what);
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => void this.#lookAgain(), CALM);
  }

  async #lookAgain(): Promise<void> {
    const found = this.#found;
    if (found === undefined) return;
    // A thread that has ended remembers nothing, so that all is read anew.
    if (this.#dirty === "all" || !this.#thread.remembers) {
      await this.scan().catch((error: unknown) => this.#failed(error));
      return;
    }
    const paths = [...this.#dirty];
    const edited = [...this.#edited.values()].filter((document) => document.isDirty && !document.isClosed);
    this.#dirty = new Set();
    try {
      const { trackers, without } = await this.#trackers();
      if (paths.length > 0)
        this.#keep(await this.#thread.ask({ type: "changed", paths }, trackers), without, found.more);
      for (const document of edited) {
        const scanned = await this.#thread.ask(
          { type: "text", path: pathOf(document.uri), text: document.getText() },
          trackers,
        );
        this.#keep(scanned, without, found.more);
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const problem = asProblem(error);
    if (problem.kind !== "cancelled") this.#parts.log.warn(`The workspace was not looked at again: ${problem.message}`);
  }
}

/** As the worker names it. Only Windows has backslashes between the parts of a path; elsewhere a name may hold one. */
export function pathOf({ fsPath }: Uri): string {
  return sep === "\\" ? fsPath.replaceAll("\\", "/") : fsPath;
}

// Scans the open folders and follows their changes.
import { Disposable, workspace, type TextDocument, type Uri, type WorkspaceFolder } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import { SharedRead } from "../../base/tasks/shared-read.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import { detectKind, type Scanned, type ScanRequest, ScanThread, type SignedTracker } from "../../scan/index.ts";
import type { Store } from "../store/store.ts";
import { BuiltApps } from "./built-apps.ts";
import { watchFiles } from "./file-changes.ts";
import { findScannedFiles, listParentFolders, toPath } from "./find-files.ts";
import type { WorkspaceFindings } from "./scan-result.ts";

/** Changes come in bursts: the user switches branches, runs a formatter or types. */
const RESCAN_DELAY_MS = 400;
/** A constant, because the worker reads all files again whenever it receives another array. */
const NO_TRACKERS: readonly SignedTracker[] = [];

interface ScanDependencies extends Pick<Shared, "log" | "now"> {
  readonly folders: () => readonly Pick<WorkspaceFolder, "uri">[];
  readonly store: Pick<Store, "anyTrackers">;
  readonly program: string;
}

/** How much of the tracker list a scan used. */
type ListState = Pick<WorkspaceFindings, "listProblem" | "skippedTrackers">;

type Progress = (done: number, of: number) => void;

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Progress;
  readonly quietly?: boolean;
  /** Whether it repeats a scan because files changed, which the view doesn't show. */
  readonly isFollowUp?: boolean;
}

/** Scans the open folders on request, and from then on whenever files change. */
export class WorkspaceScan implements Disposable {
  readonly #dependencies: ScanDependencies;
  readonly #thread: ScanThread;
  readonly #changed = new Emitter<void>();
  #watching: Disposable | undefined;
  #found: WorkspaceFindings | undefined;
  readonly #scans = new SharedRead((signal) => this.#scan(signal));
  readonly #progress = new Set<Progress>();
  #isFollowUp = false;
  /** Why the list could not be loaded. Follow-ups don't request it again: they would wait for the limit of requests. */
  #listProblem: Problem | undefined;
  #signatures: { readonly list: TrackerList; readonly trackers: readonly SignedTracker[] } | undefined;
  /** Files changed since the last scan; "all" if files were added, removed or ignored differently. */
  #dirty: Set<string> | "all" = new Set();
  /** Results whose missing trackers were already reported. */
  readonly #reported = new WeakSet<WorkspaceFindings>();
  readonly #edited = new Map<string, TextDocument>();
  #rescanTimer: NodeJS.Timeout | undefined;
  #scannedFolders: ReadonlySet<string> = new Set();
  /** Ends scans of changed files when the findings are cleared. */
  #clearing = new AbortController();
  readonly onDidChange = this.#changed.event;
  /** Apps that builds left in the folders, which are listed with the findings. */
  readonly builtApps: BuiltApps;

  constructor(dependencies: ScanDependencies) {
    this.#dependencies = dependencies;
    this.builtApps = new BuiltApps(() => this.#folders());
    this.#thread = new ScanThread(dependencies.program);
  }

  get found(): WorkspaceFindings | undefined {
    return this.#found;
  }

  /** Whether a scan is running that doesn't just follow changes of files. */
  get isScanning(): boolean {
    return this.#scans.isReading && !this.#isFollowUp;
  }

  /** Whether a local folder is open. */
  get hasFolder(): boolean {
    return this.#folders().length > 0;
  }

  /** Scans all files. Concurrent calls share one scan, and each can leave it. `quietly` fires no event at the start. */
  async scan({
    signal,
    onProgress,
    quietly = false,
    isFollowUp = false,
  }: ScanOptions = {}): Promise<WorkspaceFindings> {
    const isFirst = !this.#scans.isReading;
    if (isFirst) this.#isFollowUp = isFollowUp;
    if (onProgress !== undefined) this.#progress.add(onProgress);
    try {
      const scanning = this.#scans.get(signal);
      if (isFirst && !quietly) this.#changed.fire();
      return await scanning;
    } finally {
      if (onProgress !== undefined) this.#progress.delete(onProgress);
      if (!this.#scans.isReading) this.#changed.fire();
    }
  }

  /** Scans everything again with new trackers, if a scan has finished or is running with the former ones. */
  rescanAll(): void {
    this.#listProblem = undefined;
    // The first scan waits for the first list anyway.
    if (this.isScanning ? this.#signatures !== undefined : this.#found !== undefined) this.#markChanged("all");
  }

  /** Throws the reason why trackers are missing. On the second call, scans again and returns the new findings. */
  async retryTrackers(found: WorkspaceFindings, signal: AbortSignal): Promise<WorkspaceFindings> {
    if (found.listProblem === undefined) return found;
    if (!this.#reported.has(found)) {
      this.#reported.add(found);
      throw found.listProblem;
    }
    await this.#dependencies.store.anyTrackers(signal);
    return await this.scan({ signal });
  }

  /** Clears the findings and stops watching files. */
  clear(): void {
    this.#scans.cancel();
    this.#clearing.abort();
    this.#clearing = new AbortController();
    this.#stopWatching();
    this.builtApps.clear();
    this.#found = undefined;
    this.#thread.dispose();
    this.#changed.fire();
  }

  dispose(): void {
    this.clear();
    this.builtApps.dispose();
    this.#changed.dispose();
  }

  async #scan(signal: AbortSignal): Promise<WorkspaceFindings> {
    // Collects changes from now on: the scan may have listed the files before, or read the changed file.
    const before = this.#dirty;
    this.#dirty = new Set();
    try {
      return await this.#scanAll(signal);
    } catch (error) {
      if (before === "all" || before.size > 0) this.#dirty = "all";
      // Another scan may have started since this one was canceled.
      if (this.#found === undefined && !(signal.aborted && this.#scans.isReading)) this.#stopWatching();
      throw error;
    }
  }

  async #scanAll(signal: AbortSignal): Promise<WorkspaceFindings> {
    if (!this.#isFollowUp) this.#listProblem = undefined;
    const { trackers, ...list } = await this.#trackers(signal);
    // Watches before it lists and reads the files, because they may change during that.
    this.#watching ??= this.#watch();
    const { folders, more } = await findScannedFiles(this.#folders(), signal);
    this.#scannedFolders = listParentFolders(folders);
    let scanned = await this.#thread.request({ type: "scan", folders }, trackers, {
      signal,
      onProgress: (done, of) => {
        for (const each of this.#progress) each(done, of);
      },
    });
    const { read } = scanned;
    for (const document of this.#unsaved())
      scanned = { ...(await this.#thread.request(toTextRequest(document), trackers, { signal })), read };
    const { files, bytes, refused } = scanned;
    this.#dependencies.log.info(`Scanned ${files} files for trackers`, {
      bytes,
      refused: refused.map(({ signature }) => signature),
    });
    return this.#setFound(scanned, list, more);
  }

  #setFound(
    scanned: Scanned,
    { listProblem, skippedTrackers }: ListState,
    more: boolean,
    readAt = this.#dependencies.now(),
  ): WorkspaceFindings {
    this.#found = { ...scanned, readAt, listProblem, skippedTrackers, more };
    this.#changed.fire();
    return this.#found;
  }

  /**
   * Uses a list of any age: a newer one starts another scan when it arrives. Without a list, apps and permissions are
   * still found.
   */
  async #trackers(
    signal: AbortSignal | undefined,
  ): Promise<ListState & { readonly trackers: readonly SignedTracker[] }> {
    try {
      if (this.#listProblem !== undefined) throw this.#listProblem;
      const list = await this.#dependencies.store.anyTrackers(signal);
      if (this.#signatures?.list !== list) {
        const trackers = [...list.trackers.values()].map(
          ({ id, name, codeSignature: code, networkSignature: network }) => ({
            id,
            name,
            code,
            network,
          }),
        );
        this.#signatures = { list, trackers };
      }
      return { trackers: this.#signatures.trackers, listProblem: undefined, skippedTrackers: list.skipped };
    } catch (error) {
      if (signal?.aborted === true) throw error;
      this.#listProblem = asProblem(error);
      return { trackers: NO_TRACKERS, listProblem: this.#listProblem, skippedTrackers: 0 };
    }
  }

  #folders(): readonly Uri[] {
    return this.#dependencies.folders().flatMap(({ uri }) => (uri.scheme === "file" ? [uri] : []));
  }

  /** Documents of editors that differ from their files. */
  #unsaved(): readonly TextDocument[] {
    return [...this.#edited.values()].filter((document) => document.isDirty && !document.isClosed);
  }

  /** Forgets editors without unsaved text and returns their files, which don't change if the text was discarded. */
  #takeUnmodified(): readonly string[] {
    const paths = [...this.#edited].flatMap(([path, { isDirty, isClosed }]) => (isDirty && !isClosed ? [] : [path]));
    for (const path of paths) this.#edited.delete(path);
    return paths;
  }

  #watch(): Disposable {
    const trackEdit = (document: TextDocument): boolean => {
      const { uri } = document;
      const isScanned = uri.scheme === "file" && detectKind(toPath(uri)) !== undefined;
      if (isScanned) this.#edited.set(toPath(uri), document);
      return isScanned;
    };
    for (const document of workspace.textDocuments) if (document.isDirty) trackEdit(document);
    const markFile = (uri: Uri): void => this.#markChanged(toPath(uri));
    return Disposable.from(
      watchFiles({
        onManyChanged: () => this.#markChanged("all"),
        onFileChanged: markFile,
        isScannedFolder: (path) => this.#scannedFolders.has(path),
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && trackEdit(document)) this.#scheduleRescan();
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        // Its unsaved changes are discarded, so the file counts again.
        if (this.#edited.delete(toPath(uri))) markFile(uri);
      }),
    );
  }

  #stopWatching(): void {
    this.#watching?.dispose();
    this.#watching = undefined;
    clearTimeout(this.#rescanTimer);
    this.#edited.clear();
  }

  #markChanged(what: string): void {
    if (what === "all") this.#dirty = "all";
    else if (this.#dirty !== "all") this.#dirty.add(what);
    this.#scheduleRescan();
  }

  #scheduleRescan(): void {
    clearTimeout(this.#rescanTimer);
    this.#rescanTimer = setTimeout(() => void this.#rescan(), RESCAN_DELAY_MS);
  }

  async #rescan(): Promise<void> {
    // A running scan may already have passed the changed file.
    await this.#scans.ended();
    const found = this.#found;
    if (found === undefined) return;
    if (this.#dirty === "all") {
      await this.scan({ quietly: true, isFollowUp: true }).catch((error: unknown) => this.#reportFailure(error));
      return;
    }
    const { signal } = this.#clearing;
    const unsaved = this.#unsaved();
    const paths = new Set([...this.#dirty, ...this.#takeUnmodified()]);
    this.#dirty = new Set();
    try {
      const { trackers, ...list } = await this.#trackers(signal);
      // The worker has lost its cache, so this scans all files again.
      if (!this.#thread.hasCacheFor(trackers)) {
        await this.scan({ quietly: true, isFollowUp: true });
        return;
      }
      const changes: readonly ScanRequest[] = paths.size === 0 ? [] : [{ type: "changed", paths: [...paths] }];
      for (const request of [...changes, ...unsaved.map(toTextRequest)])
        this.#setFound(await this.#thread.request(request, trackers, { signal }), list, found.more);
    } catch (error) {
      this.#dirty = "all";
      this.#reportFailure(error);
    }
  }

  #reportFailure(error: unknown): void {
    const problem = asProblem(error);
    if (problem.kind !== "canceled")
      this.#dependencies.log.warn(`Could not scan the workspace again: ${problem.message}`);
  }
}

function toTextRequest(document: TextDocument): ScanRequest {
  return { type: "text", path: toPath(document.uri), text: document.getText() };
}

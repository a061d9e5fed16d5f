// The watched apps, their refresh and their news.
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Disposable, Event } from "vscode";
import type { Problem } from "../../base/problem.ts";
import { SharedState } from "../../base/processes/shared-state.ts";
import { Emitter } from "../../workbench/events.ts";
import { logProblem } from "../../workbench/log/log-problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import {
  snapshotFromLatest,
  takeSnapshots,
  findNews,
  markSeen,
  updateWatched,
  type News,
  type WatchedApp,
} from "../model/news.ts";
import type { AppState } from "../store/app-lookups.ts";
import { getAppName, type Knowledge } from "../store/read-app.ts";
import type { Store } from "../store/store.ts";
import { editWatched, readWatched } from "./saved-watches.ts";

const DAY_MS = 86_400_000;

/** Problems that stop a refresh, because the next request would fail too. */
const STOPPING_KINDS: ReadonlySet<Problem["kind"]> = new Set([
  "offline",
  "timeout",
  "rateLimited",
  "unauthorized",
  "forbidden",
  "redirected",
  "insecure",
  "forbiddenServer",
]);

export interface RefreshResult {
  /** Number of refreshed apps. */
  readonly read: number;
  readonly all: number;
  /** Why it stopped early. */
  readonly problem: Problem | undefined;
}

type Progress = (read: number, all: number) => void;

/** A running refresh of all apps. */
interface ActiveRefresh {
  readonly work: Promise<RefreshResult>;
  readonly abort: AbortController;
  readonly listeners: Set<Progress>;
}

type WatchListDependencies = Pick<Shared, "folder" | "log" | "now" | "state">;

/** The watched apps and their news. */
export class WatchList implements Disposable {
  readonly #store: Store;
  readonly #dependencies: WatchListDependencies;
  readonly #changed = new Emitter<string | undefined>();
  readonly #listening: Disposable;
  #refreshing: ActiveRefresh | undefined;
  #problem: Problem | undefined;
  /** When this window last refreshed all apps, for a disk that can't be written. */
  #ownLastRefresh = 0;
  /** Data already processed. The store may announce the same data more than once. */
  readonly #handled = new WeakSet<Knowledge>();
  /** Fires with the changed app, or undefined if any may have changed. */
  readonly onDidChange: Event<string | undefined> = this.#changed.event;

  constructor(store: Store, dependencies: WatchListDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
    this.#listening = store.onDidChange((change) => {
      if (change.about === "app") void this.#update(change.handle, store.app(change.handle));
      if (change.about === "service") {
        this.#problem = undefined;
        this.#ownLastRefresh = 0;
        this.#changed.fire(undefined);
      }
    });
  }

  list(): readonly WatchedApp[] {
    return readWatched(this.#dependencies.state, this.#store.base);
  }

  get(handle: string): WatchedApp | undefined {
    return this.list().find((each) => each.handle === handle);
  }

  has(handle: string): boolean {
    return this.get(handle) !== undefined;
  }

  /** News that the user has not seen. */
  news(handle: string): readonly News[] {
    const watched = this.get(handle);
    return watched === undefined ? [] : findNews(watched, this.#dependencies.now());
  }

  /** Number of apps with news. */
  get newsCount(): number {
    return this.list().filter((each) => findNews(each, this.#dependencies.now()).length > 0).length;
  }

  /** Whether a refresh of all apps is running. */
  get reading(): boolean {
    return this.#refreshing !== undefined;
  }

  /** Why the last refresh stopped early. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Starts watching an app from its current state. */
  async watch(handle: string): Promise<void> {
    if (this.has(handle)) return;
    await this.#change((list) => [...list, { handle, seen: [], newest: [] }], handle);
    await this.#update(handle, this.#store.app(handle));
    void this.#store.loadApp(handle);
  }

  async unwatch(handle: string): Promise<void> {
    await this.#change((list) => list.filter((each) => each.handle !== handle), handle);
  }

  /** Saves the order that the user chose for the apps. */
  async arrange(handles: readonly string[]): Promise<void> {
    const places = new Map(handles.map((handle, index) => [handle, index]));
    await this.#change((list) => list.map((each) => ({ ...each, place: places.get(each.handle) })), undefined);
  }

  /** Marks the current state as seen. */
  async markSeen(handle: string): Promise<void> {
    if (this.news(handle).length === 0) return;
    await this.#edit(handle, (watched) => markSeen(watched, this.#dependencies.now()));
  }

  /** Refreshes all apps one by one. Concurrent calls share one refresh, and each of them can cancel it. */
  async refresh(signal?: AbortSignal, progress?: Progress): Promise<RefreshResult> {
    const { work, abort, listeners } = (this.#refreshing ??= this.#startRefresh());
    if (progress !== undefined) listeners.add(progress);
    const cancel = (): void => abort.abort();
    if (signal?.aborted === true) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    return await work.finally(() => signal?.removeEventListener("abort", cancel));
  }

  /** Refreshes all apps if no window of this machine has done so for a day. */
  async refreshDaily(): Promise<RefreshResult | undefined> {
    if (this.list().length === 0) return undefined;
    const now = this.#dependencies.now();
    const before = await this.#changeLastRefresh((last) => {
      const due = Math.abs(now - last) >= DAY_MS;
      return { content: due ? now : last, result: due ? last : undefined };
    });
    if (before === undefined) return undefined;
    const { base } = this.#store;
    const result = await this.refresh();
    // Nothing was sent without the network or to a forbidden server, and a canceled refresh missed apps: none of these
    // counts as today's refresh.
    const kind = result.problem?.kind;
    const sentNothing = result.read === 0 && (kind === "offline" || kind === "forbiddenServer");
    if ((sentNothing || endedEarly(result)) && base === this.#store.base) await this.#saveLastRefresh(before);
    return result;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #startRefresh(): ActiveRefresh {
    const abort = new AbortController();
    const listeners = new Set<Progress>();
    const progress: Progress = (read, all) => {
      for (const each of listeners) each(read, all);
    };
    // The first caller listens before the work starts.
    const work = Promise.resolve()
      .then(() => this.#refreshAll(abort.signal, progress))
      .finally(() => {
        this.#refreshing = undefined;
        this.#changed.fire(undefined);
      });
    return { work, abort, listeners };
  }

  async #refreshAll(signal: AbortSignal, progress: Progress): Promise<RefreshResult> {
    const { base } = this.#store;
    const list = this.list();
    this.#problem = undefined;
    this.#changed.fire(undefined);
    let read = 0;
    const isSame = (): boolean => base === this.#store.base;
    for (const { handle } of list) {
      if (signal.aborted || !isSame()) break;
      progress(read, list.length);
      await this.#store.loadApp(handle, { refresh: true, signal });
      if (signal.aborted) break;
      const { knowledge, problem } = this.#store.app(handle);
      // Both are undefined if a change of key or instance ended the loading.
      if (problem === undefined) read += knowledge === undefined ? 0 : 1;
      else {
        logProblem(this.#dependencies.log, `Could not load the watched app ${handle}`, problem);
        this.#problem = problem;
        if (STOPPING_KINDS.has(problem.kind)) break;
      }
    }
    const result: RefreshResult = { read, all: list.length, problem: this.#problem };
    if (read > 0 && !endedEarly(result) && isSame()) await this.#saveLastRefresh(this.#dependencies.now());
    return result;
  }

  /** Updates a watched app from newly loaded data, whatever loaded it. */
  async #update(handle: string, { reading, knowledge }: AppState): Promise<void> {
    if (reading || knowledge === undefined) return;
    const before = this.get(handle);
    if (before === undefined || (before.readAt !== undefined && this.#handled.has(knowledge))) return;
    this.#handled.add(knowledge);
    const found =
      knowledge.kind === "app"
        ? takeSnapshots(knowledge.app, knowledge.readAt)
        : knowledge.kind === "newest"
          ? snapshotFromLatest(knowledge.latest, knowledge.match)
          : [];
    // An app that εxodus no longer has keeps its last state. Without a key, only a fact about the report is missing.
    if (found.length === 0 && (before.newest.length > 0 || knowledge.kind === "newest")) return;
    await this.#edit(handle, (watched) => updateWatched(watched, found, getAppName(knowledge), knowledge.readAt));
  }

  async #edit(handle: string, edit: (watched: WatchedApp) => WatchedApp): Promise<void> {
    await this.#change((list) => list.map((each) => (each.handle === handle ? edit(each) : each)), handle);
  }

  async #change(
    edit: (list: readonly WatchedApp[]) => readonly WatchedApp[],
    handle: string | undefined,
  ): Promise<void> {
    await editWatched(this.#dependencies.state, this.#store.base, edit);
    this.#changed.fire(handle);
  }

  /** Changes when all windows of this machine last refreshed the apps. */
  async #changeLastRefresh<Result>(edit: (last: number) => { content: number; result: Result }): Promise<Result> {
    const { folder, log } = this.#dependencies;
    const name = createHash("sha256").update(this.#store.base).digest("hex").slice(0, 16);
    try {
      const shared = new SharedState(join(folder, "watched", name));
      return await shared.change((content) => edit(typeof content === "number" ? content : 0));
    } catch (error) {
      log.warn("Could not share the time of the refresh with other windows", { error: String(error) });
      const { content, result } = edit(this.#ownLastRefresh);
      this.#ownLastRefresh = content;
      return result;
    }
  }

  async #saveLastRefresh(at: number): Promise<void> {
    await this.#changeLastRefresh(() => ({ content: at, result: undefined }));
  }
}

/** Whether the user, or a change of key or instance, ended a refresh before it reached all apps. */
function endedEarly({ read, all, problem }: RefreshResult): boolean {
  return problem === undefined && read < all;
}

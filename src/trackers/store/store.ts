// The data of one εxodus instance, which all views and panels of the wing share.
import type { Disposable, Event } from "vscode";
import type { DecodedList } from "../../base/decode.ts";
import { SharedRead } from "../../base/tasks/shared-read.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { TrackerUsage } from "../model/tracker.ts";
import { AppListStore } from "./app-lists.ts";
import { NameSearch } from "./name-search.ts";
import { AppsByTracker, type AppsWithTracker } from "./apps-by-tracker.ts";
import { TrackerListStore, type TrackerList } from "./tracker-list.ts";
import { logSkipped, loadCounts, ExodusInstance, type Counts } from "./exodus-instance.ts";
import { OFFICIAL } from "../../scan/index.ts";
import type { Certificate, Match, ShortApplication } from "../model/report.ts";
import { AppIcons } from "./app-icons.ts";
import { AppLookups, type AppState, type LoadOptions } from "./app-lookups.ts";
import { INSTANCE_URL } from "./settings.ts";

export type Change =
  | { readonly about: "trackers" | "counts" | "apps" }
  | { readonly about: "carriers"; readonly tracker: number }
  | { readonly about: "app" | "icon"; readonly handle: string }
  /** The instance or key changed, so everything is loaded again. */
  | { readonly about: "service" };

type StoreDependencies = Pick<Shared, "accounts" | "cache" | "contacts" | "folder" | "log" | "now" | "settings"> & {
  /** Path of the script of the thread that holds the list of all apps. */
  readonly program: string;
  readonly wait?: Wait | undefined;
};

/** Parts that depend only on the instance: the tracker list is the same for every key. */
interface InstanceData {
  readonly service: ExodusInstance;
  readonly apps: AppListStore;
  readonly catalog: TrackerListStore;
  readonly icons: AppIcons;
  readonly names: NameSearch;
}

/** Parts that depend on the key as well. */
interface KeyedData {
  readonly lookups: AppLookups;
  readonly appsByTracker: AppsByTracker;
  readonly counts: SharedRead<Counts>;
}

/** Loads and caches trackers and apps. */
export class Store implements Disposable {
  readonly #dependencies: StoreDependencies;
  readonly #changed = new Emitter<Change>();
  readonly #answered = new Emitter<string>();
  readonly #listening: readonly Disposable[];
  #instance: InstanceData;
  #keyed: KeyedData;
  #counts: Counts | undefined;
  #areCountsStale = false;
  /** Callbacks that return the apps shown now. */
  readonly #showing = new Set<() => readonly string[]>();
  readonly #shownTrackers = new Set<{ readonly tracker: number }>();
  readonly onDidChange: Event<Change> = this.#changed.event;
  /** Fires with the origin of a server that answered, so it is reachable. */
  readonly onDidAnswer: Event<string> = this.#answered.event;

  constructor(dependencies: StoreDependencies) {
    this.#dependencies = dependencies;
    this.#instance = this.#openInstance();
    this.#keyed = this.#openKeyed();
    this.#listening = [
      dependencies.settings.onDidChange((affects) => {
        if (affects(INSTANCE_URL)) this.#reset({ changesInstance: true });
      }),
      dependencies.accounts.onDidChange(({ added, removed, changed }) => {
        if ([...added, ...removed, ...changed].some(({ service }) => service === "trackers"))
          this.#reset({ changesInstance: false });
      }),
    ];
  }

  /** URL of the instance. */
  get base(): string {
    return this.#instance.service.base;
  }

  get host(): string {
    return this.#instance.service.host;
  }

  get isOfficial(): boolean {
    return this.#instance.service.base === OFFICIAL;
  }

  get hasKey(): boolean {
    return this.#instance.service.hasKey;
  }

  /** The list, if it has been loaded. */
  get knownTrackers(): TrackerList | undefined {
    return this.#instance.catalog.known;
  }

  /** The list of all apps. */
  get apps(): AppListStore {
    return this.#instance.apps;
  }

  get icons(): AppIcons {
    return this.#instance.icons;
  }

  get knownCounts(): Counts | undefined {
    return this.#counts;
  }

  /** Returns a list loaded within the last day, or a new one after a refresh. */
  async trackers(signal?: AbortSignal): Promise<TrackerList> {
    return await this.#instance.catalog.load(signal);
  }

  /** Returns a list of any age, for names and signatures. */
  async anyTrackers(signal?: AbortSignal): Promise<TrackerList> {
    return await this.#instance.catalog.any(signal);
  }

  /** Marks everything for reload on its next use. */
  refresh(): void {
    this.#instance.catalog.refresh();
    this.#areCountsStale = true;
    this.#keyed.counts.refresh();
    this.#keyed.appsByTracker.refresh();
  }

  async counts(signal?: AbortSignal): Promise<Counts> {
    if (this.#counts !== undefined && !this.#areCountsStale) return this.#counts;
    return await this.#keyed.counts.get(signal);
  }

  /** Apps with the tracker, if loaded. */
  knownAppsWith(tracker: number): AppsWithTracker | undefined {
    return this.#keyed.appsByTracker.getLoaded(tracker);
  }

  /** Number of apps with the tracker, if known. */
  knownAppCount(tracker: number): number | undefined {
    return this.#keyed.appsByTracker.count(tracker);
  }

  /** Keeps the list of apps with the tracker until disposed. */
  retainAppsWith(tracker: number): Disposable {
    const holder = { tracker };
    this.#shownTrackers.add(holder);
    return {
      dispose: () => {
        this.#shownTrackers.delete(holder);
        this.#keyed.appsByTracker.trim();
      },
    };
  }

  /** Apps with the tracker in at least one version. */
  async appsWith(tracker: number, signal?: AbortSignal): Promise<DecodedList<ShortApplication>> {
    return await this.#keyed.appsByTracker.list(tracker, signal);
  }

  /** How many apps contain the tracker in their latest version, as εxodus counts them. */
  async usage(tracker: number, signal?: AbortSignal): Promise<TrackerUsage | undefined> {
    return await this.#keyed.appsByTracker.usage(tracker, signal);
  }

  app(handle: string): AppState {
    return this.#keyed.lookups.state(handle);
  }

  /** Keeps the data of the shown apps until disposed. */
  retainApps(shown: () => readonly string[]): Disposable {
    this.#showing.add(shown);
    return {
      dispose: () => {
        this.#showing.delete(shown);
        this.#keyed.lookups.trim();
      },
    };
  }

  /** Loaded apps, most recent first. */
  recentApps(): readonly { readonly handle: string; readonly name: string | undefined }[] {
    return this.#keyed.lookups.listLoaded();
  }

  /** Loads an app unless it is loaded. Loads it again on `refresh`, or if its analysis may still be running. */
  async loadApp(handle: string, options: LoadOptions = {}): Promise<void> {
    await this.#keyed.lookups.load(handle, options);
  }

  /** The signing certificate of a version; undefined if the report has none. */
  async certificate(report: number, signal?: AbortSignal): Promise<Certificate | undefined> {
    return await this.#instance.service.request((api) => api.certificate(report, { signal }), signal);
  }

  /** The package name of the app that a report is about. */
  async reportedApp(report: number, signal?: AbortSignal): Promise<string> {
    return await this.#instance.service.request((api) => api.reportedApp(report, { signal }), signal);
  }

  /** Checks that the server accepts the key; throws the problem otherwise. */
  async check(key?: string, signal?: AbortSignal): Promise<Counts["trackers"]> {
    if (key !== undefined)
      return await this.#instance.service.requestWithKey(key, (api) => api.trackerCount({ signal }), signal);
    const trackers = await this.#instance.service.request((api) => api.trackerCount({ signal }), signal);
    this.#proveKey();
    return trackers;
  }

  /** Saves a working key. Resets even if the key is the same, because it may have been rejected before. */
  async saveKey(key: string): Promise<void> {
    const before = this.#keyed.lookups;
    await this.#dependencies.accounts.add(this.#instance.service.account, { scheme: "Token", value: key });
    if (this.#keyed.lookups === before) this.#reset({ changesInstance: false });
  }

  async removeKey(): Promise<void> {
    await this.#dependencies.accounts.remove(this.#instance.service.account);
  }

  /** Searches for similar app names. Needs no key. */
  async findSimilar(typed: string, signal?: AbortSignal): Promise<DecodedList<Match>> {
    const list = await this.#instance.names.find(typed, signal);
    logSkipped(this.#dependencies.log, list);
    return list;
  }

  dispose(): void {
    this.#instance.apps.dispose();
    this.#keyed.lookups.close();
    this.#instance.icons.close();
    for (const each of this.#listening) each.dispose();
    this.#changed.dispose();
    this.#answered.dispose();
  }

  #openInstance(): InstanceData {
    const dependencies = this.#dependencies;
    const service: ExodusInstance = new ExodusInstance(dependencies.settings.get(INSTANCE_URL), {
      ...dependencies,
      answered: () => {
        const { origin } = service;
        this.#answered.fire(origin);
        this.#keyed.lookups.recover((problem) => problem.isUnreachable(origin));
      },
    });
    const fire = (change: Change): void => {
      if (this.#instance.service === service) this.#changed.fire(change);
    };
    return {
      service,
      apps: new AppListStore(service, dependencies, () => fire({ about: "apps" })),
      catalog: new TrackerListStore(service, dependencies, () => fire({ about: "trackers" })),
      icons: new AppIcons(service, dependencies, (handle) => fire({ about: "icon", handle })),
      names: new NameSearch(service, dependencies.now),
    };
  }

  #openKeyed(): KeyedData {
    const { now, log } = this.#dependencies;
    const { service } = this.#instance;
    const fireAndProveKey = (change: Change): void => {
      this.#changed.fire(change);
      this.#proveKey();
    };
    const keyed: KeyedData = {
      lookups: new AppLookups(service, this.#dependencies, {
        isShown: (handle) => [...this.#showing].some((shown) => shown().includes(handle)),
        changed: (handle) => this.#changed.fire({ about: "app", handle }),
      }),
      appsByTracker: new AppsByTracker(service, now, {
        isShown: (tracker) => [...this.#shownTrackers].some((holder) => holder.tracker === tracker),
        read: (tracker, list) => {
          logSkipped(log, list);
          if (this.#keyed === keyed) fireAndProveKey({ about: "carriers", tracker });
        },
      }),
      counts: new SharedRead(async (signal) => {
        const counts = await loadCounts(service, signal);
        if (this.#keyed === keyed) {
          this.#counts = counts;
          this.#areCountsStale = false;
          fireAndProveKey({ about: "counts" });
        }
        return counts;
      }, now),
    };
    return keyed;
  }

  /** The key works, so this loads rejected reports again. */
  #proveKey(): void {
    this.#keyed.lookups.recover(({ kind }) => kind === "unauthorized");
  }

  /** Replaces the parts that depend on the key or instance. The tracker list is the same for every key. */
  #reset({ changesInstance }: { readonly changesInstance: boolean }): void {
    if (changesInstance) {
      this.#instance.apps.dispose();
      this.#instance.icons.close();
      this.#instance = this.#openInstance();
    }
    this.#keyed.lookups.close();
    this.#keyed = this.#openKeyed();
    this.#counts = undefined;
    this.#changed.fire({ about: "service" });
  }
}

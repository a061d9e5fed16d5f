// What the Trackers wing knows about one εxodus instance.
import type { Disposable, Event } from "vscode";
import type { DecodedList } from "../base/decode.ts";
import { SharedRead } from "../base/shared-read.ts";
import type { Wait } from "../base/wait.ts";
import { Emitter } from "../workbench/events.ts";
import type { Shared } from "../workbench/shared.ts";
import type { TrackerUsage } from "./model/tracker.ts";
import { AppListStore } from "./apps/app-lists.ts";
import { NameSearch } from "./apps/name-search.ts";
import { AppsByTracker, type AppsWithTracker } from "./catalog/apps-by-tracker.ts";
import { TrackerCatalog, type TrackerList } from "./catalog/tracker-catalog.ts";
import {
  logSkipped,
  loadCounts,
  ExodusInstance,
  type Counts,
  type SkippedItems,
} from "./connection/exodus-instance.ts";
import { OFFICIAL } from "./model/exodus-urls.ts";
import type { Certificate, Match, ShortApplication } from "./model/report.ts";
import { AppIcons } from "./apps/app-icons.ts";
import { AppLookups, type AppState, type LoadOptions } from "./reports/lookups.ts";

export type Change =
  | { readonly about: "trackers" | "counts" | "apps" | "icons" }
  | { readonly about: "carriers"; readonly tracker: number }
  | { readonly about: "app" | "icon"; readonly handle: string }
  /** The instance or key changed, so everything is loaded again. */
  | { readonly about: "service" };

/** εxodus's own app, used to check that the server responds. */
const OWN_APP = "org.eu.exodus_privacy.exodusprivacy";

type Parts = Pick<Shared, "accounts" | "cache" | "folder" | "log" | "now" | "settings"> & {
  readonly wait?: Wait | undefined;
};

/** What the wing knows about trackers and apps. */
export class Store implements Disposable {
  readonly #parts: Parts;
  readonly #changed = new Emitter<Change>();
  readonly #answered = new Emitter<string>();
  readonly #listening: readonly Disposable[];
  #service: ExodusInstance;
  #everyApp: AppListStore;
  #catalog: TrackerCatalog;
  #lookups: AppLookups;
  #names: NameSearch;
  #counts: Counts | undefined;
  #countsWanted = false;
  #readingCounts: SharedRead<Counts>;
  #carriers: AppsByTracker;
  #icons: AppIcons;
  /** Callbacks that return the apps shown now. */
  readonly #showing = new Set<() => readonly string[]>();
  readonly #showingCarriers = new Set<{ readonly tracker: number }>();
  readonly onDidChange: Event<Change> = this.#changed.event;
  /** The server at this origin answered, so it is reachable. */
  readonly onDidAnswer: Event<string> = this.#answered.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#service = this.#current();
    this.#everyApp = this.#createApps(this.#service);
    this.#carriers = this.#createCarriers(this.#service);
    this.#icons = this.#createIcons(this.#service);
    this.#catalog = this.#createCatalog(this.#service);
    this.#lookups = this.#createLookups(this.#service);
    this.#names = new NameSearch(this.#service, parts.now);
    this.#readingCounts = this.#createCounts(this.#service);
    this.#listening = [
      parts.settings.onDidChange((id) => {
        if (id === "triptych.trackers.url") this.#reset({ changesInstance: true });
        if (id === "triptych.trackers.icons") this.#changed.fire({ about: "icons" });
      }),
      parts.accounts.onDidChange(({ added, removed, changed }) => {
        if ([...added, ...removed, ...changed].some(({ service }) => service === "trackers"))
          this.#reset({ changesInstance: false });
      }),
    ];
  }

  /** URL of the instance. */
  get base(): string {
    return this.#service.base;
  }

  get host(): string {
    return this.#service.host;
  }

  get isOfficial(): boolean {
    return this.#service.base === OFFICIAL;
  }

  get hasKey(): boolean {
    return this.#service.hasKey;
  }

  /** The list, if it has been loaded. */
  get knownTrackers(): TrackerList | undefined {
    return this.#catalog.known;
  }

  /** The list of all apps. */
  get apps(): AppListStore {
    return this.#everyApp;
  }

  get icons(): AppIcons {
    return this.#icons;
  }

  get knownCounts(): Counts | undefined {
    return this.#counts;
  }

  /** The list loaded within a day, or a new one after a refresh. */
  async trackers(signal?: AbortSignal): Promise<TrackerList> {
    return await this.#catalog.load(signal);
  }

  /** The list of any age, for names and signatures. */
  async anyTrackers(signal?: AbortSignal): Promise<TrackerList> {
    return await this.#catalog.any(signal);
  }

  /** Marks everything for reload on its next use. */
  refresh(): void {
    this.#catalog.refresh();
    this.#countsWanted = true;
    this.#readingCounts.refresh();
    this.#carriers.refresh();
  }

  async counts(signal?: AbortSignal): Promise<Counts> {
    if (this.#counts !== undefined && !this.#countsWanted) return this.#counts;
    return await this.#readingCounts.get(signal);
  }

  /** Apps with the tracker, if loaded. */
  knownAppsWith(tracker: number): AppsWithTracker | undefined {
    return this.#carriers.getLoaded(tracker);
  }

  /** Number of apps with the tracker, if known. */
  knownAppCount(tracker: number): number | undefined {
    return this.#carriers.count(tracker);
  }

  /** Keeps the apps with the tracker while they are shown. */
  retainAppsWith(tracker: number): Disposable {
    const holder = { tracker };
    this.#showingCarriers.add(holder);
    return {
      dispose: () => {
        this.#showingCarriers.delete(holder);
        this.#carriers.trim();
      },
    };
  }

  /** Apps with the tracker in at least one version. */
  async appsWith(tracker: number, signal?: AbortSignal): Promise<DecodedList<ShortApplication>> {
    return await this.#carriers.list(tracker, signal);
  }

  /** How many apps contain the tracker in their latest version, as εxodus counts them. */
  async usage(tracker: number, signal?: AbortSignal): Promise<TrackerUsage | undefined> {
    return await this.#carriers.usage(tracker, signal);
  }

  app(handle: string): AppState {
    return this.#lookups.state(handle);
  }

  /** Keeps the data of apps while they are shown. */
  retainApps(shown: () => readonly string[]): Disposable {
    this.#showing.add(shown);
    return {
      dispose: () => {
        this.#showing.delete(shown);
        this.#lookups.trim();
      },
    };
  }

  /** Loaded apps, most recent first. */
  recentApps(): readonly { readonly handle: string; readonly name: string | undefined }[] {
    return this.#lookups.listLoaded();
  }

  /** Loads an app unless it is loaded or loading; `refresh` loads it again, and so does an unfinished analysis. */
  async loadApp(handle: string, options: LoadOptions = {}): Promise<void> {
    await this.#lookups.look(handle, options);
  }

  /** The signing certificate of a version; undefined if the report has none. */
  async certificate(report: number, signal?: AbortSignal): Promise<Certificate | undefined> {
    return await this.#service.request((api) => api.certificate(report, { signal }), signal);
  }

  /** Checks that the server accepts the key; throws the problem otherwise. */
  async check(key?: string, signal?: AbortSignal): Promise<Counts["trackers"]> {
    if (key !== undefined)
      return await this.#service.requestWithKey(key, (api) => api.trackerCount({ signal }), signal);
    const trackers = await this.#service.request((api) => api.trackerCount({ signal }), signal);
    this.#proveKey();
    return trackers;
  }

  /** Sends a public request; throws if the server does not respond. */
  async testConnection(signal?: AbortSignal): Promise<void> {
    await this.#service.request((api) => api.latest(OWN_APP, { signal }), signal);
  }

  /** Saves a working key. Resets even if the key is the same, because it may have been rejected before. */
  async keepKey(key: string): Promise<void> {
    const before = this.#lookups;
    await this.#parts.accounts.add(this.#service.account, { scheme: "Token", value: key });
    if (this.#lookups === before) this.#reset({ changesInstance: false });
  }

  async removeKey(): Promise<void> {
    await this.#parts.accounts.remove(this.#service.account);
  }

  /** Searches for similar app names. Needs no key. */
  async findSimilar(typed: string, signal?: AbortSignal): Promise<DecodedList<Match>> {
    const list = await this.#names.find(typed, signal);
    this.#logSkipped(list);
    return list;
  }

  dispose(): void {
    this.#everyApp.stop();
    this.#lookups.close();
    this.#icons.close();
    for (const each of this.#listening) each.dispose();
    this.#changed.dispose();
    this.#answered.dispose();
  }

  #listShownHandles(): readonly string[] {
    return [...this.#showing].flatMap((shown) => shown());
  }

  #logSkipped(list: SkippedItems): void {
    logSkipped(this.#parts.log, list);
  }

  #current(): ExodusInstance {
    const service: ExodusInstance = new ExodusInstance(this.#parts.settings.get("triptych.trackers.url"), {
      ...this.#parts,
      answered: () => {
        const { origin } = service;
        this.#answered.fire(origin);
        this.#lookups.recover((problem) => problem.isUnreachable(origin));
      },
    });
    return service;
  }

  #createApps(service: ExodusInstance): AppListStore {
    const apps: AppListStore = new AppListStore(service, this.#parts, () => {
      if (this.#everyApp === apps) this.#changed.fire({ about: "apps" });
    });
    return apps;
  }

  #createCarriers(service: ExodusInstance): AppsByTracker {
    const lists: AppsByTracker = new AppsByTracker(service, this.#parts.now, {
      isShown: (tracker) => [...this.#showingCarriers].some((holder) => holder.tracker === tracker),
      read: (tracker, list) => {
        this.#logSkipped(list);
        if (this.#carriers !== lists) return;
        this.#changed.fire({ about: "carriers", tracker });
        this.#proveKey();
      },
    });
    return lists;
  }

  #createIcons(service: ExodusInstance): AppIcons {
    const icons: AppIcons = new AppIcons(service, this.#parts, (handle) => {
      if (this.#icons === icons) this.#changed.fire({ about: "icon", handle });
    });
    return icons;
  }

  #createCatalog(service: ExodusInstance): TrackerCatalog {
    const catalog: TrackerCatalog = new TrackerCatalog(service, this.#parts, () => {
      if (this.#catalog === catalog) this.#changed.fire({ about: "trackers" });
    });
    return catalog;
  }

  #createLookups(service: ExodusInstance): AppLookups {
    return new AppLookups(service, this.#parts, {
      isShown: (handle) => this.#listShownHandles().includes(handle),
      changed: (handle) => this.#changed.fire({ about: "app", handle }),
    });
  }

  #createCounts(service: ExodusInstance): SharedRead<Counts> {
    const reading: SharedRead<Counts> = new SharedRead(async (signal) => {
      const counts = await loadCounts(service, signal);
      if (this.#readingCounts === reading) {
        this.#counts = counts;
        this.#countsWanted = false;
        this.#changed.fire({ about: "counts" });
        this.#proveKey();
      }
      return counts;
    }, this.#parts.now);
    return reading;
  }

  /** The key works, so reports that were rejected are loaded again. */
  #proveKey(): void {
    this.#lookups.recover(({ kind }) => kind === "unauthorized");
  }

  /** Drops what depends on the key or instance. The tracker list is the same for every key. */
  #reset({ changesInstance }: { readonly changesInstance: boolean }): void {
    if (changesInstance) this.#service = this.#current();
    this.#counts = undefined;
    this.#readingCounts = this.#createCounts(this.#service);
    this.#carriers = this.#createCarriers(this.#service);
    this.#lookups.close();
    this.#lookups = this.#createLookups(this.#service);
    if (changesInstance) {
      this.#everyApp.stop();
      this.#everyApp = this.#createApps(this.#service);
      this.#catalog = this.#createCatalog(this.#service);
      this.#icons.close();
      this.#icons = this.#createIcons(this.#service);
      this.#names = new NameSearch(this.#service, this.#parts.now);
    }
    this.#changed.fire({ about: "service" });
  }
}

import type { Disposable, Event } from "vscode";
import type { DecodedList } from "../base/decode.ts";
import { SharedRead } from "../base/shared-read.ts";
import type { Wait } from "../base/wait.ts";
import { Emitter } from "../workbench/events.ts";
import type { Shared } from "../workbench/shared.ts";
import { Apps } from "./apps/app-lists.ts";
import { NameSearch } from "./apps/name-search.ts";
import { CarrierLists } from "./catalog/apps-by-tracker.ts";
import type { Carriers } from "./catalog/apps-by-tracker.ts";
import { TrackerCatalog } from "./catalog/tracker-catalog.ts";
import type { TrackerList } from "./catalog/tracker-catalog.ts";
import { logSkipped, readCounts, Service } from "./connection/exodus-instance.ts";
import type { Counts, Skipping } from "./connection/exodus-instance.ts";
import { OFFICIAL } from "./model/exodus-urls.ts";
import type { Match, ShortApplication } from "./model/report.ts";
import { Lookups } from "./reports/lookups.ts";
import type { AppState, LookOptions } from "./reports/lookups.ts";

export type Change =
  | { readonly about: "trackers" | "counts" | "apps" }
  | { readonly about: "carriers"; readonly tracker: number }
  | { readonly about: "app"; readonly handle: string }
  /** Another service, or another key: what was known is read anew. */
  | { readonly about: "service" };

/** The application of those who make the service, as something that it can be asked for. */
const OWN_APP = "org.eu.exodus_privacy.exodusprivacy";

type Parts = Pick<Shared, "accounts" | "cache" | "folder" | "log" | "now" | "settings"> & {
  readonly wait?: Wait | undefined;
};

/** What is known of trackers and applications. */
export class Store implements Disposable {
  readonly #parts: Parts;
  readonly #changed = new Emitter<Change>();
  readonly #answered = new Emitter<string>();
  readonly #listening: readonly Disposable[];
  #service: Service;
  #everyApp: Apps;
  #catalog: TrackerCatalog;
  #lookups: Lookups;
  #names: NameSearch;
  #counts: Counts | undefined;
  #countsWanted = false;
  #readingCounts: SharedRead<Counts>;
  #carriers: CarrierLists;
  /** Who shows apps, each by what it shows now. */
  readonly #showing = new Set<() => readonly string[]>();
  readonly #showingCarriers = new Set<{ readonly tracker: number }>();
  readonly onDidChange: Event<Change> = this.#changed.event;
  /** The service at this origin has answered something, so that it can be reached. */
  readonly onDidAnswer: Event<string> = this.#answered.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#service = this.#current();
    this.#everyApp = this.#appsOf(this.#service);
    this.#carriers = this.#carriersOf(this.#service);
    this.#catalog = this.#catalogOf(this.#service);
    this.#lookups = this.#lookupsOf(this.#service);
    this.#names = new NameSearch(this.#service, parts.now);
    this.#readingCounts = this.#countsOf(this.#service);
    this.#listening = [
      parts.settings.onDidChange((id) => {
        if (id === "triptych.trackers.url") this.#begin({ anew: true });
      }),
      parts.accounts.onDidChange(({ added, removed, changed }) => {
        if ([...added, ...removed, ...changed].some(({ service }) => service === "trackers"))
          this.#begin({ anew: false });
      }),
    ];
  }

  /** The address of the service. */
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

  /** The list, where it has been read. */
  get knownTrackers(): TrackerList | undefined {
    return this.#catalog.known;
  }

  /** The list of all applications. */
  get apps(): Apps {
    return this.#everyApp;
  }

  get knownCounts(): Counts | undefined {
    return this.#counts;
  }

  /** The list as it was read within a day, or as it is now where a newer one is wanted. */
  async trackers(signal?: AbortSignal): Promise<TrackerList> {
    return await this.#catalog.load(signal);
  }

  /** The list as it was read at any time, for names and signatures. */
  async anyTrackers(signal?: AbortSignal): Promise<TrackerList> {
    return await this.#catalog.any(signal);
  }

  /** Has what is shown read anew the next time that it is asked for. */
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

  /** The applications that carry the tracker, where they have been listed. */
  knownCarriers(tracker: number): Carriers | undefined {
    return this.#carriers.known(tracker);
  }

  /** Keeps the applications that carry the tracker for as long as someone shows them. */
  keepCarriers(tracker: number): Disposable {
    const holder = { tracker };
    this.#showingCarriers.add(holder);
    return {
      dispose: () => {
        this.#showingCarriers.delete(holder);
        this.#carriers.trim();
      },
    };
  }

  /** The applications in some version of which the tracker was found. */
  async carriers(tracker: number, signal?: AbortSignal): Promise<DecodedList<ShortApplication>> {
    return await this.#carriers.list(tracker, signal);
  }

  app(handle: string): AppState {
    return this.#lookups.state(handle);
  }

  /** Keeps what is known of the apps that someone shows, for as long as they do. */
  keep(shown: () => readonly string[]): Disposable {
    this.#showing.add(shown);
    return {
      dispose: () => {
        this.#showing.delete(shown);
        this.#lookups.trim();
      },
    };
  }

  /** The applications that were looked up, the last one first. */
  lookedUp(): readonly { readonly handle: string; readonly name: string | undefined }[] {
    return this.#lookups.known();
  }

  /** Reads what is known of a handle, unless that is under way or done; `anew` reads it again, as does what may change. */
  async look(handle: string, options: LookOptions = {}): Promise<void> {
    await this.#lookups.look(handle, options);
  }

  /** Whether the service takes the key; throws what it says otherwise. */
  async check(key?: string, signal?: AbortSignal): Promise<Counts["trackers"]> {
    if (key !== undefined) return await this.#service.askWith(key, (api) => api.trackerCount({ signal }), signal);
    const trackers = await this.#service.ask((api) => api.trackerCount({ signal }), signal);
    this.#proveKey();
    return trackers;
  }

  /** Asks what anyone is told; throws where the service does not answer. */
  async reach(signal?: AbortSignal): Promise<void> {
    await this.#service.ask((api) => api.latest(OWN_APP, { signal }), signal);
  }

  /** Keeps a key that works. The same key as before may have been rejected in between, so that everything begins anew. */
  async keepKey(key: string): Promise<void> {
    const before = this.#lookups;
    await this.#parts.accounts.add(this.#service.account, { scheme: "Token", value: key });
    if (this.#lookups === before) this.#begin({ anew: false });
  }

  async removeKey(): Promise<void> {
    await this.#parts.accounts.remove(this.#service.account);
  }

  /** Asks for names that are like this; anyone may. */
  async alike(typed: string, signal?: AbortSignal): Promise<DecodedList<Match>> {
    const list = await this.#names.find(typed, signal);
    this.#tellSkipped(list);
    return list;
  }

  dispose(): void {
    this.#everyApp.stop();
    this.#lookups.close();
    for (const each of this.#listening) each.dispose();
    this.#changed.dispose();
    this.#answered.dispose();
  }

  #shown(): readonly string[] {
    return [...this.#showing].flatMap((shown) => shown());
  }

  #tellSkipped(list: Skipping): void {
    logSkipped(this.#parts.log, list);
  }

  #current(): Service {
    const service: Service = new Service(this.#parts.settings.get("triptych.trackers.url"), {
      ...this.#parts,
      answered: () => {
        const { origin } = service;
        this.#answered.fire(origin);
        this.#lookups.recover((problem) => problem.isUnreachable(origin));
      },
    });
    return service;
  }

  #appsOf(service: Service): Apps {
    const apps: Apps = new Apps(service, this.#parts, () => {
      if (this.#everyApp === apps) this.#changed.fire({ about: "apps" });
    });
    return apps;
  }

  #carriersOf(service: Service): CarrierLists {
    const lists: CarrierLists = new CarrierLists(service, this.#parts.now, {
      isShown: (tracker) => [...this.#showingCarriers].some((holder) => holder.tracker === tracker),
      read: (tracker, list) => {
        this.#tellSkipped(list);
        if (this.#carriers !== lists) return;
        this.#changed.fire({ about: "carriers", tracker });
        this.#proveKey();
      },
    });
    return lists;
  }

  #catalogOf(service: Service): TrackerCatalog {
    const catalog: TrackerCatalog = new TrackerCatalog(service, this.#parts, () => {
      if (this.#catalog === catalog) this.#changed.fire({ about: "trackers" });
    });
    return catalog;
  }

  #lookupsOf(service: Service): Lookups {
    return new Lookups(service, this.#parts, {
      isShown: (handle) => this.#shown().includes(handle),
      changed: (handle) => this.#changed.fire({ about: "app", handle }),
    });
  }

  #countsOf(service: Service): SharedRead<Counts> {
    const reading: SharedRead<Counts> = new SharedRead(async (signal) => {
      const counts = await readCounts(service, signal);
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

  /** The service has taken the key: reports that it refused are looked up again. */
  #proveKey(): void {
    this.#lookups.recover(({ kind }) => kind === "unauthorized");
  }

  /** Forgets what another key or service would say otherwise; the tracker list is the same for every key. */
  #begin({ anew }: { readonly anew: boolean }): void {
    if (anew) this.#service = this.#current();
    this.#counts = undefined;
    this.#readingCounts = this.#countsOf(this.#service);
    this.#carriers = this.#carriersOf(this.#service);
    this.#lookups.close();
    this.#lookups = this.#lookupsOf(this.#service);
    if (anew) {
      this.#everyApp.stop();
      this.#everyApp = this.#appsOf(this.#service);
      this.#catalog = this.#catalogOf(this.#service);
      this.#names = new NameSearch(this.#service, this.#parts.now);
    }
    this.#changed.fire({ about: "service" });
  }
}

import type { Disposable, Event } from "vscode";
import type { DecodedList } from "../base/decode.ts";
import { LruMap } from "../base/lru.ts";
import { asProblem } from "../base/problem.ts";
import type { Problem } from "../base/problem.ts";
import { fromMilliseconds } from "../base/time.ts";
import type { Wait } from "../base/wait.ts";
import { Emitter } from "../workbench/events.ts";
import type { Shared } from "../workbench/shared.ts";
import { OFFICIAL } from "./model.ts";
import type { Match, ShortApplication } from "./model.ts";
import { Apps } from "./store/apps.ts";
import { CarrierLists } from "./store/carriers.ts";
import type { Carriers } from "./store/carriers.ts";
import { readCounts } from "./store/counts.ts";
import type { Counts } from "./store/counts.ts";
import { byId, keepTrackers, keptTrackers } from "./store/kept.ts";
import type { TrackerList } from "./store/kept.ts";
import { isProvisional, logSkipped, lookUp } from "./store/lookup.ts";
import type { Knowledge, Skipping } from "./store/lookup.ts";
import { Service } from "./store/service.ts";

export type { Counts } from "./store/counts.ts";
export type { Carriers } from "./store/carriers.ts";
export type { TrackerList } from "./store/kept.ts";
export type { Knowledge } from "./store/lookup.ts";

export interface AppState {
  readonly reading: boolean;
  readonly knowledge: Knowledge | undefined;
  /** Why the last reading failed; what was known before stays. */
  readonly problem: Problem | undefined;
}

export type Change =
  | { readonly about: "trackers" | "counts" | "apps" }
  | { readonly about: "carriers"; readonly tracker: number }
  | { readonly about: "app"; readonly handle: string }
  /** Another service, or another key: what was known is read anew. */
  | { readonly about: "service" };

const DAY = 86_400_000;
const MOST_ALIKE = 50;
/** The application of those who make the service, as something that it can be asked for. */
const OWN_APP = "org.eu.exodus_privacy.exodusprivacy";
/** How many apps are kept that no one shows. */
const MOST_APPS = 30;
const NOTHING: AppState = { reading: false, knowledge: undefined, problem: undefined };

type Parts = Pick<Shared, "accounts" | "cache" | "folder" | "log" | "now" | "settings"> & {
  readonly wait?: Wait | undefined;
};

/** What is known of trackers and applications. */
export class Store implements Disposable {
  readonly #parts: Parts;
  readonly #changed = new Emitter<Change>();
  readonly #listening: readonly Disposable[];
  #service: Service;
  #everyApp: Apps;
  #list: TrackerList | undefined;
  /** The reader asked for a newer one; what is there stays until it has come. */
  #listWanted = false;
  #listTriedAt = 0;
  #readingList: Promise<TrackerList> | undefined;
  #counts: Counts | undefined;
  #countsWanted = false;
  #readingCounts: Promise<Counts> | undefined;
  #carriers: CarrierLists;
  /** Who shows apps, each by what it shows now. */
  readonly #showing = new Set<() => readonly string[]>();
  readonly #showingCarriers = new Set<{ readonly tracker: number }>();
  readonly #apps = new LruMap<string, AppState>(
    MOST_APPS,
    (handle, { reading }) => reading || this.#shown().includes(handle),
  );
  readonly onDidChange: Event<Change> = this.#changed.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#service = this.#current();
    this.#everyApp = this.#appsOf(this.#service);
    this.#carriers = this.#carriersOf(this.#service);
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
    return this.#list;
  }

  /** The list of all applications. */
  get apps(): Apps {
    return this.#everyApp;
  }

  get knownCounts(): Counts | undefined {
    return this.#counts;
  }

  /** The list as it was read within a day, or as it is now where a newer one is wanted. */
  async trackers(): Promise<TrackerList> {
    const list = this.#list;
    if (list !== undefined && !this.#listWanted && !this.#isOld(list)) return list;
    this.#readingList ??= this.#readTrackers().finally(() => (this.#readingList = undefined));
    return await this.#readingList;
  }

  /** For looking up names: the list as it was read at any time. */
  async anyTrackers(): Promise<TrackerList> {
    return this.#list ?? (await this.trackers());
  }

  /** Has what is shown read anew the next time that it is asked for. */
  refresh(): void {
    this.#listWanted = true;
    this.#countsWanted = true;
    this.#carriers.refresh();
  }

  async counts(): Promise<Counts> {
    if (this.#counts !== undefined && !this.#countsWanted) return this.#counts;
    this.#readingCounts ??= this.#readCounts().finally(() => (this.#readingCounts = undefined));
    return await this.#readingCounts;
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
    return this.#apps.peek(handle) ?? NOTHING;
  }

  /** Keeps what is known of the apps that someone shows, for as long as they do. */
  keep(shown: () => readonly string[]): Disposable {
    this.#showing.add(shown);
    return {
      dispose: () => {
        this.#showing.delete(shown);
        this.#apps.trim();
      },
    };
  }

  /** The applications that were looked up, the last one first. */
  lookedUp(): readonly { readonly handle: string; readonly name: string | undefined }[] {
    return this.#apps
      .entries()
      .toReversed()
      .flatMap(([handle, { knowledge }]) => {
        if (knowledge?.kind === "app") return [{ handle, name: knowledge.app.name }];
        return knowledge?.kind === "newest" ? [{ handle, name: knowledge.match?.name ?? knowledge.latest?.name }] : [];
      });
  }

  /** Reads what is known of a handle, unless that is under way or done; `anew` reads it again, as does what may change. */
  async look(handle: string, { anew = false } = {}): Promise<void> {
    const before = this.app(handle);
    const { knowledge } = before;
    const final = knowledge !== undefined && !isProvisional(knowledge, fromMilliseconds(this.#parts.now()));
    if (before.reading || (final && !anew)) return;
    const service = this.#service;
    this.#put(handle, { ...before, reading: true });
    const outcome = await lookUp(service, handle, this.#parts).then(
      (knowledge): AppState => ({ reading: false, knowledge, problem: undefined }),
      (error: unknown): AppState => ({ ...before, reading: false, problem: asProblem(error) }),
    );
    // Another service or key has been set meanwhile, and the reading that counts is another one.
    if (service === this.#service) this.#put(handle, outcome);
  }

  /** Whether the service takes the key; throws what it says otherwise. */
  async check(key?: string, signal?: AbortSignal): Promise<Counts["trackers"]> {
    return key === undefined
      ? await this.#service.ask((api) => api.trackerCount({ signal }), signal)
      : await this.#service.askWith(key, (api) => api.trackerCount({ signal }), signal);
  }

  /** Asks what anyone is told; throws where the service does not answer. */
  async reach(signal?: AbortSignal): Promise<void> {
    await this.#service.ask((api) => api.latest(OWN_APP, { signal }), signal);
  }

  async keepKey(key: string): Promise<void> {
    await this.#parts.accounts.add(this.#service.account, { scheme: "Token", value: key });
  }

  async removeKey(): Promise<void> {
    await this.#parts.accounts.remove(this.#service.account);
  }

  /** Asks for names that are like this; anyone may. */
  async alike(typed: string, signal?: AbortSignal): Promise<DecodedList<Match>> {
    const list = await this.#service.ask((api) => api.findApplications(typed, MOST_ALIKE, { signal }), signal);
    this.#tellSkipped(list);
    return list;
  }

  dispose(): void {
    this.#everyApp.stop();
    for (const each of this.#listening) each.dispose();
    this.#changed.dispose();
  }

  async #readTrackers(): Promise<TrackerList> {
    const service = this.#service;
    const { cache, log, now } = this.#parts;
    const kept = this.#list ?? (await keptTrackers(cache, service.base));
    if (kept !== undefined && !this.#listWanted && !this.#isOld(kept)) return this.#take(service, kept);
    this.#listTriedAt = now();
    try {
      const list = await service.ask((api) => api.trackers());
      this.#tellSkipped(list);
      const read = { trackers: byId(list.values), readAt: now(), skipped: list.skipped };
      await keepTrackers(cache, service.base, read);
      return this.#take(service, read);
    } catch (error) {
      // One that is only old is better than none, unless the reader asked for a newer one and is to be told.
      if (kept === undefined || this.#listWanted) throw error;
      log.warn(`The tracker list could not be renewed: ${asProblem(error).message}`);
      return this.#take(service, kept);
    }
  }

  #take(service: Service, list: TrackerList): TrackerList {
    if (service !== this.#service) return list;
    this.#listWanted = false;
    this.#list = list;
    this.#changed.fire({ about: "trackers" });
    return list;
  }

  #isOld(list: TrackerList): boolean {
    return this.#parts.now() - Math.max(list.readAt, this.#listTriedAt) > DAY;
  }

  async #readCounts(): Promise<Counts> {
    const service = this.#service;
    const counts = await readCounts(service);
    if (service === this.#service) {
      this.#counts = counts;
      this.#countsWanted = false;
      this.#changed.fire({ about: "counts" });
    }
    return counts;
  }

  #put(handle: string, state: AppState): void {
    this.#apps.set(handle, state);
    this.#changed.fire({ about: "app", handle });
  }

  #shown(): readonly string[] {
    return [...this.#showing].flatMap((shown) => shown());
  }

  #tellSkipped(list: Skipping): void {
    logSkipped(this.#parts.log, list);
  }

  #current(): Service {
    return new Service(this.#parts.settings.get("triptych.trackers.url"), this.#parts);
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
        if (this.#carriers === lists) this.#changed.fire({ about: "carriers", tracker });
      },
    });
    return lists;
  }

  /** Forgets what another key or service would say otherwise; the tracker list is the same for every key. */
  #begin({ anew }: { readonly anew: boolean }): void {
    this.#service = this.#current();
    this.#counts = undefined;
    this.#readingCounts = undefined;
    this.#carriers = this.#carriersOf(this.#service);
    this.#apps.clear();
    if (anew) {
      this.#everyApp.stop();
      this.#everyApp = this.#appsOf(this.#service);
      this.#list = undefined;
      this.#listTriedAt = 0;
      this.#readingList = undefined;
    }
    this.#changed.fire({ about: "service" });
  }
}

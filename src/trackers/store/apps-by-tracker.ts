// Lists of the apps that contain a tracker.
import type { DecodedList } from "../../base/decode.ts";
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import { LruMap } from "../../base/lru.ts";
import { SharedRead } from "../../base/tasks/shared-read.ts";
import type { TrackerUsage } from "../model/tracker.ts";
import type { ExodusInstance } from "./exodus-instance.ts";
import type { ShortApplication } from "../model/report.ts";

/** Apps that contain a tracker, as loaded at `readAt`. */
export interface AppsWithTracker {
  readonly list: DecodedList<ShortApplication>;
  /** Number of distinct package names: an app with several sources has several rows. */
  readonly handles: number;
  /** How many of them are on Google Play. */
  readonly onGoogle: number;
  readonly readAt: number;
}

/** How many lists to keep that are not shown. One list may contain a quarter of all apps. */
const MAX_LISTS = 3;

/** The numbers change about once a day. */
const USAGE_LIMITS = { maxAgeMs: 86_400_000, maxEntries: 1000 };
/** How many apps to search for a report that contains the tracker. */
const MAX_TRIED_APPS = 2;

/** Callbacks to the owner of the lists. */
interface Listeners {
  readonly isShown: (tracker: number) => boolean;
  /** Called with each loaded list. */
  readonly read: (tracker: number, list: DecodedList<ShortApplication>) => void;
}

/** Apps by tracker, from one instance. */
export class AppsByTracker {
  readonly #instance: ExodusInstance;
  readonly #now: () => number;
  readonly #listeners: Listeners;
  readonly #lists: LruMap<number, AppsWithTracker>;
  /** Numbers of apps by tracker, kept even if their lists are dropped. */
  readonly #counts = new Map<number, number>();
  readonly #usages: ExpiringCache<TrackerUsage | undefined>;
  readonly #stale = new Set<number>();
  readonly #loads = new Map<number, SharedRead<DecodedList<ShortApplication>>>();

  constructor(instance: ExodusInstance, now: () => number, listeners: Listeners) {
    this.#instance = instance;
    this.#now = now;
    this.#listeners = listeners;
    this.#lists = new LruMap(MAX_LISTS, listeners.isShown);
    this.#usages = new ExpiringCache(USAGE_LIMITS, now);
  }

  getLoaded(tracker: number): AppsWithTracker | undefined {
    return this.#lists.peek(tracker);
  }

  /** Number of apps with the tracker, if their list has ever been loaded. */
  count(tracker: number): number | undefined {
    return this.#counts.get(tracker);
  }

  /** Drops lists beyond the limit. Call it when a list is no longer shown. */
  trim(): void {
    this.#lists.trim();
  }

  /** Marks every list for reload on its next use. */
  refresh(): void {
    for (const tracker of this.#lists.keys()) this.#stale.add(tracker);
    for (const load of this.#loads.values()) load.refresh();
    this.#usages.clear();
  }

  /** Apps with the tracker in at least one version. Concurrent calls share one request. */
  async list(tracker: number, signal?: AbortSignal): Promise<DecodedList<ShortApplication>> {
    const known = this.#lists.get(tracker);
    if (known !== undefined && !this.#stale.has(tracker)) return known.list;
    const load = this.#loads.get(tracker) ?? this.#startLoading(tracker);
    try {
      return await load.get(signal);
    } finally {
      if (!load.isReading) this.#loads.delete(tracker);
    }
  }

  /**
   * Returns how many apps contain the tracker in their latest version, as counted by εxodus; undefined if unknown. Only
   * report details contain these numbers, so this first finds a report with the tracker.
   */
  async usage(tracker: number, signal?: AbortSignal): Promise<TrackerUsage | undefined> {
    return await this.#usages.get(String(tracker), (ending) => this.#readUsage(tracker, ending), signal);
  }

  async #readUsage(tracker: number, signal: AbortSignal): Promise<TrackerUsage | undefined> {
    const { values } = await this.list(tracker, signal);
    // εxodus counts only apps on Google Play, so their reports most likely contain the number.
    const apps = [...values.filter(isOnGoogle), ...values].map(({ handle }) => handle);
    for (const handle of [...new Set(apps)].slice(0, MAX_TRIED_APPS)) {
      const found = await this.#instance.request((api) => api.search(handle, { signal }), signal);
      const report = found?.reports.find(({ trackers }) => trackers.includes(tracker));
      if (report === undefined) continue;
      const usages = await this.#instance.request((api) => api.trackerUsage(report.id, { signal }), signal);
      const usage = usages.get(tracker);
      if (usage !== undefined) return usage;
    }
    return undefined;
  }

  #startLoading(tracker: number): SharedRead<DecodedList<ShortApplication>> {
    const load = new SharedRead(async (signal) => {
      const found = await this.#instance.requestSlow((api) => api.applicationsWith(tracker, { signal }), signal);
      this.#save(tracker, found);
      return found;
    }, this.#now);
    this.#loads.set(tracker, load);
    return load;
  }

  #save(tracker: number, list: DecodedList<ShortApplication>): void {
    const handles = countHandles(list.values);
    const onGoogle = countHandles(list.values.filter(isOnGoogle));
    this.#lists.set(tracker, { list, handles, onGoogle, readAt: this.#now() });
    this.#counts.set(tracker, handles);
    this.#stale.delete(tracker);
    this.#listeners.read(tracker, list);
  }
}

/** Whether the app is from Google Play. Until 2020, εxodus had no other source and recorded none. */
function isOnGoogle({ source }: ShortApplication): boolean {
  return source === "google" || source === "";
}

/** An app with several sources has several rows. */
function countHandles(rows: readonly ShortApplication[]): number {
  return new Set(rows.map(({ handle }) => handle)).size;
}

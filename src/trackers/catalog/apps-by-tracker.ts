// Lists of the apps that contain a tracker.
import type { DecodedList } from "../../base/decode.ts";
import { LruMap } from "../../base/lru.ts";
import { SharedRead } from "../../base/shared-read.ts";
import type { ExodusInstance } from "../connection/exodus-instance.ts";
import type { ShortApplication } from "../model/report.ts";

/** Apps that contain a tracker, as loaded at `readAt`. */
export interface AppsWithTracker {
  readonly list: DecodedList<ShortApplication>;
  /** Number of distinct package names: an app with several sources has several rows. */
  readonly handles: number;
  readonly readAt: number;
}

/** Number of lists kept while not shown. One list may contain a quarter of all apps. */
const MAX_KEPT = 3;

/** What the owner of the lists provides. */
interface Listeners {
  readonly isShown: (tracker: number) => boolean;
  /** Called with each loaded list. */
  readonly read: (tracker: number, list: DecodedList<ShortApplication>) => void;
}

/** Apps by tracker, from one instance. */
export class AppsByTracker {
  readonly #service: ExodusInstance;
  readonly #now: () => number;
  readonly #around: Listeners;
  readonly #lists: LruMap<number, AppsWithTracker>;
  /** Numbers of apps, which are kept when their lists are dropped. */
  readonly #counts = new Map<number, number>();
  readonly #wanted = new Set<number>();
  readonly #readings = new Map<number, SharedRead<DecodedList<ShortApplication>>>();

  constructor(service: ExodusInstance, now: () => number, around: Listeners) {
    this.#service = service;
    this.#now = now;
    this.#around = around;
    this.#lists = new LruMap(MAX_KEPT, around.isShown);
  }

  known(tracker: number): AppsWithTracker | undefined {
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
    for (const tracker of this.#lists.keys()) this.#wanted.add(tracker);
    for (const reading of this.#readings.values()) reading.refresh();
  }

  /** Apps with the tracker in at least one version. Concurrent calls share one request. */
  async list(tracker: number, signal?: AbortSignal): Promise<DecodedList<ShortApplication>> {
    const known = this.#lists.get(tracker);
    if (known !== undefined && !this.#wanted.has(tracker)) return known.list;
    const reading = this.#readings.get(tracker) ?? this.#begin(tracker);
    try {
      return await reading.get(signal);
    } finally {
      if (!reading.isReading) this.#readings.delete(tracker);
    }
  }

  #begin(tracker: number): SharedRead<DecodedList<ShortApplication>> {
    const reading = new SharedRead(async (signal) => {
      const found = await this.#service.request((api) => api.applicationsWith(tracker, { signal }), signal);
      this.#keep(tracker, found);
      return found;
    }, this.#now);
    this.#readings.set(tracker, reading);
    return reading;
  }

  #keep(tracker: number, list: DecodedList<ShortApplication>): void {
    const handles = new Set(list.values.map(({ handle }) => handle)).size;
    this.#lists.set(tracker, { list, handles, readAt: this.#now() });
    this.#counts.set(tracker, handles);
    this.#wanted.delete(tracker);
    this.#around.read(tracker, list);
  }
}

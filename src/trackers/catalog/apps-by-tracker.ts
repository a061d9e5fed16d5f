import type { DecodedList } from "../../base/decode.ts";
import { LruMap } from "../../base/lru.ts";
import { SharedRead } from "../../base/shared-read.ts";
import type { Service } from "../connection/exodus-instance.ts";
import type { ShortApplication } from "../model/report.ts";

/** The applications that carry a tracker, as they were read. */
export interface Carriers {
  readonly list: DecodedList<ShortApplication>;
  /** How many there are of different handles: some come from several sources. */
  readonly handles: number;
  readonly readAt: number;
}

/** How many lists are kept that no one shows: one may hold a quarter of all applications. */
const MOST_KEPT = 3;

/** Whom the lists concern. */
interface Around {
  readonly isShown: (tracker: number) => boolean;
  /** Hears of each list that was read. */
  readonly read: (tracker: number, list: DecodedList<ShortApplication>) => void;
}

/** Who carries which tracker, as one service tells it. */
export class CarrierLists {
  readonly #service: Service;
  readonly #now: () => number;
  readonly #around: Around;
  readonly #lists: LruMap<number, Carriers>;
  readonly #wanted = new Set<number>();
  readonly #readings = new Map<number, SharedRead<DecodedList<ShortApplication>>>();

  constructor(service: Service, now: () => number, around: Around) {
    this.#service = service;
    this.#now = now;
    this.#around = around;
    this.#lists = new LruMap(MOST_KEPT, around.isShown);
  }

  known(tracker: number): Carriers | undefined {
    return this.#lists.peek(tracker);
  }

  /** Drops the lists beyond the limit; to be called when someone no longer shows one. */
  trim(): void {
    this.#lists.trim();
  }

  /** Has each of them read anew the next time that it is asked for. */
  refresh(): void {
    for (const tracker of this.#lists.keys()) this.#wanted.add(tracker);
    for (const reading of this.#readings.values()) reading.refresh();
  }

  /** The applications in some version of which the tracker was found; whoever asks meanwhile waits for the same. */
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
      const found = await this.#service.ask((api) => api.applicationsWith(tracker, { signal }), signal);
      this.#keep(tracker, found);
      return found;
    }, this.#now);
    this.#readings.set(tracker, reading);
    return reading;
  }

  #keep(tracker: number, list: DecodedList<ShortApplication>): void {
    const handles = new Set(list.values.map(({ handle }) => handle)).size;
    this.#lists.set(tracker, { list, handles, readAt: this.#now() });
    this.#wanted.delete(tracker);
    this.#around.read(tracker, list);
  }
}

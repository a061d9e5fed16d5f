// The tracker list of one service: kept in memory and on disk, and renewed after a day or when someone asks for it.
import { asProblem } from "../../base/problem.ts";
import { SharedRead } from "../../base/shared-read.ts";
import type { Shared } from "../../workbench/shared.ts";
import { byId, keepTrackers, keptTrackers } from "../store/kept.ts";
import type { TrackerList } from "../store/kept.ts";
import { logSkipped } from "../store/lookup.ts";
import type { Service } from "../store/service.ts";

const MAX_AGE_MS = 86_400_000;

type Parts = Pick<Shared, "cache" | "log" | "now">;

export class TrackerCatalog {
  readonly #service: Service;
  readonly #parts: Parts;
  readonly #changed: () => void;
  readonly #reading: SharedRead<TrackerList>;
  #list: TrackerList | undefined;
  /** Someone asked for a newer list; the one that is here stays until that has come. */
  #isRefreshWanted = false;
  #triedAt = 0;

  constructor(service: Service, parts: Parts, changed: () => void) {
    this.#service = service;
    this.#parts = parts;
    this.#changed = changed;
    this.#reading = new SharedRead((signal) => this.#read(signal), parts.now);
  }

  /** The list, if it has been loaded. */
  get known(): TrackerList | undefined {
    return this.#list;
  }

  /** The list as it was loaded within a day, or as it is now after a refresh. */
  async load(signal?: AbortSignal): Promise<TrackerList> {
    const list = this.#list;
    if (list !== undefined && !this.#isRefreshWanted && !this.#isOld(list)) return list;
    return await this.#reading.get(signal);
  }

  /** The list of any age, without waiting for a newer one: names and signatures rarely change. */
  async any(signal?: AbortSignal): Promise<TrackerList> {
    const list = this.#list ?? (await this.#kept());
    if (list === undefined) return await this.load(signal);
    if (this.#list === undefined) this.#take(list);
    if (this.#isOld(list)) void this.load().catch((error: unknown) => this.#warn(error));
    return list;
  }

  /** The next load asks the service. */
  refresh(): void {
    this.#isRefreshWanted = true;
    this.#reading.refresh();
  }

  async #read(signal: AbortSignal): Promise<TrackerList> {
    const { cache, log, now } = this.#parts;
    const kept = this.#list ?? (await this.#kept());
    if (kept !== undefined && !this.#isRefreshWanted && !this.#isOld(kept)) return this.#take(kept);
    this.#triedAt = now();
    try {
      const list = await this.#service.ask((api) => api.trackers({ signal }), signal);
      logSkipped(log, list);
      const read = { trackers: byId(list.values), readAt: now(), skipped: list.skipped };
      await keepTrackers(cache, this.#service.base, read);
      this.#isRefreshWanted = false;
      return this.#take(read);
    } catch (error) {
      // A list that is only old is better than none, unless someone asked for a newer one and has to hear of the failure.
      if (kept === undefined || this.#isRefreshWanted) throw error;
      this.#warn(error);
      return this.#take(kept);
    }
  }

  #kept(): Promise<TrackerList | undefined> {
    return keptTrackers(this.#parts.cache, this.#service.base);
  }

  #take(list: TrackerList): TrackerList {
    this.#list = list;
    this.#changed();
    return list;
  }

  #isOld({ readAt }: TrackerList): boolean {
    return this.#parts.now() - Math.max(readAt, this.#triedAt) > MAX_AGE_MS;
  }

  #warn(error: unknown): void {
    this.#parts.log.warn(`The tracker list could not be renewed: ${asProblem(error).message}`);
  }
}

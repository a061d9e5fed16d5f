// The tracker list of one instance: kept in memory and on disk, refreshed after a day or on request.
import * as v from "valibot";
import { decode, listOf, optionalText, whole } from "../../base/decode.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import { SharedRead } from "../../base/tasks/shared-read.ts";
import type { DiskCache } from "../../workbench/storage/cache.ts";
import { logProblem } from "../../workbench/log/log-problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { logSkipped, type ExodusInstance } from "./exodus-instance.ts";
import type { Tracker } from "../model/tracker.ts";

const MAX_AGE_MS = 86_400_000;

type TrackerListDependencies = Pick<Shared, "cache" | "log" | "now">;

export class TrackerListStore {
  readonly #instance: ExodusInstance;
  readonly #dependencies: TrackerListDependencies;
  readonly #changed: () => void;
  readonly #request: SharedRead<TrackerList>;
  #list: TrackerList | undefined;
  /** A refresh was requested. The current list stays until the new one arrives. */
  #isRefreshWanted = false;
  #triedAt = 0;

  constructor(instance: ExodusInstance, dependencies: TrackerListDependencies, changed: () => void) {
    this.#instance = instance;
    this.#dependencies = dependencies;
    this.#changed = changed;
    this.#request = new SharedRead((signal) => this.#read(signal), dependencies.now);
  }

  /** The list, if it has been loaded. */
  get known(): TrackerList | undefined {
    return this.#list;
  }

  /** Returns the list if it was loaded within the last day and no refresh was requested; requests it otherwise. */
  async load(signal?: AbortSignal): Promise<TrackerList> {
    const list = this.#list;
    if (list !== undefined && !this.#isRefreshWanted && !this.#isOld(list)) return list;
    return await this.#request.get(signal);
  }

  /** Returns a list of any age without waiting for a newer one: names and signatures rarely change. */
  async any(signal?: AbortSignal): Promise<TrackerList> {
    const list = this.#list ?? (await this.#readSaved());
    if (list === undefined) return await this.load(signal);
    if (this.#list === undefined) this.#take(list);
    if (this.#isOld(list)) void this.load().catch((error: unknown) => this.#warn(error));
    return list;
  }

  /** Makes the next load request the list. */
  refresh(): void {
    this.#isRefreshWanted = true;
    this.#request.refresh();
  }

  async #read(signal: AbortSignal): Promise<TrackerList> {
    const { cache, log, now } = this.#dependencies;
    const current = this.#list ?? (await this.#readSaved());
    if (current !== undefined && !this.#isRefreshWanted && !this.#isOld(current)) return this.#take(current);
    this.#triedAt = now();
    try {
      const list = await this.#instance.request((api) => api.trackers({ signal }), signal);
      logSkipped(log, list);
      // With an empty list, every scan would find nothing and look clean.
      if (list.values.length === 0)
        throw new Problem("malformed", {
          origin: this.#instance.origin,
          detail: list.skipped > 0 ? "tracker list: no tracker can be read" : "tracker list: it is empty",
        });
      const read = { trackers: trackersById(list.values), readAt: now(), skipped: list.skipped };
      await saveList(cache, this.#instance.base, read);
      this.#isRefreshWanted = false;
      return this.#take(read);
    } catch (error) {
      // An outdated list is better than none, unless the user requested a refresh and needs to see the failure.
      if (current === undefined || this.#isRefreshWanted) throw error;
      this.#warn(error);
      return this.#take(current);
    }
  }

  #readSaved(): Promise<TrackerList | undefined> {
    return readSavedList(this.#dependencies.cache, this.#instance.base);
  }

  #take(list: TrackerList): TrackerList {
    this.#list = list;
    this.#changed();
    return list;
  }

  #isOld({ readAt }: TrackerList): boolean {
    const now = this.#dependencies.now();
    // If the clock was set back, saved times may be in the future.
    return [readAt, this.#triedAt].every((time) => Math.abs(now - time) > MAX_AGE_MS);
  }

  #warn(error: unknown): void {
    logProblem(this.#dependencies.log, "Could not refresh the tracker list", asProblem(error));
  }
}

/** The trackers of an instance, as loaded at `readAt`. */
export interface TrackerList {
  readonly trackers: ReadonlyMap<number, Tracker>;
  readonly readAt: number;
  /** Number of skipped trackers. */
  readonly skipped: number;
}

/** Increment when the saved form changes. */
const FILE_VERSION = 1;

const tracker = v.object({
  id: whole,
  name: v.string(),
  codeSignature: optionalText,
  networkSignature: optionalText,
  created: optionalText,
  website: optionalText,
  description: optionalText,
  categories: listOf(v.string()),
  documentation: listOf(v.string()),
});
const savedList = v.object({ readAt: whole, skipped: whole, trackers: v.array(tracker) });

/** Reads the list saved for the instance at this URL, whichever window saved it. */
async function readSavedList(cache: DiskCache, base: string): Promise<TrackerList | undefined> {
  const found = await cache.read(toKey(base), FILE_VERSION);
  if (found === undefined) return undefined;
  try {
    const wire: unknown = JSON.parse(new TextDecoder().decode(found.bytes));
    const { trackers, ...rest } = decode(savedList, wire, "saved tracker list");
    return { ...rest, trackers: trackersById(trackers) };
  } catch {
    await cache.setAside(toKey(base));
    return undefined;
  }
}

async function saveList(cache: DiskCache, base: string, list: TrackerList): Promise<void> {
  const text = JSON.stringify({ ...list, trackers: [...list.trackers.values()] });
  await cache.write(toKey(base), FILE_VERSION, Buffer.from(text));
}

function trackersById(trackers: readonly Tracker[]): ReadonlyMap<number, Tracker> {
  return new Map(trackers.map((each) => [each.id, each]));
}

function toKey(base: string): string {
  return `trackers ${base}`;
}

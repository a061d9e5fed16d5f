// Searches εxodus for app names. Identical searches share a request, and answers are cached for ten minutes.
import type { DecodedList } from "../../base/decode.ts";
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import type { ExodusInstance } from "./exodus-instance.ts";
import type { Match } from "../model/report.ts";

const MAX_RESULTS = 50;
const LIMITS = { maxAgeMs: 600_000, maxEntries: 50 };

export class NameSearch {
  readonly #instance: ExodusInstance;
  readonly #answers: ExpiringCache<DecodedList<Match>>;

  constructor(instance: ExodusInstance, now: () => number) {
    this.#instance = instance;
    this.#answers = new ExpiringCache(LIMITS, now);
  }

  /** Works with or without an API key. */
  async find(typed: string, signal?: AbortSignal): Promise<DecodedList<Match>> {
    const text = typed.trim();
    const load = (loading: AbortSignal): Promise<DecodedList<Match>> =>
      this.#instance.request((api) => api.findApplications(text, MAX_RESULTS, { signal: loading }), loading);
    return await this.#answers.get(text, load, signal);
  }
}

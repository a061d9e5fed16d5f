// Names at the service that are like a typed one: equal searches are one request, and an answer is kept for a while.
import type { DecodedList } from "../../base/decode.ts";
import { LruMap } from "../../base/lru.ts";
import { SharedRead } from "../../base/shared-read.ts";
import type { Service } from "../connection/exodus-instance.ts";
import type { Match } from "../model/report.ts";

const MAX_RESULTS = 50;
const MAX_KEPT = 50;
const KEPT_FOR_MS = 600_000;

interface Answer {
  readonly list: DecodedList<Match>;
  readonly at: number;
}

export class NameSearch {
  readonly #service: Service;
  readonly #now: () => number;
  readonly #answers = new LruMap<string, Answer>(MAX_KEPT);
  readonly #reads = new Map<string, SharedRead<DecodedList<Match>>>();

  constructor(service: Service, now: () => number) {
    this.#service = service;
    this.#now = now;
  }

  /** Anyone may ask, with or without a key. */
  async find(typed: string, signal?: AbortSignal): Promise<DecodedList<Match>> {
    const text = typed.trim();
    const known = this.#answers.get(text);
    if (known !== undefined && this.#now() - known.at < KEPT_FOR_MS) return known.list;
    const read = this.#reads.get(text) ?? this.#begin(text);
    try {
      const list = await read.get(signal);
      this.#answers.set(text, { list, at: this.#now() });
      return list;
    } finally {
      if (!read.isReading) this.#reads.delete(text);
    }
  }

  #begin(text: string): SharedRead<DecodedList<Match>> {
    const read = new SharedRead(
      (signal) => this.#service.ask((api) => api.findApplications(text, MAX_RESULTS, { signal }), signal),
      this.#now,
    );
    this.#reads.set(text, read);
    return read;
  }
}

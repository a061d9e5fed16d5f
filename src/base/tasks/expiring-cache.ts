// Caches answers that may be slightly out of date. Each key is loaded once and shared until its value expires.
import { LruMap } from "../lru.ts";
import { SharedRead } from "./shared-read.ts";

export interface CacheLimits {
  /** Older values are loaded again. */
  readonly maxAgeMs: number;
  /** With more entries, the least recently used one is dropped. */
  readonly maxEntries: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly loadedAt: number;
}

export class ExpiringCache<Value> {
  readonly #entries: LruMap<string, Entry<Value>>;
  readonly #loads = new Map<string, SharedRead<Value>>();
  readonly #maxAgeMs: number;
  readonly #now: () => number;

  constructor({ maxAgeMs, maxEntries }: CacheLimits, now: () => number) {
    this.#entries = new LruMap(maxEntries);
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
  }

  /**
   * Returns the cached value or loads it. Callers of one key share a load; the signal ends only its own caller's wait.
   * A load that fails is not cached.
   */
  async get(key: string, load: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const entry = this.#entries.get(key);
    // A clock that was set back makes the age negative.
    if (entry !== undefined && Math.abs(this.#now() - entry.loadedAt) < this.#maxAgeMs) return entry.value;
    let shared = this.#loads.get(key);
    if (shared === undefined) {
      shared = new SharedRead(load, this.#now);
      this.#loads.set(key, shared);
    }
    try {
      const value = await shared.get(signal);
      // A value that was set or deleted during the load is newer than the loaded one.
      if (this.#loads.get(key) === shared) this.set(key, value);
      return value;
    } finally {
      if (!shared.isReading && this.#loads.get(key) === shared) this.#loads.delete(key);
    }
  }

  /** The last value, even if it has expired. */
  peek(key: string): Value | undefined {
    return this.#entries.peek(key)?.value;
  }

  set(key: string, value: Value): void {
    this.#loads.delete(key);
    this.#entries.set(key, { value, loadedAt: this.#now() });
  }

  delete(key: string): void {
    this.#loads.delete(key);
    this.#entries.delete(key);
  }

  clear(): void {
    this.#loads.clear();
    this.#entries.clear();
  }
}

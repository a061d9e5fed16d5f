// Caches issues for hovers and links, as the pointer often comes back to the same reference.
import { ExpiringCache } from "../../base/expiring-cache.ts";
import type { Issue } from "../model/entities.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";

const LIMITS = { maxAgeMs: 60_000, maxEntries: 200 };

export class IssueCache {
  readonly #read: (address: ThreadAddress, signal: AbortSignal) => Promise<Issue>;
  readonly #issues: ExpiringCache<Issue>;

  constructor(read: (address: ThreadAddress, signal: AbortSignal) => Promise<Issue>, now: () => number) {
    this.#read = read;
    this.#issues = new ExpiringCache(LIMITS, now);
  }

  async at(address: ThreadAddress, signal: AbortSignal): Promise<Issue> {
    return await this.#issues.get(threadKey(address), (load) => this.#read(address, load), signal);
  }

  /** The issue was changed in this window. */
  forget(address: ThreadAddress): void {
    this.#issues.delete(threadKey(address));
  }
}

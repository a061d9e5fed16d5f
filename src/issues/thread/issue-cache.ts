// Caches issues for hovers and links, because the pointer often returns to the same reference.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import type { Forge } from "../api/forge.ts";
import type { Issue } from "../model/entities.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";

const LIMITS = { maxAgeMs: 60_000, maxEntries: 200 };

export class IssueCache {
  readonly #apiAt: (address: ThreadAddress) => Forge;
  readonly #issues: ExpiringCache<Issue>;

  constructor(apiAt: (address: ThreadAddress) => Forge, now: () => number) {
    this.#apiAt = apiAt;
    this.#issues = new ExpiringCache<Issue>(LIMITS, now);
  }

  at(address: ThreadAddress, signal?: AbortSignal): Promise<Issue> {
    const load = (loading: AbortSignal) => this.#apiAt(address).issue(address, address.number, { signal: loading });
    return this.#issues.get(threadKey(address), load, signal);
  }

  /** Call when an issue was changed in this window, or without an address when another account is used. */
  forget(address?: ThreadAddress): void {
    if (address === undefined) this.#issues.clear();
    else this.#issues.delete(threadKey(address));
  }
}

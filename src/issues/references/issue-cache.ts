// Caches issues for hovers and links, because the pointer often returns to the same reference.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import type { Forge } from "../api/forge.ts";
import type { Issue } from "../model/entities.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";

const LIMITS = { maxAgeMs: 60_000, maxEntries: 200 };

export function cacheIssues(apiAt: (address: ThreadAddress) => Forge, now: () => number) {
  const issues = new ExpiringCache<Issue>(LIMITS, now);
  return {
    at: (address: ThreadAddress, signal?: AbortSignal): Promise<Issue> => {
      const load = (loading: AbortSignal) => apiAt(address).issue(address, address.number, { signal: loading });
      return issues.get(threadKey(address), load, signal);
    },
    /** Call when an issue was changed in this window, or without an address when another account is used. */
    forget: (address?: ThreadAddress): void => {
      if (address === undefined) issues.clear();
      else issues.delete(threadKey(address));
    },
  };
}

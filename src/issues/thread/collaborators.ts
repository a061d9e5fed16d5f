// Who may write in a repository: their comments carry a mark.
import { ExpiringCache } from "../../base/expiring-cache.ts";
import type { Forge } from "../api/forge.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";

/** Collaborators come and go rarely, and a mark that is late does no harm. */
const LIMITS = { maxAgeMs: 30 * 60_000, maxEntries: 32 };
const NO_ONE: ReadonlySet<string> = new Set();

export class Collaborators {
  readonly #logins: ExpiringCache<ReadonlySet<string>>;

  constructor(now: () => number) {
    this.#logins = new ExpiringCache(LIMITS, now);
  }

  /** Logins in lower case. Empty if the server doesn't return them. */
  at(address: RepositoryAddress): ReadonlySet<string> {
    return this.#logins.peek(repositoryKey(address)) ?? NO_ONE;
  }

  /**
   * Servers list as possible assignees exactly those who may write, and only to tokens that may read the repository. For
   * any other token no one is marked, and the route isn't requested again for a while.
   */
  async read(address: RepositoryAddress, api: Forge, signal?: AbortSignal): Promise<void> {
    const key = repositoryKey(address);
    const load = async (loading: AbortSignal): Promise<ReadonlySet<string>> => {
      try {
        const { values } = await api.finding.assignees(address, { signal: loading, maxAgeMs: LIMITS.maxAgeMs });
        return new Set(values.map(({ login }) => login.toLowerCase()));
      } catch (error) {
        if (loading.aborted) throw error;
        return this.at(address);
      }
    };
    // Only a canceled request fails, and its caller no longer needs the marks.
    await this.#logins.get(key, load, signal).catch(() => undefined);
  }

  /** The server may show other people to another account. */
  forget(): void {
    this.#logins.clear();
  }
}

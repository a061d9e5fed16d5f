// Loads who has write access to a repository, to mark their comments.
import { ExpiringCache } from "../../base/expiring-cache.ts";
import { asProblem, type ProblemKind } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";

/** Collaborators rarely change, and an outdated mark does no harm. */
const LIMITS = { maxAgeMs: 30 * 60_000, maxEntries: 32 };
/** The problems of a token that may not see who has write access. */
const REJECTED: ReadonlySet<ProblemKind> = new Set(["unauthorized", "forbidden", "notFound"]);
const NO_ONE: ReadonlySet<string> = new Set();

export class Collaborators {
  readonly #logins: ExpiringCache<ReadonlySet<string>>;

  constructor(now: () => number) {
    this.#logins = new ExpiringCache(LIMITS, now);
  }

  /** Returns the logins in lower case. Empty if they aren't loaded or the server doesn't return them. */
  at(address: RepositoryAddress): ReadonlySet<string> {
    return this.#logins.peek(repositoryKey(address)) ?? NO_ONE;
  }

  /**
   * Loads the possible assignees, who are exactly the users with write access. Servers return them only to tokens with
   * access to the repository. For other tokens no one is marked, and the route isn't requested again for a while.
   */
  async read(address: RepositoryAddress, api: Forge, signal?: AbortSignal): Promise<void> {
    const key = repositoryKey(address);
    const load = async (loading: AbortSignal): Promise<ReadonlySet<string>> => {
      try {
        const { values } = await api.finding.assignees(address, { signal: loading, maxAgeMs: LIMITS.maxAgeMs });
        return new Set(values.map(({ login }) => login.toLowerCase()));
      } catch (error) {
        if (!REJECTED.has(asProblem(error).kind)) throw error;
        return this.at(address);
      }
    };
    // A thread works without the marks. After a failure, the next load of a thread requests them again.
    await this.#logins.get(key, load, signal).catch(() => undefined);
  }

  /** Call when the account changes: the server may return other people. */
  forget(): void {
    this.#logins.clear();
  }
}

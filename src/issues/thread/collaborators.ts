// Who may write in a repository: their comments carry a mark.
import { LruMap } from "../../base/lru.ts";
import type { Forge } from "../api/forge.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";

/** Collaborators come and go rarely, and a mark that is late does no harm. */
const FRESH_MS = 30 * 60_000;
const REPOSITORIES = 32;
const NOBODY: ReadonlySet<string> = new Set();

interface Known {
  readonly logins: ReadonlySet<string>;
  readonly at: number;
}

export class Collaborators {
  readonly #now: () => number;
  readonly #known = new LruMap<string, Known>(REPOSITORIES);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Logins in lower case; empty where the server doesn't say. */
  at(address: RepositoryAddress): ReadonlySet<string> {
    return this.#known.get(repositoryKey(address))?.logins ?? NOBODY;
  }

  /**
   * Servers list as possible assignees exactly those who may write, and only to tokens that may read the repository. For
   * any other token there are no marks, and the route isn't requested again for a while.
   */
  async read(address: RepositoryAddress, api: Forge, signal?: AbortSignal): Promise<void> {
    const key = repositoryKey(address);
    const known = this.#known.get(key);
    if (known !== undefined && this.#now() - known.at < FRESH_MS) return;
    try {
      const { values } = await api.finding.assignees(address, { signal });
      this.#known.set(key, { logins: new Set(values.map(({ login }) => login.toLowerCase())), at: this.#now() });
    } catch {
      if (signal?.aborted !== true) this.#known.set(key, { logins: known?.logins ?? NOBODY, at: this.#now() });
    }
  }

  /** Another account may be told other people. */
  forget(): void {
    this.#known.clear();
  }
}

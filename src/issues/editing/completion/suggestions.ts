// Loads the issues and people that completion suggests. If a list can't be loaded, it suggests nothing from it.
import { ExpiringCache } from "../../../base/tasks/expiring-cache.ts";
import type { Forge } from "../../api/forge.ts";
import { isGhost, type Issue, type Person } from "../../model/entities.ts";
import { repositoryKey, threadKey, type RepositoryAddress, type ThreadAddress } from "../../model/address.ts";

/** Completion requests these lists on every keystroke. */
const LIMITS = { maxAgeMs: 5 * 60_000, maxEntries: 8 };
/** A list of people that can't be loaded counts as empty for this time. */
const PEOPLE_LIMITS = { ...LIMITS, maxAgeMs: 60_000 };
const MAX_ISSUES = 50;

type People = readonly (Person | undefined)[];

/** The authors of an issue and its comments, oldest first. */
export interface Writers {
  /** Undefined if the thread isn't loaded. */
  readonly known: (thread: ThreadAddress) => People | undefined;
  readonly load: (thread: ThreadAddress) => Promise<People>;
}

export class Suggestions {
  readonly #apiAt: (address: RepositoryAddress) => Forge;
  readonly #writers: Writers;
  readonly #newest: ExpiringCache<readonly Issue[]>;
  readonly #assignees: ExpiringCache<People>;
  readonly #authors: ExpiringCache<People>;

  constructor(apiAt: (address: RepositoryAddress) => Forge, now: () => number, writers: Writers) {
    this.#apiAt = apiAt;
    this.#writers = writers;
    this.#newest = new ExpiringCache(LIMITS, now);
    this.#assignees = new ExpiringCache(PEOPLE_LIMITS, now);
    this.#authors = new ExpiringCache(PEOPLE_LIMITS, now);
  }

  /** Call when the account changes: it may see other issues and people. */
  forget(): void {
    for (const cache of [this.#newest, this.#assignees, this.#authors]) cache.clear();
  }

  /** Returns the newest issues and pull requests, and the one whose number is typed. */
  async issues(repository: RepositoryAddress, prefix: string): Promise<readonly Issue[]> {
    const api = this.#apiAt(repository);
    const load = async (signal: AbortSignal) =>
      (await api.issues(repository, { state: "all", limit: MAX_ISSUES, signal })).values;
    const values = await this.#newest.get(repositoryKey(repository), load).catch((): readonly Issue[] => []);
    const number = /^\d{1,18}$/.test(prefix) ? BigInt(prefix) : 0n;
    if (number === 0n || values.some((issue) => issue.number === number)) return values;
    const named = await api.issue(repository, number).catch(() => undefined);
    return named === undefined ? values : [named, ...values];
  }

  /**
   * Returns the logins of those who wrote in the thread, latest first, then of those who can be assigned. Once some
   * are known, doesn't wait for the others, unless the caller needs `all`.
   */
  async people(
    repository: RepositoryAddress,
    thread?: ThreadAddress,
    { all = false } = {},
  ): Promise<{ readonly logins: readonly string[]; readonly isWhole: boolean }> {
    const api = this.#apiAt(repository);
    const pending = new Set<Promise<unknown>>();
    const load = (cache: ExpiringCache<People>, key: string, read: (signal: AbortSignal) => Promise<People>) => {
      // A failure counts as a result, so that it isn't repeated on every keystroke.
      const loading = cache
        .get(key, (signal) => read(signal).catch(() => cache.peek(key) ?? []))
        .catch(() => undefined)
        .finally(() => pending.delete(loading));
      pending.add(loading);
      return () => cache.peek(key);
    };
    const assignable = load(this.#assignees, repositoryKey(repository), async (signal) => {
      return (await api.finding.assignees(repository, { signal })).values;
    });
    const known = thread === undefined ? [] : this.#writers.known(thread);
    const written =
      thread === undefined || known !== undefined
        ? () => known
        : load(this.#authors, threadKey(thread), () => this.#writers.load(thread));
    const list = () => {
      const people = [...(written()?.toReversed() ?? []), ...(assignable() ?? [])];
      const logins = people.map((person) => (isGhost(person) ? "" : (person?.login ?? "")));
      return [...new Set(logins)].filter((login) => login !== "");
    };
    // VS Code closes an empty list.
    const isEnough = () => !all && list().length > 0;
    while (pending.size > 0 && !isEnough()) await Promise.race(pending);
    return { logins: list(), isWhole: assignable() !== undefined && written() !== undefined };
  }
}

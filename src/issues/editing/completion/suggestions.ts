// Whom and what one may name while writing; what can't be read is not suggested.
import { ExpiringCache } from "../../../base/expiring-cache.ts";
import type { Forge } from "../../api/forge.ts";
import { isGhost, type Comment, type Issue, type Person } from "../../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../../model/address.ts";

/** Completion asks for these lists at every keystroke. */
const LIMITS = { maxAgeMs: 5 * 60_000, maxEntries: 8 };
const MAX_ISSUES = 50;

export class Suggestions {
  readonly #apiAt: (address: RepositoryAddress) => Forge;
  readonly #comments: (thread: ThreadAddress) => readonly Comment[];
  readonly #issues: ExpiringCache<readonly Issue[]>;
  readonly #people: ExpiringCache<readonly Person[]>;

  constructor(
    apiAt: (address: RepositoryAddress) => Forge,
    now: () => number,
    comments: (thread: ThreadAddress) => readonly Comment[],
  ) {
    this.#apiAt = apiAt;
    this.#comments = comments;
    this.#issues = new ExpiringCache(LIMITS, now);
    this.#people = new ExpiringCache(LIMITS, now);
  }

  /** The newest issues and pull requests, and those that the words are in. */
  async issues(thread: RepositoryAddress, words: string): Promise<readonly Issue[]> {
    const api = this.#apiAt(thread);
    const newest = this.#issues.get(repositoryKey(thread), async (signal) => {
      const { values } = await api.issues(thread, { state: "all", limit: MAX_ISSUES, signal });
      return values;
    });
    const number = /^\d{1,18}$/.test(words) ? BigInt(words) : undefined;
    const values = await newest.catch((): readonly Issue[] => []);
    if (number === undefined || number === 0n || values.some((issue) => issue.number === number)) return values;
    const named = await api.issue(thread, number).catch(() => undefined);
    return named === undefined ? values : [named, ...values];
  }

  /** Who wrote in the thread, the newest first, and then who works on the repository. */
  async people(repository: RepositoryAddress, thread?: ThreadAddress): Promise<readonly string[]> {
    const api = this.#apiAt(repository);
    const load = async (signal: AbortSignal): Promise<readonly Person[]> =>
      (await api.finding.assignees(repository, { signal })).values;
    const assignees = await this.#people.get(repositoryKey(repository), load).catch((): readonly Person[] => []);
    const writers = thread === undefined ? [] : this.#comments(thread).map(({ author }) => author);
    const people = [...writers.toReversed(), ...assignees].filter((person) => person !== undefined && !isGhost(person));
    return [...new Set(people.map((person) => person?.login ?? ""))].filter((login) => login !== "");
  }
}

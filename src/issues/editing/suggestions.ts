// Whom and what one may name while writing; what can't be read is not suggested.
import { LruMap } from "../../base/lru.ts";
import type { Forge } from "../api/forge.ts";
import { isGhost } from "../model/entities.ts";
import type { Comment, Issue, Person } from "../model/entities.ts";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";

/** How long names are taken to be what they were, in milliseconds. */
const FRESH = 5 * 60_000;

const MOST = 50;
/** Of how many repositories names are kept. */
const REPOSITORIES = 8;

export class Suggestions {
  readonly #apiAt: (address: RepositoryAddress) => Forge;
  readonly #comments: (thread: ThreadAddress) => readonly Comment[];
  readonly #issues: Fresh<Issue>;
  readonly #people: Fresh<Person>;

  constructor(
    apiAt: (address: RepositoryAddress) => Forge,
    now: () => number,
    comments: (thread: ThreadAddress) => readonly Comment[],
  ) {
    this.#apiAt = apiAt;
    this.#comments = comments;
    this.#issues = new Fresh(now);
    this.#people = new Fresh(now);
  }

  /** The newest issues and pull requests, and those that the words are in. */
  async issues(thread: RepositoryAddress, words: string): Promise<readonly Issue[]> {
    const api = this.#apiAt(thread);
    const newest = this.#issues.get(repositoryKey(thread), async () => {
      const { values } = await api.issues(thread, { state: "all", limit: MOST });
      return values;
    });
    const number = /^\d{1,18}$/.test(words) ? BigInt(words) : undefined;
    const values = await newest;
    if (number === undefined || number === 0n || values.some((issue) => issue.number === number)) return values;
    const named = await api.issue(thread, number).catch(() => undefined);
    return named === undefined ? values : [named, ...values];
  }

  /** Who wrote in the thread, the newest first, and then who works on the repository. */
  async people(repository: RepositoryAddress, thread?: ThreadAddress): Promise<readonly string[]> {
    const api = this.#apiAt(repository);
    const assignees = await this.#people.get(repositoryKey(repository), async () => {
      const { values } = await api.finding.assignees(repository);
      return values;
    });
    const writers = thread === undefined ? [] : this.#comments(thread).map(({ author }) => author);
    const people = [...writers.toReversed(), ...assignees].filter((person) => person !== undefined && !isGhost(person));
    return [...new Set(people.map((person) => person?.login ?? ""))].filter((login) => login !== "");
  }
}

/** What was read a short while ago; a reading that failed gives nothing, and is tried again. */
class Fresh<Value> {
  readonly #now: () => number;
  readonly #kept = new LruMap<string, { readonly at: number; readonly found: Promise<readonly Value[]> }>(REPOSITORIES);

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string, read: () => Promise<readonly Value[]>): Promise<readonly Value[]> {
    const known = this.#kept.get(key);
    if (known !== undefined && this.#now() - known.at < FRESH) return known.found;
    const found = read().catch((): readonly Value[] => {
      this.#kept.delete(key);
      return [];
    });
    this.#kept.set(key, { at: this.#now(), found });
    return found;
  }
}

// Loads the issues and people that completion suggests. If a list can't be loaded, it suggests nothing from it.
import { ExpiringCache } from "../../../base/expiring-cache.ts";
import type { Forge } from "../../api/forge.ts";
import { isGhost, type Issue, type Person } from "../../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../../model/address.ts";

/** Completion requests these lists on every keystroke. */
const LIMITS = { maxAgeMs: 5 * 60_000, maxEntries: 8 };
const MAX_ISSUES = 50;

export type Suggestions = ReturnType<typeof buildSuggestions>;

export function buildSuggestions(
  apiAt: (address: RepositoryAddress) => Forge,
  now: () => number,
  writers: (thread: ThreadAddress) => Promise<readonly (Person | undefined)[]>,
) {
  const newest = new ExpiringCache<readonly Issue[]>(LIMITS, now);
  const assignees = new ExpiringCache<readonly Person[]>(LIMITS, now);
  return {
    /** Call when the account changes: it may see other issues and people. */
    forget: (): void => {
      newest.clear();
      assignees.clear();
    },
    /** Returns the newest issues and pull requests, and the one whose number is typed. */
    issues: async (repository: RepositoryAddress, prefix: string): Promise<readonly Issue[]> => {
      const api = apiAt(repository);
      const load = async (signal: AbortSignal) =>
        (await api.issues(repository, { state: "all", limit: MAX_ISSUES, signal })).values;
      const values = await newest.get(repositoryKey(repository), load).catch((): readonly Issue[] => []);
      const number = /^\d{1,18}$/.test(prefix) ? BigInt(prefix) : 0n;
      if (number === 0n || values.some((issue) => issue.number === number)) return values;
      const named = await api.issue(repository, number).catch(() => undefined);
      return named === undefined ? values : [named, ...values];
    },
    /** Returns the logins of those who wrote in the thread, latest first, then of those who can be assigned. */
    people: async (repository: RepositoryAddress, thread?: ThreadAddress): Promise<readonly string[]> => {
      const load = async (signal: AbortSignal) =>
        (await apiAt(repository).finding.assignees(repository, { signal })).values;
      const [assignable, written] = await Promise.all([
        assignees.get(repositoryKey(repository), load).catch((): readonly Person[] => []),
        thread && writers(thread).catch(() => undefined),
      ]);
      const people = [...(written?.toReversed() ?? []), ...assignable].filter((person) => !isGhost(person));
      return [...new Set(people.map((person) => person?.login ?? ""))].filter((login) => login !== "");
    },
  };
}

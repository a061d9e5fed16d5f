// Caches lists of issues page by page, and applies changes from the server to them.
import type { Listed } from "../api/caller.ts";
import type { Forge, IssueSearch } from "../api/forge.ts";
import { LruMap } from "../../base/lru.ts";
import { asProblem } from "../../base/problem.ts";
import { belongsTo, hasLabelsAndMilestone, type IssueQuery } from "../model/query.ts";
import type { Issue } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import { CLOCK_TOLERANCE_MS, isReached } from "../thread/thread.ts";

/** The loaded part of a list. */
export interface IssueList {
  readonly issues: readonly Issue[];
  readonly total: number | undefined;
  readonly skipped: number;
  /** How many returned issues don't match the query. */
  readonly dropped: number;
  /** Whether the list is loaded completely. */
  readonly last: boolean;
}

interface CachedList extends IssueList {
  readonly repository: RepositoryAddress;
  readonly query: IssueQuery;
  readonly pages: number;
  /** Fingerprint of the last loaded page: the total and the issue numbers. */
  readonly page: string;
  /** An issue left the list, so the first issue of the next page has moved to the last loaded one. */
  readonly shifted: boolean;
}

/** An issue that changed. Without `before`, it wasn't in any list. */
export interface IssueChange {
  readonly before: Issue | undefined;
  readonly now: Issue;
}

const PAGE_SIZE = 50;
/** How many lists are cached. Each search adds one. */
const MAX_LISTS = 60;
/** After this many issues without a match, only Load More continues. */
const MAX_UNMATCHED = 500;
/** How many issues of a repository are cached, and how many remain after the cache is trimmed. */
const MAX_ISSUES = 2000;
const ISSUES_AFTER_TRIM = 1500;

export class IssueLists {
  readonly #api: (address: RepositoryAddress) => Forge;
  readonly #lists = new LruMap<string, CachedList>(MAX_LISTS);
  /** Totals of dropped lists by repository and list, kept until a list of the repository is loaded again. */
  readonly #formerTotals = new Map<string, Map<string, number>>();
  /** The latest version of each loaded issue, by repository and number. */
  readonly #issues = new Map<string, Map<bigint, Issue>>();
  /** How many checks found changes, per repository: pages requested before such a check may lack its changes. */
  readonly #changeCounts = new Map<string, number>();
  /** The time of a server's last response, by its own clock, per repository. */
  readonly #servedAt = new Map<string, number>();

  constructor(api: (address: RepositoryAddress) => Forge) {
    this.#api = api;
  }

  /**
   * Returns the loaded part of a list, or loads pages up to the first one with a match: servers can't apply every
   * filter.
   */
  async read(address: RepositoryAddress, query: IssueQuery, signal?: AbortSignal): Promise<IssueList> {
    let list = this.#lists.get(listKey(address, query)) ?? (await this.#page(address, query, undefined, signal));
    while (list.issues.length === 0 && !list.last && list.dropped + list.skipped < MAX_UNMATCHED)
      list = await this.more(address, query, signal);
    return list;
  }

  /** Returns the total of a list. If a refresh failed, returns the total of the last successful load. */
  getTotal(address: RepositoryAddress, query: IssueQuery): number | undefined {
    const key = listKey(address, query);
    const list = this.#lists.get(key);
    return list === undefined ? this.#formerTotals.get(repositoryKey(address))?.get(key) : list.total;
  }

  /** Loads one more page of a list. */
  async more(address: RepositoryAddress, query: IssueQuery, signal?: AbortSignal): Promise<IssueList> {
    const known = this.#lists.get(listKey(address, query));
    return known?.last === true ? known : await this.#page(address, query, known, signal);
  }

  /** Drops the lists of a repository, or all lists if no address is given, so that they are loaded again. */
  forget(address?: RepositoryAddress): void {
    for (const [key, { repository, total }] of this.#lists.entries()) {
      const owner = repositoryKey(repository);
      if (total === undefined || (address !== undefined && owner !== repositoryKey(address))) continue;
      this.#formerTotals.set(owner, (this.#formerTotals.get(owner) ?? new Map<string, number>()).set(key, total));
    }
    this.#dropLists(address);
    if (address === undefined) this.#issues.clear();
    else this.#issues.delete(repositoryKey(address));
  }

  /** Returns the latest version of every issue of a repository that was in a list. */
  listKnown(address: RepositoryAddress): readonly Issue[] {
    return [...(this.#issues.get(repositoryKey(address))?.values() ?? [])];
  }

  /** Returns the time of the repository's latest change. Times ahead of the server's clock count only if all are. */
  newest(address: RepositoryAddress): number | undefined {
    const servedAt = this.#servedAt.get(repositoryKey(address));
    const times = this.listKnown(address).map(({ updatedAt }) => updatedAt);
    const reached = times.filter((time) => isReached(time, servedAt));
    return times.length === 0 ? undefined : Math.max(...(reached.length === 0 ? times : reached));
  }

  /** Changes up to this time aren't new, because the lists of the repository were loaded after it or contain them. */
  getLoadedUntil(address: RepositoryAddress): number {
    const servedAt = this.#servedAt.get(repositoryKey(address)) ?? 0;
    return Math.max(this.newest(address) ?? 0, servedAt - CLOCK_TOLERANCE_MS);
  }

  /** Returns the repositories that have a loaded list. */
  repositories(): readonly RepositoryAddress[] {
    const found = new Map(this.#lists.values().map(({ repository }) => [repositoryKey(repository), repository]));
    return [...found.values()];
  }

  /**
   * Loads the issues that changed since the latest known change, and updates the lists. If only the server can tell
   * whether an issue belongs to a list, the list is dropped, and loads again when it is next shown.
   */
  async check(address: RepositoryAddress, signal?: AbortSignal): Promise<readonly IssueChange[]> {
    const seen = this.#getSeen(address);
    const since = this.newest(address);
    const { values, total, servedAt } = await this.#api(address).issues(address, {
      state: "all",
      page: 1,
      limit: PAGE_SIZE,
      ...(since === undefined ? {} : { since: new Date(since).toISOString().replace(/\.\d+Z$/, "Z") }),
      signal,
    });
    // The lists were dropped during the request, for example because the user switched accounts.
    if (this.#getSeen(address) !== seen) return [];
    this.#noteTime(address, servedAt);
    const changes = values.flatMap((now): readonly IssueChange[] => {
      const before = seen.get(now.number);
      return before !== undefined && fingerprint(before) === fingerprint(now) ? [] : [{ before, now }];
    });
    for (const { now } of changes) seen.set(now.number, now);
    dropOldest(seen);
    const key = repositoryKey(address);
    if (changes.length > 0) this.#changeCounts.set(key, (this.#changeCounts.get(key) ?? 0) + 1);
    // More issues may have changed than fit on one page, or no time to start from was known.
    const isWhole = since !== undefined && total !== undefined && total <= values.length;
    if (changes.length > 0 && !isWhole) this.#dropLists(address);
    else if (changes.length > 0) this.#applyChanges(address, changes);
    return changes;
  }

  /** Removes an issue that no longer exists. Returns whether it was known. */
  remove(thread: ThreadAddress): boolean {
    if (!this.#getSeen(thread).delete(thread.number)) return false;
    for (const [key, list] of this.#lists.entries()) {
      const at = list.issues.findIndex(({ number }) => number === thread.number);
      if (at >= 0 && repositoryKey(list.repository) === repositoryKey(thread)) this.#lists.set(key, without(list, at));
    }
    return true;
  }

  async #page(
    address: RepositoryAddress,
    query: IssueQuery,
    known: CachedList | undefined,
    signal: AbortSignal | undefined,
  ): Promise<IssueList> {
    const seen = this.#getSeen(address);
    const changeCount = this.#changeCounts.get(repositoryKey(address));
    const isReload = known?.shifted === true;
    const pages = (known?.pages ?? 0) + (isReload ? 0 : 1);
    const answer = await this.#request(address, query, pages, signal);
    const { foreign, servedAt, skipped, total, values: returned } = answer;
    const pageLength = returned.length + foreign + skipped;
    // If the server's own limit is lower than the requested one, a shorter page isn't the last.
    const isEnd =
      total === undefined &&
      pageLength < PAGE_SIZE &&
      (await this.#isPastEnd(returned, address, query, pages + 1, signal));
    const present = this.#lists.get(listKey(address, query));
    // Another request for the first page was faster.
    if (known === undefined && present !== undefined) return present;
    // During the request, a check found changes or the user switched accounts, so the page may no longer fit.
    const isStale = present !== known || this.#changeCounts.get(repositoryKey(address)) !== changeCount;
    if (isStale || this.#getSeen(address) !== seen) return await this.more(address, query, signal);
    this.#noteTime(address, servedAt);
    for (const issue of returned) seen.set(issue.number, issue);
    dropOldest(seen);
    const values = returned.filter((issue) => hasLabelsAndMilestone(issue, query));
    const dropped = (known?.dropped ?? 0) + (isReload ? 0 : returned.length - values.length + foreign);
    const allSkipped = (known?.skipped ?? 0) + (isReload ? 0 : skipped);
    const before = known?.issues ?? [];
    const loaded = new Set(before.map(({ number }) => number));
    const page = `${total} ${returned.map(({ number }) => number).join()}`;
    const issues = [...before, ...values.filter(({ number }) => !loaded.has(number))];
    const last =
      pageLength === 0 ||
      // A server that ignores the page number returns the same page again and again.
      (returned.length > 0 && !isReload && page === known?.page) ||
      (total === undefined ? isEnd : issues.length + dropped + allSkipped >= total);
    const list: CachedList = {
      repository: address,
      query,
      pages,
      issues,
      // A server ignores labels and milestones that it doesn't know, so its total is that of a longer list.
      total: dropped === 0 ? total : last ? issues.length + allSkipped : undefined,
      skipped: allSkipped,
      dropped,
      page,
      shifted: false,
      last,
    };
    this.#formerTotals.delete(repositoryKey(address));
    this.#lists.set(listKey(address, query), list);
    return list;
  }

  /**
   * True if this page is empty or repeats the previous one. Without a total, a short page alone doesn't mean the end of
   * the list.
   */
  async #isPastEnd(
    before: readonly Issue[],
    address: RepositoryAddress,
    query: IssueQuery,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { foreign, skipped, values } = await this.#request(address, query, page, signal);
    return values[0] === undefined ? foreign + skipped === 0 : values[0].number === before[0]?.number;
  }

  async #request(
    address: RepositoryAddress,
    { reviewer, ...query }: IssueQuery,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<ListedPage> {
    const api = this.#api(address);
    if (reviewer !== undefined) return await searchReviews(api, address, { ...query, page, limit: PAGE_SIZE, signal });
    try {
      return { ...(await api.issues(address, { ...query, page, limit: PAGE_SIZE, signal })), foreign: 0 };
    } catch (error) {
      const problem = asProblem(error);
      const names = [query.author, query.assignee, query.mentioned].filter((name) => name !== undefined);
      if (problem.kind !== "notFound" || names.length === 0) throw problem;
      // Servers return 404 for an unknown user too. If the repository has issues, the list is empty.
      await api.issues(address, { page: 1, limit: 1, signal });
      return { values: [], total: 0, skipped: 0, servedAt: undefined, foreign: 0 };
    }
  }

  #applyChanges(address: RepositoryAddress, changes: readonly IssueChange[]): void {
    for (const [key, list] of this.#lists.entries()) {
      if (repositoryKey(list.repository) !== repositoryKey(address)) continue;
      let changed: CachedList | undefined = list;
      for (const change of changes) changed = changed === undefined ? undefined : withChange(changed, change);
      if (changed === undefined) this.#lists.delete(key);
      else this.#lists.set(key, changed);
    }
  }

  #dropLists(address: RepositoryAddress | undefined): void {
    for (const [key, { repository }] of this.#lists.entries()) {
      if (address === undefined || repositoryKey(repository) === repositoryKey(address)) this.#lists.delete(key);
    }
  }

  #noteTime(address: RepositoryAddress, servedAt: number | undefined): void {
    if (servedAt !== undefined) this.#servedAt.set(repositoryKey(address), servedAt);
  }

  #getSeen(address: RepositoryAddress): Map<bigint, Issue> {
    const key = repositoryKey(address);
    const seen = this.#issues.get(key) ?? new Map<bigint, Issue>();
    this.#issues.set(key, seen);
    return seen;
  }
}

/** A page of a list. */
interface ListedPage extends Pick<Listed<Issue>, "servedAt" | "skipped" | "total" | "values"> {
  /** How many issues of other repositories the server returned. */
  readonly foreign: number;
}

/** Servers search for requested reviews only in all repositories of an owner. */
async function searchReviews(api: Forge, { name, owner }: RepositoryAddress, search: IssueSearch): Promise<ListedPage> {
  const found = await api.searchIssues({ ...search, owner, isReviewRequested: true });
  const values = found.values.filter(({ repository }) => repository?.name.toLowerCase() === name.toLowerCase());
  return { ...found, values, foreign: found.values.length - values.length };
}

/** Keeps the issues that changed last, because checks ask for changes since the latest one. */
function dropOldest(seen: Map<bigint, Issue>): void {
  if (seen.size <= MAX_ISSUES) return;
  const oldestFirst = [...seen.values()].sort((one, other) => one.updatedAt - other.updatedAt);
  for (const { number } of oldestFirst.slice(0, -ISSUES_AFTER_TRIM)) seen.delete(number);
}

/** Applies a change to a list. Returns undefined if only the server can tell whether the issue belongs to the list. */
function withChange(list: CachedList, { before, now }: IssueChange): CachedList | undefined {
  const at = list.issues.findIndex(({ number }) => number === now.number);
  const belongs = belongsTo(now, list.query);
  if (belongs === undefined || (list.query.sort !== undefined && list.query.sort !== "latest")) return undefined;
  if (at >= 0 && belongs) return { ...list, issues: list.issues.with(at, now) };
  const place = list.issues.findIndex(({ createdAt }) => createdAt <= now.createdAt);
  // An issue older than all loaded ones is on a later page. The total includes it if it belonged to the list before.
  const isUnloaded = at < 0 && place < 0 && !list.last;
  const wasListed = isUnloaded ? ((before && belongsTo(before, list.query)) ?? belongs) : at >= 0;
  const total = list.total === undefined ? {} : { total: list.total + Number(belongs) - Number(wasListed) };
  if (isUnloaded || wasListed === belongs) return { ...list, ...total };
  if (!belongs) return without(list, at);
  return { ...list, ...total, issues: list.issues.toSpliced(place < 0 ? list.issues.length : place, 0, now) };
}

function without(list: CachedList, at: number): CachedList {
  const total = list.total === undefined ? undefined : list.total - 1;
  return { ...list, total, shifted: true, issues: list.issues.toSpliced(at, 1) };
}

function listKey(address: RepositoryAddress, query: IssueQuery): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${repositoryKey(address)} ${JSON.stringify(parameters.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}

/** Everything that a row shows, to compare. Times alone don't suffice: two changes may fall into the same second. */
function fingerprint({ labels, milestone, assignees, ...issue }: Issue): string {
  const { updatedAt, comments, closed, locked, title, body, pull } = issue;
  const names = labels.map(({ name, color }) => [name, color]);
  const people = assignees.map(({ login }) => login);
  return JSON.stringify([updatedAt, comments, closed, locked, title, body, names, milestone?.title, people, pull]);
}

// Caches the lists of issues, page by page, and merges what changed on the server into them.
import type { Forge } from "../api/forge.ts";
import { LruMap } from "../../base/lru.ts";
import { asProblem } from "../../base/problem.ts";
import { belongsTo, isMarked, type IssueQuery } from "../model/query.ts";
import type { Issue } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";
import { CLOCK_TOLERANCE_MS, isReached } from "../thread/thread.ts";

/** A list as far as it was loaded. */
export interface IssueList {
  readonly issues: readonly Issue[];
  readonly total: number | undefined;
  readonly skipped: number;
  /** How many the server returned that don't match the query. */
  readonly dropped: number;
  /** Whether there is nothing after it. */
  readonly last: boolean;
}

interface KeptList extends IssueList {
  readonly repository: RepositoryAddress;
  readonly query: IssueQuery;
  readonly pages: number;
  /** What the server returned as the last page, and of how many. */
  readonly page: string;
  /** An issue is gone, so what followed the last page has moved up to it. */
  readonly shifted: boolean;
}

/** An issue that changed, before and after. */
export interface IssueChange {
  readonly before: Issue | undefined;
  readonly now: Issue;
}

const PAGE_SIZE = 50;
/** How many lists are kept. Each search makes one. */
const MAX_LISTS = 60;
/** After so many issues without a match, only the user's Load More looks further. */
const MAX_UNMATCHED = 500;
/** How many issues of a repository are kept, and how many remain when there are too many. */
const MAX_ISSUES = 2000;
const ISSUES_AFTER_TRIM = 1500;

export class IssueLists {
  readonly #api: (address: RepositoryAddress) => Forge;
  readonly #lists = new LruMap<string, KeptList>(MAX_LISTS);
  /** The totals of dropped lists, by repository and list, until one of its lists is loaded again. */
  readonly #formerTotals = new Map<string, Map<string, number>>();
  /** The newest version of each issue that was seen, by repository and number. */
  readonly #issues = new Map<string, Map<bigint, Issue>>();
  /** When the server of a repository last answered, by its own clock. */
  readonly #servedAt = new Map<string, number>();

  constructor(api: (address: RepositoryAddress) => Forge) {
    this.#api = api;
  }

  /** The list as far as it was loaded, or up to its first page with a match: a server can't apply every filter. */
  async read(address: RepositoryAddress, query: IssueQuery, signal?: AbortSignal): Promise<IssueList> {
    let list = this.#lists.get(listKey(address, query)) ?? (await this.#page(address, query, undefined, signal));
    while (list.issues.length === 0 && !list.last && list.dropped + list.skipped < MAX_UNMATCHED)
      list = await this.more(address, query, signal);
    return list;
  }

  /** How many issues the list has. If a refresh fails, that is still what the last load said. */
  getTotal(address: RepositoryAddress, query: IssueQuery): number | undefined {
    const key = listKey(address, query);
    const list = this.#lists.get(key);
    return list === undefined ? this.#formerTotals.get(repositoryKey(address))?.get(key) : list.total;
  }

  /** The list with one more page. */
  async more(address: RepositoryAddress, query: IssueQuery, signal?: AbortSignal): Promise<IssueList> {
    const known = this.#lists.get(listKey(address, query));
    return known?.last === true ? known : await this.#page(address, query, known, signal);
  }

  /** Drops the lists of a repository, or without an address all lists, so that they are loaded again. */
  forget(address?: RepositoryAddress): void {
    for (const [key, { repository, total }] of this.#lists.entries()) {
      const ours = repositoryKey(repository);
      if (total === undefined || (address !== undefined && ours !== repositoryKey(address))) continue;
      this.#formerTotals.set(ours, (this.#formerTotals.get(ours) ?? new Map<string, number>()).set(key, total));
    }
    this.#dropLists(address);
    if (address === undefined) this.#issues.clear();
    else this.#issues.delete(repositoryKey(address));
  }

  /** Every issue of a repository that was in a list, in its latest version. */
  listKnown(address: RepositoryAddress): readonly Issue[] {
    return [...(this.#issues.get(repositoryKey(address))?.values() ?? [])];
  }

  /** The newest time that the server named for anything of this repository, and that it has reached. */
  newest(address: RepositoryAddress): number | undefined {
    const servedAt = this.#servedAt.get(repositoryKey(address));
    const times = this.listKnown(address).map(({ updatedAt }) => updatedAt);
    const reached = times.filter((time) => isReached(time, servedAt));
    return (reached.length === 0 ? times : reached).reduce<number | undefined>(
      (newest, time) => Math.max(newest ?? time, time),
      undefined,
    );
  }

  /** Whatever happened in a repository until then isn't new: the lists were loaded later, or show it. */
  getLoadedUntil(address: RepositoryAddress): number {
    const servedAt = this.#servedAt.get(repositoryKey(address)) ?? 0;
    return Math.max(this.newest(address) ?? 0, servedAt - CLOCK_TOLERANCE_MS);
  }

  /** The repositories with a loaded list. */
  repositories(): readonly RepositoryAddress[] {
    const found = new Map(this.#lists.values().map(({ repository }) => [repositoryKey(repository), repository]));
    return [...found.values()];
  }

  /**
   * Loads what changed since the latest time that the server named, and updates the lists. Most changes show which
   * lists an issue belongs to; the other lists are loaded again when they are next shown.
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
    // The lists were dropped since, for example because another account is used.
    if (this.#getSeen(address) !== seen) return [];
    this.#noteTime(address, servedAt);
    const changes = values.flatMap((now): readonly IssueChange[] => {
      const before = seen.get(now.number);
      return before !== undefined && sameIssue(before, now) ? [] : [{ before, now }];
    });
    for (const { now } of changes) seen.set(now.number, now);
    dropOldest(seen);
    // More may have changed than one page holds, or nothing was known to begin with.
    const isWhole = since !== undefined && total !== undefined && total <= values.length;
    if (changes.length > 0 && !isWhole) this.#dropLists(address);
    else if (changes.length > 0) this.#applyChanges(address, changes);
    return changes;
  }

  async #page(
    address: RepositoryAddress,
    query: IssueQuery,
    known: KeptList | undefined,
    signal: AbortSignal | undefined,
  ): Promise<IssueList> {
    const seen = this.#getSeen(address);
    const isAgain = known?.shifted === true;
    const pages = (known?.pages ?? 0) + (isAgain ? 0 : 1);
    const { values: given, total, skipped, servedAt } = await this.#ask(address, query, pages, signal);
    const here = given.length + skipped;
    // If the server's own limit is lower than the requested one, a shorter page isn't the last.
    const isEnd =
      total === undefined && here < PAGE_SIZE && (await this.#addsNothing(given, address, query, pages + 1, signal));
    // A check has changed the list since, or another account is used: the page may not belong to it anymore.
    const isOther = known !== undefined && this.#lists.get(listKey(address, query)) !== known;
    if (isOther || this.#getSeen(address) !== seen) return await this.more(address, query, signal);
    this.#noteTime(address, servedAt);
    for (const issue of given) seen.set(issue.number, issue);
    dropOldest(seen);
    const values = given.filter((issue) => isMarked(issue, query));
    const dropped = (known?.dropped ?? 0) + (isAgain ? 0 : given.length - values.length);
    const allSkipped = (known?.skipped ?? 0) + (isAgain ? 0 : skipped);
    const names = [...(query.labels ?? []), ...(query.milestones ?? [])];
    // Nothing matches the query: the server knows none of the names, so no issue has them. Some names can't be sent.
    const none =
      given.length > 0 && values.length === 0 && known === undefined && !names.some((name) => name.includes(","));
    const before = known?.issues ?? [];
    const there = new Set(before.map(({ number }) => number));
    const page = `${total} ${given.map(({ number }) => number).join()}`;
    const issues = [...before, ...values.filter(({ number }) => !there.has(number))];
    const list: KeptList = {
      repository: address,
      query,
      pages,
      issues,
      total: none ? 0 : dropped > 0 ? undefined : total,
      skipped: allSkipped,
      dropped,
      page,
      shifted: false,
      last:
        none ||
        here === 0 ||
        // A server that ignores the page returns the same again and again.
        (given.length > 0 && !isAgain && page === known?.page) ||
        (total === undefined ? isEnd : issues.length + dropped + allSkipped >= total),
    };
    this.#formerTotals.delete(repositoryKey(address));
    this.#lists.set(listKey(address, query), list);
    return list;
  }

  /** Whether this page is empty, or the one before it again. A server that doesn't count may return short pages. */
  async #addsNothing(
    before: readonly Issue[],
    address: RepositoryAddress,
    query: IssueQuery,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { values, skipped } = await this.#ask(address, query, page, signal);
    return values[0] === undefined ? skipped === 0 : values[0].number === before[0]?.number;
  }

  async #ask(address: RepositoryAddress, query: IssueQuery, page: number, signal: AbortSignal | undefined) {
    const api = this.#api(address);
    try {
      return await api.issues(address, { ...query, page, limit: PAGE_SIZE, signal });
    } catch (error) {
      const problem = asProblem(error);
      const names = [query.author, query.assignee, query.mentioned].filter((name) => name !== undefined);
      if (problem.kind !== "notFound" || names.length === 0) throw problem;
      // A user whom the server does not know is 404, like a missing repository: the list is empty.
      await api.repository(address, { signal });
      return { values: [], total: 0, skipped: 0, servedAt: undefined };
    }
  }

  #applyChanges(address: RepositoryAddress, changes: readonly IssueChange[]): void {
    for (const [key, list] of this.#lists.entries()) {
      if (repositoryKey(list.repository) !== repositoryKey(address)) continue;
      let changed: KeptList | undefined = list;
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

/** Keeps what changed last, as its time decides since when to ask for news. */
function dropOldest(seen: Map<bigint, Issue>): void {
  if (seen.size <= MAX_ISSUES) return;
  const oldestFirst = [...seen.values()].sort((one, other) => one.updatedAt - other.updatedAt);
  for (const { number } of oldestFirst.slice(0, -ISSUES_AFTER_TRIM)) seen.delete(number);
}

/** The list with the issue as it is now. Undefined if only the server can decide whether the issue belongs to it. */
function withChange(list: KeptList, { before, now }: IssueChange): KeptList | undefined {
  const at = list.issues.findIndex(({ number }) => number === now.number);
  const wanted = belongsTo(now, list.query);
  if (wanted === undefined || (list.query.sort !== undefined && list.query.sort !== "latest")) return undefined;
  if (at >= 0 && wanted) return { ...list, issues: list.issues.with(at, now) };
  const place = list.issues.findIndex(({ createdAt }) => createdAt <= now.createdAt);
  // An issue older than every loaded one is on a page that was not loaded, and in the total if it belonged there before.
  const isBeyond = at < 0 && place < 0 && !list.last;
  const was = isBeyond ? ((before && belongsTo(before, list.query)) ?? wanted) : at >= 0;
  const total = list.total === undefined ? {} : { total: list.total + Number(wanted) - Number(was) };
  if (isBeyond || was === wanted) return { ...list, ...total };
  if (!wanted) return { ...list, ...total, shifted: true, issues: list.issues.toSpliced(at, 1) };
  return { ...list, ...total, issues: list.issues.toSpliced(place < 0 ? list.issues.length : place, 0, now) };
}

function listKey(address: RepositoryAddress, query: IssueQuery): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${repositoryKey(address)} ${JSON.stringify(asked.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}

/** Everything that a row shows; times have whole seconds, and two changes may share one. */
function sameIssue(one: Issue, other: Issue): boolean {
  return fingerprint(one) === fingerprint(other);
}

function fingerprint({
  updatedAt,
  comments,
  closed,
  locked,
  title,
  body,
  labels,
  milestone,
  assignees,
  pull,
}: Issue): string {
  const names = labels.map(({ name, color }) => [name, color]);
  const people = assignees.map(({ login }) => login);
  return JSON.stringify([updatedAt, comments, closed, locked, title, body, names, milestone?.title, people, pull]);
}

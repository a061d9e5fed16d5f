// Provides the view with queries, filters, pages of issues, unread marks and notifications.
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { State } from "../../workbench/storage/stored-value.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import type { Listed } from "../api/caller.ts";
import { sameLogin, type Comment, type Issue, type RepositoryComment } from "../model/entities.ts";
import { fullName, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import {
  applyFilter,
  resolveMe,
  BUILT_IN,
  parseOwnQueries,
  PULL_LISTS,
  type IssueQuery,
  type SavedQuery,
} from "../model/query.ts";
import { Inbox } from "./inbox.ts";
import { OwnLists } from "./own-lists.ts";
import { IssueLists, type IssueChange, type IssueList } from "./issue-lists.ts";
import { ReadMarks, type Newest } from "./read-marks.ts";
import type { Servers } from "../repositories/servers.ts";
import { ViewChoices } from "./view-choices.ts";

interface ListBrowserDependencies {
  readonly servers: Servers;
  readonly state: State;
  readonly accounts: () => readonly Account[];
  readonly loginAt: (address: RepositoryAddress) => string | undefined;
  /** The value of the user's setting for queries. */
  readonly ownQueries: () => readonly unknown[];
}

/** A server may date an issue up to this much later than the comment that changed it. */
const ISSUE_DELAY_MS = 1000;

/** A page of the comments of a repository, newest first. */
export interface RecentComments {
  readonly comments: readonly RepositoryComment[];
  readonly skipped: number;
  readonly total: number | undefined;
  /** The page with older comments. Undefined if these are the oldest. */
  readonly older: number | undefined;
}

const PAGE_SIZE = 50;
/** A newest page with fewer comments is shown together with the page before it. */
const MIN_PAGE_ROWS = 10;
/** Larger than the number of pages of any repository. */
const MAX_SEARCHED_PAGE = 2 ** 16;

export class ListBrowser {
  readonly choices: ViewChoices;
  readonly inbox: Inbox;
  readonly own: OwnLists;
  readonly seen: ReadMarks;
  readonly #lists: IssueLists;
  readonly #loaded = new Emitter<RepositoryAddress>();
  /** Fires when a page of a list was loaded. */
  readonly onDidLoad: Event<RepositoryAddress> = this.#loaded.event;
  readonly #dependencies: ListBrowserDependencies;

  constructor(dependencies: ListBrowserDependencies) {
    this.#dependencies = dependencies;
    this.choices = new ViewChoices(dependencies.state);
    this.seen = new ReadMarks(dependencies.state);
    this.#lists = new IssueLists((address) => dependencies.servers.for(address));
    this.inbox = new Inbox(dependencies.accounts, (account) => dependencies.servers.as(account));
    this.own = new OwnLists(dependencies.accounts, (account) => dependencies.servers.as(account));
  }

  /** Returns the lists under a repository. Lists about "me" are left out if the login is unknown. */
  listQueries(address: RepositoryAddress): { readonly queries: readonly SavedQuery[]; readonly skipped: number } {
    const { queries, skipped } = parseOwnQueries(this.#dependencies.ownQueries());
    const here = queries.filter(
      ({ repository }) => repository === undefined || repository.toLowerCase() === fullName(address).toLowerCase(),
    );
    const login = this.#dependencies.loginAt(address);
    return {
      queries: [...BUILT_IN, ...PULL_LISTS, ...here].filter(({ query }) => resolveMe(query, login) !== undefined),
      skipped,
    };
  }

  /** Combines a list's query with the user's filter. */
  getQuery(address: RepositoryAddress, { id, query }: SavedQuery): IssueQuery {
    const whole = applyFilter(query, this.choices.getFilter(address, id));
    return resolveMe(whole, this.#dependencies.loginAt(address)) ?? whole;
  }

  /** Returns the loaded part of a list, or loads its beginning. */
  async read(address: RepositoryAddress, query: IssueQuery, signal?: AbortSignal): Promise<IssueList> {
    const list = await this.#lists.read(address, query, signal);
    await this.seen.begin(address, this.#getNewest(address));
    this.#loaded.fire(address);
    return list;
  }

  async more(address: RepositoryAddress, query: IssueQuery, signal?: AbortSignal): Promise<IssueList> {
    const list = await this.#lists.more(address, query, signal);
    this.#loaded.fire(address);
    return list;
  }

  /** Searches the open and closed issues of a repository. */
  async search(address: RepositoryAddress, words: string, signal: AbortSignal): Promise<readonly Issue[]> {
    const filter = { state: "all", words, page: 1, limit: PAGE_SIZE, signal } as const;
    return (await this.#dependencies.servers.for(address).issues(address, filter)).values;
  }

  /** Drops loaded lists, so that they are loaded again. */
  forget(address?: RepositoryAddress): void {
    this.#lists.forget(address);
  }

  /** Call when an account is removed, or its token is rejected or replaced. */
  forgetAccount(account: Account): void {
    this.inbox.forget(account);
    this.own.forget(account);
  }

  /** Call when an issue no longer exists. Returns whether a list may have shown it. */
  remove(thread: ThreadAddress): boolean {
    return this.#lists.remove(thread);
  }

  /** Returns the repositories that have a loaded list. */
  repositories(): readonly RepositoryAddress[] {
    return this.#lists.repositories();
  }

  /** Loads the issues of a repository that changed since the last check. */
  async check(address: RepositoryAddress, signal?: AbortSignal): Promise<readonly IssueChange[]> {
    const changes = await this.#lists.check(address, signal);
    for (const { before } of changes) if (before !== undefined) await this.seen.remember(address, before);
    return changes;
  }

  /** Counts the loaded issues of a repository that have something new. */
  countNew(address: RepositoryAddress): number {
    return this.listKnown(address).filter((issue) => this.seen.findNews(address, issue) !== undefined).length;
  }

  /** Marks all loaded issues of a repository as seen. */
  async markAllSeen(address: RepositoryAddress): Promise<void> {
    await this.seen.markAllSeen(address, this.#getNewest(address));
  }

  /**
   * Call when a thread is shown, with its new comments that weren't on screen yet: they stay new. If the thread couldn't
   * be refreshed, it may be older than the issue in the lists.
   */
  async markThreadSeen(
    thread: ThreadAddress,
    issue: Issue,
    unseen: readonly { readonly at: number }[] = [],
  ): Promise<void> {
    const known = this.#findKnown(thread);
    if (known !== undefined && issue.updatedAt < known.updatedAt) return;
    const updatedAt = Math.min(issue.updatedAt, ...unseen.map(({ at }) => at - 1));
    await this.seen.markSeen(thread, { updatedAt, comments: issue.comments - unseen.length });
  }

  /** Call with the comments that a write returned. The user's own comments don't count as new. */
  async markWrittenSeen(thread: ThreadAddress, comments: readonly Comment[]): Promise<void> {
    const login = this.#dependencies.loginAt(thread);
    const issue = this.#findKnown(thread);
    if (login === undefined || issue === undefined || this.seen.findNews(thread, issue) !== undefined) return;
    const newer = comments.filter(({ updatedAt }) => updatedAt > issue.updatedAt);
    if (newer.length === 0 || newer.some(({ author }) => !sameLogin(author?.login, login))) return;
    const updatedAt = Math.max(...newer.map((each) => each.updatedAt)) + ISSUE_DELAY_MS;
    const added = newer.filter(({ createdAt }) => createdAt > issue.updatedAt).length;
    await this.seen.markSeen(thread, { updatedAt, comments: issue.comments + added });
  }

  /** Call with an issue before and after the user changed or created it. The user's own changes don't count as new. */
  async markChangedSeen(thread: ThreadAddress, before: Issue | undefined, now: Issue): Promise<void> {
    const isOwn = before?.comments === now.comments && this.seen.findNews(thread, before) === undefined;
    if (before === undefined || isOwn) await this.seen.markSeen(thread, now);
  }

  /** Returns every issue of a repository that was in a list. */
  listKnown(address: RepositoryAddress): readonly Issue[] {
    return this.#lists.listKnown(address);
  }

  /** Returns the number of issues in a list, if the list was loaded and the server counts it. */
  getTotal(address: RepositoryAddress, query: IssueQuery): number | undefined {
    return this.#lists.getTotal(address, query);
  }

  /** Loads a page of a repository's comments. Servers return the oldest first, so the newest are on the last page. */
  async recent(address: RepositoryAddress, page?: number, signal?: AbortSignal): Promise<RecentComments> {
    const api = this.#dependencies.servers.for(address);
    const limit = await this.#dependencies.servers.pageSize(address, PAGE_SIZE, signal);
    const read = (asked: number) => api.commentsOfRepository(address, { page: asked, limit, signal });
    const { total } = await api.commentsOfRepository(address, { page: 1, limit: 1, signal });
    const last = total === undefined ? (page ?? (await findLastPage(read))) : Math.max(1, Math.ceil(total / limit));
    const at = Math.min(page ?? last, last);
    const list = await read(at);
    const isShort = page === undefined && at > 1 && list.values.length < MIN_PAGE_ROWS;
    const before = isShort ? await read(at - 1) : undefined;
    const oldest = isShort ? at - 1 : at;
    return {
      comments: [...(before?.values ?? []), ...list.values].toReversed(),
      skipped: list.skipped + (before?.skipped ?? 0),
      total,
      older: oldest > 1 ? oldest - 1 : undefined,
    };
  }

  #findKnown(thread: ThreadAddress): Issue | undefined {
    return this.listKnown(thread).find(({ number }) => number === thread.number);
  }

  #getNewest(address: RepositoryAddress): Newest {
    const at = this.#lists.getLoadedUntil(address);
    return { at, later: this.listKnown(address).filter(({ updatedAt }) => updatedAt > at) };
  }

  /**
   * Detects whether the server can sort, by loading the first issue in opposite orders. Returns undefined if the list
   * is too short to tell.
   */
  async detectSorting(address: RepositoryAddress, signal?: AbortSignal): Promise<boolean | undefined> {
    const api = this.#dependencies.servers.for(address);
    const first = async (sort: "latest" | "oldest") =>
      await api.issues(address, { state: "all", sort, page: 1, limit: 1, signal });
    const [newest, oldest] = await Promise.all([first("latest"), first("oldest")]);
    if ((newest.total ?? 0) < 2) return undefined;
    const isSorted = newest.values[0]?.number !== oldest.values[0]?.number;
    if (!isSorted) this.choices.markUnsortable(address);
    return isSorted;
  }

  dispose(): void {
    this.inbox.dispose();
    this.own.dispose();
    this.seen.dispose();
    this.#loaded.dispose();
  }
}

/** Finds the last page of a list without a total: doubles the page number until a page is empty, then bisects. */
async function findLastPage(read: (page: number) => Promise<Listed<RepositoryComment>>): Promise<number> {
  const [first] = (await read(1)).values;
  // A server that ignores the page number returns the first page again.
  const hasPage = async (page: number): Promise<boolean> => {
    const { values, skipped } = await read(page);
    return values[0] === undefined ? skipped > 0 : values[0].id !== first?.id;
  };
  let last = 1;
  let beyond = 2;
  for (; beyond <= MAX_SEARCHED_PAGE && (await hasPage(beyond)); beyond *= 2) last = beyond;
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2);
    if (await hasPage(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}

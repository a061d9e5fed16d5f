// What the view needs of lists: queries, filters, pages, what is new, and the inbox.
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { State } from "../../workbench/stored-value.ts";
import type { Account } from "../../workbench/accounts.ts";
import type { Listed } from "../api/caller.ts";
import { sameLogin, type Comment, type Issue, type RepositoryComment } from "../model/entities.ts";
import { fullName, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import { resolveMe, BUILT_IN, ownQueries, type IssueQuery, type SavedQuery } from "../model/query.ts";
import { Inbox } from "./inbox.ts";
import { IssueLists, type IssueChange, type IssueList } from "./issue-lists.ts";
import { ReadMarks, type Newest } from "./read-marks.ts";
import type { Servers } from "../repositories/servers.ts";
import { ViewChoices } from "./view-choices.ts";

interface Parts {
  readonly servers: Servers;
  readonly state: State;
  readonly accounts: () => readonly Account[];
  readonly loginAt: (address: RepositoryAddress) => string | undefined;
  /** The user's own queries, as in the setting. */
  readonly own: () => readonly unknown[];
}

/** An issue is dated when its new comment was stored, which may be in the next second. */
const ISSUE_DELAY_MS = 1000;

/** A page of the comments of a repository, newest first. */
export interface RecentComments {
  readonly comments: readonly RepositoryComment[];
  readonly skipped: number;
  readonly total: number | undefined;
  /** The page with the ones before these. */
  readonly older: number | undefined;
}

const PAGE_SIZE = 50;
/** A page with fewer than these is shown together with the one before it. */
const MIN_PAGE_ROWS = 10;
/** No repository has more pages of comments. */
const MAX_SEARCHED_PAGE = 2 ** 16;

export class ListBrowser {
  readonly choices: ViewChoices;
  readonly inbox: Inbox;
  readonly seen: ReadMarks;
  readonly #lists: IssueLists;
  readonly #loaded = new Emitter<RepositoryAddress>();
  /** A list of a repository was loaded, or more of one. */
  readonly onDidLoad: Event<RepositoryAddress> = this.#loaded.event;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.choices = new ViewChoices(parts.state);
    this.seen = new ReadMarks(parts.state);
    this.#lists = new IssueLists((address) => parts.servers.for(address));
    this.inbox = new Inbox(parts.accounts, (account) => parts.servers.as(account));
  }

  /** The lists under a repository; one about "me" is left out if the login is unknown. */
  listQueries(address: RepositoryAddress): { readonly queries: readonly SavedQuery[]; readonly skipped: number } {
    const { queries, skipped } = ownQueries(this.#parts.own());
    const here = queries.filter(
      ({ repository }) => repository === undefined || repository.toLowerCase() === fullName(address).toLowerCase(),
    );
    const login = this.#parts.loginAt(address);
    return {
      queries: [...BUILT_IN, ...here].filter(({ query }) => resolveMe(query, login) !== undefined),
      skipped,
    };
  }

  /** The list's query with the user's filter. */
  getQuery(address: RepositoryAddress, { id, query }: SavedQuery): IssueQuery {
    const whole = { ...query, ...this.choices.getFilter(address, id) };
    return resolveMe(whole, this.#parts.loginAt(address)) ?? whole;
  }

  /** The list as far as it was loaded, or its first page. */
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

  /** Drops loaded lists, so that they are loaded again. */
  forget(address?: RepositoryAddress): void {
    this.#lists.forget(address);
  }

  /** The repositories with a loaded list. */
  repositories(): readonly RepositoryAddress[] {
    return this.#lists.repositories();
  }

  /** Loads what changed in a repository. */
  async check(address: RepositoryAddress, signal?: AbortSignal): Promise<readonly IssueChange[]> {
    const changes = await this.#lists.check(address, signal);
    for (const { before } of changes) if (before !== undefined) await this.seen.remember(address, before);
    return changes;
  }

  /** How many of the listed threads of a repository have something new. */
  countNew(address: RepositoryAddress): number {
    return this.listKnown(address).filter((issue) => this.seen.findNews(address, issue) !== undefined).length;
  }

  /** Marks everything known of a repository as seen. */
  async markAllSeen(address: RepositoryAddress): Promise<void> {
    await this.seen.markAllSeen(address, this.#getNewest(address));
  }

  /** Call with a thread that is shown. It may be older than what the lists have, if it can't be loaded. */
  async markThreadSeen(thread: ThreadAddress, issue: Issue): Promise<void> {
    const known = this.#findKnown(thread);
    if (known === undefined || issue.updatedAt >= known.updatedAt) await this.seen.markSeen(thread, issue);
  }

  /** Call with comments that a write returned: the user's own are not news to the user. */
  async markWrittenSeen(thread: ThreadAddress, comments: readonly Comment[]): Promise<void> {
    const login = this.#parts.loginAt(thread);
    const issue = this.#findKnown(thread);
    if (login === undefined || issue === undefined || this.seen.findNews(thread, issue) !== undefined) return;
    const newer = comments.filter(({ updatedAt }) => updatedAt > issue.updatedAt);
    if (newer.length === 0 || newer.some(({ author }) => !sameLogin(author?.login, login))) return;
    const updatedAt = Math.max(...newer.map((each) => each.updatedAt)) + ISSUE_DELAY_MS;
    const added = newer.filter(({ createdAt }) => createdAt > issue.updatedAt).length;
    await this.seen.markSeen(thread, { updatedAt, comments: issue.comments + added });
  }

  /** Every issue of a repository that was in a list. */
  listKnown(address: RepositoryAddress): readonly Issue[] {
    return this.#lists.listKnown(address);
  }

  /** How many issues a list has, if it was loaded. */
  getTotal(address: RepositoryAddress, query: IssueQuery): number | undefined {
    return this.#lists.getTotal(address, query);
  }

  /** The comments of a repository come oldest first, so the newest are on its last page. */
  async recent(address: RepositoryAddress, page?: number, signal?: AbortSignal): Promise<RecentComments> {
    const api = this.#parts.servers.for(address);
    const limit = await this.#parts.servers.pageSize(address, PAGE_SIZE, signal);
    const read = (asked: number) => api.commentsOfRepository(address, { page: asked, limit, signal });
    const { total } = await api.commentsOfRepository(address, { page: 1, limit: 1, signal });
    const last = total === undefined ? (page ?? (await findLastPage(read))) : Math.max(1, Math.ceil(total / limit));
    const at = Math.min(page ?? last, last);
    const list = await read(at);
    const few = page === undefined && at > 1 && list.values.length < MIN_PAGE_ROWS;
    const before = few ? await read(at - 1) : undefined;
    const oldest = few ? at - 1 : at;
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
   * Whether the server sorts, found by loading the same list from both ends. Undefined if there are too few issues to
   * compare.
   */
  async detectSorting(address: RepositoryAddress, signal?: AbortSignal): Promise<boolean | undefined> {
    const api = this.#parts.servers.for(address);
    const first = async (sort: "latest" | "oldest") =>
      await api.issues(address, { state: "all", sort, page: 1, limit: 1, signal });
    const [newest, oldest] = await Promise.all([first("latest"), first("oldest")]);
    if ((newest.total ?? 0) < 2) return undefined;
    const found = newest.values[0]?.number !== oldest.values[0]?.number;
    if (!found) await this.choices.neverSort(address);
    return found;
  }

  dispose(): void {
    this.inbox.dispose();
    this.seen.dispose();
    this.#loaded.dispose();
  }
}

/** The last page of a list that the server doesn't count: looks twice as far each time, and then in between. */
async function findLastPage(read: (page: number) => Promise<Listed<RepositoryComment>>): Promise<number> {
  const [first] = (await read(1)).values;
  // A server that ignores the page returns the same again.
  const isThere = async (page: number): Promise<boolean> => {
    const { values, skipped } = await read(page);
    return values[0] === undefined ? skipped > 0 : values[0].id !== first?.id;
  };
  let last = 1;
  let beyond = 2;
  for (; beyond <= MAX_SEARCHED_PAGE && (await isThere(beyond)); beyond *= 2) last = beyond;
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2);
    if (await isThere(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}

// Builds the rows under a repository: lists, groups, issues and recent comments.
import { Uri } from "vscode";
import { LruMap } from "../../base/lru.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { formatNumber, type Issue, type RepositoryComment } from "../model/entities.ts";
import { firstLine } from "../model/first-line.ts";
import { fullName, repositoryKey, threadKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import { groupIssues, isPlain, PULL_LISTS, type Grouping, type IssueQuery, type SavedQuery } from "../model/query.ts";
import { describePullState } from "../pulls/store/row-state.ts";
import type { IssueList } from "./issue-lists.ts";
import { describeOverdue } from "./due-date-text.ts";
import { CommentSubject, QuerySubject, RepositorySubject, ThreadSubject } from "../parts/row-subjects.ts";
import { formatPerson, listPeople } from "../wording/people.ts";
import { stateLook, stateLabel } from "../wording/issue-state.ts";
import { describeFilter, describeOrder, queryName } from "./query-text.ts";
import { commentMenu, issueMenu } from "./row-menus.ts";
import { commentTooltip, issueTooltip, joinParts, note } from "./row-text.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "../triage/changes.ts";
import type { ListBrowser } from "./list-browser.ts";
import type { PullHeads } from "../pulls/store/pull-heads.ts";
import type { Threads } from "../thread/threads.ts";

interface ListRowServices {
  readonly access: Access;
  readonly changes: IssueChanges;
  readonly lists: ListBrowser;
  readonly pullHeads: PullHeads;
  readonly threads: Threads;
}

/** How many issues of a list are loaded before they are grouped. */
const MAX_GROUPED_ISSUES = 500;

/** For how many threads their row ids are remembered. */
const MAX_REMEMBERED_ROWS = 5000;

const ICONS = {
  open: "issues",
  assigned: "account",
  created: "person",
  mentioned: "mention",
  pulls: "git-pull-request",
  createdPulls: "person",
  reviews: "eye",
  own: "filter",
} as const;

const PULLS_ROW = "pull-requests";

const GROUP_ICONS = { milestone: "milestone", label: "tag", author: "person" } as const;

/** Loads the rows under an issue: its comments and drafts. */
export type LoadChildren = (address: ThreadAddress, issue: Issue, signal: AbortSignal) => Promise<RowPage>;

export class ListRows {
  readonly #services: ListRowServices;
  readonly #now: () => number;
  readonly #loadChildren: LoadChildren;
  /** Loads of whole lists, by repository. */
  readonly #reads = new Map<string, Semaphore>();
  /** The row ids of each thread, which may be in several lists. */
  readonly #rowIds = new LruMap<string, Set<string>>(MAX_REMEMBERED_ROWS);

  constructor(services: ListRowServices, { now }: Pick<Shared, "now">, loadChildren: LoadChildren) {
    this.#services = services;
    this.#now = now;
    this.#loadChildren = loadChildren;
  }

  /** Returns the ids of a thread's rows. */
  findThreadRows(thread: string): readonly string[] {
    return [...(this.#rowIds.get(thread) ?? [])];
  }

  /** Returns the row ids of a repository's lists and of their groups. */
  findListRows(address: RepositoryAddress): readonly string[] {
    const by = this.#services.lists.choices.getGrouping(address);
    const lists = this.#services.lists.listQueries(address).queries.map(({ id }) => listId(address, id));
    if (by === "none") return lists;
    const groups = groupIssues(this.#services.lists.listKnown(address), by);
    return [...lists, ...lists.flatMap((id) => groups.map(({ name }) => groupId(id, name)))];
  }

  /** Builds the rows of a repository's lists. Loads the first list, so that its row can show the number of issues. */
  async build(address: RepositoryAddress, signal: AbortSignal): Promise<readonly Node[]> {
    const { lists } = this.#services;
    const { queries, skipped } = lists.listQueries(address);
    const [first] = queries;
    if (first !== undefined) await lists.read(address, lists.getQuery(address, first), signal);
    const pulls = new Set(PULL_LISTS.map(({ id }) => id));
    const ownQueries = queries.filter(({ kind }) => kind === "own");
    const builtIn = queries.filter(({ id, kind }) => kind !== "own" && !pulls.has(id));
    return [
      ...builtIn.map((query) => this.#query(address, query)),
      this.#pulls(
        address,
        queries.filter(({ id }) => pulls.has(id)),
      ),
      this.#recent(address),
      ...ownQueries.map((query) => this.#query(address, query)),
      ...(skipped === 0 ? [] : [invalidQueriesNode(address, skipped)]),
    ];
  }

  #pulls(address: RepositoryAddress, queries: readonly SavedQuery[]): Node {
    const { lists } = this.#services;
    const [only, ...others] = queries;
    // Without an account, there are no lists about the user.
    if (only !== undefined && others.length === 0)
      return { ...this.#query(address, only), label: l10n.t("Pull Requests") };
    return {
      id: listId(address, PULLS_ROW),
      subject: new RepositorySubject(address),
      label: l10n.t("Pull Requests"),
      description: () => {
        const total = only === undefined ? undefined : lists.getTotal(address, lists.getQuery(address, only));
        return total === undefined ? "" : format.count(total);
      },
      icon: { name: "git-pull-request" },
      contextValue: "pulls",
      children: () => Promise.resolve({ nodes: queries.map((query) => this.#query(address, query)) }),
    };
  }

  #query(address: RepositoryAddress, query: SavedQuery): Node {
    const { lists } = this.#services;
    const { choices } = lists;
    const { sort, ...filter } = choices.getFilter(address, query.id);
    const description = (): string => {
      const total = lists.getTotal(address, lists.getQuery(address, query));
      return joinParts([
        total === undefined ? "" : format.count(total),
        describeFilter(filter),
        sort === undefined ? "" : describeOrder(sort),
      ]);
    };
    const filtered = isPlain(filter) && filter.state === undefined ? "" : ".filtered";
    return {
      id: listId(address, query.id),
      subject: new QuerySubject(address, query),
      label: queryName(query),
      description,
      icon: { name: ICONS[query.kind] },
      contextValue: `query.${query.kind}${filtered}${choices.maySort(address) ? ".sortable" : ""}`,
      // The search for requested reviews has no other filters, and no order.
      ...(query.kind === "reviews" ? { contextValue: "reviews" } : {}),
      expanded: query.kind === "open",
      children: (signal) => this.#issues(address, query, signal),
    };
  }

  async #issues(address: RepositoryAddress, query: SavedQuery, signal: AbortSignal): Promise<RowPage> {
    const { lists } = this.#services;
    const fullQuery = lists.getQuery(address, query);
    const by = lists.choices.getGrouping(address);
    const list = await lists.read(address, fullQuery, signal);
    if (list.issues.length === 0 && list.skipped === 0 && list.last) {
      return { nodes: [note(`${listId(address, query.id)}/none`, describeEmpty(query, fullQuery), "check")], total: 0 };
    }
    if (by !== "none") return await this.#groups(address, query, by, signal);
    return this.#page(address, listId(address, query.id), list, { issues: [], skipped: 0 }, (nextSignal) =>
      lists.more(address, fullQuery, nextSignal),
    );
  }

  /** Builds a page with the issues that come after those in `before`. */
  #page(
    address: RepositoryAddress,
    row: string,
    list: IssueList,
    before: Pick<IssueList, "issues" | "skipped">,
    more: (signal: AbortSignal) => Promise<IssueList>,
  ): RowPage {
    const { issues, total, skipped, last } = list;
    return {
      nodes: issues
        .slice(before.issues.length)
        .map((issue) => this.#issue({ ...address, number: issue.number }, issue, row)),
      skipped: skipped - before.skipped,
      total,
      next: last ? undefined : async (signal) => this.#page(address, row, await more(signal), list, more),
    };
  }

  async #groups(
    address: RepositoryAddress,
    query: SavedQuery,
    by: Exclude<Grouping, "none">,
    signal: AbortSignal,
  ): Promise<RowPage> {
    const fullQuery = this.#services.lists.getQuery(address, query);
    const row = listId(address, query.id);
    const list = await this.#readWhole(address, fullQuery, signal);
    const nodes = groupIssues(list.issues, by).map(({ name, issues }): Node => {
      const id = groupId(row, name);
      return {
        id,
        subject: new RepositorySubject(address),
        label: name ?? groupNameWithout(by),
        description: format.count(issues.length),
        icon: { name: GROUP_ICONS[by] },
        contextValue: "group",
        expanded: issues.length <= 10,
        children: async (nextSignal) => {
          const present = await this.#readWhole(address, fullQuery, nextSignal);
          const members = groupIssues(present.issues, by).find((group) => group.name === name)?.issues ?? [];
          return { nodes: members.map((issue) => this.#issue({ ...address, number: issue.number }, issue, id)) };
        },
      };
    });
    const shown = list.issues.length;
    // Without a total, it is unknown how many more issues match.
    const label =
      list.total === undefined
        ? l10n.plural(shown, "Only {0} issue shown", "Only {0} issues shown")
        : l10n.t("{0} of {1} shown", format.count(shown), format.count(list.total));
    const rest = list.last
      ? []
      : [
          {
            ...note(`${row}/rest`, label, "info"),
            description: l10n.t("Filter to narrow the list"),
          },
        ];
    return { nodes: [...nodes, ...rest], skipped: list.skipped };
  }

  /**
   * Loads a whole list, up to a limit, because groups of a partly loaded list would be incomplete. One load runs at a
   * time, so that several groups load their list only once.
   */
  async #readWhole(address: RepositoryAddress, query: IssueQuery, signal: AbortSignal): Promise<IssueList> {
    const { lists } = this.#services;
    const key = repositoryKey(address);
    const reads = this.#reads.get(key) ?? new Semaphore(1);
    this.#reads.set(key, reads);
    return await reads.run(async () => {
      let list = await lists.read(address, query, signal);
      while (!list.last && list.issues.length + list.dropped + list.skipped < MAX_GROUPED_ISSUES)
        list = await lists.more(address, query, signal);
      return list;
    }, signal);
  }

  /** Builds the row of an issue that a list of a whole server contains. Empty if its repository is unknown. */
  ofServer(base: string, issue: Issue, list: string): readonly Node[] {
    const { number, repository } = issue;
    if (repository === undefined) return [];
    const { name, owner } = repository;
    const where = fullName(repository);
    return [this.#issue({ base, owner, name, number }, issue, `${list}/${where}`, where)];
  }

  #issue(address: ThreadAddress, issue: Issue, row: string, where = ""): Node {
    const { icon, color } = stateLook(issue);
    const locked = issue.locked ? l10n.t("locked") : "";
    const labels = issue.labels.map(({ name }) => name).join(", ");
    const comments = issue.comments === 0 ? "" : format.count(issue.comments);
    const overdue = describeOverdue(issue, this.#now());
    const getPullState = () => describePullState(this.#services, address, issue);
    const getAge = (): string => format.age(issue.updatedAt, this.#now());
    const assigned = issue.assignees.length === 0 ? "" : l10n.t("assigned to {0}", listPeople(issue.assignees));
    const subject = new ThreadSubject(address, issue);
    const news = this.#services.lists.seen.findNews(address, issue);
    const fresh = news === undefined ? undefined : news.comments === 0 ? undefined : news.comments;
    const id = `${row}#${issue.number}`;
    const key = threadKey(address);
    this.#rowIds.set(key, (this.#rowIds.get(key) ?? new Set()).add(id));
    return {
      id,
      subject,
      label: `${formatNumber(issue)} ${issue.title}`,
      description: () => joinParts([where, overdue, getAge(), comments, ...getPullState(), locked, labels]),
      // In a narrow sidebar, nothing but the icon says that an issue is overdue.
      icon: overdue === "" ? { name: icon, color } : { name: "calendar", color: "list.warningForeground" },
      contextValue: () => issueMenu(this.#services, address, issue, news !== undefined),
      resource: news && Uri.from({ scheme: "triptych", path: `/new/${key}`, query: String(fresh ?? "") }),
      click: { command: "triptych.issues.openIssue", title: l10n.t("Open Issue"), args: [subject] },
      accessibleLabel: () =>
        joinParts(
          [
            `${formatNumber(issue)} ${issue.title}`,
            where,
            stateLabel(issue),
            ...getPullState(),
            overdue,
            locked,
            getAge(),
            labels,
            assigned,
            l10n.plural(issue.comments, "{0} comment", "{0} comments"),
            news === undefined
              ? ""
              : fresh === undefined
                ? l10n.t("new")
                : l10n.plural(fresh, "{0} new comment", "{0} new comments"),
          ],
          ", ",
        ),
      tooltip: () => issueTooltip(address, issue, { fresh, now: this.#now() }),
      children: (signal) => this.#loadChildren(address, issue, signal),
    };
  }

  #recent(address: RepositoryAddress): Node {
    return {
      id: listId(address, "recent"),
      subject: new RepositorySubject(address),
      label: l10n.t("Recently Commented"),
      icon: { name: "comment-discussion" },
      contextValue: "recent",
      children: (signal) => this.#recentComments(address, undefined, signal),
    };
  }

  async #recentComments(address: RepositoryAddress, page: number | undefined, signal: AbortSignal): Promise<RowPage> {
    const { comments, skipped, total, older } = await this.#services.lists.recent(address, page, signal);
    if (page === undefined && comments.length === 0 && skipped === 0) {
      return { nodes: [note(`${listId(address, "recent")}/none`, l10n.t("No comments yet"), "comment")] };
    }
    return {
      nodes: comments.map((comment) => this.#recentComment(address, comment)),
      skipped,
      total,
      next: older === undefined ? undefined : (nextSignal) => this.#recentComments(address, older, nextSignal),
    };
  }

  #recentComment(address: RepositoryAddress, comment: RepositoryComment): Node {
    const { number, pull } = comment;
    const subject = number === undefined ? undefined : new CommentSubject({ ...address, number }, comment, pull);
    const where = number === undefined ? "" : formatNumber({ number, pull });
    return {
      id: `${listId(address, "recent")}/${comment.id}`,
      subject,
      label: joinParts([where, formatPerson(comment.author)], " "),
      description: () => joinParts([format.age(comment.createdAt, this.#now()), firstLine(comment.body)]),
      icon: { name: "comment" },
      contextValue: commentMenu(this.#services, address, comment),
      click: subject && { command: "triptych.issues.openIssue", title: l10n.t("Open Issue"), args: [subject] },
      tooltip: () => commentTooltip(comment),
    };
  }
}

function describeEmpty({ kind }: SavedQuery, { type, ...query }: IssueQuery): string {
  const isAllOpen = isPlain(query) && query.state === "open";
  if (kind === "open" && isAllOpen && type === undefined) return l10n.t("No open issues");
  if (kind === "pulls" && isAllOpen && type === "pulls") return l10n.t("No open pull requests");
  return kind === "reviews" || kind === "createdPulls" ? l10n.t("No pull requests") : l10n.t("No matching issues");
}

/** Whether a row below a repository is that of its pull requests. */
export function isPullsRow(address: RepositoryAddress, { id }: Node): boolean {
  return [PULLS_ROW, ...PULL_LISTS.map((query) => query.id)].some((row) => id === listId(address, row));
}

/** Returns the ID of the row of a query, or of the recent comments. */
export function listId(address: RepositoryAddress, query: string): string {
  return `${repositoryKey(address)}/${query}`;
}

function groupId(list: string, name: string | undefined): string {
  return name === undefined ? `${list}/group` : `${list}/group/${name}`;
}

function groupNameWithout(by: Exclude<Grouping, "none">): string {
  switch (by) {
    case "milestone":
      return l10n.t("No milestone");
    case "label":
      return l10n.t("No label");
    case "author":
      return l10n.t("Deleted user");
  }
}

function invalidQueriesNode(address: RepositoryAddress, skipped: number): Node {
  return {
    ...note(
      `${repositoryKey(address)}/wrong`,
      l10n.plural(skipped, "{0} invalid query", "{0} invalid queries"),
      "warning",
    ),
    description: l10n.t("Edit Queries"),
    click: { command: "triptych.issues.editQueries", title: l10n.t("Edit Queries"), args: [] },
  };
}

// Queries for issues: the built-in ones and the user's own, which issues they match, and how results are grouped.
import * as v from "valibot";
import { isGhost, sameLogin, type Issue } from "./entities.ts";

/** Sort orders. Servers that don't support them always return the newest first. */
export const ORDERS = [
  "latest",
  "oldest",
  "recentupdate",
  "leastupdate",
  "mostcomment",
  "leastcomment",
  "nearduedate",
  "farduedate",
] as const;

export type IssueOrder = (typeof ORDERS)[number];

/** The name of the signed-in user in queries. */
export const ME = "@me";

/** Selects issues and pull requests. */
export interface IssueQuery {
  readonly state?: "open" | "closed" | "all" | undefined;
  readonly type?: "issues" | "pulls" | undefined;
  /** Text to search for. Only one of Forgejo and Gitea supports search operators. */
  readonly words?: string | undefined;
  /** Issues must have all of these. Servers ignore unknown names, and return everything if all are unknown. */
  readonly labels?: readonly string[] | undefined;
  /** Issues must have one of these, by title. */
  readonly milestones?: readonly string[] | undefined;
  /** A login, like the next two. Servers return 404 for unknown ones. */
  readonly author?: string | undefined;
  readonly assignee?: string | undefined;
  readonly mentioned?: string | undefined;
  /** Who was asked for a review. Servers search only for the signed-in user's. */
  readonly reviewer?: string | undefined;
  readonly sort?: IssueOrder | undefined;
}

/** The user's filter for a list. It can also lift the kind or the text (if empty) of the list's own query. */
export interface ListFilter extends Omit<IssueQuery, "type"> {
  readonly type?: IssueQuery["type"] | "both";
}

/** A query that is shown as a list under repositories. */
export interface SavedQuery {
  /** Stable across restarts. */
  readonly id: string;
  readonly kind: "open" | "assigned" | "created" | "mentioned" | "pulls" | "createdPulls" | "reviews" | "own";
  /** The user's name for the query. The view names the built-in ones. */
  readonly name?: string;
  /** `owner/name`, if the query is shown under only one repository. */
  readonly repository?: string;
  readonly query: IssueQuery;
}

export const BUILT_IN: readonly SavedQuery[] = [
  { id: "open", kind: "open", query: { state: "open" } },
  { id: "assigned", kind: "assigned", query: { state: "open", assignee: ME } },
  { id: "created", kind: "created", query: { state: "open", author: ME } },
  { id: "mentioned", kind: "mentioned", query: { state: "open", mentioned: ME } },
];

/** The lists below the row of a repository's pull requests. */
export const PULL_LISTS: readonly SavedQuery[] = [
  { id: "pulls", kind: "pulls", query: { state: "open", type: "pulls" } },
  { id: "pulls/created", kind: "createdPulls", query: { state: "open", type: "pulls", author: ME } },
  { id: "pulls/reviews", kind: "reviews", query: { state: "open", type: "pulls", reviewer: ME } },
];

const line = v.pipe(v.string(), v.trim(), v.minLength(1));

const ownQuery = v.strictObject({
  name: line,
  repository: v.optional(v.pipe(line, v.regex(/^[\w.-]+\/[\w.-]+$/))),
  state: v.optional(v.picklist(["open", "closed", "all"]), "open"),
  type: v.optional(v.picklist(["issues", "pulls"])),
  text: v.optional(line),
  labels: v.optional(v.array(line)),
  milestones: v.optional(v.array(line)),
  author: v.optional(line),
  assignee: v.optional(line),
  mentioned: v.optional(line),
  sort: v.optional(v.picklist(ORDERS)),
});

/** Parses the user's own queries in the setting. Skips invalid ones and counts them. */
export function parseOwnQueries(setting: readonly unknown[]): {
  readonly queries: readonly SavedQuery[];
  readonly skipped: number;
} {
  const queries = new Map<string, SavedQuery>();
  let skipped = 0;
  for (const entry of setting) {
    const parsed = v.safeParse(ownQuery, entry);
    if (!parsed.success) {
      skipped += 1;
      continue;
    }
    const { name, repository, text, ...query } = parsed.output;
    const id = ownQueryId(name, repository);
    const place = repository === undefined ? {} : { repository };
    queries.set(id, { id, kind: "own", name, ...place, query: { ...query, words: text } });
  }
  return { queries: [...queries.values()], skipped };
}

/** Two queries with the same ID are the same list, so the later one of the setting counts. */
export function ownQueryId(name: string, repository = ""): string {
  return `own/${name}/${repository}`.toLowerCase();
}

/** Applies the user's filter on top of a list's own query. */
export function applyFilter(query: IssueQuery, filter: ListFilter): IssueQuery {
  const { type, words, ...rest } = { ...query, ...filter };
  return { ...rest, type: type === "both" ? undefined : type, words: words === "" ? undefined : words };
}

/**
 * Replaces `@me` with the login, and `@name` with the name. Returns undefined if the query contains `@me` and the login
 * is unknown.
 */
export function resolveMe(query: IssueQuery, login: string | undefined): IssueQuery | undefined {
  const people = [query.author, query.assignee, query.mentioned, query.reviewer];
  if (people.includes(ME) && login === undefined) return undefined;
  const named = (person: string | undefined) => (person === ME ? login : person?.replace(/^@/, ""));
  return {
    ...query,
    author: named(query.author),
    assignee: named(query.assignee),
    mentioned: named(query.mentioned),
    reviewer: named(query.reviewer),
  };
}

/** True if the issue belongs to the list. Undefined if only the server can tell. */
export function belongsTo(issue: Issue, query: IssueQuery): boolean | undefined {
  const { state = "open", type, words, labels = [], milestones = [], author, assignee, mentioned, reviewer } = query;
  if (state !== "all" && issue.closed !== (state === "closed")) return false;
  if (type !== undefined && (issue.pull !== undefined) !== (type === "pulls")) return false;
  if (author !== undefined && !sameLogin(issue.author?.login, author)) return false;
  if (assignee !== undefined && !issue.assignees.some(({ login }) => sameLogin(login, assignee))) return false;
  if (reviewer !== undefined) return undefined;
  // Servers ignore labels and milestones that don't exist in the repository, and only they know which exist.
  if (words !== undefined || mentioned !== undefined || labels.length > 0 || milestones.length > 0) return undefined;
  return true;
}

/**
 * True if the issue has the requested labels and milestone. Servers ignore unknown names, and return everything if all
 * are unknown.
 */
export function hasLabelsAndMilestone(
  { labels: present, milestone }: Issue,
  { labels = [], milestones = [] }: IssueQuery,
): boolean {
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const wanted = milestones.length === 0 || milestones.some((title) => same(title, milestone?.title ?? ""));
  return wanted && labels.every((name) => present.some((label) => same(label.name, name)));
}

/** True if the query filters only by state, in any order. */
export function isPlain({ state: _state, sort: _sort, ...rest }: ListFilter): boolean {
  return Object.values(rest).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));
}

export type Grouping = "none" | "milestone" | "label" | "author";

export interface IssueGroup {
  /** Undefined for issues without a label or milestone, and for those of deleted users. */
  readonly name: string | undefined;
  readonly issues: readonly Issue[];
}

/**
 * Groups issues by label, milestone or author, sorted by name. Issues without one come last. An issue appears under
 * each of its labels.
 */
export function groupIssues(issues: readonly Issue[], by: Exclude<Grouping, "none">): readonly IssueGroup[] {
  const groups = new Map<string | undefined, Issue[]>();
  for (const issue of issues) {
    for (const name of getGroupNames(issue, by)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [issue]);
      else group.push(issue);
    }
  }
  return [...groups]
    .sort(([one], [other]) => {
      if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? 1 : -1;
      return one.localeCompare(other, undefined, { numeric: true });
    })
    .map(([name, inside]) => ({ name, issues: inside }));
}

function getGroupNames(
  { milestone, labels, author }: Issue,
  by: Exclude<Grouping, "none">,
): readonly (string | undefined)[] {
  if (by === "milestone") return [milestone?.title];
  if (by === "author") return [isGhost(author) ? undefined : author?.login];
  // A repository and its organization may have labels with the same name.
  return labels.length === 0 ? [undefined] : [...new Set(labels.map(({ name }) => name))];
}

// Queries for issues: built-in ones and the user's own, what each matches, and how its results are grouped.
import * as v from "valibot";
import { sameLogin, type Issue } from "./entities.ts";

/** Orders that a server may support. Servers that don't return the newest first. */
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

/** Means the signed-in user. */
export const ME = "@me";

/** Which issues and pull requests to list. */
export interface IssueQuery {
  readonly state?: "open" | "closed" | "all" | undefined;
  readonly type?: "issues" | "pulls" | undefined;
  /** Text to search for. One kind of server supports operators in it. */
  readonly words?: string | undefined;
  /** All of these. Servers ignore unknown names, and return everything if all are unknown. */
  readonly labels?: readonly string[] | undefined;
  /** Any of these, by title. */
  readonly milestones?: readonly string[] | undefined;
  /** Logins; an unknown one is 404. */
  readonly author?: string | undefined;
  readonly assignee?: string | undefined;
  readonly mentioned?: string | undefined;
  readonly sort?: IssueOrder | undefined;
}

/** A list under each repository. */
export interface SavedQuery {
  /** Stays the same after a restart. */
  readonly id: string;
  readonly kind: "open" | "assigned" | "created" | "mentioned" | "own";
  /** The user's name for it; the view names the built-in ones. */
  readonly name?: string;
  /** `owner/name`, if the query is for one repository only. */
  readonly repository?: string;
  readonly query: IssueQuery;
}

export const BUILT_IN: readonly SavedQuery[] = [
  { id: "open", kind: "open", query: { state: "open" } },
  { id: "assigned", kind: "assigned", query: { state: "open", assignee: ME } },
  { id: "created", kind: "created", query: { state: "open", author: ME } },
  { id: "mentioned", kind: "mentioned", query: { state: "open", mentioned: ME } },
];

const line = v.pipe(v.string(), v.trim(), v.minLength(1));

const own = v.strictObject({
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

/** The user's own queries from the setting. Invalid ones are counted and left out. */
export function ownQueries(setting: readonly unknown[]): {
  readonly queries: readonly SavedQuery[];
  readonly skipped: number;
} {
  const queries = new Map<string, SavedQuery>();
  let skipped = 0;
  for (const each of setting) {
    const read = v.safeParse(own, each);
    if (!read.success) {
      skipped += 1;
      continue;
    }
    const { name, repository, text, ...query } = read.output;
    const id = `own/${name.toLowerCase()}/${repository?.toLowerCase() ?? ""}`;
    const place = repository === undefined ? {} : { repository };
    queries.set(id, { id, kind: "own", name, ...place, query: { ...query, words: text } });
  }
  return { queries: [...queries.values()], skipped };
}

/** The query with `@me` replaced by the login; undefined if it needs one and none is known. */
export function resolveMe(query: IssueQuery, login: string | undefined): IssueQuery | undefined {
  const people = [query.author, query.assignee, query.mentioned];
  if (people.includes(ME) && login === undefined) return undefined;
  const named = (person: string | undefined) => (person === ME ? login : person);
  return {
    ...query,
    author: named(query.author),
    assignee: named(query.assignee),
    mentioned: named(query.mentioned),
  };
}

/** Whether the issue belongs to the list. Undefined if only the server can decide. */
export function belongsTo(issue: Issue, query: IssueQuery): boolean | undefined {
  const { state = "open", type, words, labels = [], milestones = [], author, assignee, mentioned } = query;
  if (state !== "all" && issue.closed !== (state === "closed")) return false;
  if (type !== undefined && (issue.pull !== undefined) !== (type === "pulls")) return false;
  if (author !== undefined && !sameLogin(issue.author?.login, author)) return false;
  if (assignee !== undefined && !issue.assignees.some(({ login }) => sameLogin(login, assignee))) return false;
  // A label or milestone that the repository does not know filters nothing, which only the server knows.
  if (words !== undefined || mentioned !== undefined || labels.length > 0 || milestones.length > 0) return undefined;
  return true;
}

/**
 * Whether the issue has the requested labels and milestone. Servers ignore names that they don't know, and return
 * everything if they know none.
 */
export function isMarked({ labels: has, milestone }: Issue, { labels = [], milestones = [] }: IssueQuery): boolean {
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const wanted = milestones.length === 0 || milestones.some((title) => same(title, milestone?.title ?? ""));
  return wanted && labels.every((name) => has.some((label) => same(label.name, name)));
}

/** Whether the query filters by nothing but the state. */
export function isPlain({ state: _state, ...rest }: IssueQuery): boolean {
  return Object.values(rest).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));
}

export type Grouping = "none" | "milestone" | "label" | "author";

export interface IssueGroup {
  /** Undefined for issues without one. */
  readonly name: string | undefined;
  readonly issues: readonly Issue[];
}

/**
 * Groups issues by what they share, in the order of the names; issues without any come last. An issue appears under
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
  if (by === "author") return [author?.login];
  return labels.length === 0 ? [undefined] : labels.map(({ name }) => name);
}

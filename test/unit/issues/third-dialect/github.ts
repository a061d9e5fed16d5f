// A dialect for servers of another kind, which reads issues by GitHub's REST API. It shares no route, no answer and no
// event with the dialects of the extension.
import * as v from "valibot";
import { fields, from, int64, isoTime, listOf, optional, whole, type Schema } from "../../../../src/base/decode.ts";
import { path } from "../../../../src/base/origin.ts";
import { Problem } from "../../../../src/base/problem.ts";
import { toMilliseconds } from "../../../../src/base/time.ts";
import { Caller, type Sender } from "../../../../src/issues/api/caller.ts";
import type { Dialect, Forge } from "../../../../src/issues/api/forge.ts";
import type { Comment, Issue, Label, Repository, TimelineRecord } from "../../../../src/issues/model/entities.ts";
import { RECORD } from "../records.ts";

const time = v.pipe(isoTime, v.transform(toMilliseconds));
const text: Schema<string> = v.pipe(
  v.nullish(v.string(), ""),
  v.transform((value) => value ?? ""),
);
const person = v.object({ id: int64, login: v.string() });

const label: Schema<Label> = v.pipe(
  v.object({ id: v.optional(int64), name: v.string(), color: v.string(), description: v.nullish(v.string()) }),
  v.transform(({ id = 0n, name, color, description }) => ({
    id,
    name,
    color,
    description: description ?? undefined,
    archived: false,
  })),
);

const milestone = v.pipe(
  v.object({ id: int64, title: v.string(), state: v.string(), due_on: v.nullish(v.string()) }),
  v.transform(({ id, title, state, due_on: due }) => ({
    id,
    title,
    closed: state === "closed",
    due: due?.slice(0, 10),
  })),
);

const issue: Schema<Issue> = v.pipe(
  fields({
    number: int64,
    title: v.string(),
    body: text,
    state: v.string(),
    locked: v.boolean(),
    author: from("user", optional(person)),
    labels: listOf(label),
    milestone: optional(milestone),
    assignees: listOf(person),
    comments: whole,
    createdAt: from("created_at", time),
    updatedAt: from("updated_at", time),
    pull: from("pull_request", v.nullish(v.object({ merged_at: v.nullish(v.string()) }))),
  }),
  v.transform(({ pull, state, ...shared }) => ({
    ...shared,
    closed: state === "closed",
    due: undefined,
    pull: pull ? { merged: typeof pull.merged_at === "string", draft: false } : undefined,
    attachments: [],
    version: undefined,
    repository: undefined,
  })),
);

const repository: Schema<Repository> = v.pipe(
  fields({
    id: int64,
    owner: from("owner.login", v.string()),
    name: v.string(),
    description: text,
    archived: v.boolean(),
    hasIssues: from("has_issues", v.boolean()),
    mayPush: from("permissions.push", optional(v.boolean())),
    http: from("clone_url", v.string()),
    ssh: from("ssh_url", v.string()),
  }),
  v.transform(({ http, ssh, ...shared }) => ({
    ...shared,
    cloneUrls: [http, ssh],
    hasPulls: true,
    externalTracker: undefined,
    numbering: undefined,
    parent: undefined,
  })),
);

const comment: Schema<Comment> = v.pipe(
  fields({
    id: int64,
    author: from("user", optional(person)),
    body: text,
    createdAt: from("created_at", time),
    updatedAt: from("updated_at", time),
  }),
  v.transform((shared) => ({ ...shared, attachments: [] })),
);

/** The extension's names of GitHub's events. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ["commented", "comment"],
  ["labeled", "label"],
  ["locked", "lock"],
  ["renamed", "change_title"],
]);

const timelineRecord: Schema<TimelineRecord> = v.pipe(
  fields({
    id: int64,
    event: v.string(),
    actor: optional(person),
    user: optional(person),
    body: text,
    at: from("created_at", time),
    label: optional(label),
    lockReason: from("lock_reason", text),
    oldTitle: from("rename.from", optional(v.string())),
    newTitle: from("rename.to", optional(v.string())),
  }),
  v.transform(({ actor, at, body, event, lockReason, user, ...shared }) => ({
    ...RECORD,
    ...shared,
    type: EVENTS.get(event) ?? event,
    author: actor ?? user,
    body: event === "labeled" ? "1" : lockReason || body,
    createdAt: at,
    updatedAt: at,
  })),
);

const missing = () => Promise.reject(new Problem("notFound", { noRoute: true }));

function open(sender: Sender): Forge {
  const caller = new Caller(sender);
  return {
    attachments: { rules: missing, toIssue: missing, ofComment: missing, toComment: missing },
    authoring: { create: missing, change: missing, setLabels: missing, lock: missing, unlock: missing },
    finding: {
      repositories: missing,
      ownRepositories: missing,
      labels: missing,
      labelsOfOrganization: missing,
      milestones: missing,
      assignees: missing,
    },
    notifications: { list: missing, mark: missing, markAllRead: missing },
    pulls: {
      list: missing,
      create: missing,
      branches: missing,
      compare: missing,
      details: missing,
      files: missing,
      commits: missing,
      content: missing,
      checks: missing,
      branchRules: missing,
      mergeSettings: missing,
      merge: missing,
      update: missing,
    },
    reactions: { list: missing, add: missing, remove: missing },
    reviews: {
      list: missing,
      comments: missing,
      create: missing,
      candidates: missing,
      teams: missing,
      request: missing,
      withdraw: missing,
      remove: missing,
      removeComment: missing,
      resolve: missing,
    },
    withDeadline: () => open(sender),
    version: async (options = {}) =>
      caller.requestOne(
        { path: "/meta", ...options },
        fields({ version: from("installed_version", v.string()) }),
        "meta",
      ),
    limits: () => Promise.resolve({ itemsPerPage: 100 }),
    emoji: () => Promise.resolve({ reactions: ["+1", "-1", "laugh", "heart"], custom: [] }),
    user: async (options = {}) => caller.requestOne({ path: "/user", ...options }, person, "user"),
    repository: async ({ owner, name }, options = {}) =>
      caller.requestOne({ path: path`/repos/${owner}/${name}`, ...options }, repository, "repository"),
    issues: async ({ owner, name }, { signal }) =>
      caller.list({ path: path`/repos/${owner}/${name}/issues`, signal }, issue, "issues"),
    searchIssues: missing,
    issue: async ({ owner, name }, number, options = {}) =>
      caller.requestOne({ path: path`/repos/${owner}/${name}/issues/${number}`, ...options }, issue, "issue"),
    commentsOfIssue: async ({ owner, name }, number, { signal } = {}) =>
      caller.list({ path: path`/repos/${owner}/${name}/issues/${number}/comments`, signal }, comment, "comments"),
    commentsOfRepository: missing,
    timelineOfIssue: async ({ owner, name }, number, { signal } = {}) =>
      caller.list(
        { path: path`/repos/${owner}/${name}/issues/${number}/timeline`, signal },
        timelineRecord,
        "timeline",
      ),
    comment: missing,
    createComment: missing,
    changeComment: missing,
    removeComment: missing,
  };
}

export const github: Dialect = {
  name: "GitHub",
  apiPath: "/api/v3",
  open,
  recognizes: () => true,
  pagesTimeline: () => false,
  resolvesConversations: () => false,
  tokenPath: () => "/settings/tokens",
  hidesWithoutSecondFactor: false,
  emojiEndWords: true,
};

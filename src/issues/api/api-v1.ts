// The `/api/v1` routes that Forgejo and Gitea share. Dialects describe how the servers differ.
import { path } from "../../base/origin.ts";
import { asProblem } from "../../base/problem.ts";
import { attachmentRoutes } from "./attachments.ts";
import { Caller, senderWithDeadline, under, UNPAGED_LIMITS, type RequestOptions, type Sender } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { Forge, IssueFilter } from "./forge.ts";
import { issueWrites } from "./issue-writes.ts";
import { notificationRoutes } from "./notifications.ts";
import { pullRoutes } from "./pulls.ts";
import { reactionRoutes } from "./reactions.ts";
import { reviewRoutes } from "./reviews.ts";
import { searchRoutes } from "./search.ts";
import type { Id, RepositoryName } from "../model/entities.ts";

export type ApiV1 = ReturnType<typeof apiV1>;

export function apiV1(sender: Sender) {
  const caller = new Caller(sender);
  const comments = {
    /** Replaces the text of a comment. Returns undefined and changes nothing if the ID belongs to an event. */
    editComment: async (repo: RepositoryName, id: Id, body: string, { signal }: RequestOptions = {}) => {
      const call = {
        method: "PATCH",
        path: under(repo, path`/issues/comments/${id}`),
        json: { body },
        signal,
      } as const;
      return caller.requestOptional(call, wire.comment, "comment");
    },
    /** Like `editComment`, for servers with only this route. They ignore the issue number. */
    editCommentOfIssue: async (
      repo: RepositoryName,
      number: Id,
      id: Id,
      body: string,
      { signal }: RequestOptions = {},
    ) => {
      const route = under(repo, path`/issues/${number}/comments/${id}`);
      const call = { method: "PATCH", path: route, json: { body }, signal } as const;
      return caller.requestOptional(call, wire.comment, "comment");
    },
    /** Deletes a comment. For the ID of an event, the server answers the same and deletes nothing. */
    deleteComment: async (repo: RepositoryName, id: Id, { signal }: RequestOptions = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/issues/comments/${id}`), signal }),
    /** Like `deleteComment`, for servers with only this route. They ignore the issue number. */
    deleteCommentOfIssue: async (repo: RepositoryName, number: Id, id: Id, { signal }: RequestOptions = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/issues/${number}/comments/${id}`), signal }),
  };
  const forge: Forge = {
    attachments: attachmentRoutes(caller),
    authoring: issueWrites(caller),
    finding: searchRoutes(caller),
    notifications: notificationRoutes(caller),
    pulls: pullRoutes(caller),
    reactions: reactionRoutes(caller),
    reviews: reviewRoutes(caller),

    withDeadline: (endsAt) => apiV1(senderWithDeadline(sender, endsAt)),

    version: async (options = {}) => caller.requestOne({ path: "/version", ...options }, wire.server, "version"),
    limits: async ({ signal } = {}) =>
      caller.requestOne({ path: "/settings/api", signal }, wire.serverLimits, "settings"),
    emoji: async (options = {}) =>
      caller.requestOne({ path: "/settings/ui", ...options }, wire.serverEmoji, "settings"),
    user: async ({ signal } = {}) => caller.requestOne({ path: "/user", signal }, wire.person, "user"),
    repository: async (repo, { signal } = {}) =>
      caller.requestOne({ path: under(repo, ""), signal }, wire.repository, "repository"),

    issues: async (repo, { signal, ...filter }) => {
      const call = { path: under(repo, "/issues"), query: issueQuery(filter), signal };
      return caller.list(call, wire.issue, "issue list");
    },
    searchIssues: async ({ isAssigned, isReviewRequested, signal, ...filter }) => {
      const query = { ...issueQuery(filter), assigned: isAssigned, review_requested: isReviewRequested };
      const call = { path: "/repos/issues/search", query, signal };
      return caller.list(call, wire.issue, "issue search");
    },
    issue: async (repo, number, { signal } = {}) =>
      caller.requestOne({ path: under(repo, path`/issues/${number}`), signal }, wire.issue, "issue"),

    commentsOfIssue: async (repo, number, { signal, ...updated } = {}) => {
      const call = { path: under(repo, path`/issues/${number}/comments`), query: updated, signal };
      return caller.list(call, wire.comment, "comment list", { limits: UNPAGED_LIMITS });
    },
    /** The server leaves out comments on code, and returns null for a record that it could not look up. */
    timelineOfIssue: async (repo, number, { signal, ...options } = {}) => {
      const call = { path: under(repo, path`/issues/${number}/timeline`), query: options, signal };
      return caller.list(call, wire.timelineRecord, "timeline", { limits: UNPAGED_LIMITS });
    },
    commentsOfRepository: async (repo, { signal, ...options } = {}) => {
      const call = { path: under(repo, "/issues/comments"), query: options, signal };
      return caller.list(call, wire.repositoryComment, "comment list", { limits: UNPAGED_LIMITS });
    },
    createComment: async (repo, number, body, { signal } = {}) => {
      const route = under(repo, path`/issues/${number}/comments`);
      return caller.requestOne(
        { method: "POST", path: route, json: { body }, signal },
        wire.repositoryComment,
        "comment",
      );
    },
    comment: async (repo, id, { signal } = {}) =>
      caller.requestOptional({ path: under(repo, path`/issues/comments/${id}`), signal }, wire.comment, "comment"),

    changeComment: (repo, number, id, body, options) =>
      withFallback(
        () => comments.editComment(repo, id, body, options),
        () => comments.editCommentOfIssue(repo, number, id, body, options),
      ),
    removeComment: (repo, number, id, options) =>
      withFallback(
        () => comments.deleteComment(repo, id, options),
        () => comments.deleteCommentOfIssue(repo, number, id, options),
      ),
  };
  return { ...forge, ...comments };
}

/** Falls back to the older route. A server that lacks the usual one has changed nothing. */
async function withFallback<Result>(
  sendUsual: () => Promise<Result>,
  sendOlder: () => Promise<Result>,
): Promise<Result> {
  try {
    return await sendUsual();
  } catch (error) {
    const problem = asProblem(error);
    if (problem.facts.noRoute !== true) throw problem;
    return await sendOlder();
  }
}

function issueQuery(filter: Omit<IssueFilter, "signal">) {
  const { words, labels, milestones, author, assignee, mentioned, ...rest } = filter;
  return {
    ...rest,
    q: words,
    // Servers split both lists at commas. Leaving out a label with a comma only widens the result. Leaving out a
    // milestone would narrow it, so none is sent then.
    labels: labels?.filter((name) => !name.includes(",")).join(),
    milestones: milestones?.some((title) => title.includes(",")) === true ? undefined : milestones?.join(),
    created_by: author,
    assigned_by: assignee,
    mentioned_by: mentioned,
  };
}

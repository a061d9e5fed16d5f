// The routes that Forgejo and Gitea share, at `/api/v1`. Where their versions differ, a dialect says so.
import { path } from "../../base/origin.ts";
import { asProblem } from "../../base/problem.ts";
import { attachmentRoutes } from "./attachments.ts";
import { Caller, senderBefore, under, UNPAGED, type Asked, type Sender } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { Forge, IssueFilter } from "./forge.ts";
import { issueWrites } from "./issue-writes.ts";
import { notificationRoutes } from "./notifications.ts";
import { reactionRoutes } from "./reactions.ts";
import { reviewRoutes } from "./reviews.ts";
import { searchRoutes } from "./search.ts";
import type { Id, RepositoryName } from "../model/entities.ts";

export type ApiV1 = ReturnType<typeof apiV1>;

export function apiV1(sender: Sender) {
  const caller = new Caller(sender);
  /** The numbers are those of the routes for comments. */
  const comments = {
    /** 6. Replaces the text of a comment. Undefined, and nothing changed, if the id is that of an event. */
    editComment: async (repo: RepositoryName, id: Id, body: string, { signal }: Asked = {}) => {
      const call = {
        method: "PATCH",
        path: under(repo, path`/issues/comments/${id}`),
        json: { body },
        signal,
      } as const;
      return caller.requestOptional(call, wire.comment, "comment");
    },
    /** 7. Like `editComment`, for servers that have only this route; the number is ignored. */
    editCommentOfIssue: async (repo: RepositoryName, number: Id, id: Id, body: string, { signal }: Asked = {}) => {
      const below = under(repo, path`/issues/${number}/comments/${id}`);
      const call = { method: "PATCH", path: below, json: { body }, signal } as const;
      return caller.requestOptional(call, wire.comment, "comment");
    },
    /** 8. Deletes a comment. The answer is the same if the id is that of an event and nothing was deleted. */
    deleteComment: async (repo: RepositoryName, id: Id, { signal }: Asked = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/issues/comments/${id}`), signal }),
    /** 9. Like `deleteComment`, for servers that have only this route; the number is ignored. */
    deleteCommentOfIssue: async (repo: RepositoryName, number: Id, id: Id, { signal }: Asked = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/issues/${number}/comments/${id}`), signal }),
  };
  const forge: Forge = {
    attachments: attachmentRoutes(caller),
    authoring: issueWrites(caller),
    finding: searchRoutes(caller),
    notifications: notificationRoutes(caller),
    reactions: reactionRoutes(caller),
    reviews: reviewRoutes(caller),

    withDeadline: (endsAt) => apiV1(senderBefore(sender, endsAt)),

    version: async (asked = {}) => caller.requestOne({ path: "/version", ...asked }, wire.server, "version"),
    limits: async ({ signal } = {}) =>
      caller.requestOne({ path: "/settings/api", signal }, wire.serverLimits, "settings"),
    emoji: async (asked = {}) => caller.requestOne({ path: "/settings/ui", ...asked }, wire.serverEmoji, "settings"),
    user: async ({ signal } = {}) => caller.requestOne({ path: "/user", signal }, wire.person, "user"),
    repository: async (repo, asked = {}) =>
      caller.requestOne({ path: under(repo, ""), ...asked }, wire.repository, "repository"),

    issues: async (repo, { signal, ...filter }) => {
      const call = { path: under(repo, "/issues"), query: issueQuery(filter), signal };
      return caller.list(call, wire.issue, "issue list");
    },
    searchIssues: async ({ signal, ...filter }) => {
      const call = { path: "/repos/issues/search", query: issueQuery(filter), signal };
      return caller.list(call, wire.issue, "issue search");
    },
    issue: async (repo, number, { signal } = {}) =>
      caller.requestOne({ path: under(repo, path`/issues/${number}`), signal }, wire.issue, "issue"),

    /** 1. */
    commentsOfIssue: async (repo, number, { signal, ...updated } = {}) => {
      const call = { path: under(repo, path`/issues/${number}/comments`), query: updated, signal };
      return caller.list(call, wire.comment, "comment list", { room: UNPAGED });
    },
    /** 2. Without comments on code. An element is null if the server could not look it up. */
    timelineOfIssue: async (repo, number, { signal, ...asked } = {}) => {
      const call = { path: under(repo, path`/issues/${number}/timeline`), query: asked, signal };
      return caller.list(call, wire.timelineRecord, "timeline", { room: UNPAGED });
    },
    /** 3. */
    commentsOfRepository: async (repo, { signal, ...asked } = {}) => {
      const call = { path: under(repo, "/issues/comments"), query: asked, signal };
      return caller.list(call, wire.repositoryComment, "comment list", { room: UNPAGED });
    },
    /** 4. */
    createComment: async (repo, number, body, { signal } = {}) => {
      const below = under(repo, path`/issues/${number}/comments`);
      return caller.requestOne({ method: "POST", path: below, json: { body }, signal }, wire.comment, "comment");
    },
    /** 5. */
    comment: async (repo, id, { signal } = {}) =>
      caller.requestOptional({ path: under(repo, path`/issues/comments/${id}`), signal }, wire.comment, "comment"),

    changeComment: (repo, number, id, body, asked) =>
      byEitherRoute(
        () => comments.editComment(repo, id, body, asked),
        () => comments.editCommentOfIssue(repo, number, id, body, asked),
      ),
    removeComment: (repo, number, id, asked) =>
      byEitherRoute(
        () => comments.deleteComment(repo, id, asked),
        () => comments.deleteCommentOfIssue(repo, number, id, asked),
      ),
  };
  return { ...forge, ...comments };
}

/** A server without the route has changed nothing, so the older one can be requested. */
async function byEitherRoute<Result>(usual: () => Promise<Result>, old: () => Promise<Result>): Promise<Result> {
  try {
    return await usual();
  } catch (error) {
    const problem = asProblem(error);
    if (problem.facts.noRoute !== true) throw problem;
    return await old();
  }
}

function issueQuery(filter: Omit<IssueFilter, "signal">) {
  const { words, labels, milestones, author, assignee, mentioned, ...rest } = filter;
  return {
    ...rest,
    q: words,
    // A name with a comma would be several names. Issues have all of the labels, but any of the milestones.
    labels: labels?.filter((name) => !name.includes(",")).join(),
    milestones: milestones?.some((title) => title.includes(",")) === true ? undefined : milestones?.join(),
    created_by: author,
    assigned_by: assignee,
    mentioned_by: mentioned,
  };
}

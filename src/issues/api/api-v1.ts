// The routes that Forgejo and Gitea share, at `/api/v1`. Where their versions differ, a dialect says so.
import { path } from "../../base/origin.ts";
import { asProblem } from "../../base/problem.ts";
import { IssueWrites } from "./issue-writes.ts";
import {
  Caller,
  senderBefore,
  under,
  UNPAGED,
  type Asked,
  type AskedLately,
  type Listed,
  type Paged,
  type Sender,
  type Updated,
} from "./caller.ts";
import type { Forge, IssueFilter } from "./forge.ts";
import { Attachments } from "./attachments.ts";
import { Search } from "./search.ts";
import { Notifications } from "./notifications.ts";
import { Reactions } from "./reactions.ts";
import { ReviewRoutes } from "./reviews.ts";
import * as wire from "./decoders.ts";
import type {
  Comment,
  Id,
  Issue,
  Person,
  Repository,
  RepositoryName,
  Server,
  ServerLimits,
  ServerEmoji,
  TimelineRecord,
} from "../model/entities.ts";

export class ApiV1 implements Forge {
  readonly attachments: Attachments;
  readonly authoring: IssueWrites;
  readonly finding: Search;
  readonly notifications: Notifications;
  readonly reactions: Reactions;
  readonly reviews: ReviewRoutes;
  readonly #caller: Caller;
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
    this.#caller = new Caller(sender);
    this.attachments = new Attachments(this.#caller);
    this.authoring = new IssueWrites(this.#caller);
    this.finding = new Search(this.#caller);
    this.notifications = new Notifications(this.#caller);
    this.reactions = new Reactions(this.#caller);
    this.reviews = new ReviewRoutes(this.#caller);
  }

  /** The same server, whose calls end by this time of the clock of `performance`. */
  withDeadline(endsAt: number): ApiV1 {
    return new ApiV1(senderBefore(this.#sender, endsAt));
  }

  async version(asked: AskedLately = {}): Promise<Server> {
    return this.#caller.requestOne({ path: "/version", ...asked }, wire.server, "version");
  }

  async limits({ signal }: Asked = {}): Promise<ServerLimits> {
    return this.#caller.requestOne({ path: "/settings/api", signal }, wire.serverLimits, "settings");
  }

  async emoji(asked: AskedLately = {}): Promise<ServerEmoji> {
    return this.#caller.requestOne({ path: "/settings/ui", ...asked }, wire.serverEmoji, "settings");
  }

  /** Returns the token's user. A token limited to certain repositories gets 403 here, though everything else works. */
  async user({ signal }: Asked = {}): Promise<Person> {
    return this.#caller.requestOne({ path: "/user", signal }, wire.person, "user");
  }

  async repository(repo: RepositoryName, asked: AskedLately = {}): Promise<Repository> {
    return this.#caller.requestOne({ path: under(repo, ""), ...asked }, wire.repository, "repository");
  }

  async issues(repo: RepositoryName, { signal, ...filter }: IssueFilter): Promise<Listed<Issue>> {
    const call = { path: under(repo, "/issues"), query: issueQuery(filter), signal };
    return this.#caller.list(call, wire.issue, "issue list");
  }

  /** Issues of all repositories that may be seen. */
  async searchIssues({ signal, ...filter }: Omit<IssueFilter, "author" | "assignee" | "mentioned">) {
    const call = { path: "/repos/issues/search", query: issueQuery(filter), signal };
    return this.#caller.list(call, wire.issue, "issue search");
  }

  async issue(repo: RepositoryName, number: Id, { signal }: Asked = {}): Promise<Issue> {
    return this.#caller.requestOne({ path: under(repo, path`/issues/${number}`), signal }, wire.issue, "issue");
  }

  /** 1. The plain comments of an issue, all of them. */
  async commentsOfIssue(repo: RepositoryName, number: Id, { signal, ...updated }: Updated = {}) {
    const call = { path: under(repo, path`/issues/${number}/comments`), query: updated, signal };
    return this.#caller.list(call, wire.comment, "comment list", { room: UNPAGED });
  }

  /**
   * 2. Comments and events of every type except code comments. An element is null if the server could not look it up.
   */
  async timelineOfIssue(
    repo: RepositoryName,
    number: Id,
    { signal, ...asked }: Updated & Paged = {},
  ): Promise<Listed<TimelineRecord>> {
    const call = { path: under(repo, path`/issues/${number}/timeline`), query: asked, signal };
    return this.#caller.list(call, wire.timelineRecord, "timeline", { room: UNPAGED });
  }

  /** 3. The plain comments of all issues and pull requests, oldest first. */
  async commentsOfRepository(repo: RepositoryName, { signal, ...asked }: Updated & Paged = {}) {
    const call = { path: under(repo, "/issues/comments"), query: asked, signal };
    return this.#caller.list(call, wire.repositoryComment, "comment list", { room: UNPAGED });
  }

  /** 4. Creates a comment. If the answer is lost, the caller has to look whether it is there. */
  async createComment(repo: RepositoryName, number: Id, body: string, { signal }: Asked = {}): Promise<Comment> {
    const call = {
      method: "POST",
      path: under(repo, path`/issues/${number}/comments`),
      json: { body },
      signal,
    } as const;
    return this.#caller.requestOne(call, wire.comment, "comment");
  }

  /** 5. One comment. Undefined if the id is that of an event. */
  async comment(repo: RepositoryName, id: Id, { signal }: Asked = {}): Promise<Comment | undefined> {
    return this.#caller.requestOptional(
      { path: under(repo, path`/issues/comments/${id}`), signal },
      wire.comment,
      "comment",
    );
  }

  /** 6. Replaces the text of a comment. Undefined, and nothing changed, if the id is that of an event. */
  async editComment(repo: RepositoryName, id: Id, body: string, { signal }: Asked = {}): Promise<Comment | undefined> {
    return this.#caller.requestOptional(
      { method: "PATCH", path: under(repo, path`/issues/comments/${id}`), json: { body }, signal },
      wire.comment,
      "comment",
    );
  }

  /** 7. Like `editComment`, for servers that have only this route; the number is ignored. */
  async editCommentOfIssue(
    repo: RepositoryName,
    number: Id,
    id: Id,
    body: string,
    { signal }: Asked = {},
  ): Promise<Comment | undefined> {
    const below = under(repo, path`/issues/${number}/comments/${id}`);
    return this.#caller.requestOptional(
      { method: "PATCH", path: below, json: { body }, signal },
      wire.comment,
      "comment",
    );
  }

  /** 8. Deletes a comment. The answer is the same if the id is that of an event and nothing was deleted. */
  async deleteComment(repo: RepositoryName, id: Id, { signal }: Asked = {}): Promise<void> {
    await this.#caller.ask({ method: "DELETE", path: under(repo, path`/issues/comments/${id}`), signal });
  }

  /** 9. Like `deleteComment`, for servers that have only this route; the number is ignored. */
  async deleteCommentOfIssue(repo: RepositoryName, number: Id, id: Id, { signal }: Asked = {}): Promise<void> {
    await this.#caller.ask({ method: "DELETE", path: under(repo, path`/issues/${number}/comments/${id}`), signal });
  }

  changeComment(
    repo: RepositoryName,
    number: Id,
    id: Id,
    body: string,
    asked: Asked = {},
  ): Promise<Comment | undefined> {
    return byEitherRoute(
      () => this.editComment(repo, id, body, asked),
      () => this.editCommentOfIssue(repo, number, id, body, asked),
    );
  }

  removeComment(repo: RepositoryName, number: Id, id: Id, asked: Asked = {}): Promise<void> {
    return byEitherRoute(
      () => this.deleteComment(repo, id, asked),
      () => this.deleteCommentOfIssue(repo, number, id, asked),
    );
  }
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

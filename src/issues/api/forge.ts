// What the wing needs of a server of issues, whatever its routes are called, and how kinds of servers differ.
import type { Asked, AskedLately, Listed, Paged, Sender, Updated } from "./caller.ts";
import type { attachmentRoutes } from "./attachments.ts";
import type { issueWrites } from "./issue-writes.ts";
import type { notificationRoutes } from "./notifications.ts";
import type { reactionRoutes } from "./reactions.ts";
import type { reviewRoutes } from "./reviews.ts";
import type { searchRoutes } from "./search.ts";
import type {
  Comment,
  Id,
  Issue,
  Person,
  Repository,
  RepositoryComment,
  RepositoryName,
  ServerEmoji,
  TimelineRecord,
} from "../model/entities.ts";
import type { IssueQuery } from "../model/query.ts";

export interface IssueFilter extends Paged, Updated, IssueQuery {}

export interface Forge {
  readonly attachments: ReturnType<typeof attachmentRoutes>;
  readonly authoring: ReturnType<typeof issueWrites>;
  readonly finding: ReturnType<typeof searchRoutes>;
  readonly notifications: ReturnType<typeof notificationRoutes>;
  readonly reactions: ReturnType<typeof reactionRoutes>;
  readonly reviews: ReturnType<typeof reviewRoutes>;

  /** The same server, whose calls end by this time of the clock of `performance`. */
  withDeadline(endsAt: number): Forge;

  version(asked?: AskedLately): Promise<{ readonly version: string }>;
  limits(asked?: Asked): Promise<{ readonly itemsPerPage: number }>;
  emoji(asked?: AskedLately): Promise<ServerEmoji>;
  /** Who the token belongs to. A token for some repositories only is refused: 403, though all else works. */
  user(asked?: Asked): Promise<Person>;
  repository(repo: RepositoryName, asked?: AskedLately): Promise<Repository>;

  issues(repo: RepositoryName, filter: IssueFilter): Promise<Listed<Issue>>;
  /** Issues of all repositories that the reader may see. */
  searchIssues(filter: Omit<IssueFilter, "author" | "assignee" | "mentioned">): Promise<Listed<Issue>>;
  issue(repo: RepositoryName, number: Id, asked?: Asked): Promise<Issue>;

  /** The plain comments of an issue, all of them. */
  commentsOfIssue(repo: RepositoryName, number: Id, updated?: Updated): Promise<Listed<Comment>>;
  /** The plain comments of all issues and pull requests, oldest first. */
  commentsOfRepository(repo: RepositoryName, asked?: Updated & Paged): Promise<Listed<RepositoryComment>>;
  /** Comments and events; a page of them, or all if no page is named and the dialect doesn't page by itself. */
  timelineOfIssue(repo: RepositoryName, number: Id, asked?: Updated & Paged): Promise<Listed<TimelineRecord>>;

  /** One comment; undefined if the id is that of an event. */
  comment(repo: RepositoryName, id: Id, asked?: Asked): Promise<Comment | undefined>;
  /** If the answer is lost, the caller has to look whether the comment is there. */
  createComment(repo: RepositoryName, number: Id, body: string, asked?: Asked): Promise<Comment>;
  /** Undefined if the id is that of an event, and nothing has changed. */
  changeComment(repo: RepositoryName, number: Id, id: Id, body: string, asked?: Asked): Promise<Comment | undefined>;
  /** The answer may be the same for an event, which isn't removed. */
  removeComment(repo: RepositoryName, number: Id, id: Id, asked?: Asked): Promise<void>;
}

/** One kind of server. */
export interface Dialect {
  /** The product's name. */
  readonly name: string;
  /** Path of the API below the server's URL. */
  readonly apiPath: string;
  /** The server as this dialect speaks with it. */
  readonly open: (sender: Sender) => Forge;
  /** Whether a server that returns this version there is of this kind. */
  readonly recognizes: (version: string) => boolean;
  /** Whether a timeline is paged even without `page`. If not, one request returns all of it. */
  readonly pagesTimeline: (version: string) => boolean;
  /** Whether the name of an emoji is plain text if a letter, a digit or a colon follows it. */
  readonly emojiEndWords: boolean;
}

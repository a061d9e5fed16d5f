// What the wing needs from a server, whatever its routes are called, and how the kinds of servers differ.
import type { RequestOptions, CachedReadOptions, Listed, Paged, Sender, Updated } from "./caller.ts";
import type { attachmentRoutes } from "./attachments.ts";
import type { issueWrites } from "./issue-writes.ts";
import type { notificationRoutes } from "./notifications.ts";
import type { pullRoutes } from "./pulls.ts";
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

export interface IssueFilter extends Paged, Updated, Omit<IssueQuery, "reviewer"> {}

/** Searches all repositories. Filters about the user name the owner of the token. */
export interface IssueSearch extends Omit<IssueFilter, "author" | "assignee" | "mentioned"> {
  readonly isAssigned?: true;
  readonly isReviewRequested?: true;
  /** Only repositories of this user or organization. */
  readonly owner?: string;
}

export interface Forge {
  readonly attachments: ReturnType<typeof attachmentRoutes>;
  readonly authoring: ReturnType<typeof issueWrites>;
  readonly finding: ReturnType<typeof searchRoutes>;
  readonly notifications: ReturnType<typeof notificationRoutes>;
  readonly pulls: ReturnType<typeof pullRoutes>;
  readonly reactions: ReturnType<typeof reactionRoutes>;
  readonly reviews: ReturnType<typeof reviewRoutes>;

  /** Returns the same API with calls that time out at `endsAt` (by `performance.now()`). */
  withDeadline(endsAt: number): Forge;

  version(options?: CachedReadOptions): Promise<{ readonly version: string }>;
  limits(options?: RequestOptions): Promise<{ readonly itemsPerPage: number }>;
  emoji(options?: CachedReadOptions): Promise<ServerEmoji>;
  /** The owner of the token. The server rejects a token for selected repositories with 403, though all else works. */
  user(options?: RequestOptions): Promise<Person>;
  repository(repo: RepositoryName, options?: RequestOptions): Promise<Repository>;

  issues(repo: RepositoryName, filter: IssueFilter): Promise<Listed<Issue>>;
  /** Searches the issues of all repositories that the user may see. */
  searchIssues(filter: IssueSearch): Promise<Listed<Issue>>;
  issue(repo: RepositoryName, number: Id, options?: RequestOptions): Promise<Issue>;

  /** All plain comments of an issue. */
  commentsOfIssue(repo: RepositoryName, number: Id, updated?: Updated): Promise<Listed<Comment>>;
  /** The plain comments of all issues and pull requests in a repository, oldest first. */
  commentsOfRepository(repo: RepositoryName, options?: Updated & Paged): Promise<Listed<RepositoryComment>>;
  /** Comments and events: one page, or all if no page is requested and the dialect doesn't page by itself. */
  timelineOfIssue(repo: RepositoryName, number: Id, options?: Updated & Paged): Promise<Listed<TimelineRecord>>;

  /** Undefined if the ID belongs to an event. */
  comment(repo: RepositoryName, id: Id, options?: RequestOptions): Promise<Comment | undefined>;
  /** If the answer is lost, the caller must check whether the comment exists. */
  createComment(repo: RepositoryName, number: Id, body: string, options?: RequestOptions): Promise<RepositoryComment>;
  /** Undefined if the ID belongs to an event, which is left unchanged. */
  changeComment(
    repo: RepositoryName,
    number: Id,
    id: Id,
    body: string,
    options?: RequestOptions,
  ): Promise<Comment | undefined>;
  /** For the ID of an event, the call may succeed without removing anything. */
  removeComment(repo: RepositoryName, number: Id, id: Id, options?: RequestOptions): Promise<void>;
}

/** What the page that creates a token is filled in with. */
export interface TokenWish {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The page of a person's tokens, which creates new ones as well. */
export const TOKENS_PATH = "/user/settings/applications";

/** How one kind of server differs from the others. */
export interface Dialect {
  /** The product's name. */
  readonly name: string;
  /** Path of the API below the server's URL. */
  readonly apiPath: string;
  /** Returns the API of a server of this kind. */
  readonly open: (sender: Sender) => Forge;
  /** Whether a server that returns this version is of this kind. */
  readonly recognizes: (version: string) => boolean;
  /** Whether a timeline is paged even without `page`. If not, one request returns all of it. */
  readonly pagesTimeline: (version: string) => boolean;
  /** Whether the API can mark conversations as resolved. */
  readonly resolvesConversations: (version: string) => boolean;
  /** The path of the page that creates a token. It is filled in as wished if a server of this version can do that. */
  readonly tokenPath: (version: string, wish: TokenWish) => string;
  /** Whether a repository is missing without a reason while the user lacks a second factor that the server requires. */
  readonly hidesWithoutSecondFactor: boolean;
  /** Whether `:name:` stays plain text if a letter, a digit or a colon follows it. */
  readonly emojiEndWords: boolean;
}

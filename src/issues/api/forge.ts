// What the wing needs from a server, whatever its routes are called, and how the kinds of servers differ.
import type { RequestOptions, CachedReadOptions, Listed, Paged, Sender, Updated } from "./caller.ts";
import type { NewIssue, IssueChange } from "../model/issue-fields.ts";
import type { PullRoutes, ReviewRoutes } from "./forge-pulls.ts";
import type {
  Attachment,
  AttachmentRules,
  Comment,
  Id,
  Issue,
  Label,
  Milestone,
  NewFile,
  Notification,
  NotificationStatus,
  Person,
  Reaction,
  ReactionSubject,
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
  readonly attachments: AttachmentRoutes;
  readonly authoring: IssueWrites;
  readonly finding: SearchRoutes;
  readonly notifications: NotificationRoutes;
  readonly pulls: PullRoutes;
  readonly reactions: ReactionRoutes;
  readonly reviews: ReviewRoutes;

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

/** Uploads files to issues and comments, and lists those of a comment. */
export interface AttachmentRoutes {
  /** Loads the limits for attachments. One kind of server enforces them for API requests, the other doesn't. */
  rules(options?: RequestOptions): Promise<AttachmentRules>;
  /** Allowed for the issue's author and for people with write access to issues. */
  toIssue(repo: RepositoryName, number: Id, file: NewFile, options?: RequestOptions): Promise<Attachment>;
  ofComment(repo: RepositoryName, id: Id, options?: RequestOptions): Promise<readonly Attachment[]>;
  toComment(repo: RepositoryName, id: Id, file: NewFile, options?: RequestOptions): Promise<Attachment>;
}

/** Creates issues and changes their title, text, state, labels, milestone, assignees and lock. */
export interface IssueWrites {
  /** If the answer is lost, the caller must check whether the issue exists. */
  create(repo: RepositoryName, issue: NewIssue, options?: RequestOptions): Promise<Issue>;
  /** A 412, for example because of open dependencies, concerns only the state: title and text are already saved. */
  change(repo: RepositoryName, number: Id, change: IssueChange, options?: RequestOptions): Promise<Issue>;
  /** Replaces all labels, and returns the issue's new labels. */
  setLabels(repo: RepositoryName, number: Id, labels: readonly Id[], options?: RequestOptions): Promise<Listed<Label>>;
  /** Only some servers can lock. */
  lock(repo: RepositoryName, number: Id, options?: RequestOptions): Promise<void>;
  unlock(repo: RepositoryName, number: Id, options?: RequestOptions): Promise<void>;
}

/** Searches repositories, and lists the labels, milestones and people that issues can be filtered by. */
export interface SearchRoutes {
  /** Searches repositories by a part of their name. */
  repositories(words: string, options?: Paged): Promise<Listed<Repository>>;
  /** The token owner's repositories. */
  ownRepositories(options?: Paged): Promise<Listed<Repository>>;
  labels(repo: RepositoryName, options?: Paged): Promise<Listed<Label>>;
  /** The labels that an organization's repositories share. 404 if the owner is a person. */
  labelsOfOrganization(name: string, options?: Paged): Promise<Listed<Label>>;
  milestones(
    repo: RepositoryName,
    options?: Paged & { readonly state?: "open" | "closed" | "all" },
  ): Promise<Listed<Milestone>>;
  /** The people that issues can be assigned to. */
  assignees(repo: RepositoryName, options?: RequestOptions): Promise<Listed<Person>>;
}

/** Lists an account's notifications and marks them as read. */
export interface NotificationRoutes {
  /** Newest first. */
  list(statuses: readonly NotificationStatus[], options?: Paged): Promise<Listed<Notification>>;
  mark(id: Id, status: NotificationStatus, options?: RequestOptions): Promise<void>;
  /** Marks everything up to this time (RFC 3339) as read. */
  markAllRead(until: string, options?: RequestOptions): Promise<void>;
}

/** Lists, adds and removes reactions to issues and comments. */
export interface ReactionRoutes {
  list(repo: RepositoryName, to: ReactionSubject, options?: RequestOptions): Promise<Listed<Reaction>>;
  /** Safe to call twice. */
  add(repo: RepositoryName, to: ReactionSubject, name: string, options?: RequestOptions): Promise<void>;
  remove(repo: RepositoryName, to: ReactionSubject, name: string, options?: RequestOptions): Promise<void>;
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

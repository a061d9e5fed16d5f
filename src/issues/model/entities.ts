// The types of issues, comments and everything around them, and small rules about their text.

/** Servers send ids and numbers as 64-bit integers. */
export type Id = bigint;

export interface Person {
  /** Negative for users that don't exist: deleted users (-1) and the server's own actors. */
  readonly id: Id;
  readonly login: string;
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** A repository as it appears in a response about something else, such as an issue. */
export interface SeenRepository extends RepositoryName {
  /** If the id of a name changes, the repository was renamed and another one has taken its name. */
  readonly id: Id;
}

export interface Repository extends SeenRepository {
  readonly description: string;
  /** The clone URLs for HTTPS and SSH. */
  readonly cloneUrls: readonly string[];
  readonly archived: boolean;
  readonly hasIssues: boolean;
  readonly hasPulls: boolean;
  /** The URL of an external issue tracker, if the repository uses one. */
  readonly externalTracker: string | undefined;
  /** The URL pattern that `#12` links to if an external tracker is used, with {user}, {repo} and {index}. */
  readonly numbering: { readonly format: string; readonly style: "numeric" | "alphanumeric" } | undefined;
  /** Write access to the code, as an approximation of write access to issues. Undefined if the server omits it. */
  readonly mayPush: boolean | undefined;
  /** The repository that this one is a fork of. */
  readonly parent: RepositoryName | undefined;
}

export interface Label {
  readonly id: Id;
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  readonly description: string | undefined;
  /** An archived label stays on its issues, but can't be added to others. */
  readonly archived: boolean;
}

export interface Milestone {
  readonly id: Id;
  readonly title: string;
  readonly closed: boolean;
  /** The day as the server shows it: "2027-01-31". */
  readonly due: string | undefined;
}

export interface Attachment {
  readonly id: Id;
  readonly name: string;
  readonly size: number;
  /** Identifies the file in links. The server's full URL isn't used, because its host may not be reachable. */
  readonly uuid: string;
}

/** A file to attach. */
export interface NewFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** The server's limits for attachments. */
export interface AttachmentRules {
  readonly enabled: boolean;
  /** File extensions and MIME types in lower case. An empty list allows everything. */
  readonly types: readonly string[];
  /** 0 for no limit. */
  readonly megabytes: number;
  /** Files per comment; 0 for no limit. */
  readonly files: number;
}

export interface Pull {
  readonly merged: boolean;
  readonly draft: boolean;
}

/** An issue or a pull request. Times are epoch milliseconds. */
export interface Issue {
  readonly number: Id;
  readonly title: string;
  readonly body: string;
  readonly closed: boolean;
  readonly locked: boolean;
  /** Undefined if the server doesn't name the author. */
  readonly author: Person | undefined;
  readonly labels: readonly Label[];
  readonly milestone: Milestone | undefined;
  readonly assignees: readonly Person[];
  /** The server's number of comments, which includes reviews. */
  readonly comments: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The day as the server shows it: "2027-01-31". */
  readonly due: string | undefined;
  /** Undefined for issues. */
  readonly pull: Pull | undefined;
  readonly attachments: readonly Attachment[];
  /** The number of changes to title and text. Undefined if the server doesn't count them. */
  readonly version: Id | undefined;
  /** The repository under its current name. */
  readonly repository: SeenRepository | undefined;
}

/** A plain comment. */
export interface Comment {
  readonly id: Id;
  readonly author: Person | undefined;
  readonly body: string;
  readonly createdAt: number;
  /** Changes with an edit, but also when a file is attached. In whole seconds, so several edits may share it. */
  readonly updatedAt: number;
  readonly attachments: readonly Attachment[];
}

/** A comment in the list of all comments of a repository. */
export interface RepositoryComment extends Comment {
  /** The issue or pull request. Undefined if the server's URL for it can't be read. */
  readonly number: Id | undefined;
  readonly pull: boolean;
}

/** A notification about an issue, a pull request or, without a number, something else. */
export interface Notification {
  readonly id: Id;
  readonly unread: boolean;
  readonly pinned: boolean;
  readonly updatedAt: number;
  /** Undefined if the user no longer has access. */
  readonly repository: RepositoryName | undefined;
  readonly title: string;
  readonly pull: boolean;
  /** `open`, `closed`, `merged`, or empty. */
  readonly state: string;
  readonly number: Id | undefined;
  /** The latest comment, if there is one. */
  readonly comment: Id | undefined;
}

export type NotificationStatus = "unread" | "read" | "pinned";

/** One person's reaction. */
export interface Reaction {
  readonly author: Person | undefined;
  /** The server's name of the reaction, such as "+1". */
  readonly name: string;
}

/** The subject of a reaction: an issue by its number, or a comment by its id. */
export type ReactionSubject = { readonly issue: Id } | { readonly comment: Id };

/** Another issue or pull request, as a timeline names it. */
export interface LinkedIssue {
  readonly number: Id;
  readonly title: string;
  readonly closed: boolean;
  readonly pull: Pull | undefined;
  /** `owner/name`, if the server returns it. */
  readonly repository: string | undefined;
}

/** An entry of the timeline as the server returns it: a comment or an event of any type. See `readMeaning`. */
export interface TimelineRecord extends Omit<Comment, "attachments"> {
  readonly type: string;
  readonly oldTitle: string | undefined;
  readonly newTitle: string | undefined;
  readonly oldRef: string | undefined;
  readonly newRef: string | undefined;
  readonly oldMilestone: Milestone | undefined;
  readonly milestone: Milestone | undefined;
  readonly trackedSeconds: number | undefined;
  readonly oldProject: Id | undefined;
  readonly project: Id | undefined;
  readonly refIssue: LinkedIssue | undefined;
  readonly refComment: Id | undefined;
  readonly refAction: string | undefined;
  readonly refCommit: string | undefined;
  readonly label: Label | undefined;
  readonly assignee: Person | undefined;
  readonly assigneeTeam: string | undefined;
  readonly removedAssignee: boolean;
  readonly dependentIssue: LinkedIssue | undefined;
  /** The review that the entry is about. */
  readonly review: Id | undefined;
}

export interface ServerEmoji {
  /** The names of the allowed reactions. */
  readonly reactions: readonly string[];
  /** The names of this server's own emoji, such as `:codeberg:`. */
  readonly custom: readonly string[];
}

/** Formats the number of an issue as `#12`, and of a pull request as `!41`. */
export function formatNumber(issue: { readonly number: Id; readonly pull: Pull | boolean | undefined }): string {
  return `${(issue.pull ?? false) === false ? "#" : "!"}${issue.number}`;
}

/** Formats the number of a pull request, such as `!41`. */
export function formatPull(number: Id): string {
  return formatNumber({ number, pull: true });
}

/** Compares texts without regard to line endings: text written on the web may have CRLF. */
export function sameText(one: string, other: string): boolean {
  return withLineFeeds(one) === withLineFeeds(other);
}

export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Replaces lone surrogates, because servers reject text that contains one. */
export function replaceLoneSurrogates(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}

/**
 * Returns when a comment was edited. A new attachment changes the same time, so it looks like an edit.
 */
export function editedAt({ createdAt, updatedAt }: Pick<Comment, "createdAt" | "updatedAt">): number | undefined {
  return updatedAt > createdAt ? updatedAt : undefined;
}

/** True for deleted users, whose id is -1 on both Forgejo and Gitea. */
export function isGhost(person: Person | undefined): boolean {
  return person === undefined || person.id === -1n;
}

export function sameLogin(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}

// Issues, comments and everything around them as the wing works with them, and small rules about their texts.

/** Ids and numbers have 64 bits on the wire. */
export type Id = bigint;

export interface Person {
  /** Negative for users that the server makes up: deleted people (-1) and its own actors. */
  readonly id: Id;
  readonly login: string;
}

export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** The repository's data in an answer about something else. */
export interface SeenRepository extends RepositoryName {
  /** If the id under a name changes, the repository was renamed, and another one has taken its name. */
  readonly id: Id;
}

export interface Repository extends SeenRepository {
  readonly description: string;
  readonly isPrivate: boolean;
  readonly webUrl: string;
  /** URLs to clone it by HTTPS and SSH. */
  readonly cloneUrls: readonly string[];
  readonly archived: boolean;
  readonly hasIssues: boolean;
  readonly hasPulls: boolean;
  /** The URL of an external issue tracker, if the repository uses one. */
  readonly externalTracker: string | undefined;
  /** URL pattern of an external issue tracker, with {user}, {repo} and {index}, which `#12` refers to. */
  readonly numbering: { readonly format: string; readonly style: "numeric" | "alphanumeric" } | undefined;
  readonly openIssues: number;
  readonly openPulls: number;
  /** Rights to the code, which come close to those to issues. Undefined if the server doesn't return them. */
  readonly mayPush: boolean | undefined;
}

export interface Label {
  readonly id: Id;
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  readonly description: string | undefined;
  /** An archived label stays on issues that have it, and can't be added to others. */
  readonly archived: boolean;
}

export interface Milestone {
  readonly id: Id;
  readonly title: string;
  readonly closed: boolean;
  /** The day, as the server shows it: "2027-01-31". */
  readonly due: string | undefined;
}

export interface Attachment {
  readonly id: Id;
  readonly name: string;
  readonly size: number;
  /** Identifies the file in links. The server's full URL is ignored, as its host may not be reachable. */
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
  /** File extensions and types in lower case; none means that everything is allowed. */
  readonly types: readonly string[];
  /** 0 for no limit. */
  readonly megabytes: number;
  /** How many one comment may have; 0 for no limit. */
  readonly files: number;
}

export interface Pull {
  readonly merged: boolean;
  readonly draft: boolean;
}

/** An issue or a pull request. Times are milliseconds since 1970. */
export interface Issue {
  readonly number: Id;
  readonly title: string;
  readonly body: string;
  readonly closed: boolean;
  readonly locked: boolean;
  /** Undefined if the server names no one. */
  readonly author: Person | undefined;
  readonly labels: readonly Label[];
  readonly milestone: Milestone | undefined;
  readonly assignees: readonly Person[];
  /** Comments and reviews, as the server counts them. */
  readonly comments: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The day, as the server shows it: "2027-01-31". */
  readonly due: string | undefined;
  /** Undefined if this is an issue. */
  readonly pull: Pull | undefined;
  readonly attachments: readonly Attachment[];
  /** Number of changes to title and text, from servers that count them. */
  readonly version: Id | undefined;
  /** Its repository under its present name. */
  readonly repository: SeenRepository | undefined;
}

/** A plain comment. */
export interface Comment {
  readonly id: Id;
  readonly author: Person | undefined;
  readonly body: string;
  readonly createdAt: number;
  /** Moves with an edit, but also when a file is attached. In whole seconds, so several edits may share it. */
  readonly updatedAt: number;
  readonly attachments: readonly Attachment[];
}

/** A comment in the list for a whole repository. */
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
  /** `open`, `closed`, `merged`, or nothing. */
  readonly state: string;
  readonly number: Id | undefined;
  /** The latest comment, if there is one. */
  readonly comment: Id | undefined;
}

/** One person's reaction. */
export interface Reaction {
  readonly author: Person | undefined;
  /** The server's name for it: "+1". */
  readonly name: string;
}

/** What can be reacted to: an issue, or a comment by its id. */
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

/** An entry of the timeline as returned: a comment or an event of any type, which `readMeaning` interprets. */
export interface TimelineRecord extends Omit<Comment, "attachments"> {
  readonly type: string;
  readonly oldTitle: string | undefined;
  readonly newTitle: string | undefined;
  readonly oldRef: string | undefined;
  readonly newRef: string | undefined;
  readonly oldMilestone: Milestone | undefined;
  readonly milestone: Milestone | undefined;
  readonly trackedSeconds: number | undefined;
  readonly refIssue: LinkedIssue | undefined;
  readonly refAction: string | undefined;
  readonly refCommit: string | undefined;
  readonly label: Label | undefined;
  readonly assignee: Person | undefined;
  readonly assigneeTeam: string | undefined;
  readonly removedAssignee: boolean;
  readonly dependentIssue: LinkedIssue | undefined;
  /** The review that it is about. */
  readonly review: Id | undefined;
}

export interface ServerEmoji {
  /** The names of the reactions that are allowed. */
  readonly reactions: readonly string[];
  /** The names of emoji that only this server has, like `:codeberg:`. */
  readonly custom: readonly string[];
}

/** `#12` of an issue, `!41` of a pull request. */
export function formatNumber(issue: { readonly number: Id; readonly pull: Pull | undefined }): string {
  return `${issue.pull === undefined ? "#" : "!"}${issue.number}`;
}

/** Compares texts without regard to line endings: what was written on the web may have CRLF. */
export function sameText(one: string, other: string): boolean {
  return withLineFeeds(one) === withLineFeeds(other);
}

export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Replaces lone surrogates, which can't be sent: a text that contains one is rejected. */
export function replaceLoneSurrogates(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}

/**
 * A comment counts as edited if it changed after it was written. A new attachment changes it too, and looks the same
 * here.
 */
export function editedAt({ createdAt, updatedAt }: Pick<Comment, "createdAt" | "updatedAt">): number | undefined {
  return updatedAt > createdAt ? updatedAt : undefined;
}

/** Deleted users have the id -1 on both kinds of server. */
export function isGhost(person: Person | undefined): boolean {
  return person === undefined || person.id === -1n;
}

export function sameLogin(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}

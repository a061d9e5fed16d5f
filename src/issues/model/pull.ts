// Pull requests: their branches, changed files, checks and rules for merging.
import type { Id, Issue, Person, RepositoryName } from "./entities.ts";

/** The full ID of a commit. Servers may resolve anything shorter to another commit. */
export type CommitId = string;

export interface PullDetails {
  readonly number: Id;
  readonly title: string;
  readonly author: Person | undefined;
  readonly closed: boolean;
  readonly merged: boolean;
  readonly draft: boolean;
  /** False for drafts, conflicts, and while the server is still checking. */
  readonly mergeable: boolean;
  readonly head: PullEnd;
  readonly base: PullEnd;
  /** The commit from which the head branched off: the old side of all diffs. */
  readonly mergeBase: CommitId;
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
  readonly files: number | undefined;
  /** Includes everyone who has already reviewed. */
  readonly requested: readonly Person[];
  /** The names of the teams that were asked and whose members haven't answered. */
  readonly requestedTeams: readonly string[];
}

/** Who can be asked for a review. */
export interface Reviewer {
  readonly kind: "person" | "team";
  readonly name: string;
}

/** One end of a pull request. */
export interface PullEnd {
  /** The branch, even if it is gone. */
  readonly branch: string;
  readonly commit: CommitId;
  /** Undefined if the fork is gone. */
  readonly repository: RepositoryName | undefined;
  /** Whether the branch is gone, so that only its commits are left. */
  readonly isGone: boolean;
}

export interface PullCommit {
  readonly id: CommitId;
  readonly message: string;
  /** As Git has it. Accounts are unknown for most addresses. */
  readonly author: string;
  readonly at: number | undefined;
}

/** What a commit or branch has that another one doesn't have. */
export interface Comparison {
  /** The number of commits. */
  readonly commits: number;
  /** The files that they change. */
  readonly paths: readonly string[];
}

/** A pull request in a list, with its two branches. */
export interface ListedPull {
  readonly issue: Issue;
  readonly base: string;
  /** The owner is undefined if the fork is gone. */
  readonly head: { readonly owner: string | undefined; readonly branch: string };
}

/** `unchanged` is a binary file that changed, or a change of the file's mode. */
export type FileStatus = "added" | "deleted" | "changed" | "renamed" | "unchanged";

export interface ChangedFile {
  readonly path: string;
  /** The path before the change, if it differs. */
  readonly from: string | undefined;
  readonly status: FileStatus;
  readonly additions: number;
  readonly deletions: number;
}

/** What a path is at a commit. */
export type FileContent =
  | {
      readonly kind: "file";
      /** Identifies the content. */
      readonly blob: string;
      readonly size: number;
      /** Undefined if the server doesn't return files of this size. */
      readonly bytes: Uint8Array | undefined;
    }
  | { readonly kind: "link"; readonly blob: string; readonly target: string }
  | { readonly kind: "submodule"; readonly blob: CommitId; readonly url: string };

export type CheckState = "success" | "failure" | "running" | "skipped" | "unknown";

/** The newest result of one check of a commit. */
export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly description: string;
  /** A web page, or a path on the server. Anything else is left out. */
  readonly link: string | undefined;
}

/** What the base branch requires, and what the user may do. */
export interface BranchRules {
  readonly approvals: number;
  /** The names of required checks, which may contain `*`. */
  readonly checks: readonly string[];
  readonly mayMerge: boolean;
}

/** The ways to merge, by the names of the API. */
export const MERGE_STYLES = ["merge", "rebase", "rebase-merge", "squash", "fast-forward-only"] as const;
export type MergeStyle = (typeof MERGE_STYLES)[number];

/** How the commits of the base branch get into the head branch. */
export type UpdateStyle = "merge" | "rebase";

export interface MergeSettings {
  /** The allowed ones, with the repository's default first. */
  readonly styles: readonly MergeStyle[];
  readonly updateStyles: readonly UpdateStyle[];
  readonly deletesBranch: boolean;
  readonly defaultBranch: string;
}

export interface MergeRequest {
  readonly style: MergeStyle;
  /** Undefined if the style keeps the commits as they are. */
  readonly message: { readonly title: string; readonly body: string } | undefined;
  /** The merge is rejected if the head is another one. */
  readonly head: CommitId;
  readonly deletesBranch: boolean;
}

/** Parses `owner:branch`. The owner is undefined for a branch of the same repository. */
export function parseHead(text: string): { readonly owner: string | undefined; readonly branch: string } {
  const colon = text.indexOf(":");
  return colon === -1
    ? { owner: undefined, branch: text }
    : { owner: text.slice(0, colon), branch: text.slice(colon + 1) };
}

/** Prefixes of the title that make a pull request a draft, unless the server is configured otherwise. */
const DRAFT_PREFIX = /^\s*(?:WIP:|\[WIP\])\s*/i;

/** Returns the title that makes a pull request a draft, or ready. */
export function toDraftTitle(title: string, draft: boolean): string {
  return draft ? `WIP: ${title}` : title.replace(DRAFT_PREFIX, "");
}

const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isCommitId(text: string): boolean {
  return COMMIT_ID.test(text);
}

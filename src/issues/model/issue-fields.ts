// The fields of issues and pull requests that people create and change.
import type { Id } from "./entities.ts";

/** An issue to create. Without write access, the server silently ignores everything but title and body. */
export interface NewIssue {
  readonly title: string;
  readonly body: string;
  readonly labels?: readonly Id[];
  readonly milestone?: Id;
  readonly assignees?: readonly string[];
}

/** The fields to change; all others stay. */
export interface IssueChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: "open" | "closed";
  /** 0 removes the milestone. */
  readonly milestone?: Id;
  readonly assignees?: readonly string[];
  /** The loaded version. A server that counts versions rejects an outdated one with 409 and changes nothing. */
  readonly version?: Id | undefined;
}

/** A pull request to create. */
export interface NewPull extends NewIssue {
  /** The branch, as `owner:branch` if it is in a fork. */
  readonly head: string;
  readonly base: string;
}

// What the sender needs to know of each kind of text: how to prepare, send and find it. Written once per kind.
import type { Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { NewIssue } from "../api/issue-writes.ts";
import type { Comment, Id, Issue } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { Attempt, Draft, Refusal, Version } from "./draft.ts";
import type { Place } from "./place.ts";
import { sameDocument } from "./text.ts";

export interface Writer {
  readonly api: Forge;
  /** Who writes; undefined if the token doesn't tell whose it is. */
  readonly login: string | undefined;
}

/** One text on its way. */
export interface Job extends Writer {
  readonly place: Place;
  readonly draft: Draft;
  readonly text: string;
  /** What other drafts are known to have become, by its id or number. */
  readonly posted: ReadonlyMap<Id, Attempt>;
}

/** What became of a text. */
export type Outcome = Sent | Refused;

export interface Sent {
  readonly sent: true;
  readonly thread: ThreadAddress;
  /** The comment; undefined for issues. */
  readonly comment: Id | undefined;
  /** More was typed while it was sent, and is kept as a draft. */
  readonly more: boolean;
  /** What the server left out without a word, by name. */
  readonly dropped: readonly string[];
  /** A second comment or issue with the same text: something on the way has repeated the POST. */
  readonly second: Id | undefined;
}

export interface Refused {
  readonly sent: false;
  readonly why: Refusal;
  readonly problem: Problem | undefined;
  readonly names: readonly string[];
  /** Of a conflict: what is there now, and who wrote it. */
  readonly theirs: Theirs | undefined;
}

export interface Theirs extends Version {
  /** Undefined if the server doesn't say who changed it. */
  readonly author: string | undefined;
}

export function refused(why: Refusal, more: Partial<Omit<Refused, "sent" | "why">> = {}): Refused {
  return { sent: false, why, problem: undefined, names: [], theirs: undefined, ...more };
}

/** What the server has of a text that was sent. */
export interface Arrived {
  /** The comment, or the number of the issue. */
  readonly id: Id;
  readonly comment?: Comment;
  readonly issue?: Issue;
}

/** What was read before sending. */
export interface Ready {
  /** The repository in its present name. */
  readonly repository: RepositoryAddress;
  readonly issue: Issue | undefined;
  /** From here on it can be found, should the answer be lost. */
  readonly mark: Pick<Attempt, "after" | "since">;
  /** It is there already, by a lost answer or because someone wrote the same. */
  readonly there?: Arrived | undefined;
  /** A new issue, with what its head names by the ids of the server. */
  readonly named?: NewIssue;
}

export type Finding = { readonly is: "there"; readonly arrived: Arrived } | { readonly is: "absent" | "unsure" };

/** What one more look shows after the server has confirmed a text. */
export interface Check {
  /** The same text a second time, which something on the way has made of it, and the first. */
  readonly twice?: readonly [first: Id, second: Id] | undefined;
  /** Someone has overwritten it in the same moment. */
  readonly theirs?: Theirs | undefined;
  /** Comments as they are now. */
  readonly comments?: readonly Comment[];
}

/**
 * Whose a text is that stands under an id: of another draft, or perhaps of this one. A server that was restored from a
 * backup gives ids out again, so a known id with another text is no longer the known comment.
 */
export function claimOf(
  { place, posted }: Pick<Job, "place" | "posted">,
  attempt: Attempt,
  { id, matches }: { readonly id: Id; readonly matches: boolean },
): "other" | "open" | "unsure" {
  const other = posted.get(id);
  if (other === undefined) return "open";
  if (!matches) return "other";
  if (!sameDocument(place.kind, other.text, attempt.text)) return "open";
  // The id is newer than all that this attempt saw, yet the other draft had it before.
  return other.at < attempt.at ? "unsure" : "other";
}

export interface Target {
  /** What is on the server now, to be compared and merged with; only of texts that replace another. */
  load?(writer: Writer, place: Place): Promise<Theirs>;
  /** Reads what decides whether the text may be sent. */
  prepare(job: Job): Promise<Ready | Refused>;
  /** Throws a `Problem` if the server refuses, or the answer is lost. */
  send(job: Job, ready: Ready): Promise<Arrived | Refused>;
  /** Looks for what an attempt has left on the server. */
  find(job: Omit<Job, "draft">, attempt: Attempt): Promise<Finding>;
  /** Looks once more after it was sent. */
  check(job: Omit<Job, "draft">, attempt: Attempt, arrived: Arrived): Promise<Check>;
  /** Why the server has refused. */
  explain(problem: Problem, ready: Ready): Refusal;
  /** The draft of what was typed while the text was sent. */
  rest(draft: Draft, arrived: Arrived): Pick<Draft, "place" | "text" | "opened">;
}

// What the sender needs to know of each kind of text: how to prepare, send and find it. Written once per kind.
import type { Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { NewIssue } from "../api/issue-writes.ts";
import type { Comment, Id, Issue } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import type { Attempt, Draft, Refusal, Version } from "./draft.ts";
import type { Place } from "./place.ts";

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
  /** Comments of other drafts that are known to have arrived: they are not this one. */
  readonly posted: ReadonlySet<Id>;
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
  check(job: Job, attempt: Attempt, arrived: Arrived): Promise<Check>;
  /** Why the server has refused. */
  explain(problem: Problem, ready: Ready): Refusal;
  /** The draft of what was typed while the text was sent. */
  rest(draft: Draft, arrived: Arrived): Pick<Draft, "place" | "text" | "opened">;
}

// What became of a draft that was to be sent.
import type { Problem } from "../../../base/problem.ts";
import type { Id } from "../../model/entities.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { Draft, Refusal } from "./draft.ts";
import type { Version } from "./draft-document.ts";

export type Outcome = Sent | Refused;

export interface Sent {
  readonly sent: true;
  readonly thread: ThreadAddress;
  /** The comment's ID. Undefined for issues and reviews. */
  readonly comment: Id | undefined;
  /** More was typed during sending, and is kept as a draft. */
  readonly more: boolean;
  /** The names of labels, milestone and assignees that the server silently ignored. */
  readonly dropped: readonly string[];
  /** The whole title, and how many characters of it the server kept, if it shortened the title. */
  readonly cutTitle: { readonly whole: string; readonly kept: number } | undefined;
  /** A second comment or issue with the same text, because a proxy or another window repeated the POST. */
  readonly second: Id | undefined;
}

export interface Refused {
  readonly sent: false;
  readonly why: Refusal;
  readonly problem: Problem | undefined;
  readonly names: readonly string[];
  /** For a conflict: the server's version and its author. */
  readonly theirs: Theirs | undefined;
}

export interface Theirs extends Version {
  /** Undefined if the server doesn't return who changed the text. */
  readonly author: string | undefined;
}

export function refuse(why: Refusal, more: Partial<Omit<Refused, "sent" | "why">> = {}): Refused {
  return { sent: false, why, problem: undefined, names: [], theirs: undefined, ...more };
}

/** What differs between a sent draft and the new draft that keeps the text typed since. */
export type Remainder = Partial<Pick<Draft, "place" | "text" | "opened" | "submission">>;

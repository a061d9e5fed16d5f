// What a person wrote and has not sent, and what is known of the last attempt to send it.
import type { ProblemKind } from "../../base/problem.ts";
import { sameText, wellFormed } from "../model/entities.ts";
import type { Id } from "../model/entities.ts";
import { threadKey } from "../model/address.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Place } from "./place.ts";
import { threadOf } from "./place.ts";
import { beginningOf } from "./text.ts";
import type { Version } from "./text.ts";

/** Why a text was not sent. */
export const REFUSALS = [
  /** Nothing is written that could be sent. */
  "empty",
  /** The draft is gone: another window has sent it, or it was discarded. */
  "gone",
  /** The document of an issue has lost its head, or has no title. */
  "noHead",
  "noTitle",
  /** The head names what the repository doesn't have. */
  "unknownName",
  /** It has half of a surrogate pair, which can't be sent as UTF-8 and is not replaced unasked. */
  "brokenText",
  "locked",
  "archived",
  /** Another repository has taken the name. */
  "otherRepository",
  /** Another repository took the name in the moment of sending, and has the text now. */
  "strayed",
  /** The record is an event or a review, which can't be changed like this. */
  "notPlain",
  /** The comment, or the whole issue, is gone. */
  "missing",
  /** The comment that was to be deleted is still there, so its text is not posted beside it. */
  "standing",
  /** Someone else has changed it. */
  "conflict",
  /** The answer was lost, and the server did not have the text when Triptych looked. */
  "lost",
  /** It may have arrived, and only the reader can tell. */
  "unsure",
  /** The account that it was to be sent with is gone. */
  "signedOut",
  /** Other windows can't be asked whether they send it, so nothing is sent automatically. */
  "alone",
  /** A file that belongs to it is still on its way. */
  "uploading",
  /** It is being sent already. */
  "underWay",
  /** Whatever else the problem says. */
  "problem",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Failure {
  readonly at: number;
  /** The text that was to be sent: nothing else is sent automatically. */
  readonly asked: string | undefined;
  /** The id of the account that was to send it: no other one does so automatically. */
  readonly by: string | undefined;
  readonly why: Refusal;
  /** The kind of the problem, if there was one. */
  readonly kind: ProblemKind | undefined;
  /** What the repository doesn't have, of `unknownName`. */
  readonly names: readonly string[];
}

export interface Draft {
  /** Its own: two drafts with the same text are two texts. */
  readonly id: string;
  readonly place: Place;
  /** As it was last saved. */
  readonly text: string;
  /** As it was last typed, if that was not saved yet. */
  readonly unsaved: string | undefined;
  /** When the last of it was written down. */
  readonly keptAt: number;
  /** When it was last saved, which is what an editor compares. */
  readonly savedAt: number;
  /** What stood on the server when it was opened, or when its newer text was shown. */
  readonly opened: Version | undefined;
  /** Who wrote what is changed. */
  readonly author: string | undefined;
  /** The repository that was meant; another one may come to have its name. */
  readonly repository: Id | undefined;
  readonly failure: Failure | undefined;
  /** When the comment was deleted, of one that was. */
  readonly deletedAt: number | undefined;
}

/** A write that was started. Until it has an id or is over, no one knows whether the text arrived. */
export interface Attempt {
  /** The id of the draft. */
  readonly draft: string;
  readonly place: Place;
  /** The id of the repository that it was sent to, if the server says so. */
  readonly repository: Id | undefined;
  readonly text: string;
  /** The login it was sent with, if known. */
  readonly by: string | undefined;
  /** The newest comment or issue before it; the new one has a higher id or number. */
  readonly after: Id;
  /** When the newest comment of the thread was changed before it, by the server's clock. */
  readonly since: number | undefined;
  readonly at: number;
  /** What it became, once the server has said so or it was found. */
  readonly id: Id | undefined;
  /** Its draft is gone because of it. */
  readonly settled: boolean;
  /** What a complete look for a second copy has shown; undefined until one has succeeded. */
  readonly checked: { readonly second: Id | undefined } | undefined;
}

/** Problems that may be over without anyone's doing. */
const PASSING: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited", "server", "malformed"]);

export function textOf(draft: Pick<Draft, "text" | "unsaved">): string {
  return draft.unsaved ?? draft.text;
}

/** Whether it is the text of a comment whose deletion isn't certain. */
export function isLeaving({ deletedAt, place }: Pick<Draft, "deletedAt" | "place">): boolean {
  return place.kind === "deletedComment" && deletedAt === undefined;
}

/** Whether there is something to send: a text that was opened and not changed isn't a draft. */
export function isUnsent(draft: Draft): boolean {
  const { deletedAt, opened, place } = draft;
  if (place.kind === "deletedComment") return deletedAt !== undefined;
  const beginning = beginningOf(place.kind, opened);
  return beginning === undefined || !sameText(textOf(draft), beginning);
}

/** Whether it was asked for and goes without being asked for again. What was changed since was not asked for. */
export function isWaiting(draft: Draft): boolean {
  const { failure } = draft;
  if (failure === undefined || failure.asked !== wellFormed(textOf(draft)) || !isUnsent(draft)) return false;
  if (failure.why === "lost" || failure.why === "signedOut") return true;
  return failure.why === "problem" && failure.kind !== undefined && PASSING.has(failure.kind);
}

/** Whether it arrived, and a second copy of it has not been ruled out or shown to the reader. */
export function isUnchecked({ settled, checked }: Pick<Attempt, "settled" | "checked">): boolean {
  return settled && (checked === undefined || checked.second !== undefined);
}

export function isOf({ place }: Pick<Draft, "place">, address: ThreadAddress): boolean {
  const thread = threadOf(place);
  return thread !== undefined && threadKey(thread) === threadKey(address);
}

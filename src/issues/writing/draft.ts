// A text that was written and not sent, and the last attempt to send it.
import * as v from "valibot";
import { int64, listOf, optional } from "../../base/decode.ts";
import { PROBLEM_KINDS, type ProblemKind } from "../../base/problem.ts";
import { sameText, replaceLoneSurrogates, type Issue } from "../model/entities.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";
import { Place, getThread } from "./place.ts";
import { getBeginning, Version } from "./text.ts";

/** Why a text was not sent. */
export const REFUSALS = [
  /** There is no text to send. */
  "empty",
  /** The draft is gone: another window has sent it, or it was discarded. */
  "gone",
  /** The document of an issue has lost its head, or has no title. */
  "noHead",
  "noTitle",
  /** The head names what the repository doesn't have, or has a line that isn't a field. */
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
  /** The deleted comment still exists, so its text is not posted a second time. */
  "standing",
  /** Someone else has changed the text. */
  "conflict",
  /** The server has confirmed the change, and still has the old text. */
  "unchanged",
  /** The answer was lost, and the server did not have the text when Triptych looked, or could not be asked. */
  "lost",
  /** It may have arrived, and only the reader can tell. */
  "unsure",
  /** The account that it was to be sent with is gone. */
  "signedOut",
  /** Other windows can't be asked whether they send it, so nothing is sent automatically. */
  "alone",
  /** A file that belongs to it is still on its way. */
  "uploading",
  /** The upload of a file was interrupted, and its placeholder is still in the text. */
  "notUploaded",
  /** It is being sent already. */
  "underWay",
  /** Whatever else the problem says. */
  "problem",
] as const;
export type Refusal = (typeof REFUSALS)[number];

const Failure = v.object({
  at: v.number(),
  /** The text that was to be sent: nothing else is sent automatically. */
  asked: optional(v.string()),
  /** The id of the account that was to send it: no other one does so automatically. */
  by: optional(v.string()),
  why: v.picklist(REFUSALS),
  /** The kind of the problem, if there was one. */
  kind: optional(v.picklist(PROBLEM_KINDS)),
  /** The status of the server's or proxy's answer. */
  status: optional(v.number()),
  /** What the repository doesn't have, of `unknownName`. */
  names: listOf(v.string()),
});
export type Failure = Readonly<v.InferOutput<typeof Failure>>;

/** An id becomes a file name, so it has no characters that mean anything in a path. */
const DraftId = v.pipe(v.string(), v.regex(/^\w[\w.-]{0,300}$/));

/** A draft as its file has it. */
export const Draft = v.object({
  /** Its own: two drafts with the same text are two texts. */
  id: DraftId,
  place: Place,
  /** As it was last saved. */
  text: v.string(),
  /** As it was last typed, if that was not saved yet. */
  unsaved: optional(v.string()),
  /** When the last of it was written down. */
  keptAt: v.number(),
  /** When it was last saved, which is what an editor compares. */
  savedAt: v.number(),
  /** What the server had when it was opened, or when its newer text was shown. */
  opened: optional(Version),
  /** Who wrote what is changed. */
  author: optional(v.string()),
  /** The intended repository; another one may take its name. */
  repository: optional(int64),
  /** A newer version of Triptych may have reasons that this one doesn't know. Its text is read all the same. */
  failure: v.fallback(optional(Failure), undefined),
  /** When the comment was deleted, of one that was. */
  deletedAt: optional(v.number()),
});
export type Draft = Readonly<v.InferOutput<typeof Draft>>;

/** A write that was started, as its file has it. Until it has an id or is over, it isn't known whether the text arrived. */
export const Attempt = v.object({
  /** The id of the draft. */
  draft: DraftId,
  place: Place,
  /** The ID of the repository that it was sent to, if the server returned it. */
  repository: optional(int64),
  text: v.string(),
  /** The ID of the account that sent it, and its login if known. */
  account: optional(v.string()),
  by: optional(v.string()),
  /** The newest comment or issue before it; the new one has a higher id or number. */
  after: int64,
  /** When that comment was last changed, by the server's clock. */
  since: optional(v.number()),
  at: v.number(),
  /** What it became, once the server has confirmed it or it was found. */
  id: optional(int64),
  /** Its draft is gone because of it. */
  settled: v.boolean(),
  /** What a complete look for a second copy has shown; undefined until one has succeeded. */
  checked: optional(v.object({ second: optional(int64) })),
});
export type Attempt = Readonly<v.InferOutput<typeof Attempt>>;

/** The form of the files of both. */
export const FORM = 2;

/** Problems that may pass by themselves. */
const PASSING: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited", "server", "malformed"]);

export function isPassing(kind: ProblemKind | undefined): boolean {
  return kind !== undefined && PASSING.has(kind);
}

/** What a draft that changes this text begins with, to be compared with the server's text when it is sent. */
export function toBeginning({
  author,
  body,
  title,
  version,
}: Pick<Issue, "author" | "body"> & Partial<Pick<Issue, "title" | "version">>): Pick<Draft, "opened" | "author"> {
  return { opened: { title, body, version }, author: author?.login };
}

export function getText(draft: Pick<Draft, "text" | "unsaved">): string {
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
  const beginning = getBeginning(place.kind, opened);
  return beginning === undefined || !sameText(getText(draft), beginning);
}

/** Whether the outbox sends it: the user has sent it before, and has not changed it since. */
export function isWaiting(draft: Draft): boolean {
  const { failure } = draft;
  if (failure?.by === undefined || failure.asked !== replaceLoneSurrogates(getText(draft)) || !isUnsent(draft))
    return false;
  if (failure.why === "lost" || failure.why === "signedOut") return true;
  return failure.why === "problem" && isPassing(failure.kind);
}

/** Whether it is sent as soon as the server can be reached: an account that is signed out must come back first. */
export function waitsForServer(draft: Draft): boolean {
  return isWaiting(draft) && draft.failure?.why !== "signedOut";
}

/** Whether it arrived, and a second copy of it has not been ruled out or shown to the reader. */
export function isUnchecked({ settled, checked }: Pick<Attempt, "settled" | "checked">): boolean {
  return settled && (checked === undefined || checked.second !== undefined);
}

export function isOnThread({ place }: Pick<Draft, "place">, address: ThreadAddress): boolean {
  const thread = getThread(place);
  return thread !== undefined && threadKey(thread) === threadKey(address);
}

// The data of drafts and of attempts to send them.
import * as v from "valibot";
import { int64, listOf, optional } from "../../../base/decode.ts";
import { PROBLEM_KINDS, type ProblemKind } from "../../../base/problem.ts";
import { sameText, replaceLoneSurrogates, type Issue } from "../../model/entities.ts";
import { isReview, Place } from "./place.ts";
import { ReviewLine, SentComment, SentReview, writeReview } from "./review-text.ts";
import { getBeginning, Version } from "./draft-document.ts";

/** The reasons why a text was not sent. */
export const REFUSALS = [
  "empty",
  /** The draft is gone: another window has sent it, or it was discarded. */
  "gone",
  /** The document of an issue lacks its head, or a title in it. */
  "noHead",
  "noTitle",
  /** The head of a new pull request lacks one of its branches. */
  "noBranch",
  /** The server doesn't have one of the branches. */
  "unknownBranch",
  /** The server has an open pull request for the same branches. */
  "pullExists",
  /** The branch has no commits that the other one doesn't have. */
  "nothingToMerge",
  /** The head has a name that the repository doesn't know, or a line that isn't a field. */
  "unknownName",
  /** The text has half of a surrogate pair. UTF-8 can't encode it, and Triptych doesn't replace it without asking. */
  "brokenText",
  "locked",
  "archived",
  /** Another repository has this name now. */
  "otherRepository",
  /** Another repository took the name during sending, and has the text now. */
  "strayed",
  /** The record is an event or a review, which can't be changed like a comment. */
  "notPlain",
  /** The comment or the issue no longer exists, or the account can't see it. */
  "missing",
  /** The user has a pending review on the server, from another client, which would be published together with this one. */
  "pendingReview",
  /** The comments of a review have changed since the user submitted it. */
  "otherComments",
  /** The pull request has commits that the user hasn't reviewed. */
  "moved",
  /** The comment that was to be deleted still exists, so its text isn't posted again. */
  "standing",
  "conflict",
  /** The server confirmed the change, but still has the old text. */
  "unchanged",
  /** The answer was lost, and a check found no such text on the server or failed. */
  "lost",
  /** The text may have arrived, and only the user can tell. */
  "unsure",
  /** The account that was to send it is signed out. */
  "signedOut",
  "uploading",
  /** An upload was interrupted, and its placeholder is still in the text. */
  "notUploaded",
  "underWay",
  /** Any other reason, which the problem describes. */
  "problem",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export const Failure = v.object({
  at: v.number(),
  /** The text that the user tried to send. Only this text is sent automatically. */
  asked: optional(v.string()),
  /** The ID of the account that was to send it. No other account sends it automatically. */
  by: optional(v.string()),
  why: v.picklist(REFUSALS),
  kind: optional(v.picklist(PROBLEM_KINDS)),
  /** The HTTP status, from the server or a proxy. */
  status: optional(v.number()),
  /** How often the server answered this text with an error of its own. */
  serverErrors: v.optional(v.number(), 0),
  /** The names or branches that the repository doesn't know, or the number of the pull request that exists. */
  names: listOf(v.string()),
});
export type Failure = Readonly<v.InferOutput<typeof Failure>>;

/** An ID becomes a part of file names, so characters with a meaning in paths are not allowed. */
export const DraftId = v.pipe(v.string(), v.regex(/^\w[\w.-]{0,300}$/));

/** What a comment of a review is about: a line of a changed file, or the file as a whole. */
export const Anchor = v.object({
  path: v.string(),
  line: optional(ReviewLine),
  /** The head of the pull request that the user saw. */
  commit: v.string(),
  /** The lines to show beside the text. */
  hunk: v.string(),
});
export type Anchor = Readonly<v.InferOutput<typeof Anchor>>;

/** What a review is submitted with, beside its text. */
export const Submission = v.object({
  ...v.omit(SentReview, ["body", "comments"]).entries,
  comments: v.array(SentComment),
});
export type Submission = Readonly<v.InferOutput<typeof Submission>>;

/** A text with what was known about it when it was typed. */
export const DraftText = v.object({
  place: Place,
  /** The text as last saved. */
  text: v.string(),
  /** The text as last typed, if it isn't saved yet. */
  unsaved: optional(v.string()),
  /** When the text was last stored, saved or only typed. */
  keptAt: v.number(),
  /** When the text was last saved. Editors compare this time. */
  savedAt: v.number(),
  /** The server's version when the text was opened, or a newer one that the user has seen since. */
  opened: optional(Version),
  /** The author of the text that the draft changes. */
  author: optional(v.string()),
  /** The ID of the intended repository. Another repository may take its name. */
  repository: optional(int64),
  /** When the comment was deleted, if the draft keeps the text of a deleted one. */
  deletedAt: optional(v.number()),
  /** For a comment of a review. */
  anchor: optional(Anchor),
  /** For the text of a review that the user has submitted. */
  submission: optional(Submission),
});
export type DraftText = Readonly<v.InferOutput<typeof DraftText>>;

/** A text that isn't sent yet, as its records describe it. */
export interface Draft extends DraftText {
  /** Unique: two drafts with the same text are separate. */
  readonly id: string;
  readonly failure: Failure | undefined;
}

/** A started send. Without an ID, it isn't known whether the text arrived. */
export const Attempt = v.object({
  draft: DraftId,
  place: Place,
  /** The ID of the repository that it was sent to, if the server returned it. */
  repository: optional(int64),
  text: v.string(),
  /** The ID of the account that sent it, and its login if known. */
  account: optional(v.string()),
  by: optional(v.string()),
  /** The newest comment or issue before the send. The new one has a higher ID or number. */
  after: int64,
  /** When that newest comment was last changed, by the server's clock. */
  since: optional(v.number()),
  at: v.number(),
  /** The ID of the comment or number of the issue, once the server confirmed it or a check found it. */
  id: optional(int64),
  /** True once the text arrived and its draft was removed. */
  settled: v.boolean(),
  /** The result of a complete search for a second copy. Undefined until one succeeded. */
  checked: optional(v.object({ second: optional(int64) })),
});
export type Attempt = Readonly<v.InferOutput<typeof Attempt>>;

/** A server that answers a text with this many errors can't store it, so Triptych stops trying: for about an hour. */
const MAX_SERVER_ERRORS = 10;

/** Problems that may go away without the user's help. */
const TRANSIENT: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited", "server", "malformed"]);

export function isTransient(kind: ProblemKind | undefined): boolean {
  return kind !== undefined && TRANSIENT.has(kind);
}

type Changeable = Pick<Issue, "author" | "body"> & Partial<Pick<Issue, "title" | "version">>;

/** Returns the initial values of a draft that changes this text. Sending compares them with the server's text. */
export function toBeginning({ author, body, title, version }: Changeable): Pick<Draft, "opened" | "author"> {
  return { opened: { title, body, version }, author: author?.login };
}

export function getText(draft: Pick<Draft, "text" | "unsaved">): string {
  return draft.unsaved ?? draft.text;
}

type SentDraft = Pick<Draft, "text" | "unsaved" | "place" | "id" | "anchor" | "submission">;

/** Returns the text as it is sent: UTF-8 can't encode half of a surrogate pair. For reviews, it is the whole review. */
export function toSentText(draft: SentDraft): string {
  return isReview(draft.place) ? writeReview(toSentReview(draft)) : replaceLoneSurrogates(getText(draft));
}

/** A single comment is sent as a review without anything else. */
function toSentReview(draft: SentDraft): SentReview {
  const { anchor, id, submission } = draft;
  const text = getText(draft);
  const { path = "", line, commit = "" } = anchor ?? {};
  return draft.place.kind === "review"
    ? { verdict: "commented", commit: "", published: undefined, comments: [], ...submission, body: text }
    : { verdict: "commented", commit, published: undefined, body: "", comments: [{ draft: id, path, line, text }] };
}

/** Whether the draft keeps the text of a comment whose deletion isn't confirmed yet. */
export function isDeletionPending({ deletedAt, place }: Pick<Draft, "deletedAt" | "place">): boolean {
  return place.kind === "deletedComment" && deletedAt === undefined;
}

/** Whether there is something to send: a text that was opened but not changed doesn't count as a draft. */
export function isUnsent(draft: Draft): boolean {
  const { deletedAt, opened, place } = draft;
  if (place.kind === "deletedComment") return deletedAt !== undefined;
  if (draft.submission !== undefined) return true;
  const beginning = getBeginning(place.kind, opened);
  return beginning === undefined || !sameText(getText(draft), beginning);
}

/** Whether the outbox sends the draft: the user tried to send it, and has not changed it since. */
export function isWaiting(draft: Draft): boolean {
  const { failure } = draft;
  if (failure?.by === undefined || failure.serverErrors >= MAX_SERVER_ERRORS) return false;
  if (failure.asked !== toSentText(draft) || !isUnsent(draft)) return false;
  if (failure.why === "lost" || failure.why === "signedOut" || failure.why === "underWay") return true;
  return failure.why === "problem" && isTransient(failure.kind);
}

/** Whether the draft is sent as soon as the server is reachable. A signed-out account must sign in first. */
export function waitsForServer(draft: Draft): boolean {
  return isWaiting(draft) && draft.failure?.why !== "signedOut";
}

/** Whether the text arrived, but a second copy was neither ruled out nor shown to the user. */
export function isUnchecked({ settled, checked }: Pick<Attempt, "settled" | "checked">): boolean {
  return settled && (checked === undefined || checked.second !== undefined);
}

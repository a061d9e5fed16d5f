// Asks with which verdict and text to submit a review, and confirms it with exactly what will happen.
import type { Choice, Dialogs } from "../../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { describeAnchor, describeComment, labelVerdict } from "../../editing/draft-text.ts";
import { formatHost, fullName, type ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import { firstLine } from "../../model/first-line.ts";
import type { PullDetails } from "../../model/pull.ts";
import type { ReviewComment, Verdict } from "../../model/review.ts";
import type { PendingComment } from "../store/pending-reviews.ts";

/** As many digits as servers show of a commit's ID. */
const SHORT_ID_CHARS = 10;
/** The comments that a row or a question lists. */
const MAX_LISTED_COMMENTS = 20;
const MAX_COMMENTS_IN_ROW = 3;

/** What the user is about to submit. */
export interface ReviewInQuestion {
  readonly address: ThreadAddress;
  readonly details: PullDetails;
  readonly comments: readonly PendingComment[];
  readonly text: string;
  readonly isOwn: boolean;
}

export type ReviewChoice =
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  /** The user wants to write the text in an editor. */
  | { readonly kind: "write" }
  | { readonly kind: "denied"; readonly why: string };

export async function askForVerdict(
  dialogs: Pick<Dialogs, "pick">,
  { address, comments, isOwn, text }: ReviewInQuestion,
): Promise<ReviewChoice | undefined> {
  const own = l10n.t("Not possible: this is your own pull request.");
  const decide = (verdict: Verdict, detail: string): Choice<ReviewChoice> => ({
    label: labelVerdict(verdict),
    detail: isOwn ? own : detail,
    value: isOwn ? { kind: "denied", why: own } : { kind: "verdict", verdict },
  });
  return await dialogs.pick<ReviewChoice>(l10n.t("Submit Review of {0}", formatPull(address.number)), [
    {
      label: labelVerdict("commented"),
      detail: l10n.t("Without a verdict. {0}", summarize(comments)),
      value: { kind: "verdict", verdict: "commented" },
    },
    decide("approved", summarize(comments)),
    decide("changesRequested", l10n.t("Needs a text. {0}", summarize(comments))),
    {
      label: text === "" ? l10n.t("Write a Text in an Editor…") : l10n.t("Edit the Text in an Editor…"),
      detail: firstLine(text),
      value: { kind: "write" },
    },
  ]);
}

/** Asks for the text of a review, or returns one of several lines as it is. Undefined if the user cancels. */
export async function askForText(
  dialogs: Pick<Dialogs, "input">,
  { address, comments, text }: ReviewInQuestion,
  verdict: Verdict,
  typed: (text: string) => void,
): Promise<string | undefined> {
  if (text.trim().includes("\n")) return text;
  const isOptional = verdict === "approved" || (verdict === "commented" && comments.length > 0);
  return await dialogs.input({
    title: l10n.t("{0}: Text of Your Review of {1}", labelVerdict(verdict), formatPull(address.number)),
    placeholder: isOptional ? l10n.t("Optional") : l10n.t("Required"),
    value: text,
    validate: (answer) => (isOptional || answer.trim() !== "" ? undefined : l10n.t("Enter a text")),
    typed,
  });
}

/** `pending` are the comments of the user's pending review that is published too. `who` is the account. */
export async function confirmReview(
  dialogs: Pick<Dialogs, "confirm">,
  { address, comments, details, text }: ReviewInQuestion,
  verdict: Verdict,
  { pending, who }: { readonly pending: readonly ReviewComment[] | undefined; readonly who: string },
): Promise<boolean> {
  const listed = [...comments.map(describeComment), ...(pending ?? []).map(describeStored)];
  const lines = [
    details.title,
    ...(text.trim() === "" ? [] : [l10n.t("Text: {0}", text.trim())]),
    ...(listed.length === 0 ? [] : [l10n.plural(listed.length, "{0} comment:", "{0} comments:")]),
    ...listed.slice(0, MAX_LISTED_COMMENTS),
    ...(listed.length > MAX_LISTED_COMMENTS ? ["…"] : []),
    ...(pending === undefined ? [] : [l10n.t("Your pending review on the server is published with it.")]),
    l10n.t("Head: {0} of {1}", details.head.commit.slice(0, SHORT_ID_CHARS), details.head.branch),
    l10n.t("As {0} in {1}", who, fullName(address)),
  ];
  return await dialogs.confirm({
    sentence: askVerdict(verdict, formatPull(address.number)),
    detail: lines.join("\n"),
    yes: l10n.t("Submit Review"),
  });
}

/** Asks what to do with the user's pending review on the server. Undefined if the user cancels. */
export async function askAboutPending(
  dialogs: Pick<Dialogs, "confirm" | "pick">,
  address: ThreadAddress,
  comments: readonly ReviewComment[],
  { mayPublish }: { readonly mayPublish: boolean },
): Promise<"publish" | "discard" | undefined> {
  const host = formatHost(address.base);
  const what = summarizeStored(comments);
  const publish = {
    label: l10n.t("Publish It Together with This Review"),
    detail: what,
    value: "publish",
  } as const;
  const discard = {
    label: l10n.t("Discard It on {0}…", host),
    detail: mayPublish ? what : l10n.t("A single comment would publish it, too. {0}", what),
    value: "discard",
  } as const;
  const title = l10n.t("You Have a Pending Review of {0} on {1}", formatPull(address.number), host);
  const chosen = await dialogs.pick<"publish" | "discard">(title, mayPublish ? [publish, discard] : [discard]);
  if (chosen !== "discard") return chosen;
  const isSure = await dialogs.confirm({
    sentence: l10n.t("Discard your pending review of {0} on {1}?", formatPull(address.number), host),
    detail: [what, ...comments.slice(0, MAX_LISTED_COMMENTS).map(describeStored)].join("\n"),
    yes: l10n.t("Discard"),
  });
  return isSure ? "discard" : undefined;
}

/** Asks what to do with comments whose lines the present head doesn't have. Undefined if the user cancels. */
export async function askAboutOutdated(
  dialogs: Pick<Dialogs, "pick">,
  comments: readonly PendingComment[],
  { mayLeaveOut }: { readonly mayLeaveOut: boolean },
): Promise<"onFiles" | "leaveOut" | undefined> {
  const detail = comments.slice(0, MAX_COMMENTS_IN_ROW).map(describeComment).join(", ");
  const onFiles = { label: l10n.t("Comment on the Whole File Instead"), detail, value: "onFiles" } as const;
  const leaveOut = {
    label: l10n.t("Leave Out"),
    detail: l10n.t("What you leave out stays a draft."),
    value: "leaveOut",
  } as const;
  const title = l10n.plural(
    comments.length,
    "{0} Comment Is About a Line That Has Changed Since",
    "{0} Comments Are About Lines That Have Changed Since",
  );
  return await dialogs.pick<"onFiles" | "leaveOut">(title, mayLeaveOut ? [onFiles, leaveOut] : [onFiles]);
}

function askVerdict(verdict: Verdict, name: string): string {
  switch (verdict) {
    case "commented":
      return l10n.t("Submit your review of {0} without a verdict?", name);
    case "approved":
      return l10n.t("Approve {0}?", name);
    case "changesRequested":
      return l10n.t("Request changes to {0}?", name);
  }
}

/** Counts the comments, with the first words of some. */
function summarize(comments: readonly PendingComment[]): string {
  return summarizeTexts(comments.map(({ text, unsaved }) => unsaved ?? text));
}

function summarizeStored(comments: readonly ReviewComment[]): string {
  return summarizeTexts(comments.map(({ body }) => body));
}

function summarizeTexts(texts: readonly string[]): string {
  if (texts.length === 0) return l10n.t("No comments on lines.");
  const words = texts.slice(0, MAX_COMMENTS_IN_ROW).map((text) => `“${firstLine(text)}”`);
  const more = texts.length > words.length ? ["…"] : [];
  return `${l10n.plural(texts.length, "{0} comment:", "{0} comments:")} ${[...words, ...more].join(", ")}`;
}

function describeStored({ body, line, path }: ReviewComment): string {
  return `${describeAnchor({ line, path })} · ${firstLine(body)}`;
}

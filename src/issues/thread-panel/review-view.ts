// Builds what the panel shows of a review: its verdict, its text and its comments on lines.
import { l10n } from "../../workbench/text/l10n.ts";
import type { BannerView, CommentView, NoteView } from "../../panels/thread/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { threadWebUrl, type ThreadAddress } from "../model/address.ts";
import { editedAt } from "../model/entities.ts";
import {
  missingReviewComments,
  pendingComments,
  type FullReview,
  type Review,
  type ReviewComment,
} from "../model/review.ts";
import type { ThreadEvent } from "../model/timeline.ts";
import type { Thread } from "../thread/thread.ts";
import { formatPerson } from "../wording/people.ts";
import { getBeginning } from "./long-text.ts";

/** Shows a review with text or comments on lines as a comment. Undefined for a review that is only a verdict. */
export function reviewView(
  { id, author, at, meaning }: ThreadEvent,
  address: ThreadAddress,
  { mayWrite, authorRole }: { readonly mayWrite: boolean; readonly authorRole: string },
): CommentView | undefined {
  if (meaning.kind !== "reviewed") return undefined;
  const { body, review, isPending } = meaning;
  const notes = review?.comments.map((comment) => noteView(comment, review, address)) ?? [];
  const missing = review?.missing ?? 0;
  if (body === "" && notes.length === 0 && missing === 0) return undefined;
  return {
    kind: "comment",
    id: String(id),
    who: formatPerson(author),
    authorRole,
    at: new Date(at).toISOString(),
    edited: "",
    ...getBeginning(body),
    beside: { ...verdictLook(review?.review), text: isPending ? describePending() : describeVerdict(review?.review) },
    can: mayWrite && body !== "" ? ["quote"] : [],
    context: JSON.stringify({ preventDefaultContextMenuItems: true }),
    files: [],
    ...(notes.length === 0 ? {} : { notes }),
    ...(missing === 0
      ? {}
      : {
          missing: {
            sentence:
              missing === 1
                ? l10n.t("1 comment can't be shown.")
                : l10n.t("{0} comments can't be shown.", format.count(missing)),
            link: l10n.t("Open on the Web"),
            href: threadWebUrl(address, true, id),
          },
        }),
  };
}

/** Describes a review whose text was sent through the API. Servers show it to everyone before it is submitted. */
export function describePending(): string {
  return l10n.t("wrote this in a review that isn't submitted yet");
}

/** Describes the verdict of a review. The text follows the name of the author. */
export function describeVerdict(review: Review | undefined): string {
  const verdict = describeBaseVerdict(review);
  return review?.dismissed === true ? l10n.t("{0} · dismissed", verdict) : verdict;
}

function describeBaseVerdict(review: Review | undefined): string {
  switch (review?.state) {
    case "approved":
      if (!review.official) return l10n.t("approved without write access");
      return review.stale ? l10n.t("approved an earlier version") : l10n.t("approved these changes");
    case "changesRequested":
      return review.stale ? l10n.t("requested changes to an earlier version") : l10n.t("requested changes");
    case "commented":
    case "pending":
    case "requested":
    case "unknown":
    case undefined:
      return review?.stale === true ? l10n.t("reviewed an earlier version") : l10n.t("reviewed this");
  }
}

/** A dismissed or outdated verdict no longer counts, so it gets no color. */
export function verdictLook(review: Review | undefined): Pick<NonNullable<CommentView["beside"]>, "icon" | "tone"> {
  const counts = review !== undefined && !review.dismissed && !review.stale;
  if (review?.state === "approved") return { icon: "pass", tone: counts && review.official ? "good" : "" };
  if (review?.state === "changesRequested") return { icon: "request-changes", tone: counts ? "caution" : "" };
  return { icon: "eye", tone: "" };
}

/** Builds banners for reviews that can't be shown, and for a pending review, which only its author can see as a whole. */
export function reviewBanners({ issue, items, reviews, withoutReviews }: Thread, now: number): readonly BannerView[] {
  if (issue.pull === undefined) return [];
  const banner = {
    kind: "banner",
    tone: "caution",
    place: "top",
    buttons: [{ act: { type: "action", id: "openOnWeb" }, label: l10n.t("Open on the Web") }],
  } as const;
  const banners: BannerView[] = [];
  if (withoutReviews !== undefined) {
    const sentence =
      withoutReviews.kind === "forbidden"
        ? l10n.t("Your token lacks read:repository.")
        : describeProblem(withoutReviews, now).sentence;
    banners.push({ ...banner, start: l10n.t("Reviews could not be loaded."), sentence });
  }
  const missing = missingReviewComments(reviews);
  if (missing > 0 || reviews.skipped > 0) {
    const sentences = [
      missing === 0 ? "" : l10n.t("Comments on lines that can't be shown: {0}.", format.count(missing)),
      reviews.skipped === 0 ? "" : l10n.t("Reviews that can't be shown: {0}.", format.count(reviews.skipped)),
    ];
    banners.push({
      ...banner,
      start: l10n.t("Part of the review could not be loaded."),
      sentence: sentences.join(" ").trim(),
    });
  }
  const pending = pendingComments(reviews);
  if (pending > 0) {
    const isTextShown = items.some(
      (item) =>
        item.kind === "event" && item.event.meaning.kind === "reviewed" && isOwnPending(item.event.meaning.review),
    );
    const sentence = isTextShown
      ? l10n.t("Everyone can see its text, but only you its comments on lines, until you submit it on the web.")
      : l10n.t("Only you can see it until you submit it on the web.");
    banners.push({ ...banner, tone: "info", icon: "eye", start: l10n.t("You have a pending review."), sentence });
  }
  return banners;
}

function isOwnPending(review: FullReview | undefined): boolean {
  return review?.review.state === "pending";
}

function noteView(comment: ReviewComment, { review }: FullReview, address: ThreadAddress): NoteView {
  const edited = editedAt(comment);
  const { markdown, more } = getBeginning(comment.body);
  return {
    id: String(comment.id),
    who: comment.author?.id === review.author?.id ? "" : formatPerson(comment.author),
    at: new Date(comment.createdAt).toISOString(),
    edited: edited === undefined ? "" : new Date(edited).toISOString(),
    markdown,
    cut: more?.sentence ?? "",
    path: comment.path,
    where: describeLines(comment),
    patch: getBeginning(comment.hunk).markdown,
    language: /\.([^./]+)$/.exec(comment.path)?.[1] ?? "",
    outdated: review.stale,
    resolved: comment.resolvedBy === undefined ? "" : l10n.t("Resolved by {0}", formatPerson(comment.resolvedBy)),
    href: threadWebUrl(address, true, comment.id),
  };
}

function describeLines({ extraLines, line }: ReviewComment): string {
  if (line === undefined) return l10n.t("On the file");
  const { side, number } = line;
  const first = String(number);
  if (extraLines <= 0) return side === "new" ? l10n.t("Line {0}", first) : l10n.t("Line {0} before the change", first);
  const last = String(number + extraLines);
  return side === "new" ? l10n.t("Lines {0}–{1}", first, last) : l10n.t("Lines {0}–{1} before the change", first, last);
}

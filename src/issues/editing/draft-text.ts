// Describes drafts: their kinds, titles and states, and why one was not sent.
import { inLine } from "../../workbench/text/encode.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { cutText } from "../../base/graphemes.ts";
import { Problem } from "../../base/problem.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { type Comment, formatPull, isGhost, withLineFeeds } from "../model/entities.ts";
import { firstLine } from "../model/first-line.ts";
import { fullName, formatHost } from "../model/address.ts";
import type { Verdict } from "../model/review.ts";
import { formatPerson } from "../wording/people.ts";
import { isNameless } from "../repositories/nameless-accounts.ts";
import {
  isWaiting,
  getText,
  type Anchor,
  type Draft,
  type Submission,
  type Failure,
  type Refusal,
} from "../writing/drafts/draft.ts";
import { isIssue, isReview, getOrigin, type Kind, type Place, threadAt } from "../writing/drafts/place.ts";
import type { UnreadableText } from "../writing/drafts/journal.ts";
import type { Refused } from "../writing/drafts/outcome.ts";
import { readForm } from "../writing/drafts/draft-document.ts";

/** The texts that differ between the kinds of drafts. */
interface KindWording {
  /** The kind, as shown in rows. */
  readonly label: string;
  readonly send: string;
  /** The label of the command that discards the draft. */
  readonly discard: string;
  readonly sending: (place: Place) => string;
  readonly sent: (number: string) => string;
  /** Shown after the outbox sent the draft. `issue` is a full reference, because the user may be anywhere. */
  readonly sentLater: (issue: string) => string;
  readonly discardQuestion: (place: Place) => string;
  readonly icon: string;
}

/** VS Code cuts longer tab titles. */
const MAX_TITLE_CHARS = 80;

const number = (place: Place): string => String(place.number);
const pullNumber = (place: Place): string => formatPull(threadAt(place).number);

export function wordingForKind(kind: Kind): KindWording {
  const reply: KindWording = {
    label: l10n.t("Draft"),
    send: l10n.t("Post Comment"),
    discard: l10n.t("Discard…"),
    sending: (place) => l10n.t("Sending to #{0}…", number(place)),
    sent: () => l10n.t("Comment posted."),
    sentLater: (issue) => l10n.t("Posted your comment on {0}.", issue),
    discardQuestion: (place) => l10n.t("Discard the draft on #{0}?", number(place)),
    icon: "edit",
  };
  const change: KindWording = {
    ...reply,
    send: l10n.t("Send Changes"),
    discard: l10n.t("Revert…"),
    sent: () => l10n.t("Changes sent."),
    sentLater: (issue) => l10n.t("Sent your changes to {0}.", issue),
  };
  switch (kind) {
    case "newComment":
      return reply;
    case "comment":
      return {
        ...change,
        label: l10n.t("Changed"),
        discardQuestion: () => l10n.t("Discard your changes to this comment?"),
      };
    case "deletedComment":
      return { ...reply, label: l10n.t("Deleted"), icon: "trash" };
    case "newIssue":
      return {
        ...reply,
        label: l10n.t("New Issue"),
        send: l10n.t("Create Issue"),
        sending: ({ repository }) => l10n.t("Creating an issue in {0}…", fullName(repository)),
        sent: (created) => l10n.t("Created #{0}.", created),
        sentLater: (issue) => l10n.t("Created {0}.", issue),
        discardQuestion: ({ repository }) => l10n.t("Discard the new issue in {0}?", fullName(repository)),
      };
    case "newPull":
      return {
        ...reply,
        label: l10n.t("New Pull Request"),
        send: l10n.t("Create Pull Request"),
        sending: ({ repository }) => l10n.t("Creating a pull request in {0}…", fullName(repository)),
        sent: (created) => l10n.t("Created {0}.", formatPull(BigInt(created))),
        sentLater: (pull) => l10n.t("Created {0}.", pull),
        discardQuestion: ({ repository }) => l10n.t("Discard the new pull request in {0}?", fullName(repository)),
        icon: "git-pull-request-create",
      };
    case "issueText":
      return {
        ...change,
        label: l10n.t("Title and Text"),
        discardQuestion: (place) => l10n.t("Discard your changes to #{0}?", number(place)),
      };
    case "review":
      return {
        ...reply,
        label: l10n.t("Review"),
        send: l10n.t("Submit Review…"),
        sending: (place) => l10n.t("Submitting your review of {0}…", pullNumber(place)),
        sent: () => l10n.t("Review submitted."),
        sentLater: (pull) => l10n.t("Submitted your review of {0}.", pull),
        discardQuestion: (place) => l10n.t("Discard the text of your review of {0}?", pullNumber(place)),
      };
    case "reviewComment":
      return {
        ...reply,
        label: l10n.t("Review Comment"),
        send: l10n.t("Add Single Comment"),
        sending: (place) => l10n.t("Sending to {0}…", pullNumber(place)),
        discardQuestion: (place) => l10n.t("Discard this comment on {0}?", pullNumber(place)),
      };
  }
}

/** Returns the document's name for its tab and the breadcrumbs. */
export function documentTitle(place: Place, draft: Draft | undefined): string {
  const { kind, repository } = place;
  const issue = `#${place.number}`;
  const host = formatHost(place.repository.base);
  switch (kind) {
    case "newComment":
      return l10n.t("{0} · Reply · {1}", issue, host);
    case "deletedComment":
    case "comment":
      return draft?.author === undefined
        ? l10n.t("{0} · Comment · {1}", issue, host)
        : l10n.t("{0} · Comment by {1} · {2}", issue, draft.author, host);
    case "newIssue":
      return l10n.t("New Issue · {0}", inLine(repository.name));
    case "newPull":
      return l10n.t("New Pull Request · {0}", inLine(repository.name));
    case "issueText":
      return inLine(cutText(`${issue} ${draft?.opened?.title ?? ""}`.trim(), MAX_TITLE_CHARS));
    case "review":
      return l10n.t("{0} · Review · {1}", pullNumber(place), host);
    case "reviewComment":
      return inLine(cutText(`${pullNumber(place)} · ${describeAnchor(draft?.anchor)}`, MAX_TITLE_CHARS));
  }
}

/** Returns the issue that the text belongs to, or the repository of a new issue. */
export function describePlace(place: Place): string {
  const { repository, number: issue } = place;
  if (isReview(place)) return `${fullName(repository)}${pullNumber(place)}`;
  return issue === undefined ? fullName(repository) : `${fullName(repository)}#${issue}`;
}

/** Returns what a comment of a review is about: "src/tide.rs:41". */
export function describeAnchor(anchor: Pick<Anchor, "line" | "path"> | undefined): string {
  const { line, path } = anchor ?? {};
  if (path === undefined) return l10n.t("unknown line");
  if (line === undefined) return path;
  const where = `${path}:${line.number}`;
  return line.side === "old" ? l10n.t("{0} (before)", where) : where;
}

/** Returns the draft's title, or the first line of its text. */
export function describeDraft(draft: Draft): string {
  const { title, body } = readForm(draft.place.kind, getText(draft));
  const line = title === "" ? firstLine(body) : title;
  if (draft.place.kind === "reviewComment") return describeComment(draft);
  if (draft.submission !== undefined) return describeSubmission(draft.submission, line);
  return line === "" && isIssue(draft.place) ? l10n.t("Untitled") : line;
}

/** Describes a review that the user has submitted: "Approve · 2 comments · first words". */
function describeSubmission({ comments, verdict }: Submission, line: string): string {
  const size = comments.length === 0 ? "" : l10n.plural(comments.length, "{0} comment", "{0} comments");
  return [labelVerdict(verdict), size, line].filter((part) => part !== "").join(" · ");
}

export function labelVerdict(verdict: Verdict): string {
  switch (verdict) {
    case "commented":
      return l10n.t("Comment");
    case "approved":
      return l10n.t("Approve");
    case "changesRequested":
      return l10n.t("Request Changes");
  }
}

/** Returns the line that a comment of a review is about, with its first words. */
export function describeComment(draft: Pick<Draft, "anchor" | "text" | "unsaved">): string {
  return `${describeAnchor(draft.anchor)} · ${firstLine(getText(draft))}`;
}

/** Returns briefly why a draft can't be read. */
export function describeUnreadable({ why }: UnreadableText): string {
  switch (why) {
    case "forbidden":
      return l10n.t("permission denied");
    case "notFile":
      return l10n.t("not a file");
    case "tooLarge":
      return l10n.t("too large");
    case "damaged":
      return l10n.t("damaged, or saved by a newer version");
  }
}

/** Returns the draft's age, or briefly why it was not sent. */
export function describeState(draft: Draft, now: number): string {
  const { failure } = draft;
  if (failure === undefined) return format.age(draft.deletedAt ?? draft.keptAt, now);
  const reason = refusalReason(failure.why, toProblem(failure, draft.place), now);
  return isWaiting(draft) ? l10n.t("waiting: {0}", reason) : l10n.t("not sent: {0}", reason);
}

/** Returns why a text was not sent, in two or three words. */
export function refusalReason(why: Refusal, problem: Problem | undefined, now: number): string {
  const cause = problem === undefined ? undefined : lowerCaseInEnglish(describeProblem(problem, now).short);
  const reasons: Readonly<Record<Refusal, string>> = {
    empty: l10n.t("empty"),
    gone: l10n.t("no longer a draft"),
    noHead: l10n.t("header missing"),
    noTitle: l10n.t("no title"),
    noBranch: l10n.t("no branch"),
    unknownBranch: l10n.t("unknown branch"),
    pullExists: l10n.t("already exists"),
    nothingToMerge: l10n.t("nothing to merge"),
    unknownName: l10n.t("unknown name"),
    brokenText: l10n.t("broken character"),
    locked: l10n.t("locked"),
    archived: l10n.t("archived"),
    otherRepository: l10n.t("different repository"),
    strayed: l10n.t("posted elsewhere"),
    notPlain: l10n.t("not a comment"),
    missing: l10n.t("not found"),
    pendingReview: l10n.t("another pending review"),
    otherComments: l10n.t("comments changed"),
    moved: l10n.t("new commits"),
    standing: l10n.t("not deleted"),
    conflict: l10n.t("changed by someone else"),
    unchanged: l10n.t("not saved"),
    lost: problem?.kind === "server" && cause !== undefined ? cause : l10n.t("no response"),
    unsure: l10n.t("may have arrived"),
    signedOut: l10n.t("signed out"),
    uploading: l10n.t("uploading"),
    notUploaded: l10n.t("upload interrupted"),
    underWay: l10n.t("being sent"),
    problem: cause ?? l10n.t("failed"),
  };
  return reasons[why];
}

/** Only English goes to lower case: other languages may capitalize nouns anywhere. */
function lowerCaseInEnglish(text: string): string {
  return format.dateLanguage.startsWith("en") ? text.toLocaleLowerCase() : text;
}

/** Returns why a text was not sent, in full. The caller adds what happens to the draft. */
export function refusalSentence(
  { why, problem, names, by }: Pick<Refused, "why" | "problem" | "names"> & { readonly by?: string | undefined },
  place: Place,
  now: number,
): string {
  const repository = fullName(place.repository);
  const host = formatHost(place.repository.base);
  const issue = isIssue(place);
  const sentences: Readonly<Record<Refusal, string>> = {
    empty: l10n.t("The text is empty."),
    gone: l10n.t("Already sent or discarded, here or in another window."),
    noHead: l10n.t("The header is missing. Put the title between two --- lines at the top."),
    noTitle: l10n.t("The title is missing."),
    noBranch: l10n.t("A branch is missing. The header needs both: from and into."),
    unknownBranch: l10n.t("{0} has no branch {1}. Push it, or correct the header.", host, names.join(", ")),
    pullExists: l10n.t("{0} already has a pull request for these branches: !{1}.", repository, names.join(", ")),
    nothingToMerge: l10n.t("{0} has no commits that are not in {1}.", names[0] ?? "", names[1] ?? ""),
    unknownName: l10n.t("Unknown in {0}: {1}. Fix or remove it in the header.", repository, names.join(", ")),
    brokenText: l10n.t(
      "The text contains half a character, which no server can store. Delete or retype the character that looks like a box.",
    ),
    locked: l10n.t("This issue is locked. Only people with write access to {0} can comment.", repository),
    archived: l10n.t("{0} is archived (read-only).", repository),
    otherRepository: l10n.t("{0} is now a different repository. Add it again if you want that one.", repository),
    strayed: l10n.t(
      "Another repository took the name {0} while this was being sent, and the text was posted there. Delete it there.",
      repository,
    ),
    notPlain: l10n.t("This is not a plain comment, so nothing was changed."),
    missing: l10n.t("No longer on {0}, or not visible to your account.", host),
    pendingReview: l10n.t(
      "You have a pending review of {0} on the server, which this would publish. Submit Review asks what to do with it.",
      describePlace(place),
    ),
    otherComments: l10n.t("Its comments have changed since you submitted it. Submit it again."),
    moved: l10n.t(
      "{0} has new commits since you wrote this. Look at them, then submit it again.",
      describePlace(place),
    ),
    standing: l10n.t("The comment was not deleted: it is still in the thread, so it was not posted again."),
    conflict: issue
      ? l10n.t("Someone changed the title or description after you opened it.")
      : l10n.t("Someone changed this comment after you opened it."),
    unchanged: l10n.t("{0} confirmed the change but still has the old text.", host),
    lost:
      problem?.kind === "server"
        ? l10n.t("{0} reported an error. Triptych checks whether the text has arrived before resending it.", host)
        : l10n.t("No response. Triptych checks whether the text has arrived before resending it."),
    unsure: l10n.t("It may have arrived. Check {0}, then send it anyway or discard the draft.", describePlace(place)),
    signedOut:
      by === undefined || isNameless(by)
        ? l10n.t("The account it was written with is signed out. Sign in again, or send it with another account.")
        : l10n.t("It was written as {0}, who is signed out. Sign in again, or send it as someone else.", by),
    uploading: l10n.t("A file is still being uploaded. Wait until it has finished."),
    notUploaded: l10n.t(
      "An upload was interrupted. Delete its placeholder from the text, or paste the file again in its place.",
    ),
    underWay: l10n.t("Triptych is already working on this, here or in another window."),
    problem: describeProblem(problem ?? new Problem("unexpected"), now).sentence,
  };
  return sentences[why];
}

/** Returns why a draft was not sent, from its stored failure. */
export function failureSentence(failure: Failure, place: Place, now: number): string {
  return refusalSentence({ ...failure, problem: toProblem(failure, place) }, place, now);
}

/** Restores the problem from a stored failure. */
export function toProblem({ by, kind, status }: Failure, place: Place): Problem | undefined {
  if (kind === undefined) return undefined;
  return new Problem(kind, {
    origin: getOrigin(place),
    ...(by === undefined ? {} : { signedIn: true }),
    ...(status === undefined ? {} : { status }),
  });
}

/** Returns a comment as a Markdown quote with its author, to reply below it. */
export function quoteText({ author, body }: Pick<Comment, "author" | "body">): string {
  const lines = withLineFeeds(body).trimEnd().split("\n");
  const quoted = lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
  const by = isGhost(author) ? formatPerson(author) : `@${author?.login}`;
  return `> ${l10n.t("{0} wrote:", by)}\n>\n${quoted}\n\n`;
}

/** Whether the edit can be posted as a new comment, because the comment that it changes no longer exists. */
export function canPostAsNew({ kind }: Place, why: Refusal): boolean {
  return kind === "comment" && why === "missing";
}

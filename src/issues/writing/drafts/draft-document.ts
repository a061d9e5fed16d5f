// Reads and writes the documents of drafts. A comment's document is its text; an issue's starts with a head.
import * as v from "valibot";
import { int64, optional } from "../../../base/decode.ts";
import { cutText } from "../../../base/graphemes.ts";
import { replaceLoneSurrogates, sameText } from "../../model/entities.ts";
import {
  EMPTY_FORM,
  FIELDS,
  listAdded,
  readIssueText,
  sameTitle,
  writeIssueText,
  type Field,
  type IssueForm,
} from "../../model/issue-text.ts";
import { isReview, type Kind } from "./place.ts";
import { readReview } from "./review-text.ts";

/** The fields of the head, for kinds whose document has one. */
const HEADS: Readonly<Partial<Record<Kind, readonly Field[]>>> = {
  newIssue: FIELDS.filter((field) => field !== "from" && field !== "into"),
  newPull: FIELDS,
  issueText: ["title"],
};

/** Returns the fields that a head can have. */
export function listFields(kind: Kind): readonly Field[] {
  return HEADS[kind] ?? [];
}

/** A text on the server. Comments have no title. */
export const Version = v.object({
  title: optional(v.string()),
  body: v.string(),
  /** The issue's version number, from servers that count changes. */
  version: optional(int64),
});
export type Version = Readonly<v.InferOutput<typeof Version>>;

type ServerText = Omit<Version, "version">;

/** Returns the document of a text on the server. */
export function writeDocument(kind: Kind, { title, body }: ServerText, form: Partial<IssueForm> = {}): string {
  const head = HEADS[kind];
  return head === undefined ? body : writeIssueText({ ...EMPTY_FORM, ...form, title: title ?? "", body }, head);
}

/** Returns the initial text of a document, which isn't worth keeping as a draft. Undefined if unknown. */
export function getBeginning(kind: Kind, opened: ServerText | undefined): string | undefined {
  return opened !== undefined || STARTS_EMPTY.has(kind) ? writeDocument(kind, opened ?? EMPTY_FORM) : undefined;
}

const STARTS_EMPTY: ReadonlySet<Kind> = new Set(["newComment", "newIssue", "review", "reviewComment"]);

/** Parses a document as far as possible. */
export function readForm(kind: Kind, text: string): IssueForm {
  return HEADS[kind] === undefined ? { ...EMPTY_FORM, body: text } : readIssueText(text).form;
}

/** If the end of the head was deleted, a line in it may be a whole paragraph. */
const MAX_LINE_CHARS = 80;

interface DocumentFault {
  readonly why: "brokenText" | "empty" | "noBranch" | "noHead" | "noTitle" | "unknownName";
  /** For `unknownName`: a line of the head that isn't a field, or a field that this kind of document doesn't have. */
  readonly names?: readonly string[];
}

/** Returns why a document can't be sent. */
export function findFault(kind: Kind, text: string): DocumentFault | undefined {
  if (isReview({ kind })) return findReviewFault(text);
  const head = HEADS[kind];
  if (head === undefined) return text.trim() === "" ? { why: "empty" } : undefined;
  const { form, faults } = readIssueText(text);
  if (faults.some(({ fault }) => fault === "noHead")) return { why: "noHead" };
  if (form.title === "") return { why: "noTitle" };
  if (kind === "newPull" && (form.from === "" || form.into === "")) return { why: "noBranch" };
  const strange = faults.find((each) => each.fault === "strangeLine");
  if (strange !== undefined) return { why: "unknownName", names: [cutText(strange.line.trim(), MAX_LINE_CHARS)] };
  const field = FIELDS.find((each) => !head.includes(each) && form[each].length > 0);
  return field && { why: "unknownName", names: [field] };
}

/** Returns why a review can't be sent. An approval needs no text, and a review that only comments needs any. */
function findReviewFault(text: string): DocumentFault | undefined {
  const { body, comments, verdict } = readReview(text);
  const isBlank = (each: string): boolean => each.trim() === "";
  if ([body, ...comments.map((each) => each.text)].some((each) => replaceLoneSurrogates(each) !== each))
    return { why: "brokenText" };
  if (comments.some((each) => isBlank(each.text))) return { why: "empty" };
  const isEnough = verdict === "approved" || (verdict === "commented" && comments.length > 0);
  return isBlank(body) && !isEnough ? { why: "empty" } : undefined;
}

/** Whether the server's text matches this document. Servers may cut a long title and add an ellipsis. */
export function matchesServer(kind: Kind, text: string, theirs: ServerText): boolean {
  const { title, body } = readForm(kind, text);
  return (theirs.title === undefined || sameTitle(theirs.title, title)) && sameText(theirs.body, body);
}

/** Whether the server still has the version that was opened. */
export function isSameVersion(opened: ServerText | undefined, theirs: ServerText): boolean {
  return opened !== undefined && opened.title === theirs.title && sameText(opened.body, theirs.body);
}

/** Whether two documents have the same title and text. */
export function sameDocument(kind: Kind, one: string, other: string): boolean {
  return matchesServer(kind, one, { ...readForm(kind, other) });
}

/** Whether a document has more than the text that was sent, which is on the server by now. */
export function hasMore(kind: Kind, text: string, sent: string): boolean {
  // What differs in a review itself was not typed.
  if (isReview({ kind })) {
    const own = (review: string): string => (kind === "review" ? readReview(review).body : readSingle(review));
    return own(text).trim() !== "" && !sameText(own(text), own(sent));
  }
  return (
    !sameDocument(kind, text, sent) ||
    ((kind === "newIssue" || kind === "newPull") && listAdded(readForm(kind, text), readForm(kind, sent)).length > 0)
  );
}

function readSingle(review: string): string {
  return readReview(review).comments[0]?.text ?? "";
}

/**
 * Returns the document that edits a new issue or pull request which was just created. Other fields typed since then stay
 * in its head, although only the user can set them now.
 */
export function writeCreatedIssue(text: string, sent: string): string {
  const form = readForm("newIssue", text);
  return writeIssueText(form, ["title", ...listAdded(form, readForm("newIssue", sent))]);
}

/** Whether a text begins with another one, or contains it as whole lines. Within a line, it may be part of other words. */
export function contains(text: string, part: string): boolean {
  return text.trimStart().startsWith(part) || `\n${text}\n`.includes(`\n${part}\n`);
}

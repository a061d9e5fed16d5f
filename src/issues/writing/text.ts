// What a document says, and what it begins with: a comment is its text, an issue has a head.
import * as v from "valibot";
import { int64, optional } from "../../base/decode.ts";
import { cutText } from "../../base/graphemes.ts";
import { sameText } from "../model/entities.ts";
import { FIELDS, readIssueText, writeIssueText, type Field, type IssueForm } from "../model/issue-text.ts";
import type { Kind } from "./place.ts";

export const EMPTY_FORM: IssueForm = { title: "", body: "", labels: [], milestone: "", assignees: [] };

/** Kinds whose document has a head, and its fields. */
const HEADS: Readonly<Partial<Record<Kind, readonly Field[]>>> = { newIssue: FIELDS, issueText: ["title"] };

/** A text as the server has it. Comments have no title. */
export const Version = v.object({
  title: optional(v.string()),
  body: v.string(),
  /** The number of the change, from servers that count an issue's changes. */
  version: optional(int64),
});
export type Version = Readonly<v.InferOutput<typeof Version>>;

type Written = Omit<Version, "version">;

/** The document of a text as the server has it. */
export function writeDocument(kind: Kind, { title, body }: Written, form: Partial<IssueForm> = {}): string {
  const head = HEADS[kind];
  return head === undefined ? body : writeIssueText({ ...EMPTY_FORM, ...form, title: title ?? "", body }, head);
}

/** The text that a document begins with, which isn't worth keeping as a draft. Undefined if it isn't known. */
export function getBeginning(kind: Kind, opened: Written | undefined): string | undefined {
  if (opened !== undefined) return writeDocument(kind, opened);
  return BEGIN_EMPTY.has(kind) ? writeDocument(kind, EMPTY_FORM) : undefined;
}

const BEGIN_EMPTY: ReadonlySet<Kind> = new Set(["newComment", "newIssue"]);

/** What a document says, as far as it can be read. */
export function readForm(kind: Kind, text: string): IssueForm {
  return HEADS[kind] === undefined ? { ...EMPTY_FORM, body: text } : readIssueText(text).form;
}

/** Why what is written can't be sent at all. */
export function findFault(kind: Kind, text: string): "empty" | "noHead" | "noTitle" | undefined {
  if (HEADS[kind] === undefined) return text.trim() === "" ? "empty" : undefined;
  const { form, faults } = readIssueText(text);
  if (faults.some(({ fault }) => fault === "noHead")) return "noHead";
  return form.title === "" ? "noTitle" : undefined;
}

/** A text that lost the end of its head may have a whole paragraph in a line. */
const MAX_LINE_CHARS = 80;

/** What would be left out of what is sent: lines of the head that aren't fields, and fields of another kind of text. */
export function findStrange(kind: Kind, text: string): readonly string[] {
  const head = HEADS[kind];
  if (head === undefined) return [];
  const { form, faults } = readIssueText(text);
  const lines = faults.flatMap((each) =>
    each.fault === "strangeLine" ? [cutText(each.line.trim(), MAX_LINE_CHARS)] : [],
  );
  return [...lines, ...FIELDS.filter((field) => !head.includes(field) && form[field].length > 0)];
}

/** Whether the server has this text: it may cut a long title, and then adds an ellipsis. */
export function isWritten(kind: Kind, text: string, there: Written): boolean {
  const { title, body } = readForm(kind, text);
  return (there.title === undefined || sameTitle(there.title, title)) && sameText(there.body, body);
}

/** Whether the server still has what was opened. */
export function isSameVersion(opened: Written | undefined, there: Written): boolean {
  return opened !== undefined && opened.title === there.title && sameText(opened.body, there.body);
}

/** Whether two documents say the same of what the server keeps as text. */
export function sameDocument(kind: Kind, one: string, other: string): boolean {
  return isWritten(kind, one, { ...readForm(kind, other) });
}

/** No server cuts shorter titles. A cut one is shorter by less than the character that it could not hold. */
const MAX_TITLE_BYTES = 255;
const MAX_CHARACTER_BYTES = 4;

function sameTitle(theirs: string, mine: string): boolean {
  const title = mine.trim();
  if (theirs === title) return true;
  const isFull = Buffer.byteLength(theirs) > MAX_TITLE_BYTES - MAX_CHARACTER_BYTES;
  const isCut = isFull && theirs.endsWith("…") && Buffer.byteLength(title) > MAX_TITLE_BYTES;
  return isCut && title.startsWith(theirs.slice(0, -1));
}

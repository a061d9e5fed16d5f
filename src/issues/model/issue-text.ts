// Reads and writes an issue as a document: a head with its fields, and its description below.
import { isDeepStrictEqual } from "node:util";
import { withLineFeeds } from "./entities.ts";

export interface IssueForm {
  readonly title: string;
  readonly body: string;
  /** For a pull request: the head branch, as `owner:branch` if it is in a fork. */
  readonly from: string;
  /** For a pull request: the base branch. */
  readonly into: string;
  readonly labels: readonly string[];
  readonly milestone: string;
  readonly assignees: readonly string[];
}

export const EMPTY_FORM: IssueForm = {
  title: "",
  body: "",
  from: "",
  into: "",
  labels: [],
  milestone: "",
  assignees: [],
};

/** The fields that a head can have. */
export const FIELDS = ["title", "from", "into", "labels", "milestone", "assignees"] as const;
export type Field = (typeof FIELDS)[number];

export type Fault =
  /** The head is missing or not closed. */
  | { readonly fault: "noHead" }
  | { readonly fault: "noTitle" }
  /** A line of the head has no known field. */
  | { readonly fault: "strangeLine"; readonly line: string };

const FENCE = "---";

/** Writes an issue as a document with these fields in its head. */
export function writeIssueText(form: IssueForm, fields: readonly Field[]): string {
  const head = fields.map((field) => `${field}: ${formatField(field, form)}`);
  return [FENCE, ...head, FENCE, "", withLineFeeds(form.body)].join("\n");
}

/** Reads as much of a document as possible, and reports its faults. */
export function readIssueText(text: string): { readonly form: IssueForm; readonly faults: readonly Fault[] } {
  const lines = withLineFeeds(text).split("\n");
  const head = findHead(lines);
  const values = new Map<Field, string>();
  const faults: Fault[] = [];
  for (const line of lines.slice(1, head?.end ?? 1)) {
    const found = parseField(line);
    if (found !== undefined) values.set(found.field, found.value);
    else if (line.trim() !== "" && !line.trimStart().startsWith("#")) faults.push({ fault: "strangeLine", line });
  }
  const title = unquote(values.get("title") ?? "").trim();
  if (head === undefined) faults.push({ fault: "noHead" });
  else if (title === "") faults.push({ fault: "noTitle" });
  const below = head === undefined ? lines : lines.slice(head.end + 1);
  // The empty line below the head isn't part of the description.
  const body = (below[0] === "" ? below.slice(1) : below).join("\n");
  return {
    form: {
      title,
      body,
      from: unquote(values.get("from") ?? ""),
      into: unquote(values.get("into") ?? ""),
      labels: splitNames(values.get("labels") ?? ""),
      milestone: unquote(values.get("milestone") ?? "").trim(),
      assignees: splitNames(values.get("assignees") ?? "").map((login) => login.replace(/^@/, "")),
    },
    faults,
  };
}

/** A position in the head: its field, and the value that the user is typing there. */
export interface HeadField {
  readonly field: Field | undefined;
  /** The range of the value that is being typed, up to the next comma or the end of the line. */
  readonly start: number;
  readonly end: number;
  /** The other names in the same field. */
  readonly others: readonly string[];
}

/** Finds the field and value at a position, for completion. Returns undefined if the position isn't in the head. */
export function headFieldAt(text: string, line: number, character: number): HeadField | undefined {
  const lines = withLineFeeds(text).split("\n");
  const head = findHead(lines);
  const lineText = lines[line];
  if (head === undefined || lineText === undefined || line < 1 || line >= head.end) return undefined;
  const colon = lineText.indexOf(":");
  const field = parseField(lineText)?.field;
  if (colon === -1 || character <= colon)
    return { field: undefined, start: 0, end: colon === -1 ? lineText.length : colon, others: [] };
  if (field === undefined) return undefined;
  const isList = field === "labels" || field === "assignees";
  const before = isList ? Math.max(colon, lineText.lastIndexOf(",", character - 1)) : colon;
  const after = isList ? lineText.indexOf(",", character) : -1;
  const start = before + 1 + (/^\s*\[?\s*/.exec(lineText.slice(before + 1, character))?.[0].length ?? 0);
  const end = after === -1 ? lengthBeforeBracket(lineText) : after;
  const rest = `${lineText.slice(colon + 1, Math.max(colon + 1, before))},${after === -1 ? "" : lineText.slice(after)}`;
  return { field, start, end: Math.max(end, start, character), others: isList ? splitNames(rest) : [] };
}

function lengthBeforeBracket(line: string): number {
  const end = line.trimEnd();
  return (end.endsWith("]") ? end.slice(0, -1).trimEnd() : end).length;
}

/** Writes a name for a list in the head: in quotes if it contains a character that would end it. */
export function quote(name: string): string {
  return /[,"[\]\r\n\u2028\u2029]|^[\s']|\s$|^$/.test(name) ? inQuotes(name) : name;
}

/** Escapes line breaks, which names and titles on a server may contain. */
function inQuotes(name: string): string {
  return JSON.stringify(name).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Returns the fields other than the title that were filled in or changed. */
export function listAdded(form: IssueForm, before: IssueForm): readonly Field[] {
  return FIELDS.filter(
    (field) => field !== "title" && form[field].length > 0 && !isDeepStrictEqual(form[field], before[field]),
  );
}

/** Servers cut only longer titles. A cut title is shorter than this by less than the character that didn't fit. */
const MAX_TITLE_BYTES = 255;
const MAX_CHARACTER_BYTES = 4;

/** Whether a server stored this title. It may have cut a long one and added an ellipsis. */
export function sameTitle(theirs: string, mine: string): boolean {
  const title = mine.trim();
  if (theirs === title) return true;
  const isFull = Buffer.byteLength(theirs) > MAX_TITLE_BYTES - MAX_CHARACTER_BYTES;
  const isCut = isFull && theirs.endsWith("…") && Buffer.byteLength(title) > MAX_TITLE_BYTES;
  return isCut && title.startsWith(theirs.slice(0, -1));
}

/** Returns the title and how many of its characters a server kept. Undefined if it kept all. */
export function findCutTitle(
  mine: string,
  theirs: string,
): { readonly whole: string; readonly kept: number } | undefined {
  const whole = mine.trim();
  if (theirs === whole || !sameTitle(theirs, whole)) return undefined;
  return { whole, kept: Array.from(theirs).length - 1 };
}

/** Compares names without regard to case. */
export function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function findHead(lines: readonly string[]): { readonly end: number } | undefined {
  if (lines[0]?.trimEnd() !== FENCE) return undefined;
  const end = lines.findIndex((line, place) => place > 0 && line.trimEnd() === FENCE);
  return end === -1 ? undefined : { end };
}

function parseField(line: string): { readonly field: Field; readonly value: string } | undefined {
  const [, name, value = ""] = /^\s*([A-Za-z]+)\s*:(.*)$/s.exec(line) ?? [];
  const field = FIELDS.find((each) => each === name?.toLowerCase());
  return field === undefined ? undefined : { field, value };
}

function formatField(field: Field, { title, from, into, labels, milestone, assignees }: IssueForm): string {
  switch (field) {
    case "from":
      return from;
    case "into":
      return into;
    case "title":
      return /^["\s]|\s$|[\r\n\u2028\u2029]/.test(title) ? inQuotes(title) : title;
    case "labels":
      return labels.map(quote).join(", ");
    case "milestone":
      return quote(milestone) === '""' ? "" : quote(milestone);
    case "assignees":
      return assignees.join(", ");
  }
}

/** Splits a list such as `a, "b, c"` or `[a, b]`. */
function splitNames(value: string): readonly string[] {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(value)?.[1] ?? value;
  const parts = inner.match(/\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]+/g) ?? [];
  const names = parts.map((part) => unquote(part).trim()).filter((name) => name !== "");
  return names.filter((name, place) => names.findIndex((other) => sameName(name, other)) === place);
}

function unquote(value: string): string {
  const text = value.trim();
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

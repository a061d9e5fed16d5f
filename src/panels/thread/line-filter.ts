// Filters and sorts the lines of a thread by kind, date and text.
import type { LineView, Sentence } from "./messages.ts";

/** The reader's filter and order for a thread. */
export interface Choice {
  readonly kind: "all" | "comments" | "events";
  readonly newestFirst: boolean;
  /** Days in the reader's calendar, such as "2026-11-20", both included; empty if there is no limit. */
  readonly since: string;
  readonly before: string;
  /** The search text. */
  readonly words: string;
}

export const EVERYTHING: Choice = { kind: "all", newestFirst: false, since: "", before: "", words: "" };

/** Filtered lines in order. The description is always the first. */
export function filterLines(lines: readonly LineView[], choice: Choice): readonly LineView[] {
  const words = foldCase(choice.words.trim());
  const [since, before] = [dayBegins(choice.since), dayEnds(choice.before)];
  const found = lines.filter(
    (line) => isOfKind(line, choice.kind) && isWithin(line, since, before) && contains(line, words),
  );
  if (!choice.newestFirst) return found;
  const [first, ...others] = found;
  const newest = others.toReversed();
  return first?.kind === "comment" && first.first === true
    ? [first, ...newest]
    : [...newest, ...(first ? [first] : [])];
}

/**
 * Number of comments and events in lines, including summarized ones. Neither the description nor deleted comments
 * count.
 */
export function countItems(lines: readonly LineView[]): number {
  return lines.reduce((sum, line) => sum + countLineItems(line), 0);
}

function countLineItems(line: LineView): number {
  if (line.kind === "comment") return line.first === true ? 0 : 1;
  return line.action === undefined ? Math.max(1, line.inside.length) : 0;
}

/** Key that identifies a line of a thread. */
export function getLineKey({ kind, id }: LineView): string {
  return `${kind} ${id}`;
}

/** Whether the filter limits more than order and kind. */
export function isNarrowed({ since, before, words }: Choice): boolean {
  return since !== "" || before !== "" || words.trim() !== "";
}

function isOfKind(line: LineView, kind: Choice["kind"]): boolean {
  return kind === "all" || (line.kind === "comment") === (kind === "comments");
}

/** A comment counts by its last change, as in the server's own filters. */
function isWithin(line: LineView, since: number, before: number): boolean {
  const at = Date.parse(line.kind === "comment" && line.edited !== "" ? line.edited : line.at);
  return at >= since && at <= before;
}

function contains(line: LineView, words: string): boolean {
  if (words === "") return true;
  const said =
    line.kind === "comment"
      ? [
          ...[line.who, line.markdown, ...line.files.map(({ name }) => name)],
          ...(line.notes ?? []).flatMap(({ who, path, markdown }) => [who, path, markdown]),
        ]
      : [line, ...line.inside].map(({ sentence }) => toPlainText(sentence));
  return said.some((each) => foldCase(each).includes(words));
}

function toPlainText(sentence: Sentence): string {
  return sentence
    .map((piece) => (piece.is === "label" ? piece.label.name : piece.is === "time" ? "" : piece.text))
    .join("");
}

/** Ignores case and diacritics. */
function foldCase(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function dayBegins(day: string): number {
  const at = day === "" ? Number.NaN : new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at;
}

function dayEnds(day: string): number {
  const at = day === "" ? Number.NaN : new Date(`${day}T23:59:59.999`).getTime();
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

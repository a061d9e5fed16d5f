// Filters and sorts the lines of a thread by kind, date and text.
import type { Format } from "../../base/format.ts";
import type { LineView, Sentence } from "./messages.ts";

/** The reader's filter and order for a thread. */
export interface Choice {
  readonly kind: "all" | "comments" | "events";
  readonly newestFirst: boolean;
  /** Days in the time zone that all times are shown in, such as "2026-11-20", both included; empty if there is no limit. */
  readonly since: string;
  readonly before: string;
  /** The search text. */
  readonly words: string;
}

export const EVERYTHING: Choice = { kind: "all", newestFirst: false, since: "", before: "", words: "" };

/** Filtered lines in order. The description is always the first. */
export function filterLines(
  lines: readonly LineView[],
  choice: Choice,
  format: Pick<Format, "toInstant">,
): readonly LineView[] {
  const words = foldCase(choice.words.trim());
  const since = toInstant(choice.since, "00:00:00", format) ?? Number.NEGATIVE_INFINITY;
  const before = toInstant(choice.before, "23:59:59.999", format) ?? Number.POSITIVE_INFINITY;
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

/** When the clocks that the reader sees show a time of that day. */
function toInstant(day: string, time: string, format: Pick<Format, "toInstant">): number | undefined {
  const wall = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(wall) ? undefined : format.toInstant(wall);
}

// Filters and sorts the lines of a thread by kind, date and text.
import type { Format } from "../../base/format.ts";
import type { LineView, Sentence } from "./messages.ts";

/** The reader's filter and order for a thread. */
export interface Choice {
  readonly kind: "all" | "comments" | "events";
  readonly newestFirst: boolean;
  /** Days such as "2026-11-20" in the displayed time zone, both included; empty if there is no limit. */
  readonly since: string;
  readonly before: string;
  /** The search text. */
  readonly search: string;
}

export const EVERYTHING: Choice = { kind: "all", newestFirst: false, since: "", before: "", search: "" };

/** Returns the filtered lines in order. The description always comes first. */
export function filterLines(
  lines: readonly LineView[],
  choice: Choice,
  format: Pick<Format, "toInstant">,
): readonly LineView[] {
  const text = foldText(choice.search.trim());
  const since = toInstant(choice.since, "00:00:00", format) ?? Number.NEGATIVE_INFINITY;
  const before = toInstant(choice.before, "23:59:59.999", format) ?? Number.POSITIVE_INFINITY;
  const found = lines.filter(
    (line) => isOfKind(line, choice.kind) && isWithin(line, since, before) && contains(line, text),
  );
  if (!choice.newestFirst) return found;
  const [first, ...others] = found;
  const newest = others.toReversed();
  return first?.kind === "comment" && first.first === true
    ? [first, ...newest]
    : [...newest, ...(first ? [first] : [])];
}

/**
 * Counts the comments and events in lines, including summarized ones, but neither the description nor deleted
 * comments.
 */
export function countItems(lines: readonly LineView[]): number {
  return lines.reduce((sum, line) => sum + countLineItems(line), 0);
}

function countLineItems(line: LineView): number {
  if (line.kind === "comment") return line.first === true ? 0 : 1;
  return line.action === undefined ? Math.max(1, line.inside.length) : 0;
}

/** Returns the key that identifies a line of a thread. */
export function getLineKey({ kind, id }: LineView): string {
  return `${kind} ${id}`;
}

/** True if the filter limits dates or texts, not only the kind. */
export function isNarrowed({ since, before, search }: Choice): boolean {
  return since !== "" || before !== "" || search.trim() !== "";
}

function isOfKind(line: LineView, kind: Choice["kind"]): boolean {
  return kind === "all" || (line.kind === "comment") === (kind === "comments");
}

/** A comment counts by its last change, as in the server's own filters. */
function isWithin(line: LineView, since: number, before: number): boolean {
  const at = Date.parse(line.kind === "comment" && line.edited !== "" ? line.edited : line.at);
  return at >= since && at <= before;
}

function contains(line: LineView, text: string): boolean {
  return text === "" || getSearchText(line).includes(text);
}

/** The folded texts of lines that were searched: folding a long thread takes too long for every key. */
const SEARCH_TEXTS = new WeakMap<LineView, string>();

function getSearchText(line: LineView): string {
  const known = SEARCH_TEXTS.get(line) ?? foldText(listTexts(line).join("\n"));
  SEARCH_TEXTS.set(line, known);
  return known;
}

function listTexts(line: LineView): readonly string[] {
  if (line.kind === "event") return [line, ...line.inside].map(({ sentence }) => toPlainText(sentence));
  const notes = (line.notes ?? []).flatMap(({ who, path, markdown }) => [who, path, markdown]);
  return [line.who, line.markdown, ...line.files.map(({ name }) => name), ...notes];
}

function toPlainText(sentence: Sentence): string {
  return sentence
    .map((piece) => (piece.is === "label" ? piece.label.name : piece.is === "time" ? "" : piece.text))
    .join("");
}

/** Returns a text in lower case, without diacritics. */
function foldText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Returns the instant of a day and time in the displayed time zone. */
function toInstant(day: string, time: string, format: Pick<Format, "toInstant">): number | undefined {
  const wall = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(wall) ? undefined : format.toInstant(wall);
}

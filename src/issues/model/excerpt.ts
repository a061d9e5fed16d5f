// Turns selected code into Markdown with a permalink to the same lines in a commit.
import { encodePart } from "../../base/origin.ts";
import type { RepositoryAddress } from "./address.ts";

/** A range of lines, counted from 1, inclusive. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/**
 * Finds the selected lines in the commit's version of the file: at the same line numbers, or else anywhere if they
 * occur only once. Returns undefined if the lines changed after the commit, or the file is new.
 */
export function findInCommit(committed: string | undefined, selected: readonly string[], at: Lines): Lines | undefined {
  if (committed === undefined) return undefined;
  const lines = committed.split(/\r?\n/);
  const isAt = (start: number) => selected.every((line, place) => lines[start + place] === line);
  if (isAt(at.first - 1)) return at;
  const start = onlyStart(lines, selected);
  return start === undefined ? undefined : { first: start + 1, last: start + selected.length };
}

/**
 * Returns the start of the selected lines if they occur exactly once. Uses the algorithm of Knuth, Morris and Pratt,
 * because a naive search takes quadratic time if all lines are equal.
 */
function onlyStart(lines: readonly string[], selected: readonly string[]): number | undefined {
  const fallbacks = findFallbacks(selected);
  let start: number | undefined;
  let matched = 0;
  for (const [place, line] of lines.entries()) {
    while (matched > 0 && line !== selected[matched]) matched = fallbacks[matched - 1] ?? 0;
    if (line === selected[matched]) matched += 1;
    if (matched < selected.length || matched === 0) continue;
    if (start !== undefined) return undefined;
    start = place - matched + 1;
    matched = fallbacks[matched - 1] ?? 0;
  }
  return start;
}

/** Returns, for each prefix of the lines, the length of its longest proper prefix that is also its suffix. */
function findFallbacks(selected: readonly string[]): readonly number[] {
  const fallbacks: number[] = [0];
  let matched = 0;
  for (const line of selected.slice(1)) {
    while (matched > 0 && line !== selected[matched]) matched = fallbacks[matched - 1] ?? 0;
    if (line === selected[matched]) matched += 1;
    fallbacks.push(matched);
  }
  return fallbacks;
}

/** Files that servers render. A link to lines must request the source. */
const RENDERED = /\.(?:md|markdown|mdown|mkd|org|csv|tsv|ipynb|adoc|asciidoc|rst)$/i;

/** Returns the URL of a file at a commit on Forgejo or Gitea, with the lines if they are known. */
export function permalink(
  { base, owner, name }: RepositoryAddress,
  commit: string,
  path: string,
  lines: Lines | undefined,
): string {
  const parts = [owner, name, "src", "commit", commit, ...path.split("/")].map(encodePart).join("/");
  const source = lines !== undefined && RENDERED.test(path) ? "?display=source" : "";
  const mark =
    lines === undefined ? "" : lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-L${lines.last}`;
  return `${base}/${parts}${source}${mark}`;
}

/** Wraps code in a fence that is longer than any fence inside it. */
export function fenceCode(code: string, language: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  const word = /^[\w+#.-]+$/.test(language) && language !== "plaintext" ? language : "";
  return `${fence}${word}\n${code.replace(/\n$/, "")}\n${fence}`;
}

/** Escapes characters that would end or format the text of a Markdown link. */
export function linkText(text: string): string {
  return text.replaceAll(/[\\[\]`*_<>]/g, "\\$&");
}

// Finds mentions of issues in text and code.
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "./address.ts";

/** What is known about a text that may mention issues. */
export interface Surroundings {
  /** The repository that the text belongs to, and that a bare number refers to. */
  readonly home: RepositoryAddress | undefined;
  /** The server of repositories that are named without one. Undefined if no server is likely. */
  readonly base: string | undefined;
  /** The repositories in the view. */
  readonly known: readonly RepositoryAddress[];
}

/** An issue or pull request that a text names, and its position in the line. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly thread: ThreadAddress;
}

/** Cheap check whether a text is worth a closer look. */
export const MAY_MENTION = /[#!][1-9]/;

/** `owner/name#12`, `owner/name!12`, `#12`, but not within a word, path, URL, HTML entity or longer number. */
const MENTION = /(?<![\w/.@&#!$%:+=~\\-])(?:([\w-][\w.-]*)\/([\w.-]*\w))?([#!])([1-9]\d{0,9})(?![\w-]|[.,:]\d|\/)/g;

/** Files of prose, which are searched as a whole; in all others only comments are. */
const PROSE =
  /(?:^|\/)[^./]+$|\.(?:adoc|asciidoc|markdown|md|mdown|mdx|org|rst|te?xt|log|tex)$|COMMIT_EDITMSG|MERGE_MSG/i;

/** The start of a comment in most languages. */
const COMMENT = /\/\/|\/\*|<!--|\(\*|^\s*\*|(?:^|\s)(?:#+|;+|--|%+)\s|^\s*(?:REM|dnl)\s|"""|'''/i;

/**
 * The issues that a line names. A bare number counts only if the text belongs to a repository, and in a program only in
 * its comments, as `#333` is a color there, or anything else.
 */
export function mentionsIn(line: string, path: string | undefined, around: Surroundings): readonly Mention[] {
  if (!MAY_MENTION.test(line)) return [];
  const prose = path === undefined || PROSE.test(path);
  const comment = prose ? 0 : commentIn(line);
  const trimmed = line.trim();
  return [...line.matchAll(MENTION)].flatMap((match) => {
    const { index, 0: text, 1: owner, 2: name, 3: mark, 4: digits = "" } = match;
    const end = index + text.length;
    if (index < comment && trimmed !== text) return [];
    if (isLiteral(line, index, end) || isLinkTarget(line, index)) return [];
    // `!12` by itself is a negation more often than a pull request.
    const repository =
      owner !== undefined && name !== undefined
        ? repositoryNamed(owner, name, around)
        : mark === "#"
          ? around.home
          : undefined;
    return repository === undefined ? [] : [{ start: index, end, thread: { ...repository, number: BigInt(digits) } }];
  });
}

/** Position after the first comment mark of a line, or beyond the line if it has none. */
function commentIn(line: string): number {
  const mark = COMMENT.exec(line);
  return mark === null ? line.length : mark.index + mark[0].length;
}

/** A repository in the view, or one on the server that is likely here. */
function repositoryNamed(
  owner: string,
  name: string,
  { home, base, known }: Surroundings,
): RepositoryAddress | undefined {
  const all = home === undefined ? known : [home, ...known];
  const found = all.find((each) => repositoryKey(each) === repositoryKey({ ...each, owner, name }));
  return found ?? (base === undefined ? undefined : { base, owner, name });
}

/** A quoted number with as many digits as a color: `"#333"`. */
function isLiteral(line: string, start: number, end: number): boolean {
  const before = line[start - 1] ?? "";
  return /["'`]/.test(before) && line[end] === before && /^#(?:\d{3,4}|\d{6}|\d{8})$/.test(line.slice(start, end));
}

/** Whether this is the target of a Markdown link: `[text](#12)`. */
function isLinkTarget(line: string, start: number): boolean {
  return /\]\(\s*<?$/.test(line.slice(Math.max(0, start - 20), start));
}

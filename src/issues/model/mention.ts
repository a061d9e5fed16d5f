// Finds mentions of issues in text and code.
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "./address.ts";

/** The context of a text, by which its mentions are resolved. */
export interface MentionContext {
  /** The repository that the text belongs to. Bare numbers refer to it. */
  readonly home: RepositoryAddress | undefined;
  /** The server of repositories outside the view, such as `owner/name`. Undefined if no server is likely. */
  readonly base: string | undefined;
  /** The repositories in the view. */
  readonly known: readonly RepositoryAddress[];
}

/** A mention of an issue or pull request, and its position in the line. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly thread: ThreadAddress;
}

/** A cheap test for lines that may contain a mention. */
export const MAY_MENTION = /[#!][1-9]/;

/** `owner/name#12`, `owner/name!12` and `#12`, but not inside a word, path, URL, HTML entity or longer number. */
const MENTION = /(?<![\w/.@&#!$%:+=~\\-])(?:([\w-][\w.-]*)\/([\w.-]*\w))?([#!])([1-9]\d{0,9})(?![\w-]|[.,:]\d|\/)/g;

/** Prose files, which are searched completely. In other files, only comments are searched. */
const PROSE =
  /(?:^|\/)[^./]+$|\.(?:adoc|asciidoc|markdown|md|mdown|mdx|org|rst|te?xt|log|tex)$|COMMIT_EDITMSG|MERGE_MSG/i;

/** The start of a comment in most languages. */
const COMMENT = /\/\/|\/\*|<!--|\(\*|^\s*\*|(?:^|\s)(?:#+|;+|--|%+)\s|^\s*(?:REM|dnl)\s|"""|'''/i;

/**
 * Finds the mentions in a line. A bare number counts only if the text belongs to a repository. In source code, only
 * comments are searched, because `#333` may be a color or anything else.
 */
export function mentionsIn(line: string, path: string | undefined, context: MentionContext): readonly Mention[] {
  if (!MAY_MENTION.test(line)) return [];
  const prose = path === undefined || PROSE.test(path);
  const comment = prose ? 0 : findCommentStart(line);
  const trimmed = line.trim();
  return [...line.matchAll(MENTION)].flatMap((match) => {
    const { index, 0: text, 1: owner, 2: name, 3: mark, 4: digits = "" } = match;
    const end = index + text.length;
    if (index < comment && trimmed !== text) return [];
    if (isLiteral(line, index, end) || isLinkTarget(line, index)) return [];
    // A bare `!12` is more often a negation than a pull request.
    const repository =
      owner !== undefined && name !== undefined
        ? findRepository(owner, name, context)
        : mark === "#"
          ? context.home
          : undefined;
    return repository === undefined ? [] : [{ start: index, end, thread: { ...repository, number: BigInt(digits) } }];
  });
}

/** Returns the position after the first comment mark of a line, or the end of the line if it has none. */
function findCommentStart(line: string): number {
  const mark = COMMENT.exec(line);
  return mark === null ? line.length : mark.index + mark[0].length;
}

/** Finds a repository in the view, or else assumes that it is on the most likely server. */
function findRepository(
  owner: string,
  name: string,
  { home, base, known }: MentionContext,
): RepositoryAddress | undefined {
  const all = home === undefined ? known : [home, ...known];
  const found = all.find((each) => repositoryKey(each) === repositoryKey({ ...each, owner, name }));
  return found ?? (base === undefined ? undefined : { base, owner, name });
}

/** True for a quoted number with as many digits as a color: `"#333"`. */
function isLiteral(line: string, start: number, end: number): boolean {
  const before = line[start - 1] ?? "";
  return /["'`]/.test(before) && line[end] === before && /^#(?:\d{3,4}|\d{6}|\d{8})$/.test(line.slice(start, end));
}

/** True for the target of a Markdown link: `[text](#12)`. */
function isLinkTarget(line: string, start: number): boolean {
  return /\]\(\s*<?$/.test(line.slice(Math.max(0, start - 20), start));
}

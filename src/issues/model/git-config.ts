// Extracts the remotes from a `.git/config`, in a single pass, because any folder can contain any such file, and the
// path from a `.git` file.
import { MAX_REMOTE_CHARS } from "./address.ts";

/** Larger than the configuration of any real repository. */
const MAX_CONFIG_CHARS = 200_000;

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;

/** Longer than the paths that operating systems allow. */
const MAX_POINTER_CHARS = 8000;

/**
 * Parses a `.git` file. Returns the path of the folder that it names, as in a URI: with a slash before a drive. Ignores
 * a network share, because Windows signs in to it.
 */
export function parseGitPointer(text: string): { readonly path: string; readonly isAbsolute: boolean } | undefined {
  const [first = ""] = text.slice(0, MAX_POINTER_CHARS).split("\n", 1);
  const path = first.startsWith("gitdir:") ? first.slice("gitdir:".length).trim() : "";
  if (path === "" || path.startsWith("//")) return undefined;
  if (/^[a-z]:\//i.test(path)) return { path: `/${path}`, isAbsolute: true };
  return { path, isAbsolute: path.startsWith("/") };
}

/** Returns the values of `url` and `pushurl` in the sections `[remote "…"]`. */
export function remotesIn(config: string): readonly string[] {
  const text = config.slice(0, MAX_CONFIG_CHARS);
  const found: string[] = [];
  let isRemote = false;
  let at = 0;
  while (at < text.length) {
    at = skipBlanks(text, at);
    const character = text[at];
    if (character === "[") {
      const section = sectionAt(text, at);
      isRemote = section.isRemote;
      at = section.end;
      continue;
    }
    const name = character === "#" || character === ";" ? "" : nameAt(text, at);
    const equals = skipBlanks(text, at + name.length);
    if (name === "" || text[equals] !== "=") {
      at = lineEnd(text, at) + 1;
      continue;
    }
    const { value, end } = valueAt(text, equals + 1);
    const key = name.toLowerCase();
    if (isRemote && (key === "url" || key === "pushurl") && value !== "" && value.length <= MAX_REMOTE_CHARS)
      found.push(value);
    at = end;
  }
  return found;
}

/** Parses a section header. Without a quoted name, as in `[remote]`, the section isn't about a single remote. */
function sectionAt(text: string, start: number): { readonly isRemote: boolean; readonly end: number } {
  const name = nameAt(text, start + 1);
  let at = skipBlanks(text, start + 1 + name.length);
  const isQuoted = text[at] === '"';
  if (isQuoted) {
    at += 1;
    while (at < text.length && text[at] !== '"' && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  }
  while (at < text.length && text[at] !== "]" && text[at] !== "\n") at += 1;
  return { isRemote: isQuoted && name.toLowerCase() === "remote", end: at + 1 };
}

/** A value ends with its line or at a comment, unless that is in quotes. A backslash joins it with the next line. */
function valueAt(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = "";
  let inQuotes = false;
  let at = skipBlanks(text, start);
  let kept = at;
  // A value that is longer than any URL is skipped, so nothing more is appended to it.
  const keep = (to: number): void => {
    if (value.length <= MAX_REMOTE_CHARS) value += text.slice(kept, to);
  };
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || (!inQuotes && (code === HASH || code === SEMICOLON))) break;
    if (code === QUOTE) {
      inQuotes = !inQuotes;
      keep(at);
      kept = at + 1;
    } else if (code === BACKSLASH) {
      keep(at);
      const joins = text[at + 1] === "\r" && text[at + 2] === "\n" ? 2 : text[at + 1] === "\n" ? 1 : 0;
      kept = at + 1 + joins;
      at += Math.max(1, joins);
    }
  }
  keep(at);
  return { value: value.trim(), end: lineEnd(text, at) + 1 };
}

function nameAt(text: string, start: number): string {
  let at = start;
  while (isNamePart(text.charCodeAt(at))) at += 1;
  return text.slice(start, at);
}

/** Git allows letters, digits and `-`, and in old section names also `.`. */
function isNamePart(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t" || text[at] === "\r") at += 1;
  return at;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

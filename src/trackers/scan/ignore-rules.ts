// Applies `.gitignore` rules.
/** One line of a `.gitignore`. */
interface Rule {
  readonly parts: readonly string[];
  /** Whether the rule matches a name in any folder. */
  readonly isName: boolean;
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
}

const MAX_RULE_CHARS = 8192;

/** The rules of one file. The last matching rule wins. */
export class IgnoreFile {
  readonly #rules: readonly Rule[];
  readonly #ignoresCase: boolean;

  constructor(text: string, ignoresCase = false) {
    this.#ignoresCase = ignoresCase;
    this.#rules = (ignoresCase ? toLowerCase(text) : text)
      .split("\n")
      .map((line) => parseRule(line.endsWith("\r") ? line.slice(0, -1) : line))
      .filter((rule) => rule !== undefined);
  }

  /** Whether the path, relative to the file's folder, is ignored or explicitly kept; undefined if no rule matches. */
  verdict(path: string, isFolder: boolean): "ignored" | "kept" | undefined {
    const parts = toBytes(this.#ignoresCase ? toLowerCase(path) : path).split("/");
    const name = parts.at(-1) ?? "";
    const rule = this.#rules.findLast(
      ({ foldersOnly, isName, parts: [first = ""], parts: pattern }) =>
        (isFolder || !foldersOnly) && (isName ? matchesName(first, name) : matchesPath(pattern, parts)),
    );
    if (rule === undefined) return undefined;
    return rule.keeps ? "kept" : "ignored";
  }
}

/** Decides whether git ignores a file. `read` returns the rules of a folder and is called once per folder. */
export class GitIgnore {
  readonly #root: string;
  readonly #read: (folder: string) => string | undefined;
  readonly #ignoresCase: boolean;
  readonly #files = new Map<string, IgnoreFile | undefined>();
  readonly #folders = new Map<string, boolean>();

  /** `root` is the folder of the repository. All paths start with it and use `/`. */
  constructor(root: string, read: (folder: string) => string | undefined, ignoresCase = false) {
    this.#root = root;
    this.#read = read;
    this.#ignoresCase = ignoresCase;
  }

  file(path: string): boolean {
    const folder = getParentFolder(path);
    return this.folder(folder) || this.#verdict(path, false);
  }

  /** Everything in an ignored folder is ignored, whatever other rules say. */
  folder(path: string): boolean {
    if (path.length <= this.#root.length) return false;
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const ignored = this.folder(getParentFolder(path)) || this.#verdict(path, true);
    this.#folders.set(path, ignored);
    return ignored;
  }

  /** The nearest folder's rules win. */
  #verdict(path: string, isFolder: boolean): boolean {
    for (let folder = getParentFolder(path); folder.length >= this.#root.length; folder = getParentFolder(folder)) {
      const found = this.#rules(folder)?.verdict(path.slice(folder.length + 1), isFolder);
      if (found !== undefined) return found === "ignored";
      if (folder === this.#root) break;
    }
    return false;
  }

  #rules(folder: string): IgnoreFile | undefined {
    if (!this.#files.has(folder)) {
      const text = this.#read(folder);
      this.#files.set(folder, text === undefined ? undefined : new IgnoreFile(text, this.#ignoresCase));
    }
    return this.#files.get(folder);
  }
}

export function getParentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Removes trailing spaces, except after a backslash that isn't escaped itself. */
function withoutTrailingSpaces(line: string): string {
  const [kept = ""] = /^(?:\\.|[^ ]| +(?=[^ ]))*/.exec(line) ?? [];
  return kept;
}

function parseRule(line: string): Rule | undefined {
  // No path is longer, so a longer rule matches nothing.
  if (line.length > MAX_RULE_CHARS || line.startsWith("#")) return undefined;
  let pattern = toBytes(withoutTrailingSpaces(line));
  const keeps = pattern.startsWith("!");
  if (keeps) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith("/");
  if (foldersOnly) pattern = pattern.slice(0, -1);
  if (pattern === "") return undefined;
  // Only a pattern with a slash is anchored to its folder.
  const isName = !pattern.includes("/");
  const parts = splitPattern(pattern.replace(/^\//, ""));
  return parts === undefined ? undefined : { parts, isName, keeps, foldersOnly };
}

/** Git folds the case of ASCII letters only. */
function toLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Git compares bytes, so `?` matches half of `é`: one character per byte of UTF-8. */
function toBytes(text: string): string {
  return /[\u0080-\uffff]/.test(text) ? Buffer.from(text).toString("latin1") : text;
}

/** Splits at slashes, except in sets; undefined if a set is malformed, as the pattern then matches nothing. */
function splitPattern(pattern: string): readonly string[] | undefined {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    const isEscape = character === "\\";
    if (character === "[") {
      const end = setEnd(pattern, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (character === "/" || (isEscape && pattern[at + 1] === "/")) {
      parts.push(pattern.slice(from, at));
      if (isEscape) at += 1;
      from = at + 1;
    } else if (isEscape) at += 1;
  }
  parts.push(pattern.slice(from));
  return parts.map((part) => (/^\*\*+$/.test(part) ? "**" : part));
}

/** Matches a path. Backtracks only to the last `**`, so it takes at most pattern length times path length. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  let position = 0;
  let wide = -1;
  let from = 0;
  while (position < path.length) {
    const part = pattern[at];
    if (part === "**") {
      // At the end, `**` matches everything in the folder but not the folder itself.
      if (at === pattern.length - 1) return true;
      wide = at;
      from = position;
      at += 1;
    } else if (part !== undefined && matchesName(part, path[position] ?? "")) {
      at += 1;
      position += 1;
    } else if (wide !== -1) {
      from += 1;
      position = from;
      at = wide + 1;
    } else return false;
  }
  return at === pattern.length;
}

/** Matches one name with `*`, `?` and `[…]`; backtracks only to the last star. */
function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let from = 0;
  while (position < name.length) {
    const character = pattern[at];
    const length = character === undefined || character === "*" ? 0 : matchCharacter(pattern, at, name[position] ?? "");
    if (character === "*") {
      star = at;
      from = position;
      at += 1;
    } else if (length > 0) {
      at += length;
      position += 1;
    } else if (star !== -1) {
      from += 1;
      position = from;
      at = star + 1;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}

/** Length of the pattern part that matches this character; 0 if it does not match. */
function matchCharacter(pattern: string, at: number, character: string): number {
  const first = pattern[at];
  if (first === "?") return 1;
  if (first === "\\") return pattern[at + 1] === character ? 2 : 0;
  if (first !== "[") return first === character ? 1 : 0;
  let found = false;
  const end = readSet(
    pattern,
    at,
    (from, to) => (found ||= from <= character && character <= to),
    (name) => {
      found ||= NAMED_SETS.get(name)?.test(character) === true;
    },
  );
  return end === undefined || found === isNegated(pattern, at) ? 0 : end + 1 - at;
}

function setEnd(pattern: string, at: number): number | undefined {
  return readSet(
    pattern,
    at,
    () => undefined,
    () => undefined,
  );
}

function isNegated(pattern: string, at: number): boolean {
  return pattern[at + 1] === "!" || pattern[at + 1] === "^";
}

/** Character classes as the C locale defines them. */
const NAMED_SETS: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /[A-Za-z\d]/],
  ["alpha", /[A-Za-z]/],
  ["blank", /[ \t]/],
  ["cntrl", /[^ -~\u0080-\u00ff]/],
  ["digit", /\d/],
  ["graph", /[!-~]/],
  ["lower", /[a-z]/],
  ["print", /[ -~]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["space", /[ \t-\r]/],
  ["upper", /[A-Z]/],
  ["xdigit", /[A-Fa-f\d]/],
]);

/** Reads the set that starts at this bracket. Returns the offset of its closing bracket; undefined if malformed. */
function readSet(
  pattern: string,
  start: number,
  onRange: (from: string, to: string) => void,
  onName: (name: string) => void,
): number | undefined {
  const first = start + (isNegated(pattern, start) ? 2 : 1);
  let before: string | undefined;
  for (let at = first; at < pattern.length; at += 1) {
    const character = pattern[at];
    // A closing bracket right after the opening one is a member.
    if (character === "]" && at > first) return at;
    const isRange = character === "-" && before !== undefined && at + 1 < pattern.length && pattern[at + 1] !== "]";
    if (isRange) at += 1;
    const [, name] = character === "[" ? (/^\[:([^\]]*):\]/.exec(pattern.slice(at, at + 20)) ?? []) : [];
    if (name !== undefined) {
      if (!NAMED_SETS.has(name)) return undefined;
      onName(name);
      at += name.length + 3;
      before = undefined;
      continue;
    }
    if (pattern[at] === "\\") at += 1;
    const member = pattern[at];
    if (member === undefined) return undefined;
    onRange(isRange ? (before ?? member) : member, member);
    before = isRange ? undefined : member;
  }
  return undefined;
}

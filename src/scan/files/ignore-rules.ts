// Applies `.gitignore` files, whose rules the library `ignore` matches.
import ignore, { type Ignore } from "ignore";

// The library turns a rule into a regular expression, whose time grows with the depth of a path to the power of the
// rule's double asterisks. Rules and paths of real projects are far within these limits. Others match nothing.
const MAX_RULE_CHARS = 1000;
const MAX_DOUBLE_ASTERISKS = 3;
const MAX_RULES = 5000;
const MAX_DEPTH = 50;

/** Decides whether git ignores a file. `read` returns the rules of a folder and is called once per folder. */
export class GitIgnore {
  readonly #root: string;
  readonly #read: (folder: string) => string | undefined;
  readonly #ignoreCase: boolean;
  /** The rules for the contents of a folder: those of the folders around it, and then its own, which win. */
  readonly #folders = new Map<string, Ignore>();

  /** `root` is the folder of the repository. All paths start with it and use `/`. */
  constructor(root: string, read: (folder: string) => string | undefined, ignoreCase = false) {
    this.#root = root;
    this.#read = read;
    this.#ignoreCase = ignoreCase;
  }

  file(path: string): boolean {
    return this.#ignores(path, path);
  }

  /** Everything in an ignored folder is ignored, whatever other rules say. */
  folder(path: string): boolean {
    return path.length > this.#root.length && this.#ignores(path, `${path}/`);
  }

  #ignores(path: string, marked: string): boolean {
    const relative = this.#relative(marked);
    return relative.split("/").length <= MAX_DEPTH && this.#rules(getParentFolder(path)).ignores(relative);
  }

  #rules(folder: string): Ignore {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const none = ignore({ ignoreCase: this.#ignoreCase });
    const outer = folder.length > this.#root.length ? this.#rules(getParentFolder(folder)) : none;
    const text = this.folder(folder) ? undefined : this.#read(folder);
    const own = splitRules(text ?? "").map((rule) => moveRule(rule, this.#relative(folder)));
    const rules = own.length === 0 ? outer : none.add(outer).add(own);
    this.#folders.set(folder, rules);
    return rules;
  }

  #relative(path: string): string {
    return path.slice(this.#root.length + 1);
  }
}

export function getParentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function splitRules(text: string): readonly string[] {
  return text
    .split(/\r?\n/, MAX_RULES)
    .filter((rule) => rule.length <= MAX_RULE_CHARS && rule.split(/\*\*+/).length <= MAX_DOUBLE_ASTERISKS + 1);
}

/** Rewrites a rule of a folder as a rule of the root that matches the same paths. */
function moveRule(rule: string, folder: string): string {
  const [, negation = "", slash = "", pattern = ""] = /^(!?)(\/?)(.*)$/s.exec(rule) ?? [];
  if (folder === "" || rule.startsWith("#") || /^ *$/.test(pattern)) return rule;
  // Only a pattern with a slash is anchored to its folder.
  const isAnchored = slash !== "" || /\/(?! *$)/.test(pattern);
  return `${negation}/${folder.replace(/[\\*?[]/g, String.raw`\$&`)}/${isAnchored ? "" : "**/"}${pattern}`;
}

// Matches names and hosts against tracker signatures.
import { RE2JS } from "re2js";
import { Prefilter } from "./prefilter.ts";
import { Vendors, type Match, type VendorFacts } from "./vendors.ts";

/** A tracker with its signatures. */
export interface SignedTracker {
  readonly id: number;
  readonly name?: string | undefined;
  readonly code: string | undefined;
  readonly network: string | undefined;
}

/** A signature that can't be used, and why. */
export interface RefusedSignature {
  readonly tracker: number;
  readonly of: "code" | "network";
  readonly signature: string;
  /** Message of the regular expression engine, or `everything` if it matches any text. */
  readonly reason: string;
}

/** εxodus ignores signatures this short, such as `NC` and `.`. */
export const MAX_IGNORED_CHARS = 3;
/** The longest real signature has 490 characters. */
const MAX_SIGNATURE_CHARS = 4000;
const MAX_REMEMBERED_NAMES = 50_000;
const NONE: readonly Match[] = [];

/** The part of the signatures that a scan of a file uses. */
export type Matcher = Pick<Signatures, "byHost" | "byName" | "byVendor" | "prefilter">;

interface Literal extends Match {
  /** With unescaped dots, without a leading dot. */
  readonly text: string;
  /** Whether the signature starts with a dot, so something must precede it. */
  readonly inner: boolean;
}

interface Pattern extends Match {
  readonly pattern: RE2JS;
}

/**
 * The signatures of all trackers: regular expressions from the server. Nearly all are plain names, found by lookup; the
 * others are matched in linear time.
 */
export class Signatures {
  readonly refused: readonly RefusedSignature[];
  /** Matches every file that can contain a match; undefined if any file can. */
  readonly prefilter: Prefilter | undefined;
  readonly #names = new Map<string, Literal[]>();
  readonly #classes = new Map<string, Literal[]>();
  readonly #namePatterns: Pattern[] = [];
  readonly #hosts = new Map<string, Literal[]>();
  readonly #hostPrefixes: Literal[] = [];
  readonly #hostPatterns: Pattern[] = [];
  readonly #vendors: Vendors;
  readonly #knownNames = new Map<string, readonly Match[]>();
  readonly #knownHosts = new Map<string, readonly Match[]>();

  constructor(trackers: readonly SignedTracker[]) {
    const refused: RefusedSignature[] = [];
    const words = new Set<string>();
    let hasUnsearchable = false;
    const vendors: VendorFacts[] = [];
    for (const { id, code, network, name } of trackers) {
      const packages: string[] = [];
      const hosts: string[] = [];
      vendors.push({ match: { tracker: id, signature: code ?? network ?? "" }, packages, hosts, name });
      for (const of of ["code", "network"] as const) {
        const signature = of === "code" ? code : network;
        if (signature === undefined || signature.trim().length <= MAX_IGNORED_CHARS) continue;
        const reason = describeFault(signature);
        if (reason !== undefined) {
          refused.push({ tracker: id, of, signature, reason });
          continue;
        }
        for (const part of splitAlternatives(signature)) {
          const text = plainText(part);
          const match = { tracker: id, signature: part };
          if (text === undefined) {
            const word = requiredText(part);
            if (word === undefined) hasUnsearchable = true;
            else words.add(of === "code" ? word : word.toLowerCase());
            const pattern = of === "code" ? namePattern(part) : hostPattern(part);
            if (pattern === undefined) refused.push({ tracker: id, of, signature: part, reason: "syntax" });
            else (of === "code" ? this.#namePatterns : this.#hostPatterns).push({ ...match, pattern });
          } else {
            const literal = toLiteral(match, of === "code" ? text : text.toLowerCase());
            (of === "code" ? packages : hosts).push(literal.text);
            if (of === "code") this.#addName(literal);
            else this.#addHost(literal);
            words.add(of === "code" ? findRequiredText(literal.text) : literal.text);
          }
        }
      }
    }
    this.refused = refused;
    this.#vendors = new Vendors(vendors);
    this.prefilter = hasUnsearchable || words.size === 0 ? undefined : new Prefilter(words);
  }

  /**
   * Trackers of a qualified name; `.*` means all classes of a package. A signature must match whole parts of the name.
   */
  byName(name: string): readonly Match[] {
    return memoize(this.#knownNames, name, () => this.#findName(name));
  }

  /** Trackers of a host. A signature must match the whole host or its last labels. */
  byHost(host: string): readonly Match[] {
    return memoize(this.#knownHosts, host, () => this.#findHost(host));
  }

  /** Trackers of the company that publishes a library, if the coordinate only names the company. */
  byVendor(group: string, name: string): readonly Match[] {
    return this.#vendors.match(group, name);
  }

  #addName(literal: Literal): void {
    const [first = "", second] = literal.text.split(".");
    add(this.#names, second === undefined || second === "" ? first : `${first}.${second}`, literal);
    const dot = literal.text.lastIndexOf(".");
    if (/^[A-Z]/.test(literal.text.slice(dot + 1)))
      add(this.#classes, literal.text.slice(0, Math.max(0, dot)), literal);
  }

  #addHost(literal: Literal): void {
    if (literal.text.endsWith(".")) this.#hostPrefixes.push(literal);
    else add(this.#hosts, literal.text, literal);
  }

  #findName(name: string): readonly Match[] {
    const whole = name.endsWith(".*") ? name.slice(0, -2) : name;
    const subject = `${whole}.`;
    const found: Match[] = [];
    if (whole !== name) found.push(...(this.#classes.get(whole) ?? []));
    for (let at = 0; at < subject.length - 1; at = subject.indexOf(".", at) + 1) {
      const dot = subject.indexOf(".", at);
      const next = subject.indexOf(".", dot + 1);
      const keys = [subject.slice(at, dot), ...(next === -1 ? [] : [subject.slice(at, next)])];
      for (const key of keys) {
        for (const literal of this.#names.get(key) ?? []) {
          if (literal.inner && at === 0) continue;
          if (subject.startsWith(literal.text, at) && endsPart(subject, at + literal.text.length, literal.text))
            found.push(literal);
        }
      }
    }
    for (const each of this.#namePatterns) if (each.pattern.test(subject)) found.push(each);
    return removeDuplicates(found);
  }

  #findHost(host: string): readonly Match[] {
    const found: Match[] = [];
    for (let at = 0; ; at = host.indexOf(".", at) + 1) {
      for (const literal of this.#hosts.get(host.slice(at)) ?? []) if (!literal.inner || at > 0) found.push(literal);
      for (const literal of this.#hostPrefixes) {
        if (host.startsWith(literal.text, at) && (!literal.inner || at > 0)) found.push(literal);
      }
      if (!host.includes(".", at)) break;
    }
    for (const each of this.#hostPatterns) if (each.pattern.test(host)) found.push(each);
    return removeDuplicates(found);
  }
}

/** Whether a part of the name ends at `end`, or a word of a class name if the signature ends in a class name. */
function endsPart(subject: string, end: number, text: string): boolean {
  const next = subject[end];
  if (text.endsWith(".") || next === undefined || next === "." || next === "$") return true;
  const last = text.slice(text.lastIndexOf(".") + 1);
  return /^[A-Z]/.test(last) && /^[A-Z]/.test(next);
}

/** Why a signature can't be used, if it can't. */
export function describeFault(signature: string): string | undefined {
  if (signature.length > MAX_SIGNATURE_CHARS) return `longer than ${MAX_SIGNATURE_CHARS} characters`;
  try {
    return RE2JS.compile(signature).test("") ? "everything" : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The alternatives, unless a flag or group name spans them. */
function splitAlternatives(signature: string): readonly string[] {
  return signature.includes("(?")
    ? [signature]
    : alternatives(signature).filter((part) => part.length > MAX_IGNORED_CHARS);
}

/** The literal text of a plain signature. Dots are literal, escaped or not. */
function plainText(part: string): string | undefined {
  const text = part.replace(/\\([.\-_/])/g, "$1");
  return /^[\w./-]+$/.test(text) ? text : undefined;
}

function toLiteral(match: Match, text: string): Literal {
  const inner = text.startsWith(".");
  return { ...match, text: inner ? text.slice(1) : text, inner };
}

function namePattern(part: string): RE2JS | undefined {
  const dotted = withDots(part);
  return compilePattern(`${startsWithDot(part) ? "" : "(?:^|[.])"}(?:${dotted})(?:[.]|\\b|$)`);
}

function hostPattern(part: string): RE2JS | undefined {
  return compilePattern(`${startsWithDot(part) ? "" : "(?:^|[.])"}(?:${withDots(part)})$`, RE2JS.CASE_INSENSITIVE);
}

function startsWithDot(part: string): boolean {
  return /^(?:\\\.|\[\.\]|\.(?![*+?{]))/.test(part);
}

/** An unrepeated dot means a literal dot between names. The end comes after the dot that all names get. */
function withDots(part: string): string {
  return part.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\.(?![*+?{])|\$/g, (found) => {
    if (found === ".") return "[.]";
    return found === "$" ? "[.]?$" : found;
  });
}

function compilePattern(pattern: string, flags = 0): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, flags);
  } catch {
    return undefined;
  }
}

/** The longest text that every match contains, in some case; undefined if that is not obvious. */
export function requiredText(part: string): string | undefined {
  const plain = withoutGroups(part)?.replace(/\\(?:[abBdDfnrsStvwWAz]|[^\w.\-/])|[\^$]/g, "\n");
  if (plain === undefined || /[()[\]|]|\\[^.\-_/]/.test(plain)) return undefined;
  const texts = plain
    .replace(/(?:\\.|[^\\])(?:[*+?]|\{[^}]*\})+/g, "\n")
    .replace(/\\/g, "")
    .split("\n");
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a));
  const word = longest.replace(/^\.+|\.+$/g, "");
  return word.length > MAX_IGNORED_CHARS && !word.split(".").some((each) => QUOTED.test(each)) ? word : undefined;
}

/** Replaces each group and class with a line break; undefined if one is not closed. */
function withoutGroups(part: string): string | undefined {
  let text = "";
  let depth = 0;
  let isInClass = false;
  for (const [character] of part.matchAll(/\\?[^]/g)) {
    if (isInClass) isInClass = character !== "]";
    else if (character === ")") depth -= 1;
    else if (character === "(" || character === "[") {
      text += "\n";
      if (character === "[") isInClass = true;
      else depth += 1;
    } else if (depth === 0) text += character;
    if (depth < 0) return undefined;
  }
  return depth === 0 && !isInClass ? text : undefined;
}

/** Keywords, which Kotlin puts in backticks: names that contain one don't occur verbatim in the source. */
const QUOTED =
  /^(?:as|break|class|continue|do|else|false|for|fun|if|in|interface|is|null|object|package|return|super|this|throw|true|try|typealias|typeof|val|var|when|while)$/;

/** Returns text that every file contains that mentions the name, or the package of its class. */
function findRequiredText(text: string): string {
  const parts = text.split(".").filter((part) => part !== "");
  if (parts.some((part) => QUOTED.test(part))) return parts.reduce((a, b) => (b.length > a.length ? b : a));
  const last = parts.at(-1) ?? "";
  return (parts.length > 2 && /^[A-Z]/.test(last) ? parts.slice(0, -1) : parts).join(".");
}

function memoize(known: Map<string, readonly Match[]>, text: string, find: () => readonly Match[]): readonly Match[] {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const found = find();
  if (known.size >= MAX_REMEMBERED_NAMES) known.clear();
  known.set(text, found);
  return found;
}

/** Keeps the first match of each tracker. */
function removeDuplicates(found: readonly Match[]): readonly Match[] {
  if (found.length === 0) return NONE;
  const first = new Map<number, Match>();
  for (const { tracker, signature } of found) if (!first.has(tracker)) first.set(tracker, { tracker, signature });
  return [...first.values()];
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** The alternatives of a signature. Only a bar outside brackets separates them. */
export function alternatives(signature: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < signature.length; at += 1) {
    const character = signature[at];
    if (character === "\\") at += 1;
    else if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
    else if (character === "|" && depth === 0) {
      found.push(signature.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, signature.slice(from)].map((each) => each.trim()).filter((each) => each !== "");
}

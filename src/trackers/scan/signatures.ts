import { RE2JS } from "re2js";
import { alternatives } from "../model/tracker.ts";
import { Vendors } from "./vendors.ts";
import type { VendorFacts } from "./vendors.ts";

/** What a tracker is known by. */
export interface SignedTracker {
  readonly id: number;
  readonly name?: string | undefined;
  readonly code: string | undefined;
  readonly network: string | undefined;
}

/** A signature that is not used, and why. */
export interface Refused {
  readonly tracker: number;
  readonly of: "code" | "network";
  readonly signature: string;
  /** In the words of the engine; `everything` for one that any text matches. */
  readonly reason: string;
}

/** A tracker that is known by what stands in a file, and the part of its signature that says so. */
export interface Match {
  readonly tracker: number;
  readonly signature: string;
}

/** The service itself looks at none that is as short as this, `NC` and `.` among them. */
const SHORTEST = 3;
/** The longest real one has 490 signs. */
const LONGEST = 4000;
const KEPT = 50_000;
const NONE: readonly Match[] = [];

/** What a file is held against. */
export type Matcher = Pick<Signatures, "byHost" | "byName" | "byVendor" | "hint">;

interface Literal extends Match {
  /** With dots for dots, and without one at its begin. */
  readonly text: string;
  /** It begins with a dot, so that something stands before it. */
  readonly inner: boolean;
}

interface Pattern extends Match {
  readonly pattern: RE2JS;
}

/**
 * The signatures of all trackers. They are regular expressions from the network: nearly all are plain names, which are
 * looked up, and the others are matched in linear time.
 */
export class Signatures {
  readonly refused: readonly Refused[];
  /** Finds in any file whether it can hold what one of them matches; without it, each file may. */
  readonly hint: RegExp | undefined;
  readonly #names = new Map<string, Literal[]>();
  readonly #classes = new Map<string, Literal[]>();
  readonly #namePatterns: Pattern[] = [];
  readonly #hosts = new Map<string, Literal[]>();
  readonly #hostBegins: Literal[] = [];
  readonly #hostPatterns: Pattern[] = [];
  readonly #vendors: Vendors;
  readonly #knownNames = new Map<string, readonly Match[]>();
  readonly #knownHosts = new Map<string, readonly Match[]>();

  constructor(trackers: readonly SignedTracker[]) {
    const refused: Refused[] = [];
    const words = new Set<string>();
    let everywhere = false;
    const vendors: VendorFacts[] = [];
    for (const { id, code, network, name } of trackers) {
      const packages: string[] = [];
      const hosts: string[] = [];
      vendors.push({ match: { tracker: id, signature: code ?? network ?? "" }, packages, hosts, name });
      for (const of of ["code", "network"] as const) {
        const signature = of === "code" ? code : network;
        if (signature === undefined || signature.trim().length <= SHORTEST) continue;
        const reason = faultOf(signature);
        if (reason !== undefined) {
          refused.push({ tracker: id, of, signature, reason });
          continue;
        }
        for (const part of partsOf(signature)) {
          const text = plainText(part);
          const match = { tracker: id, signature: part };
          if (text === undefined) {
            const word = needed(part);
            if (word === undefined) everywhere = true;
            else words.add(of === "code" ? word : word.toLowerCase());
            const pattern = of === "code" ? namePattern(part) : hostPattern(part);
            if (pattern === undefined) refused.push({ tracker: id, of, signature: part, reason: "syntax" });
            else (of === "code" ? this.#namePatterns : this.#hostPatterns).push({ ...match, pattern });
          } else {
            const literal = literalOf(match, of === "code" ? text : text.toLowerCase());
            (of === "code" ? packages : hosts).push(literal.text);
            if (of === "code") this.#addName(literal);
            else this.#addHost(literal);
            words.add(of === "code" ? wordOf(literal.text) : literal.text);
          }
        }
      }
    }
    this.refused = refused;
    this.#vendors = new Vendors(vendors);
    this.hint = everywhere || words.size === 0 ? undefined : alternation(words);
  }

  /**
   * The trackers that a qualified name belongs to; one that ends in `.*` stands for all classes of its package. A
   * signature counts from the beginning of a part of the name to the end of one.
   */
  byName(name: string): readonly Match[] {
    return remembered(this.#knownNames, name, () => this.#findName(name));
  }

  /** The trackers that a host belongs to. A signature counts as a whole host, or as all of its last labels. */
  byHost(host: string): readonly Match[] {
    return remembered(this.#knownHosts, host, () => this.#findHost(host));
  }

  /** The trackers of the company that publishes a library, where its coordinate says no more than that. */
  byVendor(group: string, name: string): readonly Match[] {
    return this.#vendors.of(group, name);
  }

  #addName(literal: Literal): void {
    const [first = "", second] = literal.text.split(".");
    add(this.#names, second === undefined || second === "" ? first : `${first}.${second}`, literal);
    const dot = literal.text.lastIndexOf(".");
    if (/^[A-Z]/.test(literal.text.slice(dot + 1)))
      add(this.#classes, literal.text.slice(0, Math.max(0, dot)), literal);
  }

  #addHost(literal: Literal): void {
    if (literal.text.endsWith(".")) this.#hostBegins.push(literal);
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
    return distinct(found);
  }

  #findHost(host: string): readonly Match[] {
    const found: Match[] = [];
    for (let at = 0; ; at = host.indexOf(".", at) + 1) {
      for (const literal of this.#hosts.get(host.slice(at)) ?? []) if (!literal.inner || at > 0) found.push(literal);
      for (const literal of this.#hostBegins) {
        if (host.startsWith(literal.text, at) && (!literal.inner || at > 0)) found.push(literal);
      }
      if (!host.includes(".", at)) break;
    }
    for (const each of this.#hostPatterns) if (each.pattern.test(host)) found.push(each);
    return distinct(found);
  }
}

/** Whether a part of the name ends there, or a word of a class name where the signature ends in one. */
function endsPart(subject: string, end: number, text: string): boolean {
  const next = subject[end];
  if (text.endsWith(".") || next === undefined || next === "." || next === "$") return true;
  const last = text.slice(text.lastIndexOf(".") + 1);
  return /^[A-Z]/.test(last) && /^[A-Z]/.test(next);
}

function faultOf(signature: string): string | undefined {
  if (signature.length > LONGEST) return `longer than ${LONGEST} signs`;
  try {
    return RE2JS.compile(signature).test("") ? "everything" : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What the bars part, where no flag or name reaches over them. */
function partsOf(signature: string): readonly string[] {
  return signature.includes("(?") ? [signature] : alternatives(signature).filter((part) => part.length > SHORTEST);
}

/** The text that a signature stands for, where it is a plain one; its dots are dots, escaped or not. */
function plainText(part: string): string | undefined {
  const text = part.replace(/\\([.\-_/])/g, "$1");
  return /^[\w./-]+$/.test(text) ? text : undefined;
}

function literalOf(match: Match, text: string): Literal {
  const inner = text.startsWith(".");
  return { ...match, text: inner ? text.slice(1) : text, inner };
}

function namePattern(part: string): RE2JS | undefined {
  const dotted = withDots(part);
  return compiled(`${beginsWithDot(part) ? "" : "(?:^|[.])"}(?:${dotted})(?:[.]|\\b|$)`);
}

function hostPattern(part: string): RE2JS | undefined {
  return compiled(`${beginsWithDot(part) ? "" : "(?:^|[.])"}(?:${withDots(part)})$`, RE2JS.CASE_INSENSITIVE);
}

function beginsWithDot(part: string): boolean {
  return /^(?:\\\.|\[\.\]|\.(?![*+?{]))/.test(part);
}

/** A dot that nothing repeats is written for a dot between names. */
function withDots(part: string): string {
  return part.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\.(?![*+?{])/g, (sign) => (sign === "." ? "[.]" : sign));
}

function compiled(pattern: string, flags = 0): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, flags);
  } catch {
    return undefined;
  }
}

/** The longest text that stands in whatever an expression matches; none where that is not told at a glance. */
function needed(part: string): string | undefined {
  if (/[()[\]|^$]|\\[^.\-_/]/.test(part)) return undefined;
  const texts = part
    .replace(/(?:\\.|[^\\])(?:[*+?]|\{[^}]*\})+/g, "\n")
    .replace(/\\/g, "")
    .split("\n");
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one));
  const word = longest.replace(/^\.+|\.+$/g, "");
  return word.length > SHORTEST && !word.split(".").some((each) => QUOTED.test(each)) ? word : undefined;
}

/** Kotlin writes these in quotes of their own, so that a name with one does not stand there as it is. */
const QUOTED =
  /^(?:as|break|class|continue|do|else|false|for|fun|if|in|interface|is|null|object|package|return|super|this|throw|true|try|typealias|typeof|val|var|when|while)$/;

/** What stands in every file that holds the name, or the package of the class that it names. */
function wordOf(text: string): string {
  const parts = text.split(".").filter((part) => part !== "");
  if (parts.some((part) => QUOTED.test(part)))
    return parts.reduce((one, other) => (other.length > one.length ? other : one));
  const last = parts.at(-1) ?? "";
  return (parts.length > 2 && /^[A-Z]/.test(last) ? parts.slice(0, -1) : parts).join(".");
}

function alternation(words: ReadonlySet<string>): RegExp {
  const needed = [...words].filter((word) => ![...words].some((other) => other !== word && word.includes(other)));
  return new RegExp(
    needed
      .map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"))
      .sort()
      .join("|"),
    "i",
  );
}

function remembered(
  known: Map<string, readonly Match[]>,
  text: string,
  find: () => readonly Match[],
): readonly Match[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = find();
  if (known.size >= KEPT) known.clear();
  known.set(text, found);
  return found;
}

/** Each tracker once. */
function distinct(found: readonly Match[]): readonly Match[] {
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

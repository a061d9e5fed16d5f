// Matches code signatures with the names of classes in an APK, exactly as εxodus does: anywhere in a name, with `/` between
// its parts. That is wider than what counts in source code.
import { RE2JS } from "re2js";
import {
  describeFault,
  MAX_IGNORED_CHARS,
  requiredText,
  type RefusedSignature,
  type SignedTracker,
} from "./signatures.ts";

/** A tracker that is in the code. */
export interface ClassMatches {
  readonly tracker: number;
  readonly signature: string;
  /** The names that match, in the given order. */
  readonly names: readonly string[];
}

/** Signatures that mean the same to JavaScript and take linear time: names, dots for any character, and alternatives. */
const PLAIN = /^(?:[\w./|-]|\\[.\-_/])+$/;

interface ClassSignature {
  readonly tracker: number;
  readonly signature: string;
  readonly test: (name: string) => boolean;
  /** Each name that matches contains one of these. If there are none, any name can match. */
  readonly words: readonly string[];
}

export class ClassSignatures {
  readonly refused: readonly RefusedSignature[];
  readonly #signatures: readonly ClassSignature[];
  /** Signatures without words. */
  readonly #others: readonly ClassSignature[];
  /** By words of which none begins with another one. */
  readonly #byWord = new Map<string, Set<ClassSignature>>();
  /** Finds these words in one pass over a name, because hundreds of passes would take many times as long. */
  readonly #word: RegExp | undefined;

  constructor(trackers: readonly SignedTracker[]) {
    const refused: RefusedSignature[] = [];
    const signatures: ClassSignature[] = [];
    for (const { id: tracker, code: signature } of trackers) {
      if (signature === undefined || signature.length <= MAX_IGNORED_CHARS) continue;
      const reason = isPlain(signature) ? undefined : describeFault(signature);
      if (reason === undefined) signatures.push({ tracker, signature, ...toTest(signature) });
      else refused.push({ tracker, of: "code", signature, reason });
    }
    this.refused = refused;
    this.#signatures = signatures;
    this.#others = signatures.filter(({ words }) => words.length === 0);
    const pairs = signatures.flatMap((each) => each.words.map((word) => [word, each] as const));
    pairs.sort(([one], [other]) => (one < other ? -1 : 1));
    let last: string | undefined;
    for (const [word, each] of pairs) {
      // In this order, the words that begin with another one follow it.
      if (last === undefined || !word.startsWith(last)) last = word;
      const known = this.#byWord.get(last) ?? new Set();
      this.#byWord.set(last, known.add(each));
    }
    if (this.#byWord.size > 0) this.#word = new RegExp([...this.#byWord.keys()].join("|"), "g");
  }

  /** The trackers whose signature matches one of these different names. */
  match(names: Iterable<string>): readonly ClassMatches[] {
    const found = new Map<ClassSignature, string[]>();
    for (const name of names) {
      for (const each of this.#findCandidates(name)) {
        const matched = found.get(each) ?? [];
        // A name can contain several words of a signature.
        if (matched.at(-1) === name || !each.test(name)) continue;
        matched.push(name);
        found.set(each, matched);
      }
    }
    return this.#signatures.flatMap((each) => {
      const matched = found.get(each);
      return matched === undefined ? [] : [{ tracker: each.tracker, signature: each.signature, names: matched }];
    });
  }

  /** The signatures that can match this name. */
  #findCandidates(name: string): readonly ClassSignature[] {
    if (this.#word === undefined) return this.#others;
    this.#word.lastIndex = 0;
    let word = this.#word.exec(name);
    if (word === null) return this.#others;
    const candidates = [...this.#others];
    for (; word !== null; word = this.#word.exec(name)) {
      candidates.push(...(this.#byWord.get(word[0]) ?? []));
      // Words can overlap.
      this.#word.lastIndex = word.index + 1;
    }
    return candidates;
  }
}

/** Whether the signature is plain, without an empty alternative, which matches everything. */
function isPlain(signature: string): boolean {
  return PLAIN.test(signature) && !signature.split("|").includes("");
}

function toTest(signature: string): Pick<ClassSignature, "test" | "words"> {
  // What may come before doesn't change whether a name matches.
  let core = signature;
  while (core.startsWith(".*")) core = core.slice(2);
  if (isPlain(core)) {
    const pattern = new RegExp(core);
    const words = core.split("|").map(longestWord);
    return { test: (name) => pattern.test(name), words: words.includes("") ? [] : words };
  }
  const pattern = RE2JS.compile(signature);
  // A flag can make the case not count.
  const required = signature.includes("(?") ? undefined : requiredText(signature);
  return { test: (name) => pattern.test(name), words: required === undefined ? [] : [longestWord(required)] };
}

/** A text that each name contains which the plain alternative matches. */
function longestWord(alternative: string): string {
  const words = alternative.split(/\\?\./).map((word) => word.replaceAll("\\", ""));
  return words.reduce((one, other) => (other.length > one.length ? other : one));
}

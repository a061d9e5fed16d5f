// Matches code signatures with the names of classes in an APK, exactly as εxodus does: anywhere in a name, with `/` between
// its parts. That is wider than what counts in source code.
import { RE2JS } from "re2js";
import { describeFault, MAX_IGNORED_CHARS, type RefusedSignature, type SignedTracker } from "./signatures.ts";

/** A tracker that is in the code. */
export interface ClassMatches {
  readonly tracker: number;
  readonly signature: string;
  /** The number of names that match. */
  readonly count: number;
  /** The first of them, in order. */
  readonly names: readonly string[];
}

const MAX_EXAMPLES = 50;

/** Signatures that mean the same to JavaScript and take linear time: names, dots for any character, and alternatives. */
const PLAIN = /^(?:[\w./|-]|\\[.\-_/])+$/;

interface ClassSignature {
  readonly tracker: number;
  readonly signature: string;
  /** Returns the lines that match, given all names, one a line. */
  readonly find: (lines: string) => Iterable<string>;
}

export class ClassSignatures {
  readonly refused: readonly RefusedSignature[];
  readonly #signatures: readonly ClassSignature[];

  constructor(trackers: readonly SignedTracker[]) {
    const refused: RefusedSignature[] = [];
    const signatures: ClassSignature[] = [];
    for (const { id: tracker, code: signature } of trackers) {
      if (signature === undefined || signature.length <= MAX_IGNORED_CHARS) continue;
      const reason = isPlain(signature) ? undefined : describeFault(signature);
      if (reason === undefined) signatures.push({ tracker, signature, find: toFinder(signature) });
      else refused.push({ tracker, of: "code", signature, reason });
    }
    this.refused = refused;
    this.#signatures = signatures;
  }

  match(names: readonly string[]): readonly ClassMatches[] {
    const lines = names.join("\n");
    return this.#signatures.flatMap(({ tracker, signature, find }) => {
      let count = 0;
      const found: string[] = [];
      for (const name of find(lines)) {
        count += 1;
        if (found.length < MAX_EXAMPLES) found.push(name);
      }
      return count === 0 ? [] : [{ tracker, signature, count, names: found }];
    });
  }
}

/** Whether the signature is plain, without an empty alternative, which matches everything. */
function isPlain(signature: string): boolean {
  return PLAIN.test(signature) && !signature.split("|").includes("");
}

function toFinder(signature: string): ClassSignature["find"] {
  // What may come before doesn't change whether a name matches.
  let core = signature;
  while (core.startsWith(".*")) core = core.slice(2);
  if (isPlain(core)) {
    const pattern = new RegExp(core, "g");
    const words = core.split("|").map(longestWord);
    // A search for a word is many times as fast, and nearly no app contains it.
    return (lines) => (words.some((word) => lines.includes(word)) ? findLines(pattern, lines) : []);
  }
  const pattern = RE2JS.compile(signature);
  return function* (lines) {
    for (const line of lines.split("\n")) if (pattern.test(line)) yield line;
  };
}

/** A text that each name contains which the plain alternative matches. */
function longestWord(alternative: string): string {
  const words = alternative.split(/\\?\./).map((word) => word.replaceAll("\\", ""));
  return words.reduce((one, other) => (other.length > one.length ? other : one));
}

function* findLines(pattern: RegExp, lines: string): Generator<string> {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(lines); found !== null; found = pattern.exec(lines)) {
    const from = lines.lastIndexOf("\n", found.index) + 1;
    const end = lines.indexOf("\n", found.index);
    const to = end === -1 ? lines.length : end;
    yield lines.slice(from, to);
    pattern.lastIndex = to;
  }
}

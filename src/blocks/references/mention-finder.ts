// Finds hashes, transactions, entities and times in any text, and ignores versions, paths and decimals.
import { parseSeconds } from "../../base/time.ts";

/** The parts of a ledger that a text may mention. */
export type MentionKind = "hash" | "transaction" | "entity" | "time";

export interface Mention {
  readonly kind: MentionKind;
  readonly start: number;
  readonly end: number;
}

/** A match must not continue on either side, as it would in a longer number, a path, a version or a decimal. */
const LEFT = String.raw`(?<![\w.@~^=/\\+-]|[vV]\.?|\d,)`;
const RIGHT = String.raw`(?![\w@]|[.,-]\w)`;
/** Like `LEFT`, but also allows a slash, as in a path or URL. */
const AFTER_SLASH = String.raw`(?<![\w.@~^+-]|\d,)`;

const ENTITY = String.raw`\d{1,5}\.\d{1,5}\.\d{1,19}`;
/** Ten digits of seconds: from 2001 to 2286. */
const SECONDS = String.raw`[1-9]\d{9}`;

/**
 * The forms, the longest first. An entity needs four digits or a checksum of five letters, because `0.0.45` is far more
 * often a version than an account.
 */
const FORMS: readonly { readonly kind: MentionKind; readonly form: RegExp }[] = [
  { kind: "hash", form: new RegExp(`${AFTER_SLASH}0x[0-9a-fA-F]{96}(?![\\w])`, "g") },
  {
    kind: "transaction",
    form: new RegExp(
      `${AFTER_SLASH}${ENTITY}(?:@${SECONDS}\\.\\d{1,9}|-${SECONDS}-\\d{1,9})(?:\\?scheduled)?(?:/\\d{1,9})?(?![\\w@])`,
      "g",
    ),
  },
  { kind: "entity", form: new RegExp(`${LEFT}0\\.0\\.(?:[1-9]\\d{3,18}|(?:0|[1-9]\\d{0,18})-[a-z]{5})${RIGHT}`, "g") },
  { kind: "time", form: new RegExp(`${LEFT}${SECONDS}\\.\\d{9}${RIGHT}`, "g") },
];

/** Manifests contain versions such as `0.0.1312386`, which don't name an entity. */
const MAX_VERSION_CHARS = 100;
const VERSION = /(?:["']?version["']?|["'][@\w./-]*-protocol["'])\s*[:= ]\s*["']?$/i;

/** Finds the mentions in a line, in order and without overlaps. */
export function findMentions(line: string): readonly Mention[] {
  const found: Mention[] = [];
  const isTaken = new Uint8Array(line.length);
  for (const { kind, form } of FORMS) {
    for (const { index, 0: text } of line.matchAll(form)) {
      const end = index + text.length;
      if (
        isTaken.subarray(index, end).includes(1) ||
        (kind === "entity" && VERSION.test(line.slice(Math.max(0, index - MAX_VERSION_CHARS), index)))
      )
        continue;
      if (kind === "time" && parseSeconds(text) === undefined) continue;
      isTaken.fill(1, index, end);
      found.push({ kind, start: index, end });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** The kind of a text that is exactly one mention; undefined for any other. */
export function mentionKind(text: string): MentionKind | undefined {
  const [only] = findMentions(text);
  return only !== undefined && only.start === 0 && only.end === text.length ? only.kind : undefined;
}

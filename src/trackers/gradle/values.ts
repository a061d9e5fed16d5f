import { isIn } from "./outline.ts";
import type { Statement } from "./outline.ts";
import type { Literal } from "./source.ts";

/** A text of which some is named elsewhere: texts as they are, and names in their place. */
export type Part = { readonly text: string } | { readonly name: string };

/** What the statements of a script or of the code of a build name and hold. */
export interface Defined {
  /** Anything that holds a text, for the script itself. */
  readonly own: ReadonlyMap<string, string>;
  /** What others see: properties of the project, and constants by the name of their object. */
  readonly shared: readonly (readonly [name: string, value: string])[];
}

const DECLARES =
  /^(?:(?:private|public|internal|const|final|static|override) )*(?:val |var |def |String |ext\.|extra\.|(?:rootProject|project)\.ext\.)(\w+) ?(?:: ?String ?)?= ?["'] ?["']$/;
const BY_EXTRA = /^(?:val |var )(\w+)(?: ?: ?String)? by (?:rootProject\.|project\.)?extra ?\( ?["'] ?["'] ?\)$/;
const IN_EXTRA =
  /^(?:(?:rootProject|project)\.)?(?:ext|extra) ?(?:\[ ?["'] ?["'] ?\] ?= ?["'] ?["']|\.set ?\( ?["'] ?["'] ?, ?["'] ?["'] ?\))$/;
const IN_EXTRA_BLOCK = /^(?:this ?\[ ?["'] ?["'] ?\] ?= ?["'] ?["']|set ?\( ?["'] ?["'] ?, ?["'] ?["'] ?\))$/;
const FIELD = /^(\w+) ?= ?["'] ?["']$/;
const EXTRA = /^(?:ext|extra)$/;
/** Nobody keeps longer ones as a value. */
const LONGEST = 200;
/** What takes more than this to write is worked out by the build, not named. */
const LONGEST_STATEMENT = 2000;

export function definedIn(statements: readonly Statement[]): Defined {
  const own = new Map<string, string>();
  const shared: (readonly [string, string])[] = [];
  const share = (name: string, { text, filled }: Literal): void => {
    if (filled || text.length > LONGEST) return;
    own.set(name, text);
    shared.push([name, text]);
  };
  for (const statement of statements) {
    const { flat, literals, blocks } = statement;
    const [first, second] = literals;
    if (first === undefined || flat.length > LONGEST_STATEMENT) continue;
    const inExtra = isIn(statement, EXTRA);
    if (second !== undefined) {
      if (IN_EXTRA.test(flat) || (inExtra && IN_EXTRA_BLOCK.test(flat))) share(first.text, second);
      continue;
    }
    const [, extra] = BY_EXTRA.exec(flat) ?? (inExtra ? FIELD.exec(flat) : null) ?? [];
    if (extra !== undefined) {
      share(extra, first);
      continue;
    }
    const [, declared] = DECLARES.exec(flat) ?? [];
    if (declared === undefined || first.filled || first.text.length > LONGEST) continue;
    own.set(declared, first.text);
    const object = /\b(?:object|class|interface) (\w+)/.exec(blocks.at(-1)?.head ?? "")?.[1];
    if (object !== undefined) shared.push([`${object}.${declared}`, first.text]);
    else if (/\bext(?:ra)?\./.test(flat)) shared.push([declared, first.text]);
  }
  return { own, shared };
}

/** What the script itself leaves open about a value: the parts it is made of, or nothing where it would have to be run. */
export function partsOf({ flat, code, literals, start, word }: Statement): readonly Part[] | undefined {
  if (code.length > LONGEST_STATEMENT) return undefined;
  const given = flat
    .slice(word.length)
    .replace(/^(?:\.set)? ?[=(]? ?/, "")
    .replace(/ ?\)$/, (end) => (flat[word.length] === "(" || flat.startsWith(".set(", word.length) ? "" : end));
  const [literal, ...more] = literals;
  if (more.length > 0) return undefined;
  if (literal === undefined) {
    const name = nameIn(given);
    return name === undefined ? undefined : [{ name }];
  }
  if (
    /^(?:\w+\.)*(?:findProperty|property|gradleProperty|get|getProperty) ?\( ?["'] ?["']/.test(given) ||
    /^(?:\w+\.)*(?:ext|extra|properties) ?\[ ?["'] ?["']/.test(given)
  ) {
    return plainRest(given.replace(/^[^"']*["'] ?["'] ?[)\]]/, "")) ? [{ name: literal.text }] : undefined;
  }
  if (!/^["']/.test(given) || !/["']$/.test(given) || /["'] ?\+|\+ ?["']/.test(given)) return undefined;
  return filledParts(literal, code.slice(literal.start - start, literal.end - start));
}

/** `libs.versions.appId.get()` is `libs.versions.appId`. */
function nameIn(given: string): string | undefined {
  const [, name = "", rest = ""] =
    /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*?)((?:\.(?:get|toString|orNull|getOrNull)\b.*| as .*|!!.*)?)$/.exec(given) ?? [];
  return name !== "" && plainRest(rest) ? name : undefined;
}

/** What only turns a value into the same text. */
function plainRest(rest: string): boolean {
  return /^(?:\.(?:get|toString|getOrNull)\(\)|\.(?:get|orNull)| as String\??|!!)*$/.test(rest.replaceAll(" )", ")"));
}

/** `${base}.free`: what stands there, and the names of what is filled in. */
function filledParts({ text, filled }: Literal, code: string): readonly Part[] | undefined {
  if (!filled) return [{ text }];
  const parts: Part[] = [];
  let from = 0;
  for (const match of code.matchAll(/\$(?:\{([^{}]*)\}|([A-Za-z_]\w*))/g)) {
    const name = match[2] ?? nameIn((match[1] ?? "").replace(/\s+/g, " ").trim());
    if (name === undefined) return undefined;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ name });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts.some((part) => "text" in part && part.text.includes("*")) ? undefined : parts;
}

/** The lines of `gradle.properties`, those that may be asked for as a part of an id. */
export function propertiesIn(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split("\n").flatMap((whole) => {
    const line = whole.trim();
    const separator = line.search(/[=:\s]/);
    if (separator <= 0 || line.startsWith("#") || line.startsWith("!")) return [];
    const rest = line.slice(separator).trimStart();
    if (!rest.startsWith("=") && !rest.startsWith(":")) return [];
    const value = rest.slice(1).trim();
    // Passwords stand there as well: nothing is kept that could be no part of an id.
    return value.length <= LONGEST && /^\.?\w+(?:\.\w+)*$/.test(value)
      ? [[line.slice(0, separator), value] as const]
      : [];
  });
}

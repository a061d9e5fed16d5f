// Reads values and definitions from Gradle statements and properties.
import { codeBefore, type Statement } from "./outline.ts";
import type { Literal } from "./source.ts";

/** Part of a value: plain text, or a name defined elsewhere. */
export type Part = { readonly text: string } | { readonly name: string };

/** Names and values defined by a script or by build code. */
export interface Definitions {
  /** Every string value, visible to the script itself. */
  readonly own: ReadonlyMap<string, string>;
  /** What other scripts see: project properties, and constants by object name. */
  readonly shared: readonly (readonly [name: string, value: string])[];
}

const DECLARES =
  /^(?:(?:private|public|internal|const|final|static|override) )*(?:val |var |def |String |ext\.|extra\.|(?:rootProject|project)\.ext\.)(\w+) ?(?:: ?String ?)?= ?["'] ?["']$/;
const BY_EXTRA = /^(?:val |var )(\w+)(?: ?: ?String)? by (?:rootProject\.|project\.)?extra ?\( ?["'] ?["'] ?\)$/;
const IN_EXTRA =
  /^(?:(?:rootProject|project)\.)?(?:ext|extra) ?(?:\[ ?["'] ?["'] ?\] ?= ?["'] ?["']|\.set ?\( ?["'] ?["'] ?, ?["'] ?["'] ?\))$/;
const IN_EXTRA_BLOCK = /^(?:this ?\[ ?["'] ?["'] ?\] ?= ?["'] ?["']|set ?\( ?["'] ?["'] ?, ?["'] ?["'] ?\))$/;
const FIELD = /^(\w+) ?= ?["'] ?["']$/;
const EXTRA =
  /^(?:(?:rootProject|project)\.)?(?:ext|extra)(?:\.(?:apply|run|with))?$|^with ?\( ?(?:(?:rootProject|project)\.)?(?:ext|extra) ?\)$/;
const MAP = /^((?:rootProject\.|project\.)?ext\.)?(\w+) ?= ?\[ ?\w+ ?:/;
/** IDs and versions are never longer. */
const MAX_VALUE_CHARS = 200;
/** A longer statement computes its value. */
const MAX_STATEMENT_CHARS = 2000;

/** Whether the statement sets a property of the project, not a value of Android's plugin. */
function isInExtra({ blocks }: Statement): boolean {
  return blocks.some(({ head }) => EXTRA.test(head));
}

export function findDefinitions(statements: readonly Statement[]): Definitions {
  const own = new Map<string, string>();
  const shared: (readonly [string, string])[] = [];
  const share = (name: string, { text, filled }: Literal): void => {
    if (filled || text.length > MAX_VALUE_CHARS) return;
    own.set(name, text);
    shared.push([name, text]);
  };
  for (const statement of statements) {
    const { flat, literals, blocks } = statement;
    const [first, second] = literals;
    if (first === undefined || flat.length > MAX_STATEMENT_CHARS) continue;
    const inExtra = isInExtra(statement);
    const [, ext, map] = MAP.exec(flat) ?? [];
    if (map !== undefined && (inExtra || ext !== undefined)) {
      for (const each of literals) {
        const [, key] = /\b(\w+)\s*:\s*["']+$/.exec(codeBefore(statement, each)) ?? [];
        if (key !== undefined) share(`${map}.${key}`, each);
      }
      continue;
    }
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
    if (declared === undefined || first.filled || first.text.length > MAX_VALUE_CHARS) continue;
    own.set(declared, first.text);
    const object = /\b(?:object|class|interface) (\w+)/.exec(blocks.at(-1)?.head ?? "")?.[1];
    if (object !== undefined) shared.push([`${object}.${declared}`, first.text]);
    else if (/\bext(?:ra)?\./.test(flat)) shared.push([declared, first.text]);
  }
  return { own, shared };
}

/** The parts of a value that the script does not state literally; undefined if only the build can compute it. */
export function parseValue({ flat, code, literals, start, word }: Statement): readonly Part[] | undefined {
  if (code.length > MAX_STATEMENT_CHARS) return undefined;
  const expression = flat
    .slice(word.length)
    .replace(/^(?:\.set)? ?[=(]? ?/, "")
    .replace(/ ?\)$/, (end) => (flat[word.length] === "(" || flat.startsWith(".set(", word.length) ? "" : end));
  const [literal, ...more] = literals;
  if (more.length > 0) return undefined;
  if (literal === undefined) {
    const name = parseName(expression);
    return name === undefined ? undefined : [{ name }];
  }
  if (
    /^(?:\w+\.)*(?:findProperty|property|gradleProperty|get|getProperty) ?\( ?["'] ?["']/.test(expression) ||
    /^(?:\w+\.)*(?:ext|extra|properties) ?\[ ?["'] ?["']/.test(expression)
  ) {
    return isPlainConversion(expression.replace(/^[^"']*["'] ?["'] ?[)\]]/, "")) ? [{ name: literal.text }] : undefined;
  }
  if (!/^["']/.test(expression) || !/["']$/.test(expression) || /["'] ?\+|\+ ?["']/.test(expression)) return undefined;
  return splitTemplate(literal, code.slice(literal.start - start, literal.end - start));
}

/** The name in an expression: `libs.versions.appId` for `libs.versions.appId.get()`. */
function parseName(expression: string): string | undefined {
  const [, name = "", rest = ""] =
    /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*?)((?:\.(?:get|toString|orNull|getOrNull)\b.*| as .*|!!.*)?)$/.exec(expression) ??
    [];
  return name !== "" && isPlainConversion(rest) ? name : undefined;
}

/** Whether the rest only converts a value to the same text. */
function isPlainConversion(rest: string): boolean {
  return /^(?:\.(?:get|toString|getOrNull)\(\)|\.(?:get|orNull)| as String\??|!!)*$/.test(rest.replaceAll(" )", ")"));
}

/** The text and names in an interpolated string such as `${base}.free`. */
function splitTemplate({ text, filled }: Literal, code: string): readonly Part[] | undefined {
  if (!filled) return [{ text }];
  const parts: Part[] = [];
  let from = 0;
  for (const match of code.matchAll(/\$(?:\{([^{}]*)\}|([A-Za-z_]\w*))/g)) {
    const name = match[2] ?? parseName((match[1] ?? "").replace(/\s+/g, " ").trim());
    if (name === undefined) return undefined;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ name });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts.some((part) => "text" in part && part.text.includes("*")) ? undefined : parts;
}

/** The lines of `gradle.properties` that can be part of an ID. */
export function parseProperties(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split("\n").flatMap((whole) => {
    const line = whole.trim();
    const separator = line.search(/[=:\s]/);
    if (separator <= 0 || line.startsWith("#") || line.startsWith("!")) return [];
    const rest = line.slice(separator).trimStart();
    if (!rest.startsWith("=") && !rest.startsWith(":")) return [];
    const value = rest.slice(1).trim();
    // The file also contains passwords, so values that can't be part of an ID are dropped.
    return value.length <= MAX_VALUE_CHARS && /^\.?\w+(?:\.\w+)*$/.test(value)
      ? [[line.slice(0, separator), value] as const]
      : [];
  });
}

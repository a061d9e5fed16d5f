// Libraries in lists, maps and constants of a build, which count only if a script uses them.
import type { Dependency } from "./coordinates.ts";
import { codeBefore, type Statement } from "./outline.ts";
import type { Literal, Source } from "./source.ts";

/** A library in a list, map or constant, which counts only if a script uses it. */
export interface ListedLibrary extends Dependency {
  /** Its key in a map or in a catalog, if any. */
  readonly key: string | undefined;
  /** The name of the list, map or constant. */
  readonly list: string | undefined;
}

const ASSIGNMENT =
  /^(?:\w+ )*?(?:[\w.]+\.)?(\w+)(?: ?: ?[\w<>, ?]+)?(?: ?\[ ?["'] ?["'] ?\])?(?: ?\+?= ?(?!=)| by extra ?\()/;
const ADDED = /[=(] ?\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|Only) ?\(/;

/** The list, map or constant that the statement sets, or the catalog in the settings that it adds a library to. */
export function findList(statement: Statement): { readonly list: string | undefined } | undefined {
  const { flat, word, blocks } = statement;
  if (word === "library" && blocks.some((block) => block.word === "versionCatalogs")) return { list: undefined };
  const [head, name] = ASSIGNMENT.exec(flat.slice(0, 300)) ?? [];
  if (head === undefined || ADDED.test(flat.slice(0, 300))) return undefined;
  const isExtra = /\[/.test(head) || /^(?:ext|extra)$/.test(name ?? "");
  return { list: isExtra ? statement.literals[0]?.text : name };
}

/** The key of a library in a map: `chartboost: '…'`, `"chartboost" to "…"`, `library("chartboost", "…")`. */
export function findKey(statement: Statement, index: number): string | undefined {
  const literal = statement.literals[index];
  if (literal === undefined) return undefined;
  const before = codeBefore(statement, literal);
  const bare = /\b(\w+)\s*:\s*["']+$/.exec(before)?.[1];
  const isQuoted =
    /["']\s*(?::|to|,)\s*["']+$/.test(before) && (statement.word === "library" || !/,\s*["']+$/.test(before));
  return bare ?? (isQuoted ? statement.literals[index - 1]?.text : undefined);
}

/** Finds the listed libraries whose names the file of build code doesn't mention again: it may use others in any way. */
export function findUnmentioned(
  { code, literals }: Source,
  listed: readonly ListedLibrary[],
): ReadonlyMap<number, ListedLibrary> {
  const mentioned = new Set(
    Array.from(withoutVersions(code, 0, literals).matchAll(/(?<!\b(?:val|var|String) )\b\w+/g), ([word]) => word),
  );
  return new Map(
    listed.filter(({ key, list }) => !mentioned.has(key ?? list ?? "")).map((each) => [each.from, each] as const),
  );
}

/** Blanks coordinates with interpolations, which insert versions rather than libraries. */
export function withoutVersions(code: string, start: number, literals: readonly Literal[]): string {
  let result = "";
  let from = 0;
  for (const literal of literals) {
    if (!literal.filled || !/^[\w.-]+:[\w.-]+/.test(literal.text.slice(0, 200))) continue;
    const [at, end] = [literal.start - start, literal.end - start];
    if (at < from) continue;
    result += code.slice(from, at) + " ".repeat(end - at);
    from = end;
  }
  return result + code.slice(from);
}

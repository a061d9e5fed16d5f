// The names of the classes in all DEX files of an app, as εxodus sees them, and how many of them are obfuscated.
import { damaged } from "./byte-source.ts";
import type { DexClasses } from "./dex.ts";

/** Parts of names with the slashes between them. */
const PATHS = /[\p{L}\p{N}_/]+/gu;
/** What nearly all descriptors look like: a package in lower case, a class, and the classes inside of it. */
const USUAL = /^L([a-z]\w*(?:\/\w+)+)(?:\$[\w$]*)?;$/;
/**
 * Names that a tool has shortened: to up to three characters in lower case, or two that begin with a capital, such as `a`,
 * `b2` and `A0`. Only `R` is a name that Android itself gives.
 */
const OBFUSCATED = /(?:^L|\/)(?!R[$;])(?:[a-z][a-z0-9]{0,2}|[A-Z][a-zA-Z0-9]?)(?:\$[^/]*)?;$/;
/** Larger apps have 500,000. */
const MAX_NAMES = 4_000_000;

export class ClassNames {
  /** Whether the app defines a class of this name, by name. */
  readonly #names = new Map<string, boolean>();
  #defined = 0;
  #obfuscated = 0;

  add({ defined, mentioned }: DexClasses): void {
    for (const descriptor of defined) {
      this.#defined += 1;
      if (OBFUSCATED.test(descriptor)) this.#obfuscated += 1;
      this.#addNames(descriptor, true);
    }
    for (const descriptor of mentioned) this.#addNames(descriptor, false);
    if (this.#names.size > MAX_NAMES) throw damaged("the code has more classes than the limit");
  }

  /** All names, without order. */
  get names(): Iterable<string> {
    return this.#names.keys();
  }

  /** Those of the names that the app defines, then the others, each in order. */
  sort(names: readonly string[]): readonly string[] {
    const sorted = names.toSorted();
    return [...sorted.filter((name) => this.isDefined(name)), ...sorted.filter((name) => !this.isDefined(name))];
  }

  get definedCount(): number {
    return this.#defined;
  }

  get obfuscatedCount(): number {
    return this.#obfuscated;
  }

  isDefined(name: string): boolean {
    return this.#names.get(name) === true;
  }

  #addNames(descriptor: string, isDefined: boolean): void {
    for (const name of findNames(descriptor)) if (isDefined || !this.#names.has(name)) this.#names.set(name, isDefined);
  }
}

/**
 * What εxodus takes from a descriptor that `dexdump` prints: `com/example/Thing` of `Lcom/example/Thing$1;`. That is what
 * the expression `[A-Z]+((?:\w+/)+\w+)` finds, which would take forever for some names.
 */
function findNames(descriptor: string): readonly string[] {
  const usual = USUAL.exec(descriptor)?.[1];
  if (usual !== undefined) return [usual];
  const names: string[] = [];
  for (const [path] of descriptor.matchAll(PATHS)) {
    const parts = path.split("/");
    for (let index = 0; index < parts.length - 1; index += 1) {
      const first = parts[index] ?? "";
      const capitals = /[A-Z]+/.exec(first);
      if (capitals === null) continue;
      // The name begins after the capitals, or with the last one if nothing follows it.
      const from = Math.min(first.length - 1, capitals.index + capitals[0].length);
      const empty = parts.indexOf("", index + 1);
      const end = empty === -1 ? parts.length : empty;
      if (from === capitals.index || end === index + 1) continue;
      names.push([first.slice(from), ...parts.slice(index + 1, end)].join("/"));
      index = end;
    }
  }
  return names;
}

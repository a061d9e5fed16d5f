// Values that a build script assigns, with the flavor or build type that they belong to.
import type { Statement } from "./outline.ts";

/** Offsets in a file. */
export interface Placed {
  readonly from: number;
  readonly to: number;
}

export interface PlacedText extends Placed {
  readonly value: string;
}

/** A flavor or build type. */
export interface Owner {
  readonly kind: "flavor" | "type";
  readonly name: string;
}

export interface Value extends PlacedText {
  /** What it belongs to; undefined for all flavors and build types. */
  readonly of: Owner | undefined;
}

const PATH =
  /^((?:\w+ ?(?:\( ?["'] ?["'] ?\) ?)?\. ?)+)(?:applicationId|setApplicationId|applicationIdSuffix|setApplicationIdSuffix|dimension|setDimension|initWith|namespace)\b/;

/** Rewrites `android.productFlavors.free.applicationId = …` as if it were inside its block. */
export function withoutPath(statement: Statement): { readonly statement: Statement; readonly of: Value["of"] } {
  const [, path = ""] = PATH.exec(statement.flat) ?? [];
  if (path === "") return { statement, of: findOwner(statement.blocks) };
  const flat = statement.flat.slice(path.length);
  const word = /^\w+/.exec(flat)?.[0] ?? "";
  const at = statement.code.indexOf(word);
  const isInPath = ({ start }: { readonly start: number }): boolean => start < statement.start + at;
  const name = statement.literals.find(isInPath)?.text;
  const texts = name === undefined ? [] : [name];
  const of = findOwner([...statement.blocks, { word: statement.word, name, texts, head: path.slice(0, -1) }]);
  const literals = statement.literals.filter((each) => !isInPath(each));
  const code = statement.code.slice(at);
  return { statement: { ...statement, flat, word, start: statement.start + at, code, literals }, of };
}

const CONTAINER = /\b(productFlavors|buildTypes)\b(?: ?\. ?(\w+))?/;
/** A name that is a constant: `create(Flavors.FREE)`. */
const CONSTANT_NAME = /\b(?:create|getByName|maybeCreate|named|register) ?\( ?([\w.]+)/;

/** Blocks of a container that are about each of its elements, or none. */
const EVERY = /^(?:all|each|forEach|configureEach|matching|whenObjectAdded|withType|if|else|for|when|it)$/;

/** The flavor or build type that the innermost block belongs to. */
function findOwner(blocks: Statement["blocks"]): Value["of"] {
  const heads = blocks.map(({ head }) => head.slice(-100));
  const at = heads.findLastIndex((head) => CONTAINER.test(head));
  const [, container, member] = CONTAINER.exec(heads[at] ?? "") ?? [];
  const own = member === undefined ? at + 1 : at;
  const block = blocks[own];
  if (container === undefined || block === undefined) return undefined;
  const name = block.name ?? CONSTANT_NAME.exec(heads[own] ?? "")?.[1] ?? member ?? block.word;
  return EVERY.test(name) ? undefined : { kind: toKind(container), name };
}

/** The flavor or build type that a statement declares, even with nothing in it: `create("full")`, `full { }`. */
export function findDeclared({ blocks, flat, literals }: Statement): Owner | undefined {
  const outer = /\b(productFlavors|buildTypes) ?$/.exec(blocks.at(-1)?.head.slice(-100) ?? "")?.[1];
  const [, path, call] =
    /^(?:[\w.]+\.)?(productFlavors|buildTypes)\.(\w.*)$/.exec(flat) ?? (outer === undefined ? [] : ["", outer, flat]);
  if (path === undefined || call === undefined) return undefined;
  const name = /^(?:create|register|maybeCreate|getByName|named) ?\(/.test(call)
    ? (literals[0]?.text ?? CONSTANT_NAME.exec(call)?.[1])
    : (/^(?:va[lr] )?(\w+) by (?:creating|registering|getting)\b/.exec(call)?.[1] ?? /^\w+$/.exec(call)?.[0]);
  return name === undefined || EVERY.test(name) ? undefined : { kind: toKind(path), name };
}

function toKind(container: string): Owner["kind"] {
  return container === "productFlavors" ? "flavor" : "type";
}

export function readValue(
  statement: Statement,
  values: ReadonlyMap<string, string>,
  of: Value["of"],
): readonly Value[] {
  const { literals, code, flat, start } = statement;
  const [literal, ...more] = literals;
  if (literal !== undefined) {
    // Concatenated values and function arguments can't be resolved.
    if (more.length > 0 || literal.filled || !/^\w+(?: ?\. ?set)? ?[=(]? ?\(?["']{1,3} ?["']{1,3} ?\)?;?$/.test(flat))
      return [];
    return [{ value: literal.text, from: literal.start, to: literal.end, of }];
  }
  const [, reference] = /^\w+(?: ?= ?| ?\( ?| )([A-Za-z_]\w*) ?\)?$/.exec(flat) ?? [];
  const value = reference === undefined ? undefined : values.get(reference);
  if (reference === undefined || value === undefined) return [];
  const from = start + code.lastIndexOf(reference);
  return [{ value, from, to: from + reference.length, of }];
}

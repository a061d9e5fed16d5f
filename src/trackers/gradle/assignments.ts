// Values that a build script assigns, with the flavor or build type that they belong to.
import type { Statement } from "./outline.ts";

/** Offsets in a build script. */
export interface Placed {
  readonly from: number;
  readonly to: number;
}

export interface Value extends Placed {
  readonly value: string;
  /** The flavor or build type it belongs to; undefined for all. */
  readonly of: { readonly kind: "flavor" | "type"; readonly name: string } | undefined;
}

const PATH =
  /^((?:\w+ ?\. ?)+)(?:applicationId|setApplicationId|applicationIdSuffix|setApplicationIdSuffix|namespace)\b/;

/** Rewrites `android.productFlavors.free.applicationId = …` as if it were inside its block. */
export function withoutPath(statement: Statement): { readonly statement: Statement; readonly of: Value["of"] } {
  const [, path = ""] = PATH.exec(statement.flat) ?? [];
  if (path === "") return { statement, of: findOwner(statement) };
  const flat = statement.flat.slice(path.length);
  const word = /^\w+/.exec(flat)?.[0] ?? "";
  const at = statement.code.indexOf(word);
  const parts = path.split(".").map((part) => part.trim());
  const index = parts.findIndex((part) => part === "productFlavors" || part === "buildTypes");
  const name = parts[index + 1] ?? "";
  const of = index === -1 || name === "" ? findOwner(statement) : ownerNamed(parts[index], name);
  return { statement: { ...statement, flat, word, start: statement.start + at, code: statement.code.slice(at) }, of };
}

function ownerNamed(container: string | undefined, name: string): Value["of"] {
  return { kind: container === "productFlavors" ? "flavor" : "type", name };
}

/** The flavor or build type whose block contains the statement. */
function findOwner({ blocks }: Statement): Value["of"] {
  const at = blocks.findLastIndex(({ word }) => word === "productFlavors" || word === "buildTypes");
  const block = blocks[at + 1];
  if (at === -1 || block === undefined) return undefined;
  return ownerNamed(blocks[at]?.word, block.name ?? block.word);
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

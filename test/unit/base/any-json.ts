// Feeds arbitrary JSON to decoders. They may throw only problems, and must not change a prototype.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { decode, type Schema } from "../../../src/base/decode.ts";
import { parseJson, stringifyJson } from "../../../src/base/json/json.ts";
import { Problem } from "../../../src/base/problem.ts";

const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "then",
  "hasOwnProperty",
  "length",
  "",
  "a",
];

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\ud800", "\udfff\ud800", "\u0000", "\u202e", "-", "0x", "9".repeat(400), "1.".repeat(50)),
  fc.constantFrom("2026-10-21T10:14:26Z", "9999-99-99T99:99:99+99:99", "1676540001.234500000", "-1.999999999", "null"),
);

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.constantFrom(2 ** 53, 1e308, -0, 2n ** 63n, -(2n ** 63n), 2n ** 63n - 1n, 10n ** 400n),
);

/** Arbitrary JSON: deep, wide, and with keys that break careless programs. */
export const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), text), tie("value")), { maxLength: 6 }).map(objectOf),
    fc.nat(300).map((depth) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)),
    fc.nat(2_000).map((width) => Array.from({ length: width }, () => ({}))),
  ),
})).value;

/** Builds an object as JSON.parse does, without changing its prototype. */
function objectOf(members: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of members) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Values that nearly fit a schema: its fields, each with a fitting or an arbitrary value. */
function nearly(schema: unknown): fc.Arbitrary<unknown> {
  const { type, entries, item, wrapped, options } = decodedParts(schema);
  const fitting = (): fc.Arbitrary<unknown> => {
    if (wrapped !== undefined) return fc.oneof(fc.constant(null), nearly(wrapped));
    if (item !== undefined) return fc.array(nearly(item), { maxLength: 4 });
    if (type === "picklist") return fc.constantFrom("open", "closed", "other");
    if (options !== undefined) return fc.oneof(...options.map((each) => nearly(each)));
    if (entries !== undefined) {
      const members = Object.entries(entries).map(([key, each]) =>
        nearly(each).map((value) => [pathOf(key, each), value] as const),
      );
      return fc
        .tuple(fc.tuple(...members), fc.array(fc.tuple(fc.constantFrom(...KEYS), anything), { maxLength: 2 }))
        .map(([own, strange]) => objectOf([...membersAt(own), ...strange]));
    }
    if (type === "string") return text;
    if (type === "number" || type === "bigint") return number;
    return type === "boolean" ? fc.boolean() : anything;
  };
  return fc.oneof({ weight: 12, arbitrary: fitting() }, { weight: 1, arbitrary: anything });
}

const Parts = v.object({
  type: v.optional(v.string()),
  pipe: v.optional(v.array(v.unknown())),
  entries: v.optional(v.record(v.string(), v.unknown())),
  item: v.optional(v.unknown()),
  wrapped: v.optional(v.unknown()),
  options: v.optional(v.array(v.unknown())),
  wireName: v.optional(v.string()),
});

function partsOf(schema: unknown): v.InferOutput<typeof Parts> {
  const parts = v.safeParse(Parts, schema);
  return parts.success ? parts.output : {};
}

/** Returns the parts of the schema that validates an answer: the first of a pipe, or the one of `fields`. */
function decodedParts(schema: unknown): v.InferOutput<typeof Parts> {
  const parts = partsOf(schema);
  return parts.pipe === undefined || parts.entries !== undefined ? parts : decodedParts(parts.pipe[0]);
}

/** Returns the path of a field in the answer; empty if the field is made of the whole object. */
function pathOf(key: string, schema: unknown): readonly string[] {
  const { wireName = key } = partsOf(schema);
  return wireName === "" ? [] : wireName.split(".");
}

/** Returns the members of an object that has these values at these paths. */
function membersAt(
  values: readonly (readonly [readonly string[], unknown])[],
): readonly (readonly [string, unknown])[] {
  const deeper = new Map<string, (readonly [readonly string[], unknown])[]>();
  const members = new Map<string, unknown>();
  for (const [[name, ...rest], value] of values) {
    if (name === undefined) {
      if (typeof value === "object") for (const [key, each] of Object.entries(value ?? {})) members.set(key, each);
    } else if (rest.length === 0) members.set(name, value);
    else deeper.set(name, [...(deeper.get(name) ?? []), [rest, value]]);
  }
  for (const [name, inner] of deeper) {
    const whole = members.get(name);
    const own = typeof whole === "object" && whole !== null ? Object.entries(whole) : [];
    members.set(name, objectOf([...own, ...membersAt(inner)]));
  }
  return [...members];
}

/** Runs a function. Fails if it throws anything but a problem, or changes a prototype. */
export function harmless(run: () => unknown): void {
  const before = [Object.prototype, Array.prototype, String.prototype].map((each) => Object.getOwnPropertyNames(each));
  try {
    assertPlain(run(), 0);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const after = [Object.prototype, Array.prototype, String.prototype].map((each) => Object.getOwnPropertyNames(each));
  assert.deepEqual(after, before, "a prototype has changed");
}

function assertPlain(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null || depth > 20) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  const known: readonly unknown[] = [Object.prototype, Array.prototype, null];
  assert.ok(known.includes(prototype) || value instanceof Problem, "an object came with a prototype of its own");
  if (value instanceof Problem) return;
  for (const each of Object.values(value)) assertPlain(each, depth + 1);
}

/** Texts that careless patterns scan again from every character. */
export const REPEATED = [" ", "0", "-", "a", "1.", "[", "/1", ",|", "\ud800", '\\"', "T:", "\n"];

/** Modules with schemas, by the name of their file. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Tests every schema of the modules of a folder. Fails if a module of the folder with schemas is missing. */
export function itDecodesAnything(folder: string, modules: Modules): void {
  it("has all its decoders tested here", async () => {
    const names = (await readdir(folder)).filter((each) => each.endsWith(".ts"));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const decoding = names.filter((_, place) => /from "valibot"/.test(texts[place] ?? ""));
    assert.deepEqual(Object.keys(modules).sort(), decoding.sort());
  });

  for (const [what, schema] of schemasIn(modules)) {
    it(`${what} throws nothing but problems, whatever it gets`, () => {
      const given = fc.oneof(nearly(schema), anything);
      const asSent = (value: unknown): unknown => parseJson(stringifyJson(value));
      fc.assert(
        fc.property(given, (value) => harmless(() => decode(schema, asSent(value), what))),
        { numRuns: 150 },
      );
    });
  }
}

/** Returns all schemas of the modules, each with its name. */
export function schemasIn(modules: Modules): readonly (readonly [what: string, schema: Schema<unknown>])[] {
  return Object.entries(modules).flatMap(([name, module]) =>
    Object.entries(module).flatMap(([key, schema]) =>
      isSchema(schema) ? [[`${key} of ${name}`, schema] as const] : [],
    ),
  );
}

function isSchema(value: unknown): value is Schema<unknown> {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}

/** A value that fits the schema if possible, with this text for every string and this many elements in outer lists. */
export function widened(schema: unknown, long: string, size: number): unknown {
  const { type, entries, item, wrapped, options } = decodedParts(schema);
  if (wrapped !== undefined) return widened(wrapped, long, size);
  if (item !== undefined) {
    const one = widened(item, long.slice(0, 8), 2);
    return Array.from({ length: size }, () => one);
  }
  if (options !== undefined) return type === "picklist" ? "open" : widened(options[0], long, size);
  if (entries !== undefined) {
    return objectOf(
      membersAt(Object.entries(entries).map(([key, each]) => [pathOf(key, each), widened(each, long, size)])),
    );
  }
  if (type === "number" || type === "bigint") return 1;
  return type === "boolean" ? true : long;
}

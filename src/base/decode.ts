// Decodes what services return. A malformed element is skipped, and its problem names the path to it.
import * as v from "valibot";
import type { LeftOut } from "./answer-json.ts";
import { Problem } from "./problem.ts";
import { TimeSlice } from "./time-slice.ts";
import { fromEpochSeconds, parseIso, parseSeconds } from "./time.ts";

/** A schema that decodes an unknown value from a service. */
export type Schema<Output> = v.GenericSchema<unknown, Output>;

/** A decoded list; views show `skipped` beside it. */
export interface DecodedList<Value> {
  readonly values: readonly Value[];
  /** Number of elements that could not be read. */
  readonly skipped: number;
  /** Reasons, for the first few. */
  readonly reasons: readonly Problem[];
}

const MAX_REASONS = 5;

/**
 * Decodes a response, or throws a `malformed` problem that names the path. `what` names it in the log: `tracker list`.
 */
export function decode<Output>(schema: Schema<Output>, value: unknown, what: string): Output {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw malformedProblem(result.issues[0], what, "");
}

export interface DecodedFrom {
  /** Path of the list in the response. */
  readonly at?: string;
  /** Elements that were already left out while parsing. */
  readonly leftOut?: LeftOut | undefined;
}

/**
 * Decodes each element separately, in slices, so that a malformed one doesn't affect the others. A list that is null
 * is empty.
 */
export async function decodeList<Output>(
  schema: Schema<Output>,
  value: unknown,
  what: string,
  { at = "", leftOut }: DecodedFrom = {},
): Promise<DecodedList<Output>> {
  if (value === null) return { values: [], skipped: 0, reasons: [] };
  if (!Array.isArray(value)) throw new Problem("malformed", { at, detail: `${what}: expected a list` });
  const decoder = new ListDecoder(schema, what, { at, leftOut });
  const slice = new TimeSlice();
  for (const element of value) {
    decoder.add(element);
    if (slice.isOver) await slice.next();
  }
  return decoder.list();
}

/** Like `decodeList`, for elements that arrive one by one. */
export class ListDecoder<Output> {
  readonly #schema: Schema<Output>;
  readonly #what: string;
  readonly #at: string;
  readonly #values: Output[] = [];
  readonly #reasons: Problem[];
  #seen = 0;
  #skipped: number;

  constructor(schema: Schema<Output>, what: string, { at = "", leftOut }: DecodedFrom = {}) {
    this.#schema = schema;
    this.#what = what;
    this.#at = at;
    this.#skipped = leftOut?.count ?? 0;
    this.#reasons = [...(leftOut?.reasons ?? [])];
  }

  /** `place` is the path of the element in the response, for elements outside a list. */
  add(element: unknown, place?: string): void {
    const value = this.decodeElement(element, place);
    if (value !== undefined) this.#values.push(value.of);
  }

  /** Decodes an element without adding it to the list. Counts a malformed one and returns undefined. */
  decodeElement(element: unknown, place = `${this.#at}[${this.#seen}]`): { readonly of: Output } | undefined {
    this.#seen += 1;
    const result = v.safeParse(this.#schema, element, { abortEarly: true });
    if (result.success) return { of: result.output };
    this.#skipped += 1;
    if (this.#reasons.length < MAX_REASONS) this.#reasons.push(malformedProblem(result.issues[0], this.#what, place));
    return undefined;
  }

  list(): DecodedList<Output> {
    return { values: this.#values, skipped: this.#skipped, reasons: this.#reasons };
  }
}

/** A field that may be absent or null: both become undefined. */
export function optional<Output>(schema: Schema<Output>) {
  return v.pipe(
    v.nullish(schema, () => undefined),
    v.transform((value): Output | undefined => value ?? undefined),
  );
}

/**
 * A field that has another name in the answer or is deeper in it: `fee: from("charges.fee", optional(int64))`. The name
 * `""` is the whole object, for a field made of several.
 */
export function from<Output>(wireName: string, schema: Schema<Output>) {
  return Object.assign(v.pipe(schema), { wireName });
}

/** A field that isn't in the answer and always has this value. */
export function constant<const Value extends string>(value: Value) {
  return v.pipe(
    v.unknown(),
    v.transform(() => value),
  );
}

/** Rejects arrays: an empty array would pass as an object without its optional fields. */
export const notAList = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), "expected an object"),
);

/** An object of the model. Each field comes from the answer's field of the same name, or the one that `from` names. */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  const model: Schema<v.InferOutput<v.ObjectSchema<Entries, undefined>>> = v.object(entries);
  const names = Object.entries(entries).map(([key, schema]) => [key, wireName(schema) ?? key] as const);
  const schema = v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const wire = dataset.value;
      const renamed = isObject(wire)
        ? Object.fromEntries(names.map(([key, name]) => [key, valueAt(wire, name)]))
        : wire;
      const result = v.safeParse(model, renamed, { abortEarly: true });
      if (result.success) return result.output;
      const [{ expected, message, path: [field, ...inner] = [] }] = result.issues;
      const name = names.find(([key]) => key === field?.key)?.[1];
      addIssue({
        message,
        ...(expected === null ? {} : { expected }),
        // Names the field as the answer does.
        ...(field === undefined ? {} : { path: [{ ...field, type: "unknown", key: name }, ...inner] }),
      });
      return NEVER;
    }),
  );
  return Object.assign(schema, { entries });
}

function wireName(schema: object): string | undefined {
  return "wireName" in schema && typeof schema.wireName === "string" ? schema.wireName : undefined;
}

/** Returns the value at a dotted path; the path `""` is the object itself. */
function valueAt(wire: unknown, path: string): unknown {
  if (path === "") return wire;
  return path
    .split(".")
    .reduce((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), wire);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** A string that the service sends as `""` if it is unknown. */
export const optionalText = v.pipe(
  v.nullish(v.string(), ""),
  v.transform((value) => (value === null || value === "" ? undefined : value)),
);

/** A list that may be absent or null: both become an empty one. Every element must be valid. */
export function listOf<Output>(schema: Schema<Output>) {
  return v.pipe(
    v.nullish(v.array(schema), () => []),
    v.transform((value): readonly Output[] => value ?? []),
  );
}

/** A list inside a response, in which a malformed element costs only itself. */
export function lenientListOf<Output>(schema: Schema<Output>, what: string) {
  return v.pipe(
    v.nullish(v.array(v.unknown()), () => []),
    v.transform((value) => {
      const decoder = new ListDecoder(schema, what);
      for (const element of value ?? []) decoder.add(element);
      return decoder.list();
    }),
  );
}

/** A whole number that a double can represent exactly. */
export const whole = v.pipe(v.number(), v.safeInteger());

const INT64_BOUND = 2n ** 63n;

/** A 64-bit integer, always as a bigint. Parsed JSON has it as a number or, beyond 2^53, as a bigint. */
export const int64 = v.pipe(
  v.union([v.bigint(), whole]),
  v.transform((value) => BigInt(value)),
  v.check((value) => value >= -INT64_BOUND && value < INT64_BOUND, "expected an integer of 64 bits"),
);

/** `1676540001.234500000`, in nanoseconds. */
export const secondsTime = timeFrom(v.string(), parseSeconds, "seconds with a fraction");

/** RFC 3339 with any fraction and offset, in nanoseconds. */
export const isoTime = timeFrom(v.string(), parseIso, "an ISO time");

/** Seconds since 1970 as a JSON number, in nanoseconds. */
export const epochTime = timeFrom(v.number(), fromEpochSeconds, "seconds since 1970");

function timeFrom<Wire>(schema: Schema<Wire>, parse: (value: Wire) => bigint | undefined, expected: string) {
  return v.pipe(
    schema,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const time = parse(dataset.value);
      if (time !== undefined) return time;
      addIssue({ expected, message: `expected ${expected}` });
      return NEVER;
    }),
  );
}

/** Describes what was expected and where, but not the actual value, which may be anything. */
function malformedProblem(issue: v.BaseIssue<unknown>, what: string, at: string): Problem {
  const path = (issue.path ?? []).reduce((parent, { key }) => {
    if (typeof key === "number") return `${parent}[${key}]`;
    const name = String(key);
    return parent === "" || name === "" ? parent + name : `${parent}.${name}`;
  }, at);
  const expected = issue.expected ?? issue.message;
  return new Problem("malformed", { at: path, detail: `${what}: expected ${expected.replace(/^expected /, "")}` });
}

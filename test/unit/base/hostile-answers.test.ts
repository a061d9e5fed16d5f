// Decoders and header parsers get arbitrary input: they throw nothing but problems, in linear time.
import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { AnswerParser } from "../../../src/base/json/answer-json.ts";
import * as decoders from "../../../src/base/decode.ts";
import { readErrorDetail, isJson, isMissingRoute } from "../../../src/base/failure.ts";
import { jsonElements } from "../../../src/base/json/json-stream.ts";
import { parseJson, stringifyJson } from "../../../src/base/json/json.ts";
import { canonicalOrigin, encodePart, ownPlace, parseBase, path, displayUrl } from "../../../src/base/origin.ts";
import { asProblem, Problem } from "../../../src/base/problem.ts";
import { redirectTarget } from "../../../src/base/network/redirect.ts";
import { retryAfter } from "../../../src/base/network/retry.ts";
import { parseIso, parseSeconds } from "../../../src/base/time.ts";
import { anything, assertLinear, harmless, REPEATED } from "./any-json.ts";

const BASE = new URL("https://service.example/api");

/** Every decoder of the module, applied to a value. */
const DECODERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  decode: (value) => decoders.decode(v.object({ a: v.string() }), value, "test"),
  decodeList: (value) => void decoders.decodeList(v.string(), value, "test").catch(assertProblem),
  ListDecoder: (value) => {
    const decoder = new decoders.ListDecoder(v.string(), "test");
    decoder.add(value);
    return decoder.list();
  },
  optional: (value) => decoders.decode(decoders.optional(v.string()), value, "test"),
  optionalText: (value) => decoders.decode(decoders.optionalText, value, "test"),
  constant: (value) => decoders.decode(decoders.constant("a"), value, "test"),
  fields: (value) => decoders.decode(decoders.fields({ a: v.unknown(), length: v.unknown() }), value, "test"),
  from: (value) => decoders.decode(decoders.fields({ b: decoders.from("a.a", v.unknown()) }), value, "test"),
  listOf: (value) => decoders.decode(decoders.listOf(v.string()), value, "test"),
  lenientListOf: (value) => decoders.decode(decoders.lenientListOf(v.string(), "test"), value, "test"),
  whole: (value) => decoders.decode(decoders.whole, value, "test"),
  int64: (value) => decoders.decode(decoders.int64, value, "test"),
  secondsTime: (value) => decoders.decode(decoders.secondsTime, value, "test"),
  isoTime: (value) => decoders.decode(decoders.isoTime, value, "test"),
  epochTime: (value) => decoders.decode(decoders.epochTime, value, "test"),
};

/** Parsers of bodies and headers that have no schema. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseSeconds,
  parseIso,
  retryAfter: (text) => retryAfter({ "retry-after": text, date: text }, 0),
  isJson,
  isMissingRoute: (text) => isMissingRoute(404, "text/plain", text),
  "readErrorDetail JSON": (text) => readErrorDetail(500, "application/json", text),
  "readErrorDetail a page": (text) => readErrorDetail(500, "text/html", text),
  "readErrorDetail text": (text) => readErrorDetail(500, "text/plain", text),
  ownPlace: (text) => ownPlace(BASE, text)?.path,
  redirectTarget: (text) => redirectTarget(BASE, text)?.href,
  canonicalOrigin,
  "the URL of a service": (text) => displayUrl(parseBase(text)),
  "a part of a path": (text) => [encodePart(text), path`/repos/${text}`],
};

function assertProblem(error: unknown): void {
  assert.ok(error instanceof Problem, String(error));
}

describe("Decoders of any server's responses", () => {
  it("are all covered by these tests", () => {
    assert.deepEqual(Object.keys(DECODERS).sort(), Object.keys(decoders).sort());
  });

  for (const [name, run] of Object.entries(DECODERS)) {
    it(`${name} throws only problems, whatever it gets`, () => {
      fc.assert(
        fc.property(anything, (value) => harmless(() => run(parseJson(stringifyJson(value))))),
        { numRuns: 200 },
      );
      for (const unit of REPEATED) assertLinear(`${name} of ${unit}`, (size) => () => run(unit.repeat(size)));
    });
  }

  for (const [name, run] of Object.entries(READERS)) {
    it(`${name} decodes any text in linear time`, () => {
      fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => harmless(() => run(text))));
      for (const unit of REPEATED) assertLinear(`${name} of ${unit}`, (size) => () => run(unit.repeat(size)));
    });
  }

  it("parse any bytes, or reject them with a problem or a syntax error", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      anything.map((value) => Buffer.from(stringifyJson(value))),
      anything.map((value) => Buffer.from(`{"list":[${stringifyJson(value)},1,{}]}`)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (all, size) => {
        const parser = new AnswerParser({ mostValues: 10_000, list: { at: "list", most: 2 } });
        try {
          for (let at = 0; at < all.length; at += size) parser.add(all.subarray(at, at + size));
          const parsed = await parser.parse();
          harmless(() => parsed?.json);
        } catch (error) {
          if (!(error instanceof SyntaxError)) assertProblem(error);
        }
        const chunks = (async function* () {
          yield await Promise.resolve(all);
        })();
        try {
          for await (const element of jsonElements(chunks, "list")) harmless(() => element);
        } catch (error) {
          assert.notEqual(asProblem(error).kind, "unexpected", String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});

// What decodes responses of any server, and what reads texts in them.
import assert from "node:assert/strict";
import * as v from "valibot";
import * as decoders from "../../../src/base/decode.ts";
import { readErrorDetail, isJson, isMissingRoute } from "../../../src/base/http/failure.ts";
import { canonicalOrigin, encodePart, ownPlace, parseBase, path, displayUrl } from "../../../src/base/origin.ts";
import { Problem } from "../../../src/base/problem.ts";
import { redirectTarget } from "../../../src/base/http/redirect.ts";
import { retryAfter } from "../../../src/base/http/retry.ts";
import { parseIso, parseSeconds } from "../../../src/base/time.ts";
import type { Readers } from "./any-text.ts";

const BASE = new URL("https://service.example/api");

/** Every decoder of the module, applied to a value. */
export const DECODERS: Readonly<Record<string, (value: unknown) => unknown>> = {
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
  notAList: (value) => decoders.decode(decoders.notAList, value, "test"),
  lenientListOf: (value) => decoders.decode(decoders.lenientListOf(v.string(), "test"), value, "test"),
  whole: (value) => decoders.decode(decoders.whole, value, "test"),
  int64: (value) => decoders.decode(decoders.int64, value, "test"),
  secondsTime: (value) => decoders.decode(decoders.secondsTime, value, "test"),
  isoTime: (value) => decoders.decode(decoders.isoTime, value, "test"),
  epochTime: (value) => decoders.decode(decoders.epochTime, value, "test"),
};

/** Parsers of bodies and headers that have no schema. */
export const TEXT_READERS: Readers = {
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

export function assertProblem(error: unknown): void {
  assert.ok(error instanceof Problem, String(error));
}

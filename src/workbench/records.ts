// Records as text files: each is JSON with the number of its form, which changes with the fields. A file of any other
// form isn't read.
import * as v from "valibot";
import type { Schema } from "../base/decode.ts";
import { stringifyJson, tryParseJson } from "../base/json.ts";

export function encodeRecord(form: number, record: object): string {
  return stringifyJson({ form, ...record }, "  ");
}

/** Returns undefined if the text isn't what is expected. */
export function decodeRecord<Expected>(form: number, expected: Schema<Expected>, text: string): Expected | undefined {
  const json = tryParseJson(text);
  const read = v.safeParse(expected, json);
  return v.is(v.object({ form: v.literal(form) }), json) && read.success ? read.output : undefined;
}

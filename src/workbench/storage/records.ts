// Encodes records as JSON text with a format number, which changes with the fields. Records with any other number are
// ignored.
import * as v from "valibot";
import type { Schema } from "../../base/decode.ts";
import { stringifyJson, tryParseJson } from "../../base/json/json.ts";

export function encodeRecord(form: number, record: object): string {
  return stringifyJson({ form, ...record }, "  ");
}

/** Returns undefined if the text has another format number or doesn't fit the schema. */
export function decodeRecord<Expected>(form: number, expected: Schema<Expected>, text: string): Expected | undefined {
  const json = tryParseJson(text);
  const read = v.safeParse(expected, json);
  return v.is(v.object({ form: v.literal(form) }), json) && read.success ? read.output : undefined;
}

// JSON with 64-bit integers. The mirror node sends them as bare numbers, and JSON.parse reads 9900000000000001 as …000.
/** The values of JSON. An integer that a double cannot represent exactly is a bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

// A number token follows a colon, a comma, a bracket, a space or nothing. Most digits inside strings don't.
const LONG_INTEGER = /(?:^|[:,[\s])-?\d{16}/;
const INTEGER = /^-?[1-9]\d{15,}$/;
const MAX_INTEGER_DIGITS = 4_096;

/** Like `JSON.parse`, but an integer beyond 2^53 becomes a bigint and keeps its digits. */
export function parseJson(text: string): Json {
  // A function that sees each value makes parsing ten times slower.
  return LONG_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** `context` has the text of a number. Node 20, which may run the command line tool, passes none. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const { source = "" } = context ?? {};
  if (!INTEGER.test(source)) return value;
  if (source.length > MAX_INTEGER_DIGITS) throw new SyntaxError(`An integer of ${source.length} digits in JSON`);
  return BigInt(source);
}

/** Like `parseJson`, but returns undefined if the text is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Like `JSON.stringify`, but writes bigints as integers. */
export function stringifyJson(value: unknown, indent = ""): string {
  return JSON.stringify(value, writeDigits, indent) ?? "null";
}

function writeDigits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? JSON.rawJSON(String(value)) : value;
}

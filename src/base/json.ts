// JSON with integers of 64 bits: the mirror node sends them as bare numbers, and 9900000000000001 would become …000.
import { randomUUID } from "node:crypto";

/** The values of JSON. An integer that a double cannot represent exactly is a bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

/** A long integer is parsed as an array that begins with this, which no service sends. */
const MARK = randomUUID();
// A number token follows a colon, a comma, a bracket, a space or nothing, so digits inside strings don't match.
const LONG_INTEGER = /(?:^|[:,[\s])-?\d{16}/;
// A string that has no end is one token as well: nothing inside it is looked at a second time.
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?\d[\d.eE+-]*/g;
const INTEGER = /^-?[1-9]\d{15,}$/;
const MAX_INTEGER_DIGITS = 4_096;

/** As `JSON.parse`, but no integer loses digits: one beyond 2^53 becomes a bigint. */
export function parseJson(text: string): Json {
  const isLong = LONG_INTEGER.test(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives nothing but JSON
  const json = JSON.parse(isLong ? text.replaceAll(TOKEN, markLongInteger) : text) as Json;
  if (!isLong) return json;
  const whole = { json };
  const open: (Json[] | { [key: string]: Json })[] = [whole];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const [key, value] of Object.entries<Json>(container)) {
      if (typeof value !== "object" || value === null) continue;
      const [mark, digits] = Array.isArray(value) ? value : [];
      if (mark === MARK && typeof digits === "string") Reflect.set(container, key, BigInt(digits));
      else open.push(value);
    }
  }
  return whole.json;
}

function markLongInteger(token: string): string {
  if (!INTEGER.test(token) || Number.isSafeInteger(Number(token))) return token;
  if (token.length > MAX_INTEGER_DIGITS) throw new SyntaxError(`An integer of ${token.length} digits in JSON`);
  return `["${MARK}","${token}"]`;
}

/** As `parseJson`; undefined if the text is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** As `JSON.stringify`, and writes bigints as the integers they are. */
export function stringifyJson(value: unknown, indent = ""): string {
  return write(value, indent, "") ?? "null";
}

/** Where the JSON string that begins here is over, behind its last quote; undefined if it never is. */
export function stringEnd(text: string, start: number): number | undefined {
  let quote = text.indexOf('"', start + 1);
  while (quote > 0 && isEscaped(text, start, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? undefined : quote + 1;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, start: number, quote: number): boolean {
  let before = quote - 1;
  while (before > start && text[before] === "\\") before -= 1;
  return (quote - before) % 2 === 0;
}

function write(value: unknown, indent: string, margin: string): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(), indent, margin);
  const inner = margin + indent;
  if (Array.isArray(value)) {
    return enclose(
      "[",
      "]",
      value.map((each) => write(each, indent, inner) ?? "null"),
      margin,
      inner,
    );
  }
  const members: string[] = [];
  for (const [key, each] of Object.entries(value)) {
    const written = write(each, indent, inner);
    if (written !== undefined) members.push(`${JSON.stringify(key)}:${indent === "" ? "" : " "}${written}`);
  }
  return enclose("{", "}", members, margin, inner);
}

function enclose(open: string, close: string, parts: readonly string[], margin: string, inner: string): string {
  if (parts.length === 0) return open + close;
  if (inner === margin) return open + parts.join(",") + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}

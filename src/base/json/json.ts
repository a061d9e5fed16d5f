// JSON with 64-bit integers. The mirror node sends them as bare numbers, and JSON.parse reads 9900000000000001 as …000.
import { randomUUID } from "node:crypto";

/** The values of JSON. An integer that a double cannot represent exactly is a bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

/** Marks the array that a long integer is parsed as. No service sends this value. */
const MARK = randomUUID();
// A number token follows a colon, a comma, a bracket, a space or nothing. Most digits inside strings don't.
const LONG_INTEGER = /(?:^|[:,[\s])-?\d{16}/;
// An unterminated string is one token too, so that nothing inside it is scanned twice.
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?\d[\d.eE+-]*/g;
const INTEGER = /^-?[1-9]\d{15,}$/;
const MAX_INTEGER_DIGITS = 4_096;

/** Like `JSON.parse`, but an integer beyond 2^53 becomes a bigint and keeps its digits. */
export function parseJson(text: string): Json {
  const isLong = LONG_INTEGER.test(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse returns only JSON
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
  return write(value, indent, "") ?? "null";
}

/** Returns the position after the closing quote of the JSON string that starts here; undefined if it has none. */
export function findStringEnd(text: string, start: number): number | undefined {
  let quote = text.indexOf('"', start + 1);
  while (quote > 0 && isEscaped(text, start, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? undefined : quote + 1;
}

/** True if an odd number of backslashes precedes the quote. */
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

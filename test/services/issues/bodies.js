// Parses request bodies like Forgejo and Gitea: JSON with their leniency, and uploaded files.
import { refuse } from "./replies.js";

/**
 * @typedef {import("./types.js").Call} Call
 * @typedef {"string" | "number" | "boolean" | "list"} Kind
 */

/**
 * Returns the fields of the request's JSON that a route knows. Absent and null are both `undefined`, because the
 * servers don't distinguish them either.
 *
 * @template {Record<string, Kind>} Fields
 * @param {Call} call
 * @param {Fields} fields
 * @param {readonly (keyof Fields & string)[]} [required] strings that must not be empty
 * @returns {{ [Name in keyof Fields]?: Fields[Name] extends "string" ? string : Fields[Name] extends "number" ? number
 *   : Fields[Name] extends "boolean" ? boolean : unknown[] }}
 */
export function bodyOf(call, fields, required = []) {
  const given = parseJson(call);
  const exact = !call.world.personality.keysInAnyCase;
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [key, value] of Object.entries(given)) {
    const name = Object.keys(fields).find(
      (each) => each === key || (!exact && each.toLowerCase() === key.toLowerCase()),
    );
    if (name === undefined || value === null) continue;
    const kind = Array.isArray(value) ? "list" : typeof value;
    if (kind !== fields[name]) {
      refuse(call, 422, `[]: json: cannot unmarshal ${kind} into Go struct field .${name}`);
    }
    // Go's decoder also replaces unpaired surrogates.
    found[name] = typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "\ufffd") : value;
  }
  for (const name of required) {
    if (found[name] === undefined || found[name] === "") {
      refuse(call, 422, `[${name.slice(0, 1).toUpperCase()}${name.slice(1)}]: Required`);
    }
  }
  return /** @type {any} */ (found);
}

/** @param {Call} call @returns {Record<string, unknown>} */
function parseJson(call) {
  const type = call.request.headers["content-type"] ?? "";
  // The servers parse forms too, but these routes have no form fields.
  if (type.includes("form-urlencoded") || type.includes("multipart/form-data")) return {};
  if (type === "") refuse(call, 422, "[]: Empty Content-Type");
  if (!type.includes("json")) refuse(call, 422, "[]: Unsupported Content-Type");
  const strict = !call.world.personality.keysInAnyCase;
  try {
    const text = strict
      ? new TextDecoder("utf-8", { fatal: true }).decode(call.request.body)
      : call.request.body.toString("utf8");
    const value = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("no object");
    if (strict && hasDuplicateKey(text)) throw new Error("a key twice");
    return value;
  } catch {
    return refuse(call, 422, "[]: invalid character in the request's JSON");
  }
}

/** True if the top-level object of a valid JSON text has a duplicate key. @param {string} text */
function hasDuplicateKey(text) {
  const seen = new Set();
  let depth = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    const [token, colon] = match;
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (colon !== undefined && depth === 1) {
      const key = token.slice(0, token.lastIndexOf('"') + 1);
      if (seen.has(key)) return true;
      seen.add(key);
    }
  }
  return false;
}

/**
 * Returns the file in a field of a multipart body.
 * @param {Call} call
 * @param {string} field
 * @returns {{ name: string, content: Buffer } | "noBoundary" | "noFile"}
 */
export function fileOf({ request }, field) {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(request.headers["content-type"] ?? "");
  if (boundary === null) return "noBoundary";
  const mark = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  let from = request.body.indexOf(mark);
  while (from >= 0) {
    const next = request.body.indexOf(mark, from + mark.length);
    if (next < 0) break;
    const part = request.body.subarray(from + mark.length + 2, next - 2);
    const head = part.indexOf("\r\n\r\n");
    const headers = part.subarray(0, Math.max(0, head)).toString("utf8");
    if (new RegExp(`name="${field}"`).test(headers)) {
      return { name: /filename="([^"]*)"/.exec(headers)?.[1] ?? "", content: Buffer.from(part.subarray(head + 4)) };
    }
    from = next;
  }
  return "noFile";
}

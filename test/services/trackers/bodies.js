// Parses the bodies of the two routes that accept one, each in its own way.
import { page, rendered } from "./access.js";
import { worded } from "./languages.js";
import { pythonJson, RecursionError } from "./python-json.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./routes.js").Route} Route
 * @typedef {{ fields: unknown } | { refusal: Answer }} Parsed
 */

/** The body of a request for a key: JSON or a form, by its type. @param {Request} request @param {Route} route @returns {Parsed} */
export function parsedFields(request, route) {
  const type = request.headers["content-type"] ?? "";
  const [bare = ""] = type.split(";");
  if (request.body.length === 0) return { fields: {} };
  if (bare.trim() === "application/x-www-form-urlencoded")
    return { fields: Object.fromEntries(new URLSearchParams(request.body.toString("utf8"))) };
  if (bare.trim() === "application/json") return parsedJson(request, route);
  const detail = worded("mediaType", request, type);
  return { refusal: rendered(request, { status: 415, value: { detail }, route }) };
}

/**
 * The body of a search: JSON, whatever its type says; a form or an empty body is broken JSON.
 * @param {Request} request @param {Route} route @returns {Parsed}
 */
export function parsedJson(request, route) {
  try {
    return { fields: pythonJson(textOf(request.body)) };
  } catch (error) {
    if (error instanceof RecursionError) return { refusal: page(500, "Server Error (500)") };
    const detail = `JSON parse error - ${error instanceof Error ? error.message : String(error)}`;
    return { refusal: rendered(request, { status: 400, value: { detail }, route }) };
  }
}

/** @param {Buffer} bytes */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const place = bytes.findIndex((byte, at) => byte > 127 && !isUtf8(bytes, at));
    const byte = (bytes[place] ?? 0).toString(16);
    throw new Error(`'utf-8' codec can't decode byte 0x${byte} in position ${place}: invalid start byte`);
  }
}

/** Whether the text up to and with this byte may be UTF-8. @param {Buffer} bytes @param {number} at */
function isUtf8(bytes, at) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, at + 1), { stream: true });
    return true;
  } catch {
    return false;
  }
}

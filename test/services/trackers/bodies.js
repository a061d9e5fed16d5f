// Parses the bodies of the two routes that have one, each in its own way.
import { page, renderResponse } from "./access.js";
import { translate } from "./languages.js";
import { parsePythonJson, RecursionError } from "./python-json.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./routes.js").Route} Route
 * @typedef {{ fields: unknown } | { refusal: Answer }} Parsed
 */

/** Parses a request for a key: JSON or a form, depending on its type. @param {Request} request @param {Route} route @returns {Parsed} */
export function parseFields(request, route) {
  const type = request.headers["content-type"] ?? "";
  const [bare = ""] = type.split(";");
  if (request.body.length === 0) return { fields: {} };
  if (bare.trim() === "application/x-www-form-urlencoded")
    return { fields: Object.fromEntries(new URLSearchParams(request.body.toString("utf8"))) };
  if (bare.trim() === "application/json") return parseJsonBody(request, route);
  const detail = translate("mediaType", request, type);
  return { refusal: renderResponse(request, { status: 415, value: { detail }, route }) };
}

/**
 * Parses a search: always as JSON, whatever its type, so a form or an empty body is an error.
 * @param {Request} request @param {Route} route @returns {Parsed}
 */
export function parseJsonBody(request, route) {
  try {
    return { fields: parsePythonJson(decodeUtf8(request.body)) };
  } catch (error) {
    if (error instanceof RecursionError) return { refusal: page(500, "Server Error (500)") };
    const detail = `JSON parse error - ${error instanceof Error ? error.message : String(error)}`;
    return { refusal: renderResponse(request, { status: 400, value: { detail }, route }) };
  }
}

/** @param {Buffer} bytes */
function decodeUtf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const place = bytes.findIndex((byte, at) => byte > 127 && !isUtf8(bytes, at));
    const byte = (bytes[place] ?? 0).toString(16);
    throw new Error(`'utf-8' codec can't decode byte 0x${byte} in position ${place}: invalid start byte`);
  }
}

/** True if the text up to and including this byte can be UTF-8. @param {Buffer} bytes @param {number} at */
function isUtf8(bytes, at) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, at + 1), { stream: true });
    return true;
  } catch {
    return false;
  }
}

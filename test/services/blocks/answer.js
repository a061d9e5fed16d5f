// Builds the responses of the mirror node, with caching and compression like real ones.
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { toJson } from "./forms.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 */

const COMPRESSED_FROM = 1024;

/** @param {Request} request @param {unknown} value @param {{ age: number, next?: string | undefined }} options */
export function json(request, value, { age, next }) {
  return respond(request, 200, toJson(value), {
    "cache-control": `public, max-age=${age}`,
    ...(next === undefined ? {} : { link: `<${next}>; rel="next"` }),
  });
}

/** @param {Request} request @param {string} text @param {number} age */
export function plain(request, text, age) {
  return respond(request, 200, text, {
    "cache-control": `public, max-age=${age}`,
    "content-type": "text/plain; charset=utf-8",
  });
}

/** @param {Request} request @param {number} status @param {readonly (string | { message: string, detail: string })[]} messages */
export function errorResponse(request, status, messages) {
  const each = messages.map((message) => (typeof message === "string" ? { message } : message));
  return respond(request, status, toJson({ _status: { messages: each } }), {});
}

/**
 * @param {Request} request
 * @param {number} status
 * @param {string} text
 * @param {Record<string, string>} headers
 * @returns {Answer}
 */
function respond(request, status, text, headers) {
  const bytes = Buffer.from(text);
  const etag = `W/"${bytes.length.toString(16)}-${createHash("sha1").update(bytes).digest("base64").slice(0, 27)}"`;
  const all = {
    "access-control-allow-origin": "*",
    "content-type": "application/json; charset=utf-8",
    ...headers,
    etag,
    vary: "Accept-Encoding",
  };
  if (status === 200 && isUnchanged(request, etag)) {
    const { "content-type": _, ...kept } = all;
    return { status: 304, headers: kept };
  }
  const coding = bytes.length < COMPRESSED_FROM ? undefined : acceptedCoding(request);
  if (coding === undefined) return { status, headers: all, body: bytes };
  return { status, headers: { ...all, "content-encoding": coding }, body: compress(bytes, coding) };
}

/** @param {Request} request @param {string} etag */
function isUnchanged({ headers }, etag) {
  if (headers["cache-control"]?.includes("no-cache") === true) return false;
  const known = new Set((headers["if-none-match"] ?? "").split(",").map(withoutWeakPrefix));
  return known.has("*") || known.has(withoutWeakPrefix(etag));
}

/** Returns an entity tag without the prefix of weak tags. @param {string} tag */
function withoutWeakPrefix(tag) {
  return tag.trim().replace(/^W\//, "");
}

/** @param {Request} request */
function acceptedCoding({ headers }) {
  const offered = (headers["accept-encoding"] ?? "").split(",").filter((each) => !/;\s*q=0(\.0+)?$/.test(each.trim()));
  const accepted = new Set(offered.map((each) => each.split(";")[0]?.trim()));
  return /** @type {const} */ (["br", "gzip", "deflate"]).find((coding) => accepted.has(coding));
}

/** @param {Buffer} bytes @param {"br" | "gzip" | "deflate"} coding */
function compress(bytes, coding) {
  if (coding === "gzip") return gzipSync(bytes);
  if (coding === "deflate") return deflateSync(bytes);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

// Sends recorded requests to a service and finds where its responses differ.
import { readFileSync } from "node:fs";
import { request as openRequest } from "node:http";
import { shapeDifferences } from "./compare.js";

/**
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} RecordedRequest
 * @typedef {{ status: number, headers: Record<string, string>, body: string } | { error: string }} ReceivedResponse
 * @typedef {{ request: RecordedRequest, answer: ReceivedResponse }} Recording
 */

/** Headers of the connection, which don't depend on the service. */
const CONNECTION_HEADERS = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);
/** Headers that some recordings lack. */
const UNRECORDED_HEADERS = new Set(["content-language"]);
/** Headers whose values depend on the content. If the bodies differ, only the presence of these headers is compared. */
const CONTENT_HEADERS = new Set(["content-length", "etag", "link"]);

/** @param {string} name @returns {Recording[]} */
export function recordings(name) {
  const text = readFileSync(new URL(`${name}.jsonl`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * Sends a request as it was recorded, without headers that HTTP doesn't require.
 * @param {string} origin
 * @param {RecordedRequest} request
 * @returns {Promise<ReceivedResponse>}
 */
export function sendRequest(origin, { method, path, headers, body }) {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const outgoing = openRequest({ hostname, port, method, path, headers, agent: false }, (incoming) => {
      /** @type {Buffer[]} */
      const parts = [];
      incoming.on("data", (part) => parts.push(part));
      incoming.on("error", (error) => resolve({ error: error.message }));
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(parts).toString("utf8"),
        }),
      );
    });
    outgoing.on("error", (error) => resolve({ error: error.message }));
    outgoing.end(body);
  });
}

/**
 * Returns how a response differs from the recorded one, one sentence per difference.
 * @param {ReceivedResponse} recorded
 * @param {ReceivedResponse} answered
 * @returns {string[]}
 */
export function differences(recorded, answered) {
  if ("error" in recorded || "error" in answered) {
    const [was, is] = [recorded, answered].map((each) => ("error" in each ? each.error : String(each.status)));
    return was === is ? [] : [`recorded ${was}, here ${is}`];
  }
  const found = [];
  if (recorded.status !== answered.status) found.push(`status: recorded ${recorded.status}, here ${answered.status}`);
  const names = new Set([...Object.keys(recorded.headers), ...Object.keys(answered.headers)]);
  for (const name of [...names].filter((each) => !CONNECTION_HEADERS.has(each)).sort()) {
    const [was, is] = [recorded.headers[name], answered.headers[name]];
    if (was === undefined && UNRECORDED_HEADERS.has(name)) continue;
    const byName = CONTENT_HEADERS.has(name) && recorded.body !== answered.body;
    const alike = byName ? (was === undefined) === (is === undefined) : was === is;
    if (!alike) found.push(`header ${name}: recorded ${was ?? "none"}, here ${is ?? "none"}`);
  }
  return [...found, ...bodyDifferences(recorded, answered)];
}

/** @param {{ status: number, headers: Record<string, string>, body: string }} recorded @param {{ body: string }} answered */
function bodyDifferences(recorded, answered) {
  const type = recorded.headers["content-type"] ?? "";
  if (!type.startsWith("application/json")) {
    return (recorded.body === "") === (answered.body === "") ? [] : ["the body: empty in one of the two"];
  }
  const [was, is] = [recorded.body, answered.body].map(parseJson);
  if (recorded.status < 400) return shapeDifferences(was, is);
  // Error messages are compared exactly.
  return recorded.body === answered.body ? [] : [`the body: recorded ${recorded.body}, here ${answered.body}`];
}

/** @param {string} text @returns {unknown} */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return "no JSON";
  }
}

/** @typedef {{ request: string, differs: string }} Difference */

/**
 * Returns differences that are not listed as intended, and listed ones that no longer exist.
 * @param {readonly Difference[]} all differences found
 * @param {readonly (Difference & { because: string })[]} intended
 */
export function unlisted(all, intended) {
  return {
    unexpected: all.filter((each) => !intended.some((other) => isSame(each, other))),
    stale: intended.filter((each) => !all.some((other) => isSame(each, other))),
  };
}

/** @param {Difference} one @param {Difference} other */
function isSame(one, other) {
  return one.request === other.request && one.differs === other.differs;
}

// Recorded requests and responses of real servers, and how the sandbox's responses differ.
import { readFileSync } from "node:fs";
import { shapeDifferences } from "../real/compare.js";

/**
 * @typedef {{ method: string, path: string, as: string, body: unknown }} Asked `as` is the owner of a token,
 *   `anonymous`, or `=` and a token; a string body was sent as text
 * @typedef {{ status: number, headers: Record<string, string>, body: unknown }} Answer
 * @typedef {{ case: string, request: Asked, answer: Answer }} Recording
 */

/** Headers of the connection, which don't depend on the server. */
const CONNECTION_HEADERS = new Set(["connection", "content-length", "date", "keep-alive"]);
/** Headers whose values depend on the stored data. */
const CONTENT_HEADERS = new Set(["link", "x-total-count"]);
const ROOT = /http:\/\/127\.0\.0\.1:\d+/g;

/** @param {"forgejo" | "gitea" | "pulls-forgejo" | "pulls-gitea"} server @returns {Recording[]} */
export function recordingsOf(server) {
  const text = readFileSync(new URL(`../real/${server}.jsonl`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** @param {Answer} recorded @param {{ status: number, headers: Headers, text: string }} answered */
export function differences(recorded, { status, headers, text }) {
  const found = recorded.status === status ? [] : [`status: recorded ${recorded.status}, here ${status}`];
  const was = Object.fromEntries(Object.entries(recorded.headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of new Set([...Object.keys(was), ...headers.keys()])) {
    if (CONNECTION_HEADERS.has(name)) continue;
    const [before, now] = [was[name] ?? "none", headers.get(name) ?? "none"];
    const same = CONTENT_HEADERS.has(name) ? (before === "none") === (now === "none") : before === now;
    if (!same) found.push(`header ${name}: recorded ${before}, here ${now}`);
  }
  const body = parseBody(text);
  // The bodies of errors must be equal.
  if (recorded.status < 300) return [...found, ...shapeDifferences(recorded.body, body)];
  const [before, now] = [recorded.body, body].map((each) => JSON.stringify(each).replaceAll(ROOT, ""));
  return before === now ? found : [...found, `the body: recorded ${before}, here ${now}`];
}

/** Parses a body. An empty one is null, like in the recordings. @param {string} text @returns {unknown} */
function parseBody(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

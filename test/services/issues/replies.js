// Builds the responses of the issue server: JSON, errors, and pages of lists with links between them.
import { stamp } from "./times.js";
import { translateText } from "./texts.js";

/**
 * @typedef {import("./types.js").Call} Call
 * @typedef {import("./types.js").Answer} Answer
 */

const CACHE = "max-age=0, private, must-revalidate, no-transform";
const JSON_TYPE = "application/json;charset=utf-8";

/** Thrown anywhere in a handler to end the request with this response. */
export class Refusal extends Error {
  /** @param {Answer} answer */
  constructor(answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** Returns the prefix of absolute URLs, without a trailing slash. @param {Call} call */
export function root({ world: { settings }, request }) {
  return settings.rootUrl === "" ? request.origin + settings.subPath : settings.rootUrl;
}

/** @param {Call} call @param {number} seconds */
export const moment = ({ world }, seconds) => stamp(seconds, world.settings.offsetMinutes);

/** Formats a time that may not be set. @param {Call} call @param {number} seconds */
export const momentOrNull = (call, seconds) => (seconds === 0 ? null : moment(call, seconds));

/** @param {Call} call @param {string} text */
const translate = ({ doer, request }, text) =>
  translateText(text, doer?.language ?? "", request.headers["accept-language"] ?? "");

/** @param {Call} call @param {number} status @param {unknown} value @returns {Answer} */
export function json({ headers }, status, value) {
  const body = `${JSON.stringify(value)}\n`;
  return { status, headers: { "content-type": JSON_TYPE, "cache-control": CACHE, ...headers }, body };
}

/** A response without a body. @param {Call} call @param {number} status @returns {Answer} */
export const bare = ({ headers }, status) => ({ status, headers: { "cache-control": CACHE, ...headers } });

/** @param {Call} call @param {number} status @param {string} body @returns {Answer} */
export const plain = ({ headers }, status, body) => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": CACHE, ...headers },
  body,
});

/** @param {Call} call @param {number} status @param {string} body @returns {Answer} */
export const html = ({ headers }, status, body) => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": CACHE, ...headers },
  body,
});

/** @param {Call} call @param {number} status @param {string} message */
export const problem = (call, status, message) => json(call, status, { message, url: `${root(call)}/api/swagger` });

/** @param {Call} call @param {number} status @param {string} message @returns {never} */
export function refuse(call, status, message) {
  throw new Refusal(problem(call, status, message));
}

/** @param {Call} call @param {number} status @returns {never} */
export function refuseBarely(call, status) {
  throw new Refusal(bare(call, status));
}

/** Rejects the request with a message in the requester's language. @param {Call} call @param {number} status @param {string} text @returns {never} */
export function refuseTranslated(call, status, text) {
  return refuse(call, status, translate(call, text));
}

/**
 * @param {Call} call
 * @param {{ text?: string, errors?: string[] }} [reason]
 * @returns {never}
 */
export function refuseAsMissing(call, { text = "", errors = [] } = {}) {
  const url = `${root(call)}/api/swagger`;
  const { notFound } = call.world.personality;
  throw new Refusal(json(call, 404, notFound({ text, errors, url, translated: (name) => translate(call, name) })));
}

/** @param {Call} call */
export function requireLogin(call) {
  return call.doer ?? refuse(call, 401, "token is required");
}

/** @param {Call} call @param {number} count */
export function countTotal({ headers, world }, count) {
  if (!world.settings.totals) return;
  headers["x-total-count"] = String(count);
  expose(headers, "X-Total-Count");
}

/** @param {Record<string, string>} headers @param {string} name */
function expose(headers, name) {
  const before = headers["access-control-expose-headers"];
  headers["access-control-expose-headers"] = before === undefined ? name : `${before}, ${name}`;
}

/** @param {string | null} text */
const parseWhole = (text) => (text !== null && /^[+-]?\d+$/.test(text) ? Number(text) : 0);

/** @param {Call} call @param {string} name */
export const numberAsked = ({ request }, name) => parseWhole(request.params.get(name));

/** Returns the number of elements per page. @param {Call} call @param {number} [usual] */
function pageSize(call, usual = 30) {
  const asked = numberAsked(call, "limit");
  return asked <= 0 ? usual : Math.min(asked, call.world.settings.pageCap);
}

/** Returns the requested page of a list, by default the first. @template T @param {Call} call @param {readonly T[]} all @param {number} [usual] */
export function pageOf(call, all, usual = 30) {
  const size = pageSize(call, usual);
  const page = Math.max(1, numberAsked(call, "page"));
  return all.slice((page - 1) * size, page * size);
}

/** Adds the header that links to the other pages. Few lists have it. @param {Call} call @param {number} total @param {number} [usual] */
export function linkPages(call, total, usual = 30) {
  const size = pageSize(call, usual);
  const last = Math.max(1, Math.ceil(total / size));
  const page = Math.min(last, Math.max(1, numberAsked(call, "page")));
  /** @type {[string, number][]} */
  const links = [];
  if (page < last) links.push(["next", page + 1], ["last", last]);
  if (page > 1) links.push(["first", 1], ["prev", page - 1]);
  if (links.length === 0) return;
  call.headers["link"] = links
    .map(([name, number]) => {
      const query = new URLSearchParams(call.request.params);
      query.set("page", String(number));
      query.sort();
      return `<${root(call)}${pathBelowRoot(call)}?${query}>; rel="${name}"`;
    })
    .join(",");
  expose(call.headers, "Link");
}

/** @param {Call} call */
const pathBelowRoot = ({ world, request }) => request.path.slice(world.settings.subPath.length);

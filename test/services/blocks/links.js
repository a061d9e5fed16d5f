// Links to the next page, with the peculiarities of real mirror nodes.
import { seconds } from "./forms.js";
import { isOperator, nanoseconds, orderOf, rangeOf, split, valuesOf } from "./query.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("./query.js").Parameter} Parameter
 * @typedef {import("./query.js").Order} Order
 * @typedef {import("./routes.js").World} World
 */

/**
 * A link as this deployment writes it: absolute ones are made of what the proxy says and this server's own port.
 * @param {World} world
 * @param {Request} request
 * @param {string | undefined} link
 */
export function linked({ hostInLink }, request, link) {
  if (link === undefined || !hostInLink) return link;
  const forwarded = request.headers["x-forwarded-host"];
  const host = (typeof forwarded === "string" ? forwarded : (request.headers.host ?? "")).replace(/:\d+$/, "");
  return `http://${host}:${new URL(request.origin).port}${link}`;
}

/**
 * The path and query of the next page, not encoded; undefined if there certainly is none. A bound in the direction of
 * the order is dropped and the new one put after what is left of its key, or last of all.
 * @param {string} path
 * @param {readonly Parameter[]} parameters
 * @param {{ key: string, order: Order, last: string, read: (text: string) => bigint }} cursor
 */
export function nextLink(path, parameters, { key, order, last, read }) {
  const values = valuesOf(parameters, key);
  const [first] = values;
  const whole = (/** @type {readonly Parameter[]} */ list) =>
    `${path}?${list.flatMap((each) => each.values.map((value) => `${each.key}=${value}`)).join("&")}`;
  // If the first value names a single thing, the service returns the same page again, forever.
  if (first !== undefined && /^(eq|ne)$/.test(split(first)[0])) return whole(parameters);
  const superseded = order === "asc" ? /^gte?:/ : /^lte?:/;
  const kept = values.filter((value) => !superseded.test(value));
  const bound = `${order === "asc" ? "gt" : "lt"}:${last}`;
  const conditions = [...kept, bound].flatMap((text) => {
    const [operator, value] = split(text);
    return isOperator(operator) ? [{ operator, value: read(value) }] : [];
  });
  const opposite = conditions.some(({ operator }) => (order === "asc" ? /^lt/ : /^gt/).test(operator));
  const { low, high } = rangeOf(conditions);
  if (opposite && low > high) return undefined;
  if (kept.length === 0) return whole([...parameters.filter((each) => each.key !== key), { key, values: [bound] }]);
  return whole(parameters.map((each) => (each.key === key ? { key, values: [...kept, bound] } : each)));
}

/**
 * The link behind a page of things that have a time.
 * @param {World} world
 * @param {Request} request
 * @param {string} path
 * @param {readonly Parameter[]} parameters
 * @param {bigint | undefined} end the time of the last one
 */
export function nextByTime(world, request, path, parameters, end) {
  if (end === undefined) return undefined;
  const cursor = { key: "timestamp", order: orderOf(parameters), last: seconds(end), read: nanoseconds };
  return linked(world, request, nextLink(path, parameters, cursor));
}

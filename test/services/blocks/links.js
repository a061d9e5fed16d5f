// Links to the next page, with the quirks of real mirror nodes.
import { seconds } from "./forms.js";
import { isOperator, nanoseconds, orderOf, rangeOf, split, valuesOf } from "./query.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("./query.js").Parameter} Parameter
 * @typedef {import("./query.js").Order} Order
 * @typedef {import("./routes.js").World} World
 */

/**
 * Returns the link as this deployment writes it. Absolute links combine the host that the proxy reports with the port
 * of this server.
 * @param {World} world
 * @param {Request} request
 * @param {string | undefined} link
 */
export function deploymentLink({ hostInLink }, request, link) {
  if (link === undefined || !hostInLink) return link;
  const forwarded = request.headers["x-forwarded-host"];
  const host = (typeof forwarded === "string" ? forwarded : (request.headers.host ?? "")).replace(/:\d+$/, "");
  return `http://${host}:${new URL(request.origin).port}${link}`;
}

/**
 * Returns the path and query of the next page, not encoded, or undefined if there can't be one. The new bound replaces
 * bounds in the direction of the order. It follows the remaining values of its key, or is last.
 * @param {string} path
 * @param {readonly Parameter[]} parameters
 * @param {{ key: string, order: Order, last: string, read: (text: string) => bigint }} cursor
 */
export function nextLink(path, parameters, { key, order, last, read }) {
  const values = valuesOf(parameters, key);
  const [first] = values;
  const whole = (/** @type {readonly Parameter[]} */ list) =>
    `${path}?${list.flatMap((each) => each.values.map((value) => `${each.key}=${value}`)).join("&")}`;
  // If the first value selects a single item, the server links to the same page forever.
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
 * Returns the link to the next page of a list ordered by time.
 * @param {World} world
 * @param {Request} request
 * @param {string} path
 * @param {readonly Parameter[]} parameters
 * @param {bigint | undefined} end the time of the last item on the page
 */
export function nextByTime(world, request, path, parameters, end) {
  if (end === undefined) return undefined;
  const cursor = { key: "timestamp", order: orderOf(parameters), last: seconds(end), read: nanoseconds };
  return deploymentLink(world, request, nextLink(path, parameters, cursor));
}

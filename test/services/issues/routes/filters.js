// Filters and sorts lists of issues by the query of the request.
import { refuseAsMissing } from "../replies.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").User} User
 * @typedef {import("../store.js").Issue} Issue
 * @typedef {(issue: Issue) => boolean} Filter
 * @typedef {(one: Issue, other: Issue) => number} Order
 */

/** @type {Order} */
const latest = (one, other) => other.created - one.created || other.id - one.id;
const far = (/** @type {Issue} */ { due }) => (due === 0 ? Infinity : due);

/** The values of `sort`. A map, because objects also have keys like `valueOf`. @type {ReadonlyMap<string, Order>} */
const ORDERS = new Map(
  Object.entries({
    relevance: latest,
    latest,
    oldest: (one, other) => -latest(one, other),
    recentupdate: (one, other) => other.updated - one.updated || other.id - one.id,
    leastupdate: (one, other) => one.updated - other.updated || one.id - other.id,
    mostcomment: (one, other) => other.commentCount - one.commentCount || other.id - one.id,
    leastcomment: (one, other) => one.commentCount - other.commentCount || one.id - other.id,
    nearduedate: (one, other) => (far(one) === far(other) ? latest(one, other) : far(one) - far(other)),
    farduedate: (one, other) => (one.due === other.due ? latest(one, other) : other.due - one.due),
  }),
);

/** An unknown state counts as open. @param {string | null} state @returns {Filter} */
export const inState = (state) =>
  state === "all" ? () => true : ({ closed }) => (closed !== 0) === (state === "closed");

/** @param {string | null} type @returns {Filter} */
export const ofType = (type) =>
  type === "issues" ? ({ pull }) => pull === null : type === "pulls" ? ({ pull }) => pull !== null : () => true;

/** @param {string | null} text */
export const splitList = (text) =>
  (text ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** @param {Call} call @param {string} name of the parameter @returns {User | undefined} */
export function requestedUser(call, name) {
  const login = call.request.params.get(name) ?? "";
  if (login === "") return undefined;
  return (
    call.world.store.user(login) ?? refuseAsMissing(call, { errors: [`user does not exist [uid: 0, name: ${login}]`] })
  );
}

/** @param {User} user @returns {Filter} */
export const mentions = (user) => (issue) =>
  [issue.body, ...issue.comments.map(({ body }) => body)].some((text) =>
    new RegExp(`(^|\\s)@${user.login}\\b`, "i").test(text),
  );

/** @param {string} words @returns {Filter} */
function contains(words) {
  const wanted = words.toLowerCase();
  const number = /^#?(\d+)$/.exec(wanted)?.[1];
  return (issue) =>
    (number !== undefined && issue.number === Number(number)) ||
    [issue.title, issue.body, ...issue.comments.filter(({ type }) => type === "comment").map(({ body }) => body)].some(
      (text) => text.toLowerCase().includes(wanted),
    );
}

/**
 * Returns the filters in `q`. Forgejo supports operators in it, Gitea only words.
 * @param {Call} call
 * @returns {{ filters: Filter[], order: Order | undefined, states: boolean }}
 */
export function parseQuery(call) {
  const query = (call.request.params.get("q") ?? "").trim();
  /** @type {Filter[]} */
  const filters = [];
  /** @type {Order | undefined} */
  let order;
  let states = false;
  const { store, personality } = call.world;
  if (!personality.sorts) {
    return {
      filters: query
        .split(/\s+/)
        .filter((word) => word !== "")
        .map(contains),
      order,
      states,
    };
  }
  for (const [, minus = "", key = "", quoted, word = ""] of query.matchAll(
    /(-?)(?:(is|author|assignee|mentions|sort|modified):)?(?:"([^"]*)"|(\S+))/g,
  )) {
    const value = quoted ?? word;
    if (key === "sort") {
      order = orderNamed(value);
      continue;
    }
    const filter = operator(key, value, store.user(value));
    if (key === "is" && (value === "open" || value === "closed" || value === "all")) states = true;
    filters.push(minus === "" ? filter : (issue) => !filter(issue));
  }
  return { filters, order, states };
}

/** @param {string} key @param {string} value @param {User | undefined} user @returns {Filter} */
function operator(key, value, user) {
  switch (key) {
    case "is":
      return inState(value);
    case "author":
      return ({ poster }) => poster === user;
    case "assignee":
      return ({ assignees }) => user !== undefined && assignees.includes(user);
    case "mentions":
      return user === undefined ? () => false : mentions(user);
    case "modified": {
      const [, sign = "", day = ""] = /^([<>]?)(.*)$/.exec(value) ?? [];
      const at = Date.parse(day) / 1000;
      return ({ updated }) => (sign === "<" ? updated < at : updated >= at);
    }
    default:
      return contains(value);
  }
}

/**
 * The orders by their names in operators: descending, ascending.
 * @type {ReadonlyMap<string, readonly [string, string]>}
 */
const OPERATORS = new Map([
  ["created", ["latest", "oldest"]],
  ["updated", ["recentupdate", "leastupdate"]],
  ["comments", ["mostcomment", "leastcomment"]],
  ["due", ["farduedate", "nearduedate"]],
]);

/** Returns the order that an operator such as `created:asc` names. @param {string} name */
function orderNamed(name) {
  const [field = "", direction = "desc"] = name.split(":");
  return ORDERS.get(OPERATORS.get(field)?.[direction === "asc" ? 1 : 0] ?? name);
}

/** @param {Call} call @param {Order | undefined} ofQuery */
export function requestedOrder(call, ofQuery) {
  if (!call.world.personality.sorts) return latest;
  return ORDERS.get(call.request.params.get("sort") ?? "") ?? ofQuery ?? latest;
}

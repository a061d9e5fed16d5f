import { Service } from "../core/service.js";
import { ACCOUNTS, KEYS, negotiated, page, proxyPage, refusal, refused, worded } from "./access.js";
import { actionsOn } from "./actions.js";
import { Applications } from "./applications.js";
import { Limits } from "./limits.js";
import { trackerList } from "./list.js";
import { ROUTES } from "./routes.js";
import { Store } from "./store.js";

/**
 * @typedef {import("../core/control.js").Controlled} Controlled
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./routes.js").World} World
 */

const APPLICATIONS_AT_SCALE_1 = 250;
/** Longer lines are refused by the proxy before the service, and by the server behind it. */
const LONGEST_LINE = 4094;
const LONGEST_LINE_AT_PROXY = 8190;

/** The service of tracker reports. @param {{ seed: string, scale: number, clock: import("../core/clock.js").Clock }} options @returns {Controlled} */
export function trackersService({ seed, scale, clock }) {
  const trackers = trackerList();
  const count = Math.max(1, Math.round(APPLICATIONS_AT_SCALE_1 * scale));
  const fresh = () => ({
    limits: new Limits(clock),
    /** @type {World} */
    world: {
      store: new Store({
        seed,
        clock,
        trackers,
        applications: new Applications({ seed, count, trackerIds: [...trackers.keys()] }),
      }),
      firstByte: { full: 0, short: 0, tracker: 0 },
      lengths: new Map(),
    },
  });
  let { limits, world } = fresh();

  return {
    service: new Service({
      name: "trackers",
      handle: (request) => {
        const status = limits.refuse(request.address, request.path);
        return status === undefined ? answer(world, request) : proxyPage(status);
      },
    }),
    clock,
    state: () => ({
      keys: KEYS,
      accounts: ACCOUNTS,
      limits: limits.state(),
      applications: world.store.handleCount(),
      reports: world.store.reportCount(),
      trackers: trackers.size,
      firstByte: world.firstByte,
      generated: world.store.applications.generated,
    }),
    reset: () => {
      ({ limits, world } = fresh());
    },
    actions: actionsOn(() => ({ limits, world })),
  };
}

/** @param {World} world @param {Request} request @returns {Answer | Promise<Answer>} */
function answer(world, request) {
  const { path, target, method } = request;
  if (target.length > LONGEST_LINE_AT_PROXY) return proxyPage(414);
  if (target.length > LONGEST_LINE) return proxyPage(400);
  const decoded = decode(path);
  const route = ROUTES.find((each) => each.path.test(decoded));
  if (route === undefined) {
    if (!ROUTES.some((each) => each.path.test(`${decoded}/`))) {
      return page(404, "Not Found", "The requested resource was not found on this server.");
    }
    return {
      status: 301,
      headers: {
        "content-type": "text/html; charset=utf-8",
        location: target.replace(path, `${path}/`),
        vary: "Accept-Language",
      },
      body: "",
    };
  }
  const allow = route.path.source.includes("get_auth_token") ? "POST, OPTIONS" : `OPTIONS, ${route.method}`;
  const refuse = (/** @type {number} */ status, /** @type {Parameters<typeof worded>[0]} */ sentence) =>
    refused(request, { status, value: { detail: worded(sentence, request) }, allow, title: route.title });
  if (negotiated(request) === undefined) return refuse(406, "notAcceptable");
  const sentence = refusal(request, method === "OPTIONS" && route.access === "public" ? "key" : route.access);
  if (sentence !== undefined) return refuse(sentence === "forbidden" ? 403 : 401, sentence);
  if (method === "OPTIONS") return described(route.title, allow);
  if (method !== route.method) return refuse(405, "notAllowed");
  const part = route.path.exec(decoded)?.[1] ?? "";
  if (part.includes("\0")) return page(500, "Server Error (500)");
  return route.answer(world, request, part);
}

/** The path as the service reads it: decoded before it is matched, so that an encoded slash is a slash. @param {string} path */
function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @param {string} name @param {string} allow @returns {Answer} */
function described(name, allow) {
  const parses = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
  return {
    status: 200,
    headers: { "content-type": "application/json", vary: "Accept, Accept-Language", allow },
    body: JSON.stringify({ name, description: "", renders: ["application/json", "text/html"], parses }),
  };
}

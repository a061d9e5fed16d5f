// An εxodus instance for tests and the demo.
import { Service } from "../core/service.js";
import { ACCOUNTS, KEYS, negotiateRenderer, page, proxyPage, refusal, renderResponse } from "./access.js";
import { actionsOn } from "./actions.js";
import { Applications } from "./applications.js";
import { icon } from "./icons.js";
import { languageOf, LANGUAGES, translate } from "./languages.js";
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
/** The maximum length of a request line, for the server and for the proxy in front of it. */
const LONGEST_LINE = 4094;
const LONGEST_LINE_AT_PROXY = 8190;
/** The framework's maximum number of parameters. */
const MOST_PARAMETERS = 1000;

/** Creates the service. `scale` determines the number of apps. @param {{ seed: string, scale: number, clock: import("../core/clock.js").Clock }} options @returns {Controlled} */
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

/** @param {World} world @param {Request} request @returns {Promise<Answer>} */
async function answer(world, request) {
  const { target } = request;
  if (target.length > LONGEST_LINE_AT_PROXY) return proxyPage(414);
  if (target.length > LONGEST_LINE) return proxyPage(400);
  const given = await dispatch(world, request);
  // Every response names its language, except the redirect to a language's pages.
  if (given.status === 302) return given;
  return { ...given, headers: { ...given.headers, "content-language": languageOf(request) } };
}

/** @param {World} world @param {Request} request @returns {Answer | Promise<Answer>} */
function dispatch(world, request) {
  const { path, target, method, query } = request;
  const decoded = decode(path);
  const route = ROUTES.find((each) => each.path.test(decoded));
  if (route === undefined) {
    const picture = icon(world, request, decoded);
    if (picture !== undefined) return picture;
    if (decoded === "/") {
      const location = `/${languageOf(request)}/${query === "" ? "" : `?${query}`}`;
      return {
        status: 302,
        headers: { "content-type": "text/html; charset=utf-8", location, ...LANGUAGE_VARY },
        body: "",
      };
    }
    if (LANGUAGES.some((language) => decoded === `/${language}/`)) return home();
    if (
      !ROUTES.some((each) => each.path.test(`${decoded}/`)) &&
      !LANGUAGES.some((language) => decoded === `/${language}`)
    ) {
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
  const refuse = (/** @type {number} */ status, /** @type {import("./languages.js").Sentence} */ sentence) =>
    renderResponse(request, { status, value: { detail: translate(sentence, request, method) }, route });
  if (query.split("&").length > MOST_PARAMETERS) return page(400, "Bad Request (400)");
  const form = negotiateRenderer(request, route.renderers);
  if (form === "notFound") return refuse(404, "notFound");
  if (form === "notAcceptable") return refuse(406, "notAcceptable");
  const sentence = refusal(request, route.access);
  if (sentence !== undefined) return refuse(sentence === "forbidden" ? 403 : 401, sentence);
  if (method === "OPTIONS") return renderResponse(request, { status: 200, value: description(route), route });
  if (method !== route.method) return refuse(405, "notAllowed");
  const part = route.path.exec(decoded)?.[1] ?? "";
  if (part.includes("\0")) return page(500, "Server Error (500)");
  return route.answer(world, request, part, route);
}

const LANGUAGE_VARY = { vary: "Accept-Language, Cookie" };

/** Returns a minimal front page of the website. @returns {Answer} */
function home() {
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", ...LANGUAGE_VARY },
    body: "<!DOCTYPE html>\n<html>\n<head>\n  <title>εxodus</title>\n</head>\n<body>\n  <h1>εxodus</h1>\n</body>\n</html>\n",
  };
}

/** Decodes the path before it is matched, so an encoded slash is a slash. @param {string} path */
function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the OPTIONS response of a route. @param {import("./routes.js").Route} route */
function description({ title, describes }) {
  const parses = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
  return { name: title, description: "", renders: ["application/json", "text/html"], parses, ...describes };
}

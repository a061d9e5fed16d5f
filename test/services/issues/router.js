// Routes requests to their handlers, after the checks that all routes share: token, scopes and repository.
import { missingScope, maySee, mayRead } from "./access.js";
import { accountProblem, authenticate } from "./authenticate.js";
import { bare, html, json, plain, problem, Refusal, refuse, refuseAsMissing, requireLogin, root } from "./replies.js";

/**
 * @typedef {import("./types.js").World} World
 * @typedef {import("./types.js").Call} Call
 * @typedef {import("./types.js").RepoCall} RepoCall
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./types.js").Answer} Answer
 *
 * @typedef {object} RouteRules
 * @property {readonly string[]} [scopes] categories of scopes that a token needs
 * @property {boolean} [login] requires signing in, before all other checks
 * @property {boolean} [issues] requires issues or pull requests that the requester can read
 * @property {string} [only] the route exists only if the personality lists this name
 * @property {boolean} [newer] the route doesn't exist on a server that has only the old routes
 *
 * @typedef {object} Route
 * @property {string} method
 * @property {RegExp} pattern
 * @property {RouteRules} rules
 * @property {boolean} ofRepository
 * @property {(call: any) => Answer} answer
 */

/**
 * `:name` in a path matches one segment.
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {RouteRules} rules
 * @param {(call: Call) => Answer} answer
 * @returns {Route}
 */
export function route(method, path, rules, answer) {
  return { method, pattern: compilePattern(path), rules, ofRepository: false, answer };
}

/**
 * A route of one repository.
 * @param {string} method
 * @param {string} path below /api/v1/repos/OWNER/NAME
 * @param {RouteRules} rules
 * @param {(call: RepoCall) => Answer} answer
 * @returns {Route}
 */
export function repoRoute(method, path, rules, answer) {
  return { method, pattern: compilePattern(`/repos/:owner/:repo${path}`), rules, ofRepository: true, answer };
}

/** @param {string} path */
const compilePattern = (path) => new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);

/** @param {World} world @param {readonly Route[]} routes below /api/v1 @param {(call: Call, path: string) => Answer | undefined} web everything else @param {Request} request @returns {Answer} */
export function answerRequest(world, routes, web, request) {
  /** @type {Call} */
  const call = { world, request, at: {}, doer: undefined, token: undefined, headers: {} };
  try {
    const { subPath } = world.settings;
    const whole = withoutExtraSlashes(request.path);
    if (subPath !== "" && whole !== subPath && !whole.startsWith(`${subPath}/`)) return missingPage(call);
    const path = whole.slice(subPath.length);
    const { doer, token, headers = {}, refused } = authenticate(world, request);
    Object.assign(call, { doer, token, headers: { ...headers } });
    if (!/^\/api\/(v1|forgejo\/v1)(\/|$)/.test(path)) return web({ ...call }, path) ?? missingPage(call);
    if (refused !== undefined) return problem(call, 401, refused);
    const barred = accountProblem(world, doer, root(call));
    if (barred !== undefined) return json(call, 403, { message: barred });
    if (!path.startsWith("/api/v1")) return web(call, path) ?? plain(call, 404, "404 page not found\n");
    return dispatch(call, routes, path.slice("/api/v1".length));
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** Both servers collapse repeated slashes and remove trailing ones before they look for a route. @param {string} path */
function withoutExtraSlashes(path) {
  return path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "") || "/";
}

/** @param {Call} call */
const missingPage = (call) =>
  html(call, 404, "<!DOCTYPE html><html><head><title>Page Not Found</title></head><body>404</body></html>");

/** @param {Call} call @param {readonly Route[]} routes @param {string} path */
function dispatch(call, routes, path) {
  const { personality, settings } = call.world;
  const { method } = call.request;
  const wanted = method === "HEAD" && personality.routes.includes("head") ? "GET" : method;
  const matching = routes.filter(
    ({ pattern, rules }) =>
      pattern.test(path) &&
      (rules.only === undefined || personality.routes.includes(rules.only)) &&
      !(settings.oldRoutesOnly && rules.newer === true),
  );
  const [first] = matching;
  if (first === undefined) return plain(call, 404, "404 page not found\n");
  // `issues/comments` and `issues/search` also match patterns that have a parameter in that place. The first route
  // in the list wins.
  const found =
    matching.find((each) => each.method === wanted && each.pattern.source === first.pattern.source) ??
    matching.find((each) => each.method === wanted);
  if (found === undefined) {
    call.headers["allow"] = matching.some((each) => each.method === "GET") ? "GET" : first.method;
    return bare(call, 405);
  }
  call.at = Object.fromEntries(
    Object.entries(found.pattern.exec(path)?.groups ?? {}).map(([name, part]) => [name, decodeSegment(part)]),
  );
  if (call.token !== undefined && found.rules.scopes !== undefined) {
    const missing = missingScope(call.token, found.rules.scopes, !["GET", "HEAD"].includes(method));
    if (missing !== undefined) refuse(call, 403, personality.texts.scope(missing, call.token.scopes));
  }
  if (!found.ofRepository) {
    if (found.rules.login === true) requireLogin(call);
    return found.answer(call);
  }
  const repo = repositoryOf(call);
  const units = /** @type {const} */ (["issues", "pulls"]);
  if (found.rules.issues === true && !units.some((unit) => mayRead(call, repo, unit))) refuseAsMissing(call);
  if (found.rules.login === true) requireLogin(call);
  return found.answer({ ...call, repo });
}

/** @param {string} part */
function decodeSegment(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the repository in the path. An old name redirects. @param {Call} call */
function repositoryOf(call) {
  const { store, personality } = call.world;
  const { owner = "", repo: name = "" } = call.at;
  const user = store.user(owner);
  if (user === undefined) {
    const renamed = store.oldLogins.get(owner.toLowerCase());
    if (renamed !== undefined) throw new Refusal(redirect(call, 307, `${renamed.login}/${name}`));
    return refuseAsMissing(call, {
      text: "GetUserByName",
      errors: [`user redirect does not exist [name: ${owner}]`],
    });
  }
  const found = store.repository(owner, name);
  if (found === undefined) {
    const renamed = store.oldNames.get(`${owner}/${name}`.toLowerCase());
    if (renamed !== undefined) throw new Refusal(redirect(call, 301, renamed.fullName));
    return refuseAsMissing(call);
  }
  if (!maySee(call, found)) {
    const limited = call.token?.scopes.includes("public-only") === true && maySee({ ...call, token: undefined }, found);
    if (limited && personality.publicOnly === 403) refuse(call, 403, "token scope is limited to public repos");
    refuseAsMissing(call);
  }
  return found;
}

/** @param {Call} call @param {301 | 307} status @param {string} fullName */
function redirect(call, status, fullName) {
  const { path, query, method } = call.request;
  const { owner = "", repo = "" } = call.at;
  const old = `${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
  const moved = path.replace(old, fullName) + (query === "" ? "" : `?${query}`);
  call.headers["location"] = moved;
  // Only GET returns a page with the link.
  if (method !== "GET") return bare(call, status);
  const title = status === 301 ? "Moved Permanently" : "Temporary Redirect";
  return html(call, status, `<a href="${moved}">${title}</a>.\n\n`);
}

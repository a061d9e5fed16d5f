// Routes of the εxodus instance's API.
import { ACCOUNTS, page, renderResponse, varyHeader } from "./access.js";
import { parseFields, parseJsonBody } from "./bodies.js";
import {
  certificate,
  detailedReport,
  fullApplication,
  isoMicroseconds,
  isoMilliseconds,
  listedTracker,
  searchedReport,
  splitDocumentation,
} from "./forms.js";
import { json } from "./json.js";
import { translate } from "./languages.js";
import { applications } from "./lists.js";
import { runSearch } from "./search.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./store.js").Store} Store
 *
 * @typedef {{ store: Store, firstByte: Record<"full" | "short" | "tracker", number>, lengths: Map<string, number> }} World
 *   `firstByte` is the delay in milliseconds before the first byte of each list of apps
 * @typedef {object} Route
 * @property {RegExp} path
 * @property {"GET" | "POST"} method
 * @property {import("./access.js").Access} access
 * @property {string} title the title of the framework's page
 * @property {(world: World, request: Request, part: string, route: Route) => Answer | Promise<Answer>} answer
 * @property {string} allow the value of the Allow header
 * @property {import("./access.js").Renderers} renderers
 * @property {Readonly<Record<string, unknown>>} [describes] additional fields of the OPTIONS response
 */

/** @type {readonly (Omit<Route, "allow" | "renderers"> & Partial<Route>)[]} */
const ROUTE_LIST = [
  { path: /^\/api\/trackers$/, method: "GET", access: "public", title: "Get All Trackers", answer: trackers },
  {
    path: /^\/api\/trackers\/count$/,
    method: "GET",
    access: "key",
    title: "Get Trackers Count",
    answer: ({ store }) => json({ count: store.trackers.size }),
  },
  { path: /^\/api\/applications$/, method: "GET", access: "key", title: "Get All Applications", answer: applications },
  {
    path: /^\/api\/applications\/count$/,
    method: "GET",
    access: "key",
    title: "Get Applications Count",
    answer: ({ store }) => json({ count: store.handleCount() }),
  },
  {
    path: /^\/api\/reports\/count$/,
    method: "GET",
    access: "key",
    title: "Get Reports Count",
    answer: ({ store }) => json({ count: store.reportCount() }),
  },
  { path: /^\/api\/reports$/, method: "GET", access: "key", title: "Get All Reports", answer: reports },
  { path: /^\/api\/search$/, method: "POST", access: "public", title: "Search", answer: search },
  { path: /^\/api\/search\/([^/]+)$/, method: "GET", access: "key", title: "Search Strict Handle", answer: byHandle },
  {
    path: /^\/api\/search\/([^/]+)\/details$/,
    method: "GET",
    access: "key",
    title: "Search Strict Handle Details",
    answer: details,
  },
  {
    path: /^\/api\/search\/([^/]+)\/latest$/,
    method: "GET",
    access: "public",
    title: "Search Latest Report",
    answer: latest,
  },
  { path: /^\/api\/report\/(\d+)\/$/, method: "GET", access: "key", title: "Get Report Infos", answer: report },
  {
    path: /^\/api\/report\/(\d+)\/details$/,
    method: "GET",
    access: "key",
    title: "Get Report Details",
    answer: reportDetails,
  },
  { path: /^\/api\/apk\/(\d+)\/$/, method: "GET", access: "admin", title: "Get Apk", answer: apk },
  {
    path: /^\/api\/get_auth_token\/$/,
    method: "POST",
    access: "public",
    title: "Obtain Auth Token",
    answer: authToken,
    allow: "POST, OPTIONS",
    renderers: ["json"],
    describes: {
      renders: ["application/json"],
      parses: ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"],
      actions: {
        POST: {
          username: { type: "string", required: true, read_only: false, label: "Username" },
          password: { type: "string", required: true, read_only: false, label: "Password" },
          token: { type: "string", required: false, read_only: true, label: "Token" },
        },
      },
    },
  },
];

/** @type {readonly Route[]} */
export const ROUTES = ROUTE_LIST.map((route) =>
  Object.assign({ allow: `OPTIONS, ${route.method}`, renderers: /** @type {const} */ (["json", "html"]) }, route),
);

/** @param {Request} request @param {Route} route @returns {Answer} */
function notFound(request, route) {
  return renderResponse(request, { status: 404, value: { detail: translate("notFound", request) }, route });
}

/** @param {World} world */
function trackers({ store }) {
  const entries = [...store.trackers.values()].map((tracker) => [
    String(tracker.id),
    listedTracker(tracker, store.inUnstableOrder(tracker.categories, tracker.name)),
  ]);
  return json({ trackers: Object.fromEntries(entries) });
}

/** @param {Store} store @param {readonly import("./applications.js").Report[]} found */
function searchResult(store, found) {
  const newest = [...found].sort((one, other) => other.created - one.created);
  return {
    name: newest.find(({ name }) => name !== "")?.name ?? "",
    creator: newest.find(({ creator }) => creator !== "")?.creator ?? "",
    reports: newest.map((each) => searchedReport(each, store.inUnstableOrder(each.trackers, each.handle))),
  };
}

/** @param {World} world @param {Request} _request @param {string} handle */
function byHandle({ store }, _request, handle) {
  const found = store.reportsOf(handle);
  return json(found.length === 0 ? {} : { [handle]: searchResult(store, found) });
}

/** @param {World} world @param {Request} _request @param {string} handle */
function details({ store }, _request, handle) {
  const found = store.reportsOf(handle);
  // While one version's file is missing, requests for the whole app fail.
  if (found.some(({ unpacked }) => unpacked === false)) return page(500, "Server Error (500)");
  return json(
    found.map((each) =>
      detailedReport(
        each,
        store.inUnstableOrder(each.trackers, handle),
        store.inUnstableOrder(each.permissions, handle),
      ),
    ),
  );
}

/** @param {World} world @param {Request} _request @param {string} handle */
function latest({ store }, _request, handle) {
  const newest = store.newest(store.reportsOf(handle));
  if (newest === undefined) return json({});
  return json({ id: newest.id, name: newest.name, creation_date: isoMilliseconds(newest.created) });
}

/** @param {World} world @param {Request} request @param {string} id @param {Route} route */
function report({ store }, request, id, route) {
  const found = store.report(Number(id));
  if (found === undefined) return notFound(request, route);
  return json({
    creation_date: isoMicroseconds(found.created),
    report_id: found.id,
    handle: found.handle,
    apk_dl_link: "",
    certificate: certificate(found),
  });
}

/** @param {World} world @param {Request} request @param {string} id @param {Route} route */
function reportDetails({ store }, request, id, route) {
  const found = store.report(Number(id));
  if (found === undefined) return notFound(request, route);
  const usage = store.usage();
  const { id: application, ...fields } = fullApplication(found);
  return json({
    creation_date: isoMicroseconds(found.created),
    found_trackers: store.inUnstableOrder(found.trackers, found.handle).flatMap((each) => {
      const tracker = store.trackers.get(each);
      if (tracker === undefined) return [];
      const apps = usage.found.get(each) ?? 0;
      return {
        id: tracker.id,
        name: tracker.name,
        description: tracker.description,
        creation_date: tracker.creation_date,
        code_signature: tracker.code_signature,
        network_signature: tracker.network_signature,
        website: tracker.website,
        apps_number: apps,
        apps_percent: Math.round((100 * apps) / Math.max(1, usage.applications)),
        category: tracker.categories.map((name) => ({ name })),
        documentation: splitDocumentation(tracker),
      };
    }),
    application: {
      id: application,
      handle: fields.handle,
      name: fields.name,
      creator: fields.creator,
      downloads: fields.downloads,
      version: found.version,
      version_code: found.versionCode,
      icon_path: `${fields.handle}_${found.uid}.png`,
      app_uid: fields.app_uid,
      icon_phash: fields.icon_phash,
      report: found.id,
      source: fields.source,
    },
  });
}

/** Returns the last 500 reports by app, for old clients. @param {World} world */
function reports({ store }) {
  /** @type {Map<string, import("./applications.js").Report[]>} */
  const byHandle = new Map();
  for (const each of store.latest(500)) byHandle.set(each.handle, [...(byHandle.get(each.handle) ?? []), each]);
  return json({
    applications: Object.fromEntries([...byHandle].map(([handle, found]) => [handle, searchResult(store, found)])),
    trackers: Object.fromEntries(
      [...store.trackers].map(([id, each]) => [String(id), listedTracker(each, each.categories)]),
    ),
  });
}

/** @param {World} world @param {Request} request @param {string} id @param {Route} route */
function apk({ store }, request, id, route) {
  const found = store.report(Number(id));
  if (found === undefined) return notFound(request, route);
  return {
    status: 200,
    headers: { "content-type": "application/vnd.android.package-archive" },
    body: `PK ${found.apkHash}`,
  };
}

/** @param {World} world @param {Request} request @param {string} _part @param {Route} route */
function search({ store }, request, _part, route) {
  const body = parseJsonBody(request, route);
  if ("refusal" in body) return body.refusal;
  const results = runSearch(store, body.fields);
  return json(results === undefined ? [] : { results }, route.allow);
}

/** @param {World} _world @param {Request} request @param {string} _part @param {Route} route */
function authToken(_world, request, _part, route) {
  const body = parseFields(request, route);
  if ("refusal" in body) return body.refusal;
  const { username, password } = /** @type {Record<string, unknown>} */ (body.fields ?? {});
  const required = [translate("required", request)];
  const missing = { ...(username ? {} : { username: required }), ...(password ? {} : { password: required }) };
  if (Object.keys(missing).length > 0) return renderResponse(request, { status: 400, value: missing, route });
  const account = ACCOUNTS.find((each) => each.username === username && each.password === password);
  if (account === undefined)
    return renderResponse(request, { status: 400, value: { non_field_errors: [translate("login", request)] }, route });
  const headers = { "content-type": "application/json", vary: varyHeader(route.renderers), allow: route.allow };
  return { status: 200, headers, body: JSON.stringify({ token: account.key }) };
}

// App icons. They are part of the website, not of the API: public, in any language, below a fixed path.
import { createHash } from "node:crypto";
import { avatar } from "../core/pictures.js";
import { page } from "./access.js";
import { APPLICATION_ID_OFFSET } from "./forms.js";
import { languageOf, LANGUAGES } from "./languages.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./applications.js").Report} Report
 * @typedef {import("./routes.js").World} World
 */

const OF_HANDLE = /^(?:\/([a-z]{2}))?\/reports\/([^/]+)\/latest\/icon(\/?)$/;
const OF_APPLICATION = /^(?:\/([a-z]{2}))?\/reports\/(\d+)\/icon(\/?)$/;
const VARY = { vary: "Accept-Language, Cookie" };

/** The image for apps without an icon. */
const PLACEHOLDER = Buffer.from(
  "/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA" +
    "/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=",
  "base64",
);

/**
 * Returns the response for the path of an icon, or undefined for any other path.
 * @param {World} world @param {Request} request @param {string} path decoded
 * @returns {Answer | undefined}
 */
export function icon({ store }, request, path) {
  const match = OF_HANDLE.exec(path) ?? OF_APPLICATION.exec(path);
  if (match === null) return undefined;
  const [, language, name = "", slash] = match;
  if (language !== undefined && !LANGUAGES.some((each) => each === language)) return undefined;
  if (slash === "") return redirect(301, request.target.replace(request.path, `${request.path}/`));
  if (language === undefined) return redirect(302, `/${languageOf(request)}${request.target}`);
  if (request.method !== "GET" && request.method !== "HEAD")
    return page(403, "Forbidden", "CSRF verification failed. Request aborted.");
  const found = OF_HANDLE.test(path)
    ? store.newest(store.reportsOf(name))
    : store.report(Number(name) - APPLICATION_ID_OFFSET);
  if (found === undefined) return page(404, "Not Found", "The requested resource was not found on this server.");
  return found.iconHash === ""
    ? picture("image/jpeg", PLACEHOLDER)
    : picture("image/png", avatar(createHash("sha256").update(found.iconHash).digest("hex")));
}

/** @param {string} type @param {Buffer} body @returns {Answer} */
function picture(type, body) {
  return { status: 200, headers: { "content-type": type, "content-length": String(body.length), ...VARY }, body };
}

/** @param {number} status @param {string} location @returns {Answer} */
function redirect(status, location) {
  return { status, headers: { "content-type": "text/html; charset=utf-8", location, ...VARY }, body: "" };
}

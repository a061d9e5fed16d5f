// Access checks of the εxodus instance, and the format of its responses.
import { isUtf8 } from "node:buffer";

/**
 * These checks run before every route.
 *
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {"key" | "public" | "admin"} Access
 */

/** All API keys. The first allows every route except APK files. */
export const KEYS = {
  good: "5ca1ab1e0ddba11f005ba11c0ffee5eafa11ac1d",
  inactive: "dec0de0ffbea7ed5ca1ded0ff1ced1ce0feeb1ed",
  admin: "0b5e55edca5cade5ab1e5ea5a17b0bca7c0c0a51",
};

/** Users who can get a key with their name and password. */
export const ACCOUNTS = [{ username: "ines", password: "lantern and larder", key: KEYS.good }];

/** @typedef {readonly ("json" | "html")[]} Renderers */

/** @type {Renderers} */
const BOTH = ["json", "html"];

/**
 * Selects the renderer like Django REST framework. `format=` in the query selects it by name; an unknown name is a 404.
 * Otherwise, the most specific types of the Accept header win, regardless of their quality.
 * @param {Request} request
 * @param {Renderers} [renderers]
 * @returns {"json" | "html" | "notFound" | "notAcceptable"}
 */
export function negotiateRenderer(request, renderers = BOTH) {
  const format = request.params.getAll("format").at(-1) ?? "";
  const left = renderers.filter((each) => format === "" || FORMATS[each] === format);
  if (left.length === 0) return "notFound";
  const types = (request.headers.accept ?? "*/*").split(",").map((each) => {
    const [type = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    const plain = parameters.every((parameter) => parameter.startsWith("q="));
    return { type, weight: type === "*/*" ? 0 : type.endsWith("/*") ? 1 : plain ? 2 : 3 };
  });
  for (const weight of [3, 2, 1, 0]) {
    const here = types.filter((each) => each.weight === weight).map(({ type }) => type);
    const taken = left.find((each) => here.some((type) => MEDIA[each].includes(type) || type === "*/*"));
    if (taken !== undefined) return taken;
  }
  return "notAcceptable";
}

/** The name of each renderer in `format=`, and its types in the Accept header. */
const FORMATS = { json: "json", html: "api" };
const MEDIA = { json: ["application/json", "application/*"], html: ["text/html", "text/*"] };

/** Returns why the key doesn't allow the route, or undefined if it does. @param {Request} request @param {Access} access */
export function refusal(request, access) {
  if (access === "public") return undefined;
  const [word = "", ...rest] = (request.headers.authorization ?? "").trim().split(/\s+/);
  if (word.toLowerCase() !== "token") return "missing";
  const [key, ...more] = rest;
  if (key === undefined) return "empty";
  if (more.length > 0) return "spaces";
  // The server decodes the bytes of the key as UTF-8; Node decodes them as Latin-1.
  if (!isUtf8(Buffer.from(key, "latin1"))) return "characters";
  if (key === KEYS.inactive) return "inactive";
  if (key === KEYS.admin) return undefined;
  if (key !== KEYS.good) return "wrong";
  return access === "admin" ? "forbidden" : undefined;
}

/**
 * Renders a response of the framework itself, such as an error: as JSON or, if requested, as a page.
 * @param {Request} request
 * @param {{ status: number, value: unknown, route: Pick<import("./routes.js").Route, "allow" | "renderers" | "title"> }} response
 * @returns {Answer}
 */
export function renderResponse(request, { status, value, route: { allow, renderers, title } }) {
  const challenge = status === 401 ? { "www-authenticate": "Token" } : {};
  const text = JSON.stringify(value);
  if (negotiateRenderer(request, renderers) === "html") {
    const shown = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    return {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        ...challenge,
        vary: "Accept, Cookie, Accept-Language",
        allow,
      },
      body: `\n\n<!DOCTYPE html>\n<html>\n  <head>\n    <meta charset="utf-8">\n    <title>${title} – Django REST framework</title>\n  </head>\n  <body>\n    <h1>${title}</h1>\n    <pre>HTTP ${status}\n\n${shown}</pre>\n  </body>\n</html>\n`,
    };
  }
  return {
    status,
    headers: { "content-type": "application/json", ...challenge, vary: varyHeader(renderers), allow },
    body: text,
  };
}

/** Returns the Vary header. It includes Accept only if the route has more than one renderer. @param {Renderers} [renderers] */
export function varyHeader(renderers = BOTH) {
  return renderers.length > 1 ? "Accept, Accept-Language" : "Accept-Language";
}

/** Returns an error page of the framework. @param {number} status @param {string} title @param {string} [words] @returns {Answer} */
export function page(status, title, words = "") {
  return {
    status,
    headers: { "content-type": "text/html", vary: "Accept-Language" },
    body: `\n<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n<body>\n  <h1>${title}</h1><p>${words}</p>\n</body>\n</html>\n`,
  };
}

/** Returns an error page of the proxy in front of the server. @param {number} status @returns {Answer} */
export function proxyPage(status) {
  const titles = /** @type {Record<number, string>} */ ({
    400: "400 Bad Request",
    403: "403 Forbidden",
    414: "414 Request-URI Too Large",
    429: "429 Too Many Requests",
    503: "503 Service Temporarily Unavailable",
  });
  const title = titles[status] ?? String(status);
  return {
    status,
    headers: { "content-type": "text/html" },
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
  };
}

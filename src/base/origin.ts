// Builds and compares URLs of services so that no name or link can lead a request, or a token, elsewhere.
import { Problem } from "./problem.ts";

export type QueryValue = string | number | bigint | boolean | undefined;

/** A key may have several values, which are sent one after the other; undefined is left out. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>> | URLSearchParams;

/** A path and query below the service's base. */
export interface PathAndQuery {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Parses the URL of a service: `http` or `https`, optionally with a path, never with a password. */
export function parseBase(text: string): URL {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Problem("invalid", { detail: "the address of a service begins with https:// or http://" });
  }
  if (url.username !== "" || url.password !== "") {
    throw new Problem("invalid", { origin: url.origin, detail: "the address of a service holds no user or password" });
  }
  url.search = "";
  url.hash = "";
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Returns the origin in comparable form: lowercase, without a default port, international names in ASCII. */
export function canonicalOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url.origin;
}

/** The only hosts that VS Code never requests through `http.proxy`; not even 127.0.0.2 is one of them. */
const THIS_MACHINE: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True if a token may be sent to this URL: it is encrypted, or on this machine. */
export function isPrivate(url: URL): boolean {
  return url.protocol === "https:" || THIS_MACHINE.has(url.hostname);
}

/** Builds a path in which each inserted part is one segment, whatever it contains. */
export function path(strings: TemplateStringsArray, ...parts: readonly (string | number | bigint)[]): string {
  return strings.reduce((built, string, index) => `${built}${segment(parts[index - 1] ?? "")}${string}`);
}

/** Appends a path and a query to the base. Throws if the path leads out of the base. */
export function resolve(base: URL, below: string, query?: Query): URL {
  const root = base.pathname === "/" ? "" : base.pathname;
  const url = new URL(base);
  url.pathname = `${root}/${below.replace(/^\/+/, "")}`;
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) {
    throw new Problem("invalid", { origin: base.origin, path: below, detail: "the path leads out of the service" });
  }
  if (query !== undefined) url.search = toSearchParams(query).toString();
  return url;
}

/**
 * Converts a link in an answer (`links.next`) to a place on the service's own origin. Its scheme, host and port are
 * ignored, because a service behind a proxy may not know its own.
 */
export function ownPlace(base: URL, link: string): PathAndQuery | undefined {
  const url = URL.parse(link, base.href);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return { path: toPathBelow(base, url) ?? url.pathname, query: url.searchParams };
}

/** Returns the path of a URL relative to the base, if the URL is below it. */
export function toPathBelow(base: URL, url: URL): string | undefined {
  const root = base.pathname === "/" ? "" : base.pathname;
  return url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length) : undefined;
}

/** Returns the URL as it may be shown and logged: without query and password. */
export function displayUrl(url: URL): string {
  return url.origin === "null" ? `${url.protocol}…` : `${url.origin}${url.pathname}`;
}

/** Encodes text as part of a URL that is shown or opened. No URL can contain half of a surrogate pair. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}

function segment(part: string | number | bigint): string {
  const text = String(part);
  // A dot segment changes the path even when it is encoded.
  if (text === "." || text === "..") throw new Problem("invalid", { detail: `a name cannot be "${text}"` });
  try {
    return encodeURIComponent(text);
  } catch (error) {
    throw new Problem("invalid", { detail: "a name holds half a character" }, { cause: error });
  }
}

function toSearchParams(query: Query): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const search = new URLSearchParams();
  for (const [key, given] of Object.entries(query)) {
    const values = Array.isArray(given) ? given : [given];
    for (const value of values) if (value !== undefined) search.append(key, String(value));
  }
  return search;
}

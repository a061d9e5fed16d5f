// Decides which redirects are safe to follow.
import type { Method } from "./call.ts";

/** More redirects than this count as a loop. */
export const MAX_REDIRECTS = 5;

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Returns the target of a redirect, without anything that could be a password. */
export function redirectTarget(from: URL, location: string | undefined): URL | undefined {
  const target = location === undefined ? null : URL.parse(location, from.href);
  if (target === null) return undefined;
  target.username = "";
  target.password = "";
  target.hash = "";
  return target;
}

/**
 * A GET follows redirects within its origin. A write is repeated there unchanged for 301, 307 and 308, which Forgejo
 * returns for renamed repositories before it reads the body; after 302 and 303 it may have taken effect already. It must
 * not lead to another issue or comment.
 */
export function mayFollow(method: Method, status: number, from: URL, target: URL): boolean {
  if (target.origin !== from.origin) return false;
  return method === "GET" || ((status === 301 || status === 307 || status === 308) && hasSameNumbers(from, target));
}

/** A new name changes other parts of a path, but not the numbers of issues and comments. */
function hasSameNumbers(from: URL, target: URL): boolean {
  const parts = target.pathname.split("/");
  const asked = from.pathname.split("/");
  return parts.length === asked.length && asked.every((part, at) => !/^\d+$/.test(part) || parts[at] === part);
}

/** Lets a GET follow a redirect to a host that the caller knows, but never from HTTPS to HTTP. */
export function mayFollowToKnownHost(
  method: Method,
  from: URL,
  target: URL,
  isKnown: ((host: string) => boolean) | undefined,
): boolean {
  const isWeb = target.protocol === "https:" || (target.protocol === "http:" && from.protocol === "http:");
  return method === "GET" && isWeb && isKnown?.(target.host) === true;
}

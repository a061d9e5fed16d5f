// Decides which redirects are safe to follow.
import type { Method } from "./call.ts";

/** Further than this it is a loop. */
export const MOST_REDIRECTS = 5;

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Where a redirect leads, without what could be a password in it. */
export function redirectTarget(from: URL, location: string | undefined): URL | undefined {
  if (location === undefined) return undefined;
  try {
    const target = new URL(location, from);
    target.username = "";
    target.password = "";
    target.hash = "";
    return target;
  } catch {
    return undefined;
  }
}

/**
 * A GET follows on the same origin. A write is repeated there as it was for 301, 307 and 308 (Forgejo answers these for
 * renamed repositories before it looks at the body); after 302 and 303 it may have happened already.
 */
export function mayFollow(method: Method, status: number, from: URL, target: URL): boolean {
  if (target.origin !== from.origin) return false;
  return method === "GET" || status === 301 || status === 307 || status === 308;
}

/** To a host that the caller knows of, and never from an encrypted place to one that is not. */
export function mayGoAbroad(
  method: Method,
  from: URL,
  target: URL,
  isKnown: ((host: string) => boolean) | undefined,
): boolean {
  const isWeb = target.protocol === "https:" || (target.protocol === "http:" && from.protocol === "http:");
  return method === "GET" && isWeb && isKnown?.(target.host) === true;
}

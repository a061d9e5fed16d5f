import { parseBase } from "../../base/origin.ts";

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;
/** What stands behind the address of a node in the addresses that people copy. */
const ROUTES = /\/api(\/v1(\/.*)?)?\/?$/;

/** Reads the address of a mirror node as a person types or pastes it: without its scheme, or with a route behind it. */
export function nodeAddress(typed: string): string | undefined {
  const text = typed.trim().replace(/^["'`<](.*)["'`>]$/, "$1");
  if (text === "" || /\s/.test(text)) return undefined;
  const whole = SCHEME.test(text) ? text : `${LOOPBACK.test(text) ? "http" : "https"}://${text}`;
  try {
    const url = parseBase(whole);
    url.pathname = url.pathname.replace(ROUTES, "");
    return url.href.replace(/\/$/, "");
  } catch {
    return undefined;
  }
}

/** A name that says which network it may be, and that no other has. */
export function offeredName(address: string, taken: ReadonlySet<string>): string {
  const { hostname } = new URL(address);
  const [first = hostname] = hostname.split(".");
  const name = LOOPBACK.test(hostname) ? "local" : /^[\d[]/.test(hostname) ? hostname : first;
  for (let number = 1; ; number += 1) {
    const offered = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(offered)) return offered;
  }
}

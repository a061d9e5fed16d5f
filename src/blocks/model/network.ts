// A network: its name and its mirror node. Parses typed URLs, and suggests names.
import { parseBase } from "../../base/origin.ts";
import type { Entity } from "./entity.ts";

/** A ledger and the URL of its mirror node. */
export interface Network {
  readonly name: string;
  readonly address: string;
}

/** Used instead of an unknown network. */
const MAIN: Network = { name: "mainnet", address: "https://mainnet-public.mirrornode.hedera.com" };

/** The networks that HashScan covers. */
export const EXPLORED: ReadonlySet<string> = new Set(["mainnet", "testnet", "previewnet"]);

/** The network with this name, or mainnet if the name is unknown. */
export function findNetwork(networks: ReadonlyMap<string, string>, name: string): Network {
  const address = networks.get(name);
  if (address !== undefined) return { name, address };
  return { ...MAIN, address: networks.get(MAIN.name) ?? MAIN.address };
}

/** The URL of a block or an entity in HashScan; undefined for networks that HashScan doesn't cover. */
export function explorerAddress(
  network: string,
  kind: "block" | Entity["kind"],
  id: bigint | string,
): string | undefined {
  return EXPLORED.has(network) ? `https://hashscan.io/${network}/${kind}/${id}` : undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;
/** The API path at the end of URLs that people copy. */
const ROUTES = /\/api(\/v1(\/.*)?)?\/?$/;

/** Parses the typed or pasted URL of a mirror node, which may lack a scheme or end with a route. */
export function parseNodeUrl(typed: string): string | undefined {
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

/** Suggests a unique name for the network at a URL. */
export function suggestName(address: string, taken: ReadonlySet<string>): string {
  const { hostname } = new URL(address);
  const [first = hostname] = hostname.split(".");
  const name = LOOPBACK.test(hostname) ? "local" : /^[\d[]/.test(hostname) ? hostname : first;
  for (let number = 1; ; number += 1) {
    const offered = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(offered)) return offered;
  }
}

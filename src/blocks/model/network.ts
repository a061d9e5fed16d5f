// A network: its name, its mirror node, and how both are read from what people type.
import { parseBase } from "../../base/origin.ts";

/** A ledger and the URL of its mirror node. */
export interface Network {
  readonly name: string;
  readonly address: string;
}

/** Takes the place of a network that is not known. */
const MAIN: Network = { name: "mainnet", address: "https://mainnet-public.mirrornode.hedera.com" };

/** HashScan shows these and no others. */
export const EXPLORED: ReadonlySet<string> = new Set(["mainnet", "testnet", "previewnet"]);

/** The network of that name, or the main one. */
export function chosenNetwork(networks: ReadonlyMap<string, string>, name: string): Network {
  const address = networks.get(name);
  if (address !== undefined) return { name, address };
  return { ...MAIN, address: networks.get(MAIN.name) ?? MAIN.address };
}

/** The URL of a block in HashScan; undefined for networks that HashScan doesn't have. */
export function explorerAddress(network: string, block: bigint): string | undefined {
  return EXPLORED.has(network) ? `https://hashscan.io/${network}/block/${block}` : undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;
/** The path behind the URL of a mirror node in URLs that people copy. */
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

/** A unique name that suggests which network it is. */
export function offeredName(address: string, taken: ReadonlySet<string>): string {
  const { hostname } = new URL(address);
  const [first = hostname] = hostname.split(".");
  const name = LOOPBACK.test(hostname) ? "local" : /^[\d[]/.test(hostname) ? hostname : first;
  for (let number = 1; ; number += 1) {
    const offered = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(offered)) return offered;
  }
}

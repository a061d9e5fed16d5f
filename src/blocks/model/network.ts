// A network: its name and its mirror node. Reads and changes the list of networks, parses URLs, and suggests names.
import { parseBase } from "../../base/origin.ts";
import type { Entity } from "./entity.ts";

/** A ledger and the URL of its mirror node. */
export interface Network {
  readonly name: string;
  readonly address: string;
}

const MAIN: Network = { name: "mainnet", address: "https://mainnet-public.mirrornode.hedera.com" };
const PUBLIC: readonly Network[] = [
  MAIN,
  { name: "testnet", address: "https://testnet.mirrornode.hedera.com" },
  { name: "previewnet", address: "https://previewnet.mirrornode.hedera.com" },
];

/** The networks that HashScan covers. */
export const EXPLORED: ReadonlySet<string> = new Set(PUBLIC.map(({ name }) => name));

/** The URLs of all networks by name, in the order of the list; public ones that it leaves out come last. */
export function readNetworks(entries: readonly unknown[]): ReadonlyMap<string, string> {
  const networks = new Map<string, string>();
  for (const network of [...entries.map(parseEntry), ...PUBLIC])
    if (network !== undefined && !networks.has(network.name)) networks.set(network.name, network.address);
  return networks;
}

/** The network that the view shows: the first of the list. */
export function firstNetwork(entries: readonly unknown[]): Network {
  const [first] = readNetworks(entries);
  return first === undefined ? MAIN : { name: first[0], address: first[1] };
}

/** Parses an entry of the list: the name of a public network, or any name and a URL. */
export function parseEntry(entry: unknown): Network | undefined {
  if (typeof entry !== "string") return undefined;
  const text = entry.trim();
  const [, name = "", url = ""] = /^(.*\S)\s+(https?:\/\/\S+)$/i.exec(text) ?? [];
  const address = parseNodeUrl(url);
  return address === undefined ? PUBLIC.find((each) => each.name === text) : { name, address };
}

export function formatEntry({ name, address }: Network): string {
  return `${name} ${address}`;
}

/** Moves the network with this name to the top of the list, where it is shown. */
export function showFirst(entries: readonly unknown[], name: string): readonly unknown[] {
  const found = entries.find((entry) => parseEntry(entry)?.name === name);
  return [found ?? name, ...entries.filter((entry) => entry !== found)];
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

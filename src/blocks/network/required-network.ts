// The network that a command names.
import { Problem } from "../../base/problem.ts";
import { describeMissingNetwork } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import type { Network } from "../model/network.ts";

/** Fails if the network was removed from the settings. */
export function requireNetwork(store: Store, name: string): Network {
  const network = store.networkNamed(name);
  if (network === undefined) throw new Problem("invalid", { detail: describeMissingNetwork(name) });
  return network;
}

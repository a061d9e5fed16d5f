// What the wing's tools read from, in VS Code and in the MCP server.
import { Problem } from "../../base/problem.ts";
import type { Network } from "../model/network.ts";
import type { Store } from "../store/store.ts";

export interface BlocksSource {
  readonly store: Pick<
    Store,
    | "contents"
    | "entities"
    | "find"
    | "findAt"
    | "loadLatest"
    | "network"
    | "networkNamed"
    | "networkNames"
    | "rangePage"
    | "transactions"
    | "walk"
  >;
  readonly now: () => number;
}

/** Finds a network of the settings by its name. A tool never requests a URL that the user hasn't chosen. */
export function findNetwork({ store }: BlocksSource, name: string | undefined): Network {
  if (name === undefined) return store.network;
  const network = store.networkNamed(name);
  if (network !== undefined) return network;
  throw new Problem("notFound", {
    detail: `There is no network "${name}". The networks: ${store.networkNames.join(", ")}`,
  });
}

// Finds the API of a server by its URL, or explains why it can't.
import { asProblem } from "../../../base/problem.ts";
import { describeProblem } from "../../../workbench/problems.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { formatHost } from "../../model/address.ts";
import type { Discovery } from "../discovery.ts";

export type FoundServer = { readonly base: string } | { readonly fault: string };

/** The base URL of the API, or a sentence that fits below an input. */
export async function findServer(
  address: string,
  { discovery, now }: { readonly discovery: Discovery; readonly now: () => number },
  signal: AbortSignal,
): Promise<FoundServer> {
  try {
    const base = await discovery.findServer(address, signal);
    if (base !== undefined) return { base };
    const host = formatHost(address);
    return { fault: l10n.t("No Forgejo or Gitea server found at {0}. Check the URL, including any path.", host) };
  } catch (error) {
    return { fault: describeProblem(asProblem(error), now()).sentence };
  }
}

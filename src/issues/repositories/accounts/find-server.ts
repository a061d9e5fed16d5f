// Finds the API of a server by its URL, or explains why it can't be found, and asks for the URL of a server.
import { asProblem } from "../../../base/problem.ts";
import type { Dialogs, Question } from "../../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../../workbench/problems.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { formatHost, parseServer } from "../../model/address.ts";
import type { Discovery } from "../discovery.ts";

export type FoundServer = { readonly base: string } | { readonly fault: string };

export interface ServerSearchDependencies {
  readonly discovery: Discovery;
  readonly now: () => number;
}

/** Returns the base URL of the server, or a fault to show below an input. */
export async function findServer(
  address: string,
  { discovery, now }: ServerSearchDependencies,
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

/** Like `findServer`, with progress in a notification. Returns undefined if the user cancels. */
export function connect(
  address: string,
  { dialogs, ...dependencies }: ServerSearchDependencies & { readonly dialogs: Pick<Dialogs, "progress"> },
): Promise<FoundServer | undefined> {
  return dialogs.progress(l10n.t("Connecting to {0}…", formatHost(address)), async (_report, signal) => {
    const found = await findServer(address, dependencies, signal);
    return signal.aborted ? undefined : found;
  });
}

/** Builds an input for the URL of a server. It accepts only servers that exist, and passes the base URL to `take`. */
export function urlQuestion(
  { findFault = () => undefined, ...question }: Question & { readonly findFault?: (server: URL) => string | undefined },
  dependencies: ServerSearchDependencies,
  take: (base: string) => void,
): Question {
  return {
    ...question,
    prompt: l10n.t("URL of the server, including its path, for example https://example.org/forge"),
    placeholder: "https://",
    validate: (answer) => {
      const server = parseServer(answer);
      return server === undefined ? l10n.t("Enter a valid URL") : findFault(new URL(server));
    },
    check: async (answer, signal) => {
      const found = await findServer(parseServer(answer) ?? answer, dependencies, signal);
      if ("fault" in found) return found.fault;
      take(found.base);
      return undefined;
    },
  };
}

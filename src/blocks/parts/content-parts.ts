// Parts that the wing's pages and commands share: breadcrumb, buttons, remedies, and errors about missing networks.
import { Problem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Banner, Head } from "../../panels/kit/content/content-model.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import { remedyButton, type RemedyAct } from "../../workbench/panels/remedies.ts";
import type { RemedyActions } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { EXPLORED, type Network } from "../model/network.ts";
import { describeMissingNetwork, getHost } from "../wording/block-text.ts";

/** Shows panels. */
export interface ShowsPanels {
  readonly panels: Pick<Shared["panels"], "show">;
}

/** Opens what the pages of the wing link to. */
export interface Links {
  readonly openEntity: (network: string, id: string) => void;
  /** Opens a transaction in its block. */
  readonly openTransaction: (network: Network, time: Nanoseconds) => Promise<void>;
  /** Asks for a block and shows it. */
  readonly goToBlock: () => unknown;
}

/** "mainnet · mainnet.mirrornode.hedera.com" */
export function createCrumb(name: string, network: Network | undefined): NonNullable<Head["crumb"]> {
  return { icon: "globe", texts: [name, getHost(network)] };
}

export function remedyActionsFor(
  { allowServer, log, openSettings }: Pick<Shared, "allowServer" | "log" | "openSettings">,
  retry: () => unknown,
): RemedyActions {
  return { retry, allowServer, openSettings: () => openSettings("triptych.blocks"), showLog: () => log.show() };
}

/** The banner of a page whose network was removed from the settings. */
export function missingNetworkBanner(start: string, name: string): Banner<RemedyAct> {
  const buttons = [remedyButton("openSettings")];
  return { kind: "banner", tone: "failed", start, sentence: describeMissingNetwork(name), buttons };
}

export const refreshButton = (): Button<{ readonly type: "refresh" }> => ({
  act: { type: "refresh" },
  label: l10n.t("Refresh"),
  icon: "refresh",
});

export const exportButton = (): Button<{ readonly type: "export" }> => ({
  act: { type: "export" },
  label: l10n.t("Export…"),
  icon: "export",
});

export const shareButton = (): Button<{ readonly type: "share" }> => ({
  act: { type: "share" },
  label: l10n.t("Share…"),
  icon: "share",
});

/** A button that opens the block or entity of a page in HashScan, if that covers the network. */
export function explorerButtons(network: string): readonly Button<{ readonly type: "openInExplorer" }>[] {
  if (!EXPLORED.has(network)) return [];
  return [{ act: { type: "openInExplorer" }, label: l10n.t("Open in HashScan"), icon: "link-external" }];
}

/** Returns the network with this name. Throws if it was removed from the settings. */
export function requireNetwork(store: { networkNamed(name: string): Network | undefined }, name: string): Network {
  const network = store.networkNamed(name);
  if (network === undefined) throw new Problem("invalid", { detail: describeMissingNetwork(name) });
  return network;
}

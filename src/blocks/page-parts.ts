// What every page of the wing has: where it is, and what to do if its network is gone or a load failed.
import { l10n } from "../workbench/text/l10n.ts";
import type { Banner, Head, PlainFact } from "../panels/kit/page/model.ts";
import type { Button } from "../panels/kit/page/text-model.ts";
import { remedyButtons, type RemedyAct } from "../workbench/panels/remedies.ts";
import type { Ways } from "../workbench/problems.ts";
import type { Shared } from "../workbench/shared.ts";
import type { Network } from "./model/network.ts";
import { describeMissingNetwork, getHost } from "./format.ts";

/** "mainnet · mainnet.mirrornode.hedera.com" */
export function createCrumb(name: string, network: Network | undefined): NonNullable<Head["crumb"]> {
  return { icon: "globe", texts: [name, getHost(network)] };
}

export function createWays({ log, openSettings }: Pick<Shared, "log" | "openSettings">, retry: () => unknown): Ways {
  return { retry, openSettings: () => openSettings("triptych.blocks"), showLog: () => log.show() };
}

/** The page is of a network that was removed. */
export function goneNetworkBanner(start: string, name: string, ways: Ways): Banner<RemedyAct> {
  const buttons = remedyButtons({ remedies: ["openSettings"] }, ways);
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

/** A fact with what its copy button copies: only hashes, IDs, times, and numbers whose digits are not all shown. */
export function copyableFact(name: string, value: string | undefined, copy: string | undefined): PlainFact {
  return { name, value, copy: value === undefined ? undefined : copy };
}

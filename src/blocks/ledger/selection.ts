// Reads and changes the network that the settings select: a public one, or a custom one by its name.
import type { SettingId, Settings } from "../../workbench/settings.ts";
import { findNetwork, type Network } from "../model/network.ts";

/** Changing one of these settings may change the network. */
export const NETWORK_SETTINGS: ReadonlySet<SettingId> = new Set([
  "triptych.blocks.network",
  "triptych.blocks.customNetwork",
  "triptych.blocks.networks",
]);

/**
 * The name that the settings select, even if no network has it. The Settings editor lists the public networks and
 * `custom`; in settings.json, the name of a custom network may be given directly.
 */
export function selectedName(settings: Pick<Settings, "get">): string {
  const chosen = settings.get("triptych.blocks.network");
  return chosen === "custom" ? settings.get("triptych.blocks.customNetwork") : chosen;
}

/** The selected network, or mainnet if the name is unknown. */
export function selectedNetwork(settings: Pick<Settings, "get">): Network {
  return findNetwork(settings.get("triptych.blocks.networks"), selectedName(settings));
}

export async function selectNetwork(settings: Pick<Settings, "set">, name: string): Promise<void> {
  if (name === "mainnet" || name === "testnet" || name === "previewnet") {
    await settings.set("triptych.blocks.network", name);
    return;
  }
  // The name is set first, so that no other custom network appears in between.
  await settings.set("triptych.blocks.customNetwork", name);
  await settings.set("triptych.blocks.network", "custom");
}

// Reads and changes the setting that lists the networks. The view shows the first of them.
import type { Settings } from "../../workbench/settings.ts";
import { showFirst } from "../model/network.ts";
import { NETWORKS } from "./settings.ts";

/** The entries of the list as the user wrote them, so that a change keeps invalid ones. */
export function listEntries(settings: Pick<Settings, "get">): readonly unknown[] {
  return settings.get(NETWORKS);
}

export async function selectNetwork(settings: Pick<Settings, "get" | "set">, name: string): Promise<void> {
  await settings.set(NETWORKS, showFirst(listEntries(settings), name));
}

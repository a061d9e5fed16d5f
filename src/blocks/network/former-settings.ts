// Takes over the networks of versions that had three settings for them.
import { isTable } from "../../base/json/is-table.ts";
import type { Configuration } from "../../workbench/settings.ts";
import { NETWORKS } from "../store/settings.ts";
import { formatEntry, readNetworks, showFirst } from "../model/network.ts";

const SELECTED = "triptych.blocks.network";
const CUSTOM = "triptych.blocks.customNetwork";

/**
 * Writes the list of networks from the user's former settings, once: the name of the selected network or `custom`, the
 * name of the custom one, and a table of names and URLs, which had the ID that the list has now.
 */
export async function takeOverNetworks(configuration: Pick<Configuration, "inspect" | "write">): Promise<void> {
  const read = (id: string): unknown => configuration.inspect(id)?.globalValue;
  const [selected, custom, networks] = [read(SELECTED), read(CUSTOM), read(NETWORKS.id)];
  if (selected === undefined && custom === undefined && !isTable(networks)) return;
  if (!Array.isArray(networks)) {
    const entries = Object.entries(isTable(networks) ? networks : {}).map(([name, url]) =>
      formatEntry({ name, address: String(url) }),
    );
    const name = String(selected === "custom" ? custom : selected);
    await configuration.write(NETWORKS.id, showFirst(entries, readNetworks(entries).has(name) ? name : "mainnet"));
  }
  await configuration.write(SELECTED, undefined);
  await configuration.write(CUSTOM, undefined);
}

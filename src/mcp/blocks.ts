// The tools about blocks.
import { offerTools, type OfferedTool } from "../base/tools/tool.ts";
import { NETWORKS } from "../blocks/store/settings.ts";
import { Store } from "../blocks/store/store.ts";
import { blockTools } from "../blocks/tools/tools.ts";
import type { Options } from "./options.ts";
import type { HeadlessServices } from "./services.ts";

export function blockSettings({ networks }: Options): Readonly<Record<string, unknown>> {
  return { [NETWORKS.id]: networks };
}

export function offerBlocks({ shared }: HeadlessServices): readonly OfferedTool[] {
  return offerTools(blockTools, { store: new Store(shared), now: shared.now });
}

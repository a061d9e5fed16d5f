// What other extensions can do with blocks.
import * as v from "valibot";
import { argumentProblem, decodeArgument } from "../workbench/extension-calls.ts";
import type { BlockPanels } from "./block/panel.ts";
import { parseBlockName } from "./model/block-name.ts";
import { toAddress } from "./model/saved-names.ts";
import { requireNetwork } from "./parts/content-parts.ts";
import type { Store } from "./store/store.ts";

const MAX_NAME_CHARS = 200;
const shortText = v.pipe(v.string(), v.maxLength(MAX_NAME_CHARS, "too long"));

const blockArgument = v.strictObject({
  block: v.union([shortText, v.pipe(v.number(), v.safeInteger()), v.bigint()], "expected a number or a hash"),
  network: v.optional(shortText),
});

export interface BlocksApi {
  openBlock(given: unknown): Promise<void>;
}

export function extensionApi(
  store: Pick<Store, "network" | "networkNamed">,
  blocks: Pick<BlockPanels, "show">,
): BlocksApi {
  return {
    openBlock: async (given) => {
      const { block, network } = decodeArgument(blockArgument, given);
      const name = parseBlockName(String(block));
      if ("fault" in name) throw argumentProblem("block", "expected a number or a hash");
      blocks.show(toAddress(requireNetwork(store, network ?? store.network.name).name, name));
    },
  };
}

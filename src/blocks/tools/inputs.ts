// What several tools of the wing accept.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import type { BlocksSource } from "./source.ts";
import { parseBlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";

export const networkInput = v.optional(
  v.pipe(
    v.string(),
    v.description(
      'The network: "mainnet", "testnet", "previewnet" or another of the user\'s. The default is the first.',
    ),
  ),
);

export const blockInput = v.pipe(
  v.string(),
  v.maxLength(200),
  v.description('"latest", or the number or hash of a block, such as "103482917".'),
);

/** Loads the block that a tool's input names. */
export async function loadBlock(
  { store }: BlocksSource,
  network: Network,
  named: string,
  signal: AbortSignal,
): Promise<Block> {
  if (named.trim().toLowerCase() === "latest") {
    const latest = await store.loadLatest(network, { signal });
    if (latest === undefined) throw new Problem("notFound", { detail: "The network has no blocks." });
    return latest;
  }
  const name = parseBlockName(named);
  if ("fault" in name)
    throw new Problem("invalid", { detail: `"${named}" is neither a number nor a hash of a block.` });
  const found = await store.find(network, name, { signal });
  if ("block" in found) return found.block;
  const { newest } = found.absent;
  const latest = newest === undefined ? "The network has no blocks." : `The latest block is ${newest.number}.`;
  throw new Problem("notFound", { detail: `The network has no block ${named}. ${latest}` });
}

// Lists blocks: the latest, those before one, or those at a time.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import { parseIso } from "../../base/time.ts";
import { tool } from "../../base/tools/tool.ts";
import { blockFacts } from "./facts.ts";
import { blockInput, loadBlock, networkInput } from "./inputs.ts";
import { findNetwork, type BlocksSource } from "./source.ts";
import type { Network } from "../model/network.ts";
import type { Block } from "../model/block.ts";

/** The most that a mirror node returns at once. */
const MAX_COUNT = 100;
const DEFAULT_COUNT = 25;

export const listBlocks = tool({
  name: "triptych_blocks_list_blocks",
  reference: "blocks",
  title: "List Blocks",
  description:
    "Lists consecutive blocks of a Hedera network, newest first, with the number of their transactions, gas and size. " +
    'Examples: {} for the latest, {"last": "103482917", "count": 50} for that block and the 49 before it, ' +
    '{"at": "2026-01-31T12:00:00Z"} for the blocks up to a time.',
  asksServer: true,
  input: {
    last: v.optional(v.pipe(blockInput, v.description("The newest block of the list. The default is the latest."))),
    at: v.optional(
      v.pipe(v.string(), v.description("A time in ISO 8601; the list then ends with the block of this time.")),
    ),
    count: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_COUNT), v.description("How many blocks.")),
      DEFAULT_COUNT,
    ),
    network: networkInput,
  },
  answer: async ({ last, at, count, network: name }, source: BlocksSource, answer, signal) => {
    const network = findNetwork(source, name);
    const newest =
      at === undefined
        ? await loadBlock(source, network, last ?? "latest", signal)
        : await loadBlockAt(source, network, at, signal);
    const from = newest.number - BigInt(count) + 1n;
    const range = { from: from < 0n ? 0n : from, to: newest.number };
    const { values, skipped } = await source.store.rangePage(network, range, { signal });
    answer.fact("network", network.name);
    if (skipped > 0) answer.fact("blocks that can't be read", skipped);
    const shown = answer.list(values, (block, entry) => entry.line(blockFacts(block)));
    const next = values[shown];
    if (next !== undefined)
      answer.leftOut(
        `${values.length - shown} of ${values.length} blocks. For the next ones: "last": "${next.number}".`,
      );
    else if (range.from > 0n) answer.leftOut(`older blocks. For the next ones: "last": "${range.from - 1n}".`);
    return network.address;
  },
});

async function loadBlockAt({ store }: BlocksSource, network: Network, at: string, signal: AbortSignal): Promise<Block> {
  const time = parseIso(at);
  if (time === undefined) throw new Problem("invalid", { detail: `"${at}" is not a time in ISO 8601.` });
  const found = await store.findAt(network, time, { signal });
  if ("block" in found) return found.block;
  throw new Problem("notFound", { detail: "The time is after the latest block." });
}

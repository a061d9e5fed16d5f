// Verifies that the blocks of a range form a chain.
import { Problem } from "../../base/problem.ts";
import { formatSeconds } from "../../base/time.ts";
import { tool } from "../../base/tools/tool.ts";
import { checkRange, getRangeLength, sumBlocks } from "../model/block-range.ts";
import type { Break } from "../model/block-sequence.ts";
import { verify } from "../range/verify-chain.ts";
import { isoOf } from "./facts.ts";
import { blockInput, loadBlock, networkInput } from "./inputs.ts";
import { findNetwork, type BlocksSource } from "./source.ts";

/** Ten pages of a mirror node. */
const MAX_VERIFIED = 1_000n;

export const verifyRange = tool({
  name: "triptych_blocks_verify_range",
  reference: "verifyBlocks",
  title: "Verify a Range of Blocks",
  description:
    "Loads up to 1,000 consecutive blocks of a Hedera network and checks that each number follows the one before, " +
    "that each block names the hash of the one before, and that no times overlap. Also sums up transactions and gas. " +
    'Example: {"from": "103482900", "to": "103483000"}.',
  asksServer: true,
  input: { from: blockInput, to: blockInput, network: networkInput },
  answer: async ({ from, to, network: name }, source: BlocksSource, answer, signal) => {
    const network = findNetwork(source, name);
    const [first, last] = [
      await loadBlock(source, network, from, signal),
      await loadBlock(source, network, to, signal),
    ];
    const range = checkRange(first.number, last.number);
    if ("fault" in range || getRangeLength(range) > MAX_VERIFIED)
      throw new Problem("invalid", { detail: `A range has 1 to ${MAX_VERIFIED} blocks, from the older to the newer.` });
    const { broken, tally, blocks } = await verify(source.store, network, range, { signal, report: () => undefined });
    const { transactions, gas, bytes } = sumBlocks(blocks);
    answer.fact("network", network.name);
    answer.fact("range", `${range.from} to ${range.to}`);
    answer.fact("verdict", broken === undefined ? "every block follows the one before" : describeBreak(broken));
    answer.fact("numbers checked", tally.numbers);
    answer.fact("hashes checked", tally.hashes);
    answer.fact("times checked", tally.times);
    answer.fact("first transaction", isoOf(blocks[0]?.from));
    answer.fact("last transaction", isoOf(blocks.at(-1)?.to));
    answer.fact("transactions", transactions);
    answer.fact("gas used", gas);
    answer.fact("bytes", bytes);
    return network.address;
  },
});

function describeBreak(broken: Break): string {
  switch (broken.kind) {
    case "gap":
      return `broken: blocks are missing between ${broken.after} and ${broken.at}`;
    case "end":
      return `broken: the node has no block ${broken.at}`;
    case "unread":
      return `not verified: a block after ${broken.after} can't be read`;
    case "order":
      return `broken: block ${broken.at} came after ${broken.after}`;
    case "hash":
      return `broken: block ${broken.at} names ${broken.named} as the block before, which has ${broken.before}`;
    case "time":
      return `broken: block ${broken.at} begins at ${formatSeconds(broken.begins)}, before the end of the one before at ${formatSeconds(broken.ended)}`;
    case "span":
      return `broken: block ${broken.at} ends before it begins`;
  }
}

// Reads a block and its transactions.
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { countNames } from "../model/transaction.ts";
import { allBlockFacts, transactionFacts } from "./facts.ts";
import { blockInput, loadBlock, networkInput } from "./inputs.ts";
import { findNetwork, type BlocksSource } from "./source.ts";

/** Of the largest blocks, no more transactions are loaded for one answer. */
const MAX_LOADED = 1_000;

export const getBlock = tool({
  name: "triptych_blocks_get_block",
  reference: "block",
  title: "Read a Block",
  description:
    "Reads a block of a Hedera network from its mirror node: times, hashes, gas, size, how many transactions of each " +
    'type it has, and the transactions in order. Examples: {"block": "latest"}, {"block": "103482917", "network": ' +
    '"mainnet"}. Use triptych_blocks_explain_transaction for one transaction.',
  asksServer: true,
  input: { block: blockInput, network: networkInput, skip: skipInput },
  answer: async ({ block: named, network: name, skip = 0 }, source: BlocksSource, answer, signal) => {
    const network = findNetwork(source, name);
    const block = await loadBlock(source, network, named, signal);
    answer.fact("network", network.name);
    for (const [fact, value] of Object.entries(allBlockFacts(block))) answer.fact(fact, value);
    const list = source.store.contents.transactions(network, block);
    if (list === undefined) {
      answer.fact("transactions", "unknown, because the block has no times");
      return network.address;
    }
    await list.until(skip + MAX_LOADED, signal);
    const { values, skipped, hasMore } = list;
    if (skipped > 0) answer.fact("transactions that can't be read", skipped);
    const types = countNames(values.map(({ type }) => type ?? "unknown"));
    answer.fact(
      `types of the first ${values.length} transactions`,
      types.map(({ name: type, count }) => `${type} ${count}`).join(", "),
    );
    answer.heading(`Transactions (${block.count ?? values.length})`);
    answer.page(
      values,
      skip,
      hasMore ? `transactions (of ${block.count ?? "more"} in the block)` : "transactions",
      (each, entry) => entry.line(transactionFacts(each)),
    );
    return network.address;
  },
});

import { l10n } from "vscode";
import { toMilliseconds } from "../base/time.ts";
import type { Children, Node, Page } from "../workbench/tree/node.ts";
import type { Shared } from "../workbench/shared.ts";
import { count } from "../workbench/words.ts";

import { explorerAddress } from "./model.ts";
import type { Block, Network } from "./model.ts";
import type { BlockPage, Store } from "./store.ts";
import { addressOf } from "./subject.ts";
import { ageWords, blockTitle, gasWords, plain, shortHash, spanWords, transactionWords } from "./words.ts";

/** The rows of the view: the newest blocks of the chosen network, and from page to page the older ones. */
export function rootsOf(store: Store, { now }: Pick<Shared, "now">): Children {
  return () => {
    const { network } = store;
    const newest = store.newestKnown(network);
    const node: Node = {
      // One a network: where another cannot be read, its rows do not stand below its name.
      id: `newest ${network.name} ${network.address}`,
      subject: undefined,
      label: l10n.t("Newest"),
      ...(newest === undefined ? {} : { description: l10n.t("{0} and older", count(newest.number)) }),
      icon: { name: "history" },
      contextValue: "newest",
      unfolded: true,
      children: async (signal) => pageOf(await store.newest(network, { signal }), network, now),
    };
    return Promise.resolve({ nodes: [node] });
  };
}

function pageOf({ values, skipped, next }: BlockPage, network: Network, now: () => number): Page {
  return {
    nodes: values.map((block) => rowOf(block, network, now)),
    skipped,
    ...(next === undefined ? {} : { next: async (signal) => pageOf(await next({ signal }), network, now) }),
  };
}

function rowOf(block: Block, network: Network, now: () => number): Node {
  const address = addressOf(network.name, block);
  const title = blockTitle(block);
  return {
    id: `${network.name} ${block.number}`,
    subject: address,
    label: count(block.number),
    description: () => description(block, now()).join(" · "),
    icon: { name: "package" },
    contextValue: explorerAddress(network.name, block.number) === undefined ? "block" : "block.explored",
    click: { command: "triptych.blocks.openBlock", title: l10n.t("Open Block"), given: [address] },
    spoken: () => [title, ...description(block, now())].join(", "),
    tooltip: () => tooltip(block, network),
  };
}

/** "3 min · 46 tx · 1.28M gas": what is not recorded is left out, and said in the tooltip. */
function description({ from, to, count: transactions, gasUsed }: Block, now: number): readonly string[] {
  const closed = to ?? from;
  const isEmpty = transactions === 0n;
  return [
    closed === undefined ? undefined : ageWords(toMilliseconds(closed), now),
    transactions === undefined ? undefined : isEmpty ? l10n.t("empty") : l10n.t("{0} tx", count(transactions)),
    gasUsed === undefined || isEmpty ? undefined : gasWords(gasUsed),
  ].filter((part) => part !== undefined);
}

function tooltip(block: Block, network: Network): string {
  const { count: transactions, gasUsed } = block;
  const span = spanWords(block);
  const notRecorded = l10n.t("not recorded");
  const lines = [
    `$(list-flat) ${transactions === undefined ? l10n.t("Transactions {0}", notRecorded) : transactionWords(transactions)}`,
    `$(flame) ${gasUsed === undefined ? l10n.t("Gas {0}", notRecorded) : l10n.t("{0} gas", count(gasUsed))}`,
  ];
  return [
    l10n.t("{0} on {1}", `**${blockTitle(block)}**`, plain(network.name)),
    span ?? l10n.t("Time {0}", notRecorded),
    lines.join("  \n"),
    `\`${shortHash(block.hash)}\``,
  ].join("\n\n");
}

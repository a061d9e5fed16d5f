// Builds tree rows of blocks and, below each block, of the types of its transactions.
import { toMilliseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, fill, lines, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Children, Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { typeIcon, typeName } from "../wording/transaction-types.ts";
import {
  formatBlockAge,
  blockTitle,
  formatGas,
  shortHash,
  formatBlockSpan,
  formatTransactionCount,
} from "../wording/block-text.ts";
import { explainMissingBlock, describeMissingBlock } from "../wording/absence-text.ts";
import type { BlockPage, Store } from "../store/store.ts";
import { toAddress } from "../model/saved-names.ts";
import { isArriving, type Block } from "../model/block.ts";
import { explorerAddress, type Network } from "../model/network.ts";
import { countNames } from "../model/transaction.ts";

/** What the rows need from the wing. */
export interface RowContext {
  readonly store: Store;
  readonly now: () => number;
  readonly isPinned: (network: Network, number: bigint) => boolean;
}

/** At most this many transactions are loaded to count them by type; a node returns a hundred at once. */
const MAX_COUNTED_TRANSACTIONS = 1000;

/**
 * Builds the rows of blocks, and of those missing between them. `idPrefix` distinguishes the rows of a block that appears
 * several times in the tree. `above` is the number of the last block of the previous page.
 */
export function buildPage(
  { values, skipped, next }: BlockPage,
  network: Network,
  idPrefix: string,
  context: RowContext,
  above?: bigint,
): RowPage {
  const nodes = values.flatMap((block, at) => [
    ...missingRow({ to: at === 0 ? above : values[at - 1]?.number, from: block.number }, idPrefix),
    blockRow(block, network, idPrefix, context),
  ]);
  const last = values.at(-1)?.number ?? above;
  return {
    nodes,
    skipped,
    next: next && (async (signal) => buildPage(await next({ signal }), network, idPrefix, context, last)),
  };
}

/** A row for the numbers between two listed blocks, if there are any. */
function missingRow({ from, to }: { readonly from: bigint; readonly to: bigint | undefined }, id: string): Node[] {
  if (to === undefined || to - from <= 1n) return [];
  const [first, last] = [format.count(from + 1n), format.count(to - 1n)];
  const isOne = to - from === 2n;
  return [
    {
      id: `${id} missing ${from}`,
      subject: undefined,
      label: isOne ? first : `${first} – ${last}`,
      description: l10n.t("{0} missing", format.count(to - from - 1n)),
      icon: { name: "circle-slash" },
      contextValue: "note",
      accessibleLabel: isOne
        ? l10n.t("Block {0} is missing", first)
        : l10n.t("Blocks {0} to {1} are missing", first, last),
      tooltip: () => l10n.t("The mirror node returned no readable block here."),
    },
  ];
}

function blockRow(block: Block, network: Network, idPrefix: string, context: RowContext): Node {
  const { now, isPinned } = context;
  const title = blockTitle(block);
  const id = `${idPrefix} ${block.number}`;
  return {
    id,
    subject: toAddress(network.name, block),
    label: format.count(block.number),
    description: () => description(block, now()).join(" · "),
    icon: { name: isPinned(network, block.number) ? "pinned" : "package" },
    contextValue: getContextValue(network, block.number),
    click: createClick(network, block.number),
    accessibleLabel: () => [title, ...description(block, now())].join(", "),
    tooltip: () => tooltip(block, network),
    ...(block.count === 0n ? {} : { children: countTypes(block, network, id, context) }),
  };
}

/** The row of a pinned block, which is requested only when the user hovers over the row or expands it. */
export function pinnedRow(number: bigint, network: Network, idPrefix: string, context: RowContext): Node {
  const { store, now } = context;
  const known = store.getKnown(network, { number });
  if (known !== undefined) return blockRow(known, network, idPrefix, context);
  const id = `${idPrefix} ${number}`;
  return {
    id,
    subject: toAddress(network.name, { number }),
    label: format.count(number),
    icon: { name: "pinned" },
    contextValue: getContextValue(network, number),
    click: createClick(network, number),
    accessibleLabel: blockTitle({ number }),
    tooltip: async (signal) => {
      const found = await store.find(network, { number }, { signal });
      return "block" in found ? tooltip(found.block, network) : l10n.t("Block not found on {0}.", network.name);
    },
    children: async (signal) => {
      const found = await store.find(network, { number }, { signal });
      if ("block" in found) return await countTypes(found.block, network, id, context)(signal);
      const why = explainMissingBlock({ number }, found.absent, network, now());
      return { nodes: [note(id, describeMissingBlock({ number }, found.absent), why)] };
    },
  };
}

/** Selects the menu: it depends on whether HashScan covers the network. */
function getContextValue(network: Network, number: bigint): string {
  const contextValue = explorerAddress(network.name, "block", number) === undefined ? "block" : "block.explored";
  return contextValue;
}

function createClick(network: Network, number: bigint): NonNullable<Node["click"]> {
  return {
    command: "triptych.blocks.goToBlock",
    title: l10n.t("Open Block"),
    args: [toAddress(network.name, { number })],
  };
}

/** Counts the transactions of a block by type, the most frequent first. */
function countTypes(block: Block, network: Network, id: string, { store, now }: RowContext): Children {
  return async (signal) => {
    const list = store.contents.transactions(network, block);
    if (list === undefined) return { nodes: [note(id, l10n.t("Times not recorded"), undefined)] };
    await list.until(MAX_COUNTED_TRANSACTIONS, signal);
    const { values, extent, skipped } = list;
    const nodes = countNames(values.map(({ type }) => type ?? "UNKNOWN")).map(({ name, count: many }): Node => {
      const subject = { ...toAddress(network.name, block), type: name };
      return {
        id: `${id} ${name}`,
        subject,
        label: typeName(name),
        description: format.count(many),
        icon: { name: typeIcon(name) },
        contextValue: "txtype",
        click: { command: "triptych.blocks.goToBlock", title: l10n.t("Open Transactions"), args: [subject] },
        accessibleLabel: `${typeName(name)}, ${formatTransactionCount(BigInt(many))}`,
      };
    });
    if (extent === "all") return { nodes, skipped };
    const total = block.count === undefined ? l10n.t("more") : format.count(block.count);
    const [label, why] =
      extent === "short"
        ? [
            l10n.t("{0} of {1} loaded", format.count(values.length), total),
            isArriving(block, now())
              ? l10n.t("Transactions are still arriving. Refresh in a moment.")
              : l10n.t("The mirror node does not have all entries."),
          ]
        : [
            l10n.t("First {0} of {1}", format.count(values.length), total),
            l10n.t("Only the first transactions are counted. Open the block to load more."),
          ];
    return { nodes: [...nodes, note(id, label, why)], skipped };
  };
}

function note(id: string, label: string, why: string | undefined): Node {
  return {
    id: `${id} note`,
    subject: undefined,
    label,
    icon: { name: "info" },
    contextValue: "note",
    tooltip: why === undefined ? undefined : () => why,
  };
}

/** "3 min · 46 tx · 1.28M gas": omits values that were not recorded. The tooltip names them. */
function description({ from, to, count: transactions, gasUsed }: Block, now: number): readonly string[] {
  const closed = to ?? from;
  const isEmpty = transactions === 0n;
  return [
    closed === undefined ? undefined : formatBlockAge(toMilliseconds(closed), now),
    transactions === undefined ? undefined : isEmpty ? l10n.t("empty") : l10n.t("{0} tx", format.count(transactions)),
    gasUsed === undefined || isEmpty ? undefined : formatGas(gasUsed),
  ].filter((part) => part !== undefined);
}

function tooltip(block: Block, network: Network): Markdown {
  const { count: transactions, gasUsed } = block;
  const span = formatBlockSpan(block);
  const notRecorded = l10n.t("not recorded");
  return paragraphs(
    fill(l10n.t("{0} on {1}"), md`**${blockTitle(block)}**`, network.name),
    span ?? l10n.t("Time {0}", notRecorded),
    lines(
      md`$(list-flat) ${transactions === undefined ? l10n.t("Transactions {0}", notRecorded) : formatTransactionCount(transactions)}`,
      md`$(flame) ${gasUsed === undefined ? l10n.t("Gas {0}", notRecorded) : l10n.t("{0} gas", format.count(gasUsed))}`,
    ),
    code(shortHash(block.hash)),
  );
}

// Builds tree rows about the network itself: its exchange rate, fees, supply, stake and nodes.
import type { PlainFact } from "../../panels/kit/content/content-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { lines, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import type { RowContext } from "./block-rows.ts";
import { sumStake, type NetworkNode } from "../model/network-state.ts";
import type { Network } from "../model/network.ts";
import { findFailure, type Part, type NetworkSnapshot } from "../store/network-states.ts";
import {
  feeFacts,
  formatFees,
  formatNodeCount,
  nodeTitle,
  formatRate,
  formatReleased,
  nodeFacts,
  rateFacts,
  shortHbars,
  shortMoment,
  stakeFacts,
  supplyFacts,
} from "../network/network-facts.ts";

/** The row of the network, whose data is requested only when the user expands it. */
export function networkRow(network: Network, context: RowContext): Node {
  const { store, now } = context;
  const id = `network ${network.name} ${network.address}`;
  return {
    id,
    subject: { network: network.name },
    label: l10n.t("Network"),
    description: () => {
      const nodes = store.facts.getKnown(network)?.nodes.value?.all;
      return nodes === undefined ? "" : formatNodeCount(nodes.length);
    },
    icon: { name: "globe" },
    contextValue: "network",
    children: async (signal) => {
      const snapshot = await store.facts.read(network, { signal });
      // If nothing could be loaded, the view shows why, and what to do.
      const failure = findFailure(snapshot);
      if (failure !== undefined) throw failure;
      return { nodes: buildRows(snapshot, id, network, now()) };
    },
  };
}

function buildRows(snapshot: NetworkSnapshot, idPrefix: string, network: Network, now: number): readonly Node[] {
  const { nodes, rate, fees, supply, stake } = snapshot;
  const row = <Value>(
    name: string,
    label: string,
    icon: string,
    part: Part<Value>,
    about: (value: Value) => { readonly description: string | undefined; readonly facts: readonly PlainFact[] },
  ): Node | undefined => {
    if (part.value === undefined && part.problem === undefined) return undefined;
    const shown = part.value === undefined ? undefined : about(part.value);
    const description =
      shown === undefined && part.problem !== undefined ? describeProblem(part.problem, now).short : shown?.description;
    return {
      id: `${idPrefix} ${name}`,
      subject: { network: network.name },
      label,
      description,
      icon: { name: shown === undefined ? "warning" : icon },
      contextValue: "network.fact",
      click: {
        command: "triptych.blocks.showNetwork",
        title: l10n.t("Show Network"),
        args: [{ network: network.name }],
      },
      tooltip: () =>
        tooltip(
          label,
          shown?.facts ?? [],
          part.problem === undefined ? undefined : describeProblem(part.problem, now).sentence,
        ),
    };
  };
  const nodesRow = row("nodes", l10n.t("Nodes"), "server", nodes, ({ all }) => {
    const sum = sumStake(all);
    return {
      description: [
        format.count(all.length),
        ...(sum === undefined ? [] : [l10n.t("{0} staked", shortHbars(sum))]),
      ].join(" · "),
      facts: [],
    };
  });
  const all = nodes.value;
  return [
    row("rate", l10n.t("Exchange Rate"), "arrow-swap", rate, (value) => ({
      description: formatRate(value.now),
      facts: rateFacts(value),
    })),
    row("fees", l10n.t("Fees"), "flame", fees, (value) => ({
      description: formatFees(value),
      facts: feeFacts(value, rate.value),
    })),
    row("supply", l10n.t("Supply"), "database", supply, (value) => {
      const [released, total] = [formatReleased(value), shortHbars(value.total)];
      const description = released === undefined ? total : l10n.t("{0} of {1} released", released, total);
      return { description, facts: supplyFacts(value) };
    }),
    row("stake", l10n.t("Staking"), "lock", stake, (value) => {
      const until = shortMoment(value.period?.to);
      return { description: until && l10n.t("period until {0}", until), facts: stakeFacts(value) };
    }),
    nodesRow === undefined || all === undefined
      ? nodesRow
      : {
          ...nodesRow,
          children: () =>
            Promise.resolve({ nodes: all.all.map((node) => nodeRow(node, idPrefix, network)), skipped: all.skipped }),
        },
  ].filter((each) => each !== undefined);
}

function nodeRow(node: NetworkNode, idPrefix: string, network: Network): Node {
  const title = nodeTitle(node);
  const description = [
    ...(node.account === undefined || title.includes(node.account) ? [] : [node.account]),
    ...(node.stake === undefined ? [] : [shortHbars(node.stake)]),
  ].join(" · ");
  return {
    id: `${idPrefix} node ${node.id}`,
    subject: { network: network.name, account: node.account },
    label: title,
    description,
    icon: { name: "server" },
    contextValue: node.account === undefined ? "network.node" : "network.node.account",
    tooltip: () => tooltip(title, nodeFacts(node), undefined),
  };
}

/** Lists facts below a title, and marks those that were not recorded. */
function tooltip(title: string, facts: readonly PlainFact[], problem: string | undefined): Markdown {
  const known = facts.map(({ name, value }) => `${name}: ${value ?? l10n.t("not recorded")}`);
  return paragraphs(md`**${title}**`, problem, lines(...known));
}

// Builds the page of a network: its exchange rate, gas fees, supply, stake and nodes.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Problem } from "../../base/problem.ts";
import type { Fact, Figure, PanelContent, Part, PlainFact } from "../../panels/kit/content/content-model.ts";
import type { Row } from "../../panels/kit/content/table-model.ts";
import { failureBanner } from "../../workbench/panels/remedies.ts";
import { format } from "../../workbench/text/format.ts";
import type { Network } from "../model/network.ts";
import { sumStake, type NetworkNode } from "../model/network-state.ts";
import { createCrumb, exportButton, missingNetworkBanner, refreshButton, shareButton } from "../parts/content-parts.ts";
import { listParts, type Nodes, type NetworkSnapshot } from "../store/network-states.ts";
import { entitySpan } from "../parts/fact-builders.ts";
import { describeLoading, formatHbars, getHost, formatTinybars } from "../wording/block-text.ts";
import type { NetworkAct, NetworkAddress } from "./protocol.ts";
import {
  feeFacts,
  feeType,
  formatFee,
  networkTitle,
  formatNodeCount,
  nodeTitle,
  formatPart,
  formatRate,
  formatReleased,
  formatExactRate,
  nodeFacts,
  rateFacts,
  shortHbars,
  stakeFacts,
  supplyFacts,
} from "./network-facts.ts";

/** The data of the page. */
interface Known {
  readonly address: NetworkAddress;
  /** Undefined after it was removed from the settings. */
  readonly network: Network | undefined;
  readonly snapshot: NetworkSnapshot | undefined;
  readonly isLoading: boolean;
  readonly problem: Problem | undefined;
  readonly now: number;
}

export function networkPage(known: Known): PanelContent<NetworkAct> {
  const { address, network, isLoading } = known;
  const title = networkTitle(address.network);
  const snapshot =
    known.snapshot !== undefined && listParts(known.snapshot).some(({ value }) => value !== undefined)
      ? known.snapshot
      : undefined;
  const failure = describeFailure(known);
  const parts: readonly (readonly Part<NetworkAct>[])[] = [
    isLoading ? [{ kind: "busy", sentence: describeLoading(title), cancel: { type: "cancel" } }] : [],
    failure,
    snapshot === undefined ? [] : [{ kind: "figures", figures: buildFigures(snapshot) }],
    known.snapshot === undefined || snapshot !== undefined || failure.length > 0 ? [] : [emptyState(network)],
    snapshot === undefined
      ? []
      : buildSections(snapshot).map(({ heading, facts }) => ({
          kind: "section",
          heading,
          parts: [{ kind: "facts", facts }],
        })),
    snapshot?.nodes.value === undefined ? [] : [nodesSection(snapshot.nodes.value, address.node)],
  ];
  return {
    title,
    head: {
      crumb: createCrumb(address.network, network),
      toolbar: {
        label: l10n.t("Network"),
        buttons: [
          ...(snapshot === undefined ? [] : [{ ...exportButton(), worded: true }, shareButton()]),
          refreshButton(),
        ],
      },
      under: snapshot === undefined ? [] : [{ text: l10n.t("Updated"), time: new Date(snapshot.readAt).toISOString() }],
    },
    parts: parts.flat(),
    foot: snapshot === undefined ? undefined : describeMissing(snapshot),
  };
}

/** A banner for all parts that could not be loaded: one sentence, because they mostly fail for one reason. */
function describeFailure(known: Known): readonly Part<NetworkAct>[] {
  const { address, network, snapshot, isLoading, now } = known;
  const nothing = l10n.t("Could not load the network.");
  if (network === undefined) return [missingNetworkBanner(nothing, address.network)];
  const all = snapshot === undefined ? [] : listParts(snapshot);
  const problem = known.problem ?? all.find((part) => part.problem !== undefined)?.problem;
  if (problem === undefined || isLoading) return [];
  const isAll =
    known.problem !== undefined || all.every((part) => part.problem !== undefined || part.value === undefined);
  return [failureBanner(isAll ? nothing : l10n.t("Some data could not be loaded."), problem, now)];
}

function emptyState(network: Network | undefined): Part {
  return {
    kind: "empty",
    icon: "info",
    level: 2,
    heading: l10n.t("No network information"),
    sentence: l10n.t("{0} has blocks but no network API.", getHost(network)),
  };
}

/** At most five figures that users look for first. */
function buildFigures({ nodes, rate, fees, supply, stake }: NetworkSnapshot): readonly Figure[] {
  const all = nodes.value?.all;
  const sum = stake.value?.total ?? (all && sumStake(all));
  const now = rate.value && formatRate(rate.value.now);
  const [fee] = fees.value?.fees ?? [];
  const released = supply.value && formatReleased(supply.value);
  return [
    rate.value && now ? { value: now, word: l10n.t("per ℏ"), tip: formatExactRate(rate.value.now) } : undefined,
    fee && {
      value: format.count(fee.gas),
      word: fee.gas === 1n ? l10n.t("tinybar per gas") : l10n.t("tinybars per gas"),
      tip: `${feeType(fee)}: ${formatFee(fee, rate.value)}`,
    },
    all && {
      value: format.count(all.length),
      word: all.length === 1 ? l10n.t("node") : l10n.t("nodes"),
      tip: formatNodeCount(all.length),
    },
    sum === undefined ? undefined : { value: shortHbars(sum), word: l10n.t("staked"), tip: formatHbars(sum) },
    supply.value && released
      ? { value: released, word: l10n.t("of supply released"), tip: formatHbars(supply.value.released) }
      : undefined,
  ].filter((figure) => figure !== undefined);
}

/** Facts under headings, for exports as well. */
export function buildSections({ rate, fees, supply, stake }: NetworkSnapshot) {
  return [
    rate.value && { heading: l10n.t("Exchange rate"), facts: rateFacts(rate.value) },
    fees.value && { heading: l10n.t("Gas fees"), facts: feeFacts(fees.value, rate.value) },
    supply.value && { heading: l10n.t("Supply"), facts: supplyFacts(supply.value) },
    stake.value && { heading: l10n.t("Staking"), facts: stakeFacts(stake.value) },
  ].filter((section) => section !== undefined);
}

/** Lists the data that this mirror node does not provide. It depends on the version of the node. */
export function describeMissing({ nodes, rate, fees, supply, stake }: NetworkSnapshot): string | undefined {
  const missing = [
    { name: l10n.t("exchange rate"), part: rate },
    { name: l10n.t("fees"), part: fees },
    { name: l10n.t("supply"), part: supply },
    { name: l10n.t("staking"), part: stake },
    { name: l10n.t("nodes"), part: nodes },
  ].filter(({ part: { value, problem } }) => value === undefined && problem === undefined);
  if (missing.length === 0) return undefined;
  return l10n.t("Not provided by this mirror node: {0}.", missing.map(({ name }) => name).join(", "));
}

/** The nodes as text. Values that the mirror node does not have are undefined. */
export function formatNodes({ all }: Nodes) {
  const sum = sumStake(all);
  return all.map(({ id, account, description, stake, rewardRate }) => ({
    id: String(id),
    name: description,
    account,
    stake: stake === undefined ? undefined : formatHbars(stake),
    share: stake === undefined || sum === undefined ? undefined : formatPart(stake, sum),
    rewardRate: rewardRate === undefined ? undefined : formatTinybars(rewardRate),
  }));
}

export function describeSkippedNodes({ skipped }: Nodes): string | undefined {
  if (skipped === 0) return undefined;
  return skipped === 1
    ? l10n.t("1 node was skipped: the response could not be read.")
    : l10n.t("{0} nodes were skipped: the response could not be read.", format.count(skipped));
}

/** Shows the nodes as a table, and below it all facts of the selected node. */
function nodesSection(nodes: Nodes, chosen: string | undefined): Part<NetworkAct> {
  const { all } = nodes;
  const skipped = describeSkippedNodes(nodes);
  const open = all.find(({ id }) => String(id) === chosen);
  const texts = formatNodes(nodes);
  return {
    kind: "section",
    heading: l10n.t("Nodes"),
    count: format.count(all.length),
    parts: [
      ...(skipped === undefined ? [] : [{ kind: "banner", tone: "caution", sentence: skipped } as const]),
      {
        kind: "table",
        label: l10n.t("Nodes"),
        columns: [
          { name: l10n.t("Name"), width: "minmax(0, 6fr)" },
          { name: l10n.t("Node"), short: true, width: "48px", look: "number" },
          { name: l10n.t("Account"), width: "minmax(0, 2fr)", look: "mono" },
          { name: l10n.t("Stake"), short: true, width: "minmax(0, 3fr)", look: "number" },
          { name: l10n.t("Share of total"), short: true, width: "104px", look: "number" },
          { name: l10n.t("Reward per ℏ"), short: true, width: "minmax(0, 3fr)", look: "number" },
        ],
        rows: all.map((node, at): Row<NetworkAct> => {
          const { id = "", account, stake, share, rewardRate } = texts[at] ?? {};
          return {
            cells: [nodeTitle(node), id, account ?? null, stake ?? null, share ?? "", rewardRate ?? null],
            act: { type: "choose", node: id },
          };
        }),
      },
      ...(open === undefined ? [] : [nodeSection(open)]),
    ],
  };
}

function linkAccount(fact: PlainFact, { account }: NetworkNode): Fact<NetworkAct> {
  return account !== undefined && fact.value === account ? { ...fact, value: [entitySpan(account)] } : fact;
}

function nodeSection(node: NetworkNode): Part<NetworkAct> {
  return {
    kind: "section",
    level: 3,
    heading: nodeTitle(node),
    link: { label: l10n.t("Close"), act: { type: "choose", node: undefined } },
    reveals: String(node.id),
    parts: [{ kind: "facts", facts: nodeFacts(node).map((fact) => linkAccount(fact, node)) }],
  };
}

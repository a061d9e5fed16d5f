// Exports and shares a network.
import { missingValue } from "../format.ts";
import type { Network } from "../model/network.ts";
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import * as markdown from "../../workbench/export/markdown.ts";
import { shareExport } from "../../workbench/share/share-export.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { NetworkNode, Rate } from "../model/network-state.ts";
import type { NetworkSnapshot } from "./network-facts.ts";
import { formatNodes, buildSections, describeSkippedNodes, describeMissing } from "./content.ts";
import { networkTitle } from "./network-text.ts";

type Ways = Pick<Shared, "exports" | "shares">;

/** The export of a network contains every digit; in CSV and JSON, amounts are in tinybars. */
function networkExport({ name }: Network, snapshot: NetworkSnapshot): Exportable {
  const title = networkTitle(name);
  return {
    title,
    fileName: `network-${name}`,
    markdown: () =>
      markdown.blocks(
        `## ${markdown.text(title)}`,
        ...buildSections(snapshot).flatMap(({ heading, facts }) => [
          `### ${markdown.text(heading)}`,
          markdown.table(
            [l10n.t("Field"), l10n.t("Value")],
            facts.map(({ name: field, value }) => [markdown.text(field), markdown.text(value ?? missingValue())]),
          ),
        ]),
        ...nodesMarkdown(snapshot),
        describeMissing(snapshot),
      ),
    table: () => {
      const nodes = snapshot.nodes.value?.all ?? [];
      return nodes.length > 0 ? nodesTable(nodes) : factsTable(snapshot);
    },
    json: () => ({ network: name, ...toJson(snapshot) }),
  };
}

export async function exportNetwork(network: Network, snapshot: NetworkSnapshot, { exports }: Ways): Promise<void> {
  await exports.export(networkExport(network, snapshot));
}

export async function shareNetwork(network: Network, snapshot: NetworkSnapshot, { shares }: Ways): Promise<void> {
  await shareExport(networkExport(network, snapshot), shares);
}

function nodesMarkdown({ nodes }: NetworkSnapshot): readonly (string | undefined)[] {
  if (nodes.value === undefined) return [];
  const cell = (value: string | undefined): string => markdown.text(value ?? missingValue());
  return [
    `### ${markdown.text(l10n.t("Nodes"))}`,
    markdown.table(
      [l10n.t("Node"), l10n.t("Name"), l10n.t("Account"), l10n.t("Stake"), l10n.t("Reward per ℏ")],
      formatNodes(nodes.value).map(({ id, name, account, stake, rewardRate }) =>
        [id, name, account, stake, rewardRate].map(cell),
      ),
    ),
    describeSkippedNodes(nodes.value),
  ];
}

function nodesTable(nodes: readonly NetworkNode[]) {
  return {
    columns: [
      "node_id",
      "node_account_id",
      "description",
      "stake",
      "stake_rewarded",
      "stake_not_rewarded",
      "min_stake",
      "max_stake",
      "reward_rate_start",
      "decline_reward",
      "staking_from",
      "staking_to",
      "service_endpoints",
    ],
    rows: nodes.map((node) => [
      node.id,
      node.account,
      node.description,
      node.stake,
      node.stakeRewarded,
      node.stakeNotRewarded,
      node.minStake,
      node.maxStake,
      node.rewardRate,
      node.declinesReward === undefined ? undefined : String(node.declinesReward),
      moment(node.stakingPeriod?.from),
      moment(node.stakingPeriod?.to),
      node.endpoints.join(" "),
    ]),
  };
}

/** Times as the node writes them; amounts in tinybars. */
function toJson({ nodes, fees, rate, supply, stake }: NetworkSnapshot) {
  const { columns, rows } = nodesTable(nodes.value?.all ?? []);
  const exportRate = (each: Rate | undefined) =>
    each === undefined ? null : { cents: each.cents, hbars: each.hbars, until: moment(each.until) };
  return {
    nodes:
      nodes.value === undefined
        ? null
        : rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
    fees: fees.value === undefined ? null : { ...fees.value, at: moment(fees.value.at) },
    exchange_rate:
      rate.value === undefined
        ? null
        : { now: exportRate(rate.value.now), next: exportRate(rate.value.next), at: moment(rate.value.at) },
    supply: supply.value === undefined ? null : { ...supply.value, at: moment(supply.value.at) },
    stake:
      stake.value === undefined
        ? null
        : { ...stake.value, period: { from: moment(stake.value.period?.from), to: moment(stake.value.period?.to) } },
  };
}

function moment(time: Nanoseconds | undefined): string | null {
  return time === undefined ? null : formatSeconds(time);
}

/** Fields as the mirror node names them, for programs: times in seconds, amounts in tinybars. */
function factsTable(snapshot: NetworkSnapshot) {
  const { nodes: _nodes, ...facts } = toJson(snapshot);
  const { fees } = facts;
  const gas = fees === null ? null : Object.fromEntries(fees.fees.map((fee) => [fee.type, fee.gas]));
  return {
    columns: ["field", "value"],
    rows: Object.entries({ ...facts, fees: fees === null ? null : { gas, at: fees.at } }).flatMap(([name, value]) =>
      flatRows(name, value),
    ),
  };
}

/** One row for each value in an object, under its path: `exchange_rate.now.cents`. */
function flatRows(name: string, value: unknown): [name: string, value: string | undefined][] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([field, inner]) => flatRows(`${name}.${field}`, inner));
  }
  const isKnown = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return [[name, isKnown ? String(value) : undefined]];
}

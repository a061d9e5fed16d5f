// The export of a network, as Markdown, CSV and JSON.
import { missingValue } from "../wording/block-text.ts";
import type { Network } from "../model/network.ts";
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Table } from "../../workbench/export/csv.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import * as markdown from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { NetworkNode, Rate } from "../model/network-state.ts";
import type { NetworkSnapshot } from "../store/network-states.ts";
import { formatNodes, buildSections, describeSkippedNodes, describeMissing } from "./content.ts";
import { networkTitle } from "./network-facts.ts";

/** The export of a network contains every digit; in CSV and JSON, amounts are in tinybars. */
export function networkExport({ name }: Network, snapshot: NetworkSnapshot): Exportable {
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
    table: () => toTable(snapshot),
    json: () => ({ network: name, ...toJson(snapshot) }),
  };
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

/** Fields as the mirror node names them: times in seconds, amounts in tinybars. */
function nodeFields(node: NetworkNode) {
  return {
    node_id: node.id,
    node_account_id: node.account,
    description: node.description,
    stake: node.stake,
    stake_rewarded: node.stakeRewarded,
    stake_not_rewarded: node.stakeNotRewarded,
    min_stake: node.minStake,
    max_stake: node.maxStake,
    reward_rate_start: node.rewardRate,
    decline_reward: node.declinesReward === undefined ? undefined : String(node.declinesReward),
    staking_from: moment(node.stakingPeriod?.from),
    staking_to: moment(node.stakingPeriod?.to),
    service_endpoints: node.endpoints.join(" "),
  };
}

function toJson({ nodes, fees, rate, supply, stake }: NetworkSnapshot) {
  const exportRate = (each: Rate | undefined) => (each ? { ...each, until: moment(each.until) } : null);
  const exportNode = (node: NetworkNode) =>
    Object.fromEntries(Object.entries(nodeFields(node)).map(([name, value]) => [name, value ?? null]));
  const period = stake.value?.period;
  return {
    nodes: nodes.value?.all.map(exportNode) ?? null,
    fees: fees.value ? { ...fees.value, at: moment(fees.value.at) } : null,
    exchange_rate: rate.value
      ? { now: exportRate(rate.value.now), next: exportRate(rate.value.next), at: moment(rate.value.at) }
      : null,
    supply: supply.value ? { ...supply.value, at: moment(supply.value.at) } : null,
    stake: stake.value ? { ...stake.value, period: { from: moment(period?.from), to: moment(period?.to) } } : null,
  };
}

function moment(time: Nanoseconds | undefined): string | null {
  return time === undefined ? null : formatSeconds(time);
}

/** The nodes or, without any, everything else: one row for each value, under its path in the JSON. */
function toTable(snapshot: NetworkSnapshot): Table {
  const { nodes: _nodes, fees, ...others } = toJson(snapshot);
  const nodes = (snapshot.nodes.value?.all ?? []).map(nodeFields);
  const [first] = nodes;
  if (first !== undefined) return { columns: Object.keys(first), rows: nodes.map((node) => Object.values(node)) };
  const gas = fees && Object.fromEntries(fees.fees.map((fee) => [fee.type, fee.gas]));
  const facts = { fees: fees && { gas, at: fees.at }, ...others };
  return { columns: ["field", "value"], rows: Object.entries(facts).flatMap(([name, value]) => flatRows(name, value)) };
}

/** One row for each value in an object, under its path: `exchange_rate.now.cents`. */
function flatRows(name: string, value: unknown): [name: string, value: string | undefined][] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([field, inner]) => flatRows(`${name}.${field}`, inner));
  }
  const isKnown = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return [[name, isKnown ? String(value) : undefined]];
}

// Builds the page of a block.
import { stringifyJson } from "../../base/json/json.ts";
import { formatIso } from "../../base/time.ts";
import type { Head, PanelContent, Part, Section, Tabs } from "../../panels/kit/content/content-model.ts";
import type { Button, Text } from "../../panels/kit/content/text-model.ts";
import { remedyButtons } from "../../workbench/panels/remedies.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { BlockAct, BlockState, ListName, TabName, Wanted } from "./protocol.ts";
import { blockFigures, toPanelFact, exactSeconds, mainFacts, technicalFacts } from "./block-facts.ts";
import type { ListStates, TransactionsState } from "./block-lists.ts";
import { ANSWER_ICONS, describeAnswer, logSearchFields, type LogSearch } from "./log-search.ts";
import type { CountedSort } from "./transaction-rows.ts";
import { logsTab, resultsTab, transactionsTab, type ShownRow } from "./list-tabs.ts";
import {
  describeLoading,
  blockTitle,
  describeMissingNetwork,
  formatSecondsExact,
  formatTimeToSecond,
} from "../wording/block-text.ts";
import { explainMissingBlock, describeMissingBlock } from "../wording/absence-text.ts";
import type { BlockName } from "../model/block-name.ts";
import { duration, HIGHEST_BLOCK, type Block } from "../model/block.ts";
import type { ContractLog } from "../model/contract-result.ts";
import type { Network } from "../model/network.ts";
import { createCrumb, explorerButtons, exportButton, shareButton } from "../parts/content-parts.ts";

const MAX_FIGURES = 5;

/** The data of the page. */
export interface BlockInputs {
  readonly network: string;
  /** Undefined if it is no longer in the settings. */
  readonly known: Network | undefined;
  readonly name: BlockName;
  readonly tab: TabName;
  readonly state: BlockState;
  /** Whether the block is pinned; undefined before it is loaded. */
  readonly isPinned: boolean | undefined;
  readonly lists: ListStates;
  readonly rows: ReadonlyMap<ListName, ShownRow>;
  readonly wanted: Wanted | undefined;
  readonly typed: string;
  readonly search: LogSearch;
  /** All logs of the block, if they are loaded. */
  readonly logs: readonly ContractLog[] | undefined;
  readonly now: number;
}

export function blockPage(inputs: BlockInputs): PanelContent<BlockAct> {
  const { state } = inputs;
  const number = getBlockNumber(inputs);
  const title = blockTitle(number === undefined ? inputs.name : { number });
  return {
    title,
    keys: { "Alt+ArrowLeft": { type: "go", to: "previous" }, "Alt+ArrowRight": { type: "go", to: "next" } },
    head: {
      crumb: createCrumb(inputs.network, inputs.known),
      toolbar: { label: l10n.t("Block"), buttons: toolButtons(inputs) },
      beside: {
        label: l10n.t("Neighboring blocks"),
        buttons: [
          ...neighborButtons(number),
          { act: { type: "goToBlock" }, label: l10n.t("Go to Block…"), icon: "go-to-search" },
        ],
      },
      under: state.kind === "block" ? underTitle(state.block) : [],
    },
    parts: buildParts(inputs, title),
  };
}

/** The number of the block, if known. */
export function getBlockNumber({ state, name }: Pick<BlockInputs, "state" | "name">): bigint | undefined {
  if (state.kind === "block") return state.block.number;
  return "number" in name ? name.number : undefined;
}

function toolButtons({ state, network, isPinned }: BlockInputs): readonly Button<BlockAct>[] {
  if (state.kind !== "block") return [];
  return [
    exportButton(),
    shareButton(),
    isPinned === true
      ? { act: { type: "pin" }, label: l10n.t("Unpin Block"), icon: "pinned" }
      : { act: { type: "pin" }, label: l10n.t("Pin Block"), icon: "pin" },
    ...explorerButtons(network),
  ];
}

/** The buttons to the previous and the next block. */
function neighborButtons(number: bigint | undefined): readonly Button<BlockAct>[] {
  const unknown = number === undefined ? l10n.t("Block number unknown") : undefined;
  const before = number === undefined || number === 0n ? undefined : number - 1n;
  const after = number === undefined || number === HIGHEST_BLOCK ? undefined : number + 1n;
  return [
    {
      act: { type: "go", to: "previous" },
      label: before === undefined ? l10n.t("Previous") : format.count(before),
      icon: "arrow-left",
      hint: l10n.t("Previous block"),
      arrow: "←",
      worded: true,
      idle: unknown ?? (before === undefined ? l10n.t("This is the first block") : undefined),
    },
    {
      act: { type: "go", to: "next" },
      label: after === undefined ? l10n.t("Next") : format.count(after),
      icon: "arrow-right",
      hint: l10n.t("Next block"),
      arrow: "→",
      worded: true,
      trailing: true,
      idle: unknown ?? (after === undefined ? l10n.t("This is the highest possible block number") : undefined),
    },
  ];
}

function underTitle(block: Block): NonNullable<Head<BlockAct>["under"]> {
  const { from } = block;
  const length = duration(block);
  const time = from === undefined ? undefined : formatIso(from);
  return [
    ...(from === undefined ? [] : [{ text: formatTimeToSecond(from), tip: time }, { time }]),
    ...(length === undefined
      ? []
      : [{ text: l10n.t("took {0}", formatSecondsExact(length)), tip: exactSeconds(length) }]),
  ];
}

function buildParts(inputs: BlockInputs, title: string): readonly Part<BlockAct>[] {
  const { state, now } = inputs;
  switch (state.kind) {
    case "loading":
      return [{ kind: "busy", sentence: describeLoading(title), cancel: { type: "cancel" } }];
    case "block":
      return [figures(state.block, inputs.lists.transactions), tabs(inputs, state.block, state.before)];
    case "absent":
      return [absence(inputs, state.absent)];
    case "failed":
      return [failure(title, describeProblem(state.problem, now).sentence, state.problem)];
    case "networkGone":
      return [failure(title, describeMissingNetwork(inputs.network), { remedies: ["openSettings", "retry"] })];
  }
}

function absence(
  { name, known, network, now }: BlockInputs,
  absent: Extract<BlockState, { readonly kind: "absent" }>["absent"],
): Part<BlockAct> {
  const toLatest: Button<BlockAct> = { act: { type: "go", to: "newest" }, label: l10n.t("Go to Latest") };
  const retry: Button<BlockAct> = { act: { type: "remedy", remedy: "retry" }, label: l10n.t("Retry") };
  return {
    kind: "empty",
    icon: "search",
    level: 2,
    heading: describeMissingBlock(name, absent),
    sentence: explainMissingBlock(name, absent, known ?? { name: network, address: "" }, now),
    buttons: absent.newest === undefined ? [retry] : [toLatest, retry],
  };
}

function failure(title: string, sentence: string, problem: Parameters<typeof remedyButtons>[0]): Part<BlockAct> {
  return {
    kind: "empty",
    icon: "error",
    tone: "bad",
    level: 2,
    heading: l10n.t("Could not load {0}", title),
    sentence,
    alert: true,
    buttons: remedyButtons(problem),
  };
}

/** The figures of a block. Once all transactions are known, their totals replace the size. */
function figures(block: Block, transactions: TransactionsState | undefined): Part {
  const totals = transactions?.figures ?? [];
  return { kind: "figures", figures: [...blockFigures(block).slice(0, MAX_FIGURES - totals.length), ...totals] };
}

function tabs(inputs: BlockInputs, block: Block, before: Block | undefined): Tabs<BlockAct> {
  const { lists } = inputs;
  const tab = (id: TabName, label: string, shown?: string): Tabs<BlockAct>["tabs"][number] => ({
    id,
    label,
    count: shown,
    act: { type: "chooseTab", tab: id },
  });
  return {
    kind: "tabs",
    label: l10n.t("Block"),
    chosen: inputs.tab,
    tabs: [
      tab("block", l10n.t("Block")),
      tab("transactions", l10n.t("Transactions"), lists.transactions?.count),
      tab("results", l10n.t("Contract results"), lists.results?.count),
      tab("logs", l10n.t("Logs"), lists.logs?.count),
      tab("json", l10n.t("Raw JSON")),
    ],
    parts: chosenTab(inputs, block, before),
  };
}

function chosenTab(inputs: BlockInputs, block: Block, before: Block | undefined): readonly Part<BlockAct>[] {
  const { lists, rows, wanted, tab } = inputs;
  // The routes of both lists need a span of time.
  if ((tab === "transactions" || tab === "logs") && (block.from === undefined || block.to === undefined)) {
    const sentence = l10n.t("Transactions and logs are found by the times of their block, which were not recorded.");
    return [{ kind: "empty", icon: "circle-slash", heading: l10n.t("Not available"), sentence }];
  }
  switch (tab) {
    case "block":
      return [
        factsSection(block, before),
        ...(lists.transactions === undefined ? [] : sortColumns(lists.transactions)),
        logSearchSection(inputs, block),
      ];
    case "transactions":
      return [transactionsTab(lists.transactions, rows.get("transactions"), wanted)];
    case "results":
      return [resultsTab(lists.results, rows.get("results"))];
    case "logs":
      return [logsTab(lists.logs, rows.get("logs"))];
    case "json":
      return [{ kind: "code", label: l10n.t("Raw JSON"), language: "json", text: stringifyJson(block.sent, "  ") }];
  }
}

function factsSection(block: Block, before: Block | undefined): Section<BlockAct> {
  return {
    kind: "section",
    heading: l10n.t("Facts"),
    hidden: true,
    parts: [
      ...(block.count === 0n ? [emptyNote(block)] : []),
      { kind: "facts", facts: mainFacts(block, before).map(toPanelFact) },
      {
        kind: "section",
        heading: l10n.t("Technical details"),
        folded: true,
        parts: [{ kind: "facts", facts: technicalFacts(block) }],
      },
    ],
  };
}

function emptyNote({ number, gasUsed, size }: Block): Part {
  const missing =
    gasUsed === undefined && size === undefined
      ? l10n.t("Gas and size were not recorded.")
      : gasUsed === undefined
        ? l10n.t("Gas was not recorded.")
        : size === undefined
          ? l10n.t("Size was not recorded.")
          : "";
  const sentence = l10n.t("{0} has no transactions.", format.count(number));
  return {
    kind: "empty",
    icon: "circle-slash",
    heading: l10n.t("Empty block"),
    sentence: `${sentence} ${missing}`.trim(),
  };
}

function sortColumns({ types, results, part }: TransactionsState): readonly Part<BlockAct>[] {
  if (types.length === 0) return [];
  const section = (heading: string, by: "type" | "result", sorts: readonly CountedSort[]): Section<BlockAct> => ({
    kind: "section",
    heading,
    count: part,
    parts: [{ kind: "tally", sorts: sorts.map(({ id, ...sort }) => ({ ...sort, act: { type: "showSort", by, id } })) }],
  });
  return [
    {
      kind: "columns",
      parts: [section(l10n.t("By type"), "type", types), section(l10n.t("By result"), "result", results)],
    },
  ];
}

function logSearchSection({ typed, search, logs, now }: BlockInputs, block: Block): Section<BlockAct> {
  const { found, text: answer } = describeAnswer(search, block, now, logs);
  const text: Text = answer === "" ? "" : [{ ...ANSWER_ICONS[found], text: answer }];
  return {
    kind: "section",
    heading: l10n.t("Search logs"),
    parts: [logSearchFields(typed), { kind: "text", text, live: true }],
  };
}

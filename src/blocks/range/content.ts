// Builds the page of a block range: charts, the verification of its chain, and a search in its logs.
import { formatIso, toMilliseconds } from "../../base/time.ts";
import type { ChartPart, ChartPlace, Plot } from "../../panels/kit/content/chart-model.ts";
import type { PanelContent, Part, Section } from "../../panels/kit/content/content-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { describeLogQuery, logSearchFields, describeSearch, type LogSearch } from "../block/log-search.ts";
import { interval, type BlockRange } from "../model/block-range.ts";
import type { Block } from "../model/block.ts";
import { inBloom } from "../model/bloom.ts";
import type { Network } from "../model/network.ts";
import { createCrumb, exportButton, refreshButton, shareButton } from "../parts/content-parts.ts";
import type { LogHits, RangeAct, RangeState, Verification } from "./protocol.ts";
import { formatBlockCount, rangeTitle, describeBlocks } from "./range-text.ts";
import { verificationSection } from "./verdict.ts";

/** Longer lists of blocks are cut here. */
const MAX_LISTED_BLOCKS = 500;

/** ID of the charts' places, which are sent in batches. */
export const BLOCK_PLACES = "blocks";

/** The data of the page. */
interface RangeInputs {
  readonly name: string;
  /** Undefined if it is no longer in the settings. */
  readonly network: Network | undefined;
  readonly range: BlockRange;
  readonly blocks: readonly Block[];
  readonly state: RangeState;
  readonly verification: Verification;
  readonly hits: LogHits;
}

export function rangePage(known: RangeInputs): PanelContent<RangeAct> {
  const { name, network, range, blocks, verification } = known;
  const title = rangeTitle(range);
  return {
    title,
    head: {
      crumb: createCrumb(name, network),
      toolbar: {
        label: l10n.t("Range"),
        buttons: [
          ...(blocks.length === 0 ? [] : [{ ...exportButton(), worded: true }, shareButton()]),
          refreshButton(),
        ],
      },
      under: blocks.length === 0 ? [] : describeBlocks(blocks).map((text) => ({ text })),
    },
    keys: { "Alt+ArrowLeft": { type: "move", to: "earlier" }, "Alt+ArrowRight": { type: "move", to: "later" } },
    parts: [
      rangeFields(known),
      ...loadState(known.state),
      ...(blocks.length === 0
        ? []
        : [verificationSection(verification, title), charts(blocks, verification), logSection(known.hits)]),
    ],
  };
}

function rangeFields({ range, state }: RangeInputs): Part<RangeAct> {
  return {
    kind: "fields",
    label: l10n.t("Block"),
    fields: [
      { name: "from", label: l10n.t("From"), value: format.count(range.from), digits: true },
      { name: "to", label: l10n.t("to"), value: format.count(range.to), digits: true },
    ],
    act: { type: "show" },
    button: { label: l10n.t("Show"), disabled: state.kind === "loading" },
    before: {
      act: { type: "move", to: "earlier" },
      label: l10n.t("Earlier Blocks"),
      icon: "arrow-left",
      arrow: "←",
      idle: range.from === 0n ? l10n.t("The first block is block 0") : undefined,
    },
    after: { act: { type: "move", to: "later" }, label: l10n.t("Later Blocks"), icon: "arrow-right", arrow: "→" },
  };
}

function loadState(state: RangeState): readonly Part<RangeAct>[] {
  switch (state.kind) {
    case "loading":
      return [{ kind: "busy", sentence: state.sentence, share: state.share, cancel: { type: "cancel" } }];
    case "loaded":
      return state.note === undefined ? [] : [{ kind: "banner", tone: "caution", sentence: state.note }];
    case "failed":
      return [state.banner];
  }
}

function charts(blocks: readonly Block[], verification: Verification): Section<RangeAct> {
  const last = blocks.at(-1)?.to;
  const sum = l10n.t("{0} blocks, {1}, {2} tx, {3} gas");
  const chart: ChartPart<RangeAct> = {
    kind: "chart",
    axis: l10n.t("Block"),
    under: last === undefined ? l10n.t("Closed") : l10n.t("Closed ({0})", format.zoneName(toMilliseconds(last))),
    timed: true,
    plots: plots(),
    places: { id: BLOCK_PLACES },
    marks: marks(blocks, verification),
    open: { type: "open" },
    choose: { type: "choose" },
    sum: {
      words: sum,
      of: [{ kind: "places" }, { kind: "duration", line: 3 }, { kind: "number", line: 0 }, { kind: "short", line: 1 }],
    },
  };
  return { kind: "section", heading: l10n.t("Charts"), hidden: true, parts: [chart] };
}

function plots(): readonly Plot[] {
  const plot = (name: string, line: string, shown: Plot["shown"]): Plot => ({ name, shown, lines: [{ name: line }] });
  return [
    plot(l10n.t("Transactions"), l10n.t("transactions"), "short"),
    plot(l10n.t("Gas"), l10n.t("gas"), "short"),
    plot(l10n.t("Bytes"), l10n.t("bytes"), "short"),
    plot(l10n.t("Interval"), l10n.t("interval"), { seconds: l10n.t("{0} s") }),
  ];
}

/** Marks the break at its block, at the next one if its block is missing, or else at the last one. */
function marks(blocks: readonly Block[], verification: Verification): ChartPart["marks"] {
  const broken = verification.kind === "done" ? verification.at : undefined;
  if (broken === undefined) return [];
  const at = blocks.findIndex(({ number }) => number >= broken);
  return [{ at: at < 0 ? blocks.length - 1 : at, word: l10n.t("broken here"), broken: true }];
}

function logSection({ typed, answer, blocks }: LogHits): Section<RangeAct> {
  const links = blocks.map((number) => ({
    label: format.count(number),
    act: { type: "openBlock", number: String(number) } as const,
  }));
  return {
    kind: "section",
    heading: l10n.t("Search logs"),
    parts: [
      logSearchFields(typed),
      { kind: "text", text: answer, live: true },
      ...(links.length === 0 ? [] : [{ kind: "links", links } as const]),
    ],
  };
}

/** The charts' places of blocks that follow `before`. Their values are in the order of `plots`. */
export function blockPlaces(blocks: readonly Block[], before: Block | undefined): readonly ChartPlace[] {
  return blocks.map((block, at) => ({
    name: format.count(block.number),
    under: block.to === undefined ? undefined : formatIso(block.to),
    values: [
      digits(block.count),
      digits(block.gasUsed),
      digits(block.size),
      block.number === 0n ? l10n.t("First block") : digits(interval(block, at === 0 ? before : blocks[at - 1])),
    ],
  }));
}

function digits(value: bigint | undefined): string | null {
  return value === undefined ? null : String(value);
}

/** Lists the blocks that may have logged an address or a topic. */
export function bloomContent(typed: string, search: LogSearch, blocks: readonly Block[], now: number): LogHits {
  if (search.kind !== "ready") return { typed, answer: describeSearch(search, now).text, blocks: [] };
  const { query } = search;
  const answers = blocks.map(({ number, logsBloom }) => ({ number, found: inBloom(logsBloom, query) }));
  const possible = answers.filter(({ found }) => found === "possibly").map(({ number }) => number);
  const unknown = answers.filter(({ found }) => found === "notRecorded").length;
  const answer = [
    ...(unknown === answers.length ? [] : [describeFound(possible.length, unknown, describeLogQuery(query))]),
    ...(unknown === 0 ? [] : [describeUnknown(unknown)]),
    ...(possible.length === 0
      ? []
      : [
          l10n.t(
            "This search uses Bloom filters, which can match by chance. To be certain, open a block and its logs.",
          ),
        ]),
    ...search.notes,
    ...(possible.length > MAX_LISTED_BLOCKS ? [l10n.t("Showing the first {0}.", format.count(MAX_LISTED_BLOCKS))] : []),
  ].join(" ");
  return { typed, answer, blocks: possible.slice(0, MAX_LISTED_BLOCKS) };
}

function describeUnknown(unknown: number): string {
  return unknown === 1
    ? l10n.t("1 block has no logs bloom recorded.")
    : l10n.t("{0} blocks have no logs bloom recorded.", format.count(unknown));
}

/** Blocks without a bloom filter may contain the log, so they are counted separately. */
function describeFound(possible: number, unknown: number, what: string): string {
  const some = formatBlockCount(BigInt(possible));
  if (unknown === 0) {
    return possible === 0
      ? l10n.t("These blocks contain no log of {0}.", what)
      : l10n.t("{0} may contain a log of {1}; the others do not.", some, what);
  }
  return possible === 0
    ? l10n.t("The blocks with a recorded bloom contain no log of {0}.", what)
    : l10n.t("{0} may contain a log of {1}; the others with a recorded bloom do not.", some, what);
}

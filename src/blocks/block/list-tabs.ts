// Builds the tabs of a block's panel that list its transactions, contract results and logs.
import type { Part, RowDetail, Section } from "../../panels/kit/content/content-model.ts";
import type { Column, Table } from "../../panels/kit/content/table-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { BlockAct, ListName, Wanted } from "./protocol.ts";
import type { ListState, ListStates, OpenRow, TransactionsState } from "./block-lists.ts";
import { logColumns, resultColumns } from "./contract-calls.ts";
import { transactionColumns } from "./transaction-rows.ts";

const MAX_TABLE_HEIGHT_PX = 460;

/** The row whose details are shown. */
export interface ShownRow extends OpenRow {
  readonly at: number;
  /** Changes whenever the row is opened. */
  readonly serial: number;
}

interface Tab {
  readonly name: ListName;
  readonly heading: string;
  readonly none: string;
  readonly columns: readonly Column[];
  readonly single?: boolean;
  readonly filter?: Table["filter"];
}

export function transactionsTab(
  state: TransactionsState | undefined,
  row: ShownRow | undefined,
  wanted: Wanted | undefined,
): Section<BlockAct> {
  const columns = transactionColumns(state);
  return listTab(state, row, {
    name: "transactions",
    heading: l10n.t("Transactions"),
    none: l10n.t("No transactions in this block"),
    columns: columns.map(({ head }) => head),
    single: true,
    filter: {
      label: l10n.t("Filter transactions"),
      hint: l10n.t("Filter by ID, content or memo"),
      none: l10n.t("No matching transactions"),
      matching: l10n.t("{0} of {1} match"),
      copyAll: l10n.t("Copy Rows"),
      wanted: wanted && {
        serial: wanted.serial,
        sorts: Object.fromEntries(
          columns.flatMap(({ filteredBy }, index) =>
            filteredBy === undefined ? [] : [[index, wanted[filteredBy] ?? ""]],
          ),
        ),
        row: wanted.row,
      },
    },
  });
}

export function resultsTab(state: ListStates["results"], row: ShownRow | undefined): Section<BlockAct> {
  const tab = listTab(state, row, {
    name: "results",
    heading: l10n.t("Contract results"),
    none: l10n.t("No contract calls in this block"),
    columns: resultColumns().map(({ head }) => head),
  });
  return state?.gas === undefined ? tab : { ...tab, parts: [state.gas, ...tab.parts] };
}

export function logsTab(state: ListState | undefined, row: ShownRow | undefined): Section<BlockAct> {
  return listTab(state, row, {
    name: "logs",
    heading: l10n.t("Logs"),
    none: l10n.t("No contract logs in this block"),
    columns: logColumns().map(({ head }) => head),
  });
}

/** A tab with a list. Until the list is requested, the tab has only its heading. */
function listTab(state: ListState | undefined, row: ShownRow | undefined, tab: Tab): Section<BlockAct> {
  const { name: list, heading, none, columns, single, filter } = tab;
  const parts: readonly Part<BlockAct>[] =
    state === undefined
      ? []
      : [
          {
            kind: "table",
            label: heading,
            height: MAX_TABLE_HEIGHT_PX,
            single,
            columns,
            rows: { id: list },
            open: { type: "openRow", list },
            filter,
            none: state.isEmpty ? none : undefined,
            detail: row && rowDetail(list, row),
            foot: { text: state.foot, buttons: footButtons(list, state) },
            more: canContinue(state) ? { type: "load", list, all: false } : undefined,
          },
          ...(state.trouble === undefined
            ? []
            : [{ kind: "banner", tone: "caution", sentence: state.trouble } as const]),
        ];
  return { kind: "section", heading, hidden: true, parts };
}

/** True if scrolling loads more. After a failure, only the user's buttons do. */
function canContinue({ hasMore, isLoading, trouble }: ListState): boolean {
  return hasMore && !isLoading && trouble === undefined;
}

function footButtons(list: ListName, { hasMore, isLoading }: ListState) {
  if (isLoading) return [{ label: l10n.t("Stop"), act: { type: "stop" } as const }];
  if (!hasMore) return [];
  return [
    { label: l10n.t("Load More"), act: { type: "load", list, all: false } as const },
    { label: l10n.t("Load All"), act: { type: "load", list, all: true } as const },
  ];
}

function rowDetail(list: ListName, { at, heading, facts, serial }: ShownRow): RowDetail<BlockAct> {
  const close = { label: l10n.t("Close"), act: { type: "closeRow", list } } as const;
  return { row: at, serial, heading, close, parts: [{ kind: "facts", facts }] };
}

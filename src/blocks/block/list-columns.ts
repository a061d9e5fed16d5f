// The columns of a block's lists, each with the cells below its head, so that both can't come apart.
import { formatDuration, formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Cell, Column, Row } from "../../panels/kit/content/table-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";

export interface ListColumn<Value> {
  readonly head: Column;
  /** The cell of an element of the list, in a block that starts at this time. */
  readonly cell: (value: Value, start: Nanoseconds) => Cell;
}

/** The row of an element. `copied` are cells without a column, which are only copied with the row. */
export function createRow<Value>(
  columns: readonly ListColumn<Value>[],
  value: Value,
  start: Nanoseconds,
  copied: readonly Cell[] = [],
): Row {
  return { cells: [...columns.map(({ cell }) => cell(value, start)), ...copied] };
}

/** The time after the start of the block. */
export function timeColumn<Value extends { readonly time: Nanoseconds }>(): ListColumn<Value> {
  return {
    head: { name: l10n.t("Time (s)"), width: "56px", look: "mono number", searched: true },
    cell: ({ time }, start) => timeCell(time, start),
  };
}

/** "+0.192": the time after the start of the block to the millisecond; the tooltip has the consensus time. */
export function timeCell(time: Nanoseconds, start: Nanoseconds): Cell {
  const [whole = "", fraction = ""] = formatDuration(time - start).split(".");
  const after = format.decimal(`${whole}.${fraction.padEnd(3, "0").slice(0, 3)}`);
  return [{ text: `+${after}`, tip: formatSeconds(time) }];
}

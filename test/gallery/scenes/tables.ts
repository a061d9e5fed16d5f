// Tables for the gallery: a short one, a very long one, and a plain one without a visible head.
import { html } from "lit";
import { icon } from "../../../src/panels/kit/icon.ts";
import type { Column } from "../../../src/panels/kit/table/table.ts";
import "../../../src/panels/kit/table/table.ts";
import { scene } from "./scene.ts";

interface Block {
  readonly number: number;
  readonly transactions: number;
  readonly gas: number | null;
}

const count = new Intl.NumberFormat("en-GB");

function blocks(length: number): Block[] {
  return Array.from({ length }, (_, index) => ({
    number: 103_482_916 - index,
    transactions: (index * 7919) % 61,
    gas: index % 5 === 1 ? null : (index * 104_729) % 3_000_000,
  }));
}

const columns: readonly Column<Block>[] = [
  { name: "Block", cell: ({ number }) => html`<span class="news">${count.format(number)}</span>` },
  {
    name: "Closed (UTC)",
    short: "Closed",
    cell: (_block, index) => `14:${String(28 - (index % 28)).padStart(2, "0")}:59`,
  },
  { name: "Transactions", short: "Transactions", numeric: true, cell: ({ transactions }) => transactions },
  {
    name: "Gas",
    short: "Gas",
    numeric: true,
    cell: ({ gas }) => (gas === null ? null : count.format(gas)),
    exact: ({ gas }) => (gas === null ? "" : `${gas} gas`),
  },
  {
    name: "Result",
    cell: ({ transactions }) =>
      transactions === 0 ? html`${icon("circle-slash")}Empty` : html`${icon("check", "good")}Success`,
  },
];

const permissions: readonly Column<readonly [string, string]>[] = [
  { name: "Permission", mono: true, width: "minmax(0, 5fr)", cell: ([name]) => name },
  { name: "What it allows", width: "minmax(0, 6fr)", cell: ([, words]) => words },
];

function opened(event: Event): void {
  if (event instanceof CustomEvent && event.target instanceof HTMLElement) {
    event.target.dataset["opened"] = String(event.detail);
  }
}

export function tables() {
  return html`${scene(
    "small-table",
    "Table of a few rows",
    html`<triptych-table label="Blocks" .columns=${columns} .rows=${blocks(4)}></triptych-table
      ><triptych-table label="One block" opens .columns=${columns} .rows=${blocks(1)} @opened=${opened}></triptych-table
      ><triptych-table label="No blocks" .columns=${columns} .rows=${[]}
        ><span slot="foot">No blocks in this range</span></triptych-table
      >`,
  )}
  ${scene(
    "long-table",
    "Table of 10,000 rows",
    html`<triptych-table
      label="Blocks of the range"
      opens
      height="300"
      .columns=${columns}
      .rows=${blocks(10_000)}
      .copies=${(block: Block) => String(block.number)}
      @opened=${opened}
      ><span slot="foot">Numbers are of the mirror node</span></triptych-table
    >`,
  )}
  ${scene(
    "plain-table",
    "Grouped list",
    html`<h3>${icon("warning", "caution")} Dangerous <span class="count">3 · asked for while the app runs</span></h3>
      <triptych-table
        plain
        label="Dangerous permissions"
        .columns=${permissions}
        .rows=${[
          ["ACCESS_BACKGROUND_LOCATION", "Location while the app is not in use"],
          ["CAMERA", "Take pictures and record video"],
          ["com.google.android.c2dm.permission.RECEIVE", html`<span class="quiet">No description</span>`],
        ]}
      ></triptych-table>`,
  )}`;
}

// A tree with a simulated service, for the tests of trees.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import type { Children, Node, RowPage } from "../../../src/workbench/tree/node.ts";
import {
  MoreRow,
  NodeRow,
  ProblemRow,
  RangeRow,
  SkippedRow,
  type Row,
} from "../../../src/workbench/tree/level-rows.ts";
import { Tree } from "../../../src/workbench/tree/tree.ts";

export const node = (number: number): Node<number> => ({ id: `n${number}`, subject: number, label: `Row ${number}` });
export const nodes = (from: number, to: number): Node[] =>
  Array.from({ length: to - from }, (_none, at) => node(from + at));

/** A service with `count` rows, in pages of `size`. */
export function service(
  count: number,
  size = count,
): { readonly roots: Children; asked: number; fails: Problem | undefined } {
  const pages = { asked: 0, fails: undefined as Problem | undefined, roots: (() => read(0)) as Children };
  async function read(from: number): Promise<RowPage> {
    pages.asked += 1;
    await Promise.resolve();
    if (pages.fails !== undefined) throw pages.fails;
    const to = Math.min(count, from + size);
    return { nodes: nodes(from, to), total: count, ...(to < count ? { next: () => read(to) } : {}) };
  }
  return pages;
}

/** A view of such rows, in which the test decides when a load counts as slow. */
export function view(roots: Children, now = () => 1_700_000_000_000) {
  const changes: (Row | undefined)[] = [];
  const waiting: (() => void)[] = [];
  const waits: number[] = [];
  const tree = new Tree(roots, {
    now,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        waits.push(milliseconds);
        waiting.push(resolve);
        signal?.addEventListener("abort", () => reject(new Problem("canceled")));
      }),
    actions: {},
  });
  tree.onDidChange((row) => void changes.push(row));
  return { tree, changes, waits, losePatience: () => waiting.splice(0).forEach((end) => end()) };
}

/** The rows as short texts: labels, or the kind of row if it has none. */
export function short(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row instanceof NodeRow) return row.node.label;
    if (row instanceof RangeRow) return `${row.first}–${row.last}`;
    if (row instanceof MoreRow) return `more ${row.shown}/${row.total ?? "?"}`;
    if (row instanceof ProblemRow) return `problem ${row.problem.kind}`;
    if (row instanceof SkippedRow) return `skipped ${row.count}`;
    return "busy";
  });
}

export const last = (rows: readonly Row[]): Row => rows.at(-1) ?? assert.fail("there are no rows");

export function more(rows: readonly Row[]): MoreRow {
  const row = rows.find((each) => each instanceof MoreRow);
  return row ?? assert.fail(`there is no Load More in ${short(rows).join(", ")}`);
}

/** A promise that the test settles. */
export function held<T>() {
  let end: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (end = resolve));
  return { promise, end };
}

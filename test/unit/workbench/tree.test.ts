// Loading, paging, refreshing and failing rows, as users see them.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import type { Children, RowPage } from "../../../src/workbench/tree/node.ts";
import {
  BusyRow,
  MoreRow,
  NodeRow,
  ProblemRow,
  RangeRow,
  getSubject,
  type Row,
} from "../../../src/workbench/tree/level-rows.ts";
import { held, last, more, node, nodes, service, short, view } from "./tree-view.ts";
import { until } from "./until.ts";

describe("A tree", () => {
  it("shows its rows with new texts without loading them again", async () => {
    const pages = service(3);
    const { tree, changes } = view(pages.roots);
    const before = await tree.loadRows();
    tree.repaint();
    assert.deepEqual(changes, [undefined]);
    const after = await tree.loadRows();
    assert.equal(pages.asked, 1);
    assert.equal(after[0], before[0]);
  });

  it("reports what could not be loaded, because its rows refer to the log", async () => {
    const pages = service(3);
    pages.fails = new Problem("malformed", { detail: "expected a list" });
    const { tree } = view(pages.roots);
    const reported: Problem[] = [];
    tree.onDidFail((problem) => reported.push(problem));
    assert.deepEqual(short(await tree.loadRows()), ["problem malformed"]);
    assert.deepEqual(reported, [pages.fails]);
  });

  it("shows rows before their extra data loads, and above them why that failed, until it loads", async () => {
    let beside = held<Problem | undefined>();
    const read = async (): Promise<void> => {
      const problem = await beside.promise;
      if (problem !== undefined) throw problem;
    };
    const { tree, changes } = view(() => Promise.resolve({ nodes: nodes(0, 2), beside: read }));
    assert.deepEqual(short(await tree.loadRows()), ["Row 0", "Row 1"]);
    const failure = new Problem("unauthorized", { origin: "https://a.example" });
    beside.end(failure);
    await until(() => changes.length > 0);
    const [row] = await tree.loadRows();
    assert.ok(row instanceof ProblemRow && row.problem === failure && row.readAt === undefined);
    // The row doesn't flicker while the rows are loaded again.
    beside = held();
    tree.refresh();
    assert.deepEqual(short(await tree.loadRows()), ["problem unauthorized", "Row 0", "Row 1"]);
    const before = changes.length;
    beside.end(undefined);
    await until(() => changes.length > before);
    assert.deepEqual(short(await tree.loadRows()), ["Row 0", "Row 1"]);
  });

  it("requests nothing before it is visible", () => {
    const pages = service(10);
    view(pages.roots);
    assert.equal(pages.asked, 0);
  });

  it("shows 50 rows and the total, whatever the page size of the server", async () => {
    for (const size of [10, 50, 120, 500]) {
      const { tree } = view(service(120, size).roots);
      const rows = await tree.loadRows();
      assert.equal(rows.length, 51, `pages of ${size}`);
      assert.deepEqual(short(rows).slice(48), ["Row 48", "Row 49", "more 50/120"]);
    }
  });

  it("shows the next 50 on Load More, and requests only what that takes", async () => {
    const pages = service(120, 60);
    const { tree, changes } = view(pages.roots);
    await more(await tree.loadRows()).loader.more();
    assert.equal(pages.asked, 2);
    assert.deepEqual(short(await tree.loadRows()).slice(99), ["Row 99", "more 100/120"]);
    assert.ok(changes.length > 0);
    await more(await tree.loadRows()).loader.more();
    assert.deepEqual(short(await tree.loadRows()).slice(119), ["Row 119"]);
    assert.equal(pages.asked, 2);
  });

  it("shows twice as many rows on each Load More, but at most 500 more", async () => {
    const { tree } = view(service(2000, 50).roots);
    for (const shown of [50, 100, 200, 400, 800, 1300, 1800]) {
      const row = last(await tree.loadRows());
      assert.deepEqual(short([row]), [`more ${shown}/2000`]);
      await more([row]).loader.more();
    }
    assert.ok(!(last(await tree.loadRows()) instanceof MoreRow));
  });

  it("keeps the objects of rows across refreshes, because VS Code identifies rows by object", async () => {
    const { tree } = view(service(3).roots);
    const before = await tree.loadRows();
    tree.refresh();
    const after = await tree.loadRows();
    assert.equal(before.length, 3);
    for (const [at, row] of before.entries()) assert.equal(after[at], row);
  });

  it("requests once for simultaneous callers", async () => {
    const pages = service(10);
    const { tree } = view(pages.roots);
    const all = await Promise.all([tree.loadRows(), tree.loadRows(), tree.loadRows()]);
    assert.equal(pages.asked, 1);
    assert.deepEqual(
      all.map((rows) => rows.length),
      [10, 10, 10],
    );
  });

  it("shows a row once, even if a later page repeats it", async () => {
    const { tree } = view(() =>
      Promise.resolve({ nodes: nodes(0, 4), next: () => Promise.resolve({ nodes: nodes(2, 6) }) }),
    );
    assert.deepEqual(
      short(await tree.loadRows()),
      [0, 1, 2, 3, 4, 5].map((each) => `Row ${each}`),
    );
  });

  it("stops if a server always announces another page", async () => {
    let asked = 0;
    const endless: Children = () =>
      Promise.resolve({ nodes: [], next: () => ((asked += 1), endless(AbortSignal.any([]))) });
    const { tree } = view(endless);
    assert.deepEqual(short(await tree.loadRows()), ["more 0/?"]);
    assert.ok(asked < 100);
  });

  it("shows why nothing could be loaded, and loads again on Retry", async () => {
    const pages = service(2);
    pages.fails = new Problem("offline");
    const { tree, changes } = view(pages.roots);
    const [row] = await tree.loadRows();
    assert.deepEqual(short(await tree.loadRows()), ["problem offline"]);
    assert.equal(pages.asked, 1);
    assert.ok(row instanceof ProblemRow);
    assert.equal(row.readAt, undefined);
    pages.fails = undefined;
    await row.actions.retry?.();
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(short(await tree.loadRows()), ["Row 0", "Row 1"]);
  });

  it("keeps its rows if a refresh fails, with the problem and the old time above them", async () => {
    const pages = service(2);
    const { tree } = view(pages.roots);
    await tree.loadRows();
    pages.fails = new Problem("server", { status: 502 });
    tree.refresh();
    const rows = await tree.loadRows();
    assert.deepEqual(short(rows), ["problem server", "Row 0", "Row 1"]);
    assert.ok(rows[0] instanceof ProblemRow && rows[0].readAt === 1_700_000_000_000);
    pages.fails = undefined;
    tree.refresh();
    assert.deepEqual(short(await tree.loadRows()), ["Row 0", "Row 1"]);
  });

  it("loads as many rows again on a refresh as were shown", async () => {
    const { tree } = view(service(300, 50).roots);
    await more(await tree.loadRows()).loader.more();
    tree.refresh();
    assert.deepEqual(short([last(await tree.loadRows())]), ["more 100/300"]);
  });

  it("shows the problem instead of Load More if only the next page is missing", async () => {
    const pages = service(120, 50);
    const { tree } = view(pages.roots);
    const first = more(await tree.loadRows());
    pages.fails = new Problem("timeout");
    await first.loader.more();
    const rows = await tree.loadRows();
    assert.equal(rows.length, 51);
    const problem = last(rows);
    assert.ok(problem instanceof ProblemRow && problem.problem.kind === "timeout");
    pages.fails = undefined;
    await problem.actions.retry?.();
    assert.deepEqual(short([last(await tree.loadRows())]), ["more 100/120"]);
  });

  it("counts elements that couldn't be decoded", async () => {
    const { tree } = view(() => Promise.resolve({ nodes: nodes(0, 2), skipped: 3 }));
    assert.deepEqual(short(await tree.loadRows()), ["Row 0", "Row 1", "skipped 3"]);
  });

  it("counts the skipped elements again after a refresh", async () => {
    const { tree } = view(() => Promise.resolve({ nodes: nodes(0, 2), skipped: 3 }));
    await tree.loadRows();
    tree.refresh();
    assert.deepEqual(short(await tree.loadRows()), ["Row 0", "Row 1", "skipped 3"]);
  });

  it("says that it is loading if that takes long, and shows the rows when they arrive", async () => {
    const answer = held<RowPage>();
    const { tree, changes, losePatience } = view(() => answer.promise);
    const rows = tree.loadRows();
    await Promise.resolve();
    losePatience();
    assert.deepEqual(short(await rows), ["busy"]);
    answer.end({ nodes: nodes(0, 1) });
    await until(() => changes.length > 0);
    assert.deepEqual(short(await tree.loadRows()), ["Row 0"]);
  });

  it("waits only briefly for a level that VS Code expands automatically, because it delays the rows above", async () => {
    const answer = held<RowPage>();
    const expanded = { ...node(0), expanded: true, children: () => answer.promise };
    const { tree, changes, waits, losePatience } = view(() => Promise.resolve({ nodes: [expanded] }));
    const [row] = await tree.loadRows();
    const rows = tree.loadRows(row);
    await Promise.resolve();
    losePatience();
    assert.deepEqual(short(await rows), ["busy"]);
    answer.end({ nodes: nodes(1, 2) });
    await until(() => changes.length > 0);
    assert.deepEqual(changes, [row]);
    assert.deepEqual(short(await tree.loadRows(row)), ["Row 1"]);
    const [ofRoot = 0, ofUnfolded = 0] = waits;
    assert.ok(ofUnfolded < ofRoot / 5, `${ofUnfolded} ms after ${ofRoot} ms`);
  });

  it("loads the levels that VS Code expands automatically before it requests them, and waits once for all", async () => {
    const asked: string[] = [];
    const level = (name: number, children: readonly RowPage["nodes"][number][] = []) => ({
      ...node(name),
      expanded: true,
      children: async () => {
        asked.push(`n${name}`);
        return children.length > 0 ? { nodes: children } : await new Promise<RowPage>(() => undefined);
      },
    });
    const folded = { ...node(3), children: () => assert.fail("asked for a level that is not expanded") };
    const roots: RowPage = { nodes: [level(1), level(2, [level(4)]), folded] };
    const { tree, waits, losePatience } = view(() => Promise.resolve(roots));
    const [one, two] = await tree.loadRows();
    assert.deepEqual(asked, ["n1", "n2"]);
    const first = tree.loadRows(one);
    await Promise.resolve();
    losePatience();
    assert.deepEqual(short(await first), ["busy"]);
    const [four] = await tree.loadRows(two);
    assert.deepEqual(asked, ["n1", "n2", "n4"]);
    assert.deepEqual(short(await tree.loadRows(four)), ["busy"]);
    const [ofRoot = 0] = waits;
    assert.equal(waits.filter((each) => each < ofRoot).length, 1);
  });

  it("leaves the old rows in place during a long refresh", async () => {
    let answer = Promise.resolve<RowPage>({ nodes: nodes(0, 2) });
    const { tree, losePatience } = view(() => answer);
    await tree.loadRows();
    answer = held<RowPage>().promise;
    tree.refresh();
    const rows = tree.loadRows();
    await Promise.resolve();
    losePatience();
    assert.deepEqual(short(await rows), ["busy", "Row 0", "Row 1"]);
  });

  it("keeps the counts of the old rows during a long refresh", async () => {
    const never = held<RowPage>().promise;
    let answer = Promise.resolve<RowPage>({ nodes: nodes(0, 50), total: 120, skipped: 2, next: () => never });
    const { tree, losePatience } = view(() => answer);
    await tree.loadRows();
    answer = never;
    tree.refresh();
    const rows = tree.loadRows();
    await Promise.resolve();
    losePatience();
    assert.deepEqual(short(await rows).slice(-2), ["more 50/120", "skipped 2"]);
  });

  it("doesn't wait a second time for a long load that started before VS Code requested the rows", async () => {
    let answer = Promise.resolve<RowPage>({ nodes: nodes(0, 2) });
    let now = 1_700_000_000_000;
    const { tree, waits, losePatience } = view(
      () => answer,
      () => now,
    );
    await tree.loadRows();
    answer = held<RowPage>().promise;
    tree.refresh();
    const preparing = tree.prepare();
    await Promise.resolve();
    now += waits.at(-1) ?? assert.fail("it didn't wait");
    losePatience();
    await preparing;
    const rows = tree.loadRows();
    await Promise.resolve();
    losePatience();
    assert.deepEqual(short(await rows), ["busy", "Row 0", "Row 1"]);
    assert.equal(waits.at(-1), 0);
  });

  it("stops when it is canceled, even if the source ignores that, and offers to load again", async () => {
    let signal: AbortSignal | undefined;
    const { tree, losePatience, changes } = view((given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    const rows = tree.loadRows();
    await Promise.resolve();
    losePatience();
    const [busy] = await rows;
    assert.ok(busy instanceof BusyRow);
    busy.loader.cancel();
    assert.equal(signal?.aborted, true);
    await until(() => changes.length > 0);
    assert.deepEqual(short(await tree.loadRows()), ["problem canceled"]);
  });

  it("loads more rows if requested during a refresh", async () => {
    let answer = held<undefined>();
    answer.end(undefined);
    const pages = service(200, 50);
    const { tree } = view(async (signal) => {
      await answer.promise;
      return await pages.roots(signal);
    });
    const { loader } = more(await tree.loadRows());
    answer = held();
    tree.refresh();
    const refreshed = tree.loadRows();
    const clicks = Promise.all([loader.more(), loader.more()]);
    answer.end(undefined);
    await Promise.all([refreshed, clicks]);
    assert.deepEqual(short(await tree.loadRows()).slice(99), ["Row 99", "more 100/200"]);
  });

  it("says that the next page is loading", async () => {
    const answer = held<RowPage>();
    const { tree } = view(() => Promise.resolve({ nodes: nodes(0, 50), next: () => answer.promise }));
    const loading = more(await tree.loadRows()).loader.more();
    assert.deepEqual(short([last(await tree.loadRows())]), ["busy"]);
    answer.end({ nodes: nodes(50, 60) });
    await loading;
    assert.equal((await tree.loadRows()).length, 60);
  });

  it("stops loading when the view is closed", async () => {
    let signal: AbortSignal | undefined;
    const { tree } = view((given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    void tree.loadRows();
    await Promise.resolve();
    tree.dispose();
    assert.equal(signal?.aborted, true);
  });

  it("doesn't wait for a hanging request when it is refreshed", async () => {
    let now = 0;
    let asked = 0;
    const signals: AbortSignal[] = [];
    const { tree } = view(
      (signal) => {
        asked += 1;
        signals.push(signal);
        return asked === 1 ? new Promise(() => undefined) : Promise.resolve({ nodes: [node(asked)] });
      },
      () => now,
    );
    const first = tree.loadRows();
    now += 1_000;
    tree.refresh();
    assert.equal(signals[0]?.aborted, false, "one that has only begun is waited for");
    now += 3_000;
    tree.refresh();
    assert.equal(signals[0]?.aborted, true);
    await first;
    assert.deepEqual(short(await tree.loadRows()), ["Row 2"]);
    assert.equal(asked, 2);
  });

  it("never has more than a thousand rows on one level, and loses none", async () => {
    const count = 2750;
    const { tree } = view(() => Promise.resolve({ nodes: nodes(0, count), total: count }));
    let rows = await tree.loadRows();
    while (rows.at(-1) instanceof MoreRow) {
      assert.ok(rows.length <= 1000, `${rows.length} rows`);
      await more(rows).loader.more();
      rows = await tree.loadRows();
    }
    assert.deepEqual(short(rows.slice(0, 6)), ["1–500", "501–1000", "1001–1500", "1501–2000", "2001–2500", "Row 2500"]);
    const labels = labelsUnder(rows);
    assert.deepEqual(
      labels,
      nodes(0, count).map(({ label }) => label),
    );
  });

  it("groups ranges into ranges if there are very many", async () => {
    const count = 251_000;
    const { tree } = view(() => Promise.resolve({ nodes: nodes(0, count), total: count }));
    const [first] = await tree.loadRows();
    assert.ok(first instanceof NodeRow);
    const loader = more(await tree.loadRows()).loader;
    while (loader.state.hasMore) await loader.more();
    const rows = await tree.loadRows();
    assert.ok(rows.length <= 1000);
    assert.deepEqual(short(rows.slice(0, 2)), ["1–250000", "250001–250500"]);
    assert.equal((await tree.loadRows(rows[0])).length, 500);
    assert.equal(labelsUnder(rows).length, count);
  });

  it("gives each row on a level a different ID", async () => {
    const { tree } = view(() => Promise.resolve({ nodes: nodes(0, 60), skipped: 1, total: 60 }));
    const rows = await tree.loadRows();
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  });
});

describe("The subject of a command", () => {
  it("comes from the row, or is the command's own argument", async () => {
    const [row] = await view(service(1).roots).tree.loadRows();
    assert.equal(getSubject(row), 0);
    assert.equal(getSubject("org.example.tramway"), "org.example.tramway");
    assert.equal(getSubject(undefined), undefined);
  });
});

function labelsUnder(rows: readonly Row[]): string[] {
  const labels: string[] = [];
  for (const row of rows) {
    if (row instanceof NodeRow) labels.push(row.node.label);
    if (row instanceof RangeRow) for (const label of labelsUnder(row.rows)) labels.push(label);
  }
  return labels;
}

// A view whose levels fail for the same reason says so once, on top.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import type { Children, Node } from "../../../src/workbench/tree/node.ts";
import { NodeRow, ProblemRow, type Row } from "../../../src/workbench/tree/level-rows.ts";
import { Tree } from "../../../src/workbench/tree/tree.ts";
import { last, more, service } from "./tree-view.ts";

const ORIGIN = "https://forge.example";
const offline = (origin = ORIGIN): Problem => new Problem("offline", { origin });

/** A repository with a list of two issues, each level of which may fail. */
function repository(name: string) {
  const fails: { lists?: Problem | undefined; issues?: Problem | undefined } = {};
  const asked = { lists: 0, issues: 0 };
  const issues: Children = () => {
    asked.issues += 1;
    if (fails.issues !== undefined) return Promise.reject(fails.issues);
    return Promise.resolve({ nodes: [1, 2].map((at) => leaf(`${name}#${at}`)) });
  };
  const lists: Children = () => {
    asked.lists += 1;
    if (fails.lists !== undefined) return Promise.reject(fails.lists);
    return Promise.resolve({ nodes: [{ ...leaf(`${name} open`), children: issues }] });
  };
  return { node: { ...leaf(name), children: lists }, fails, asked };
}

const leaf = (id: string): Node => ({ id, subject: id, label: id });

function view(roots: Children) {
  let now = 1_700_000_000_000;
  const changes: (Row | undefined)[] = [];
  const tree = new Tree(roots, { now: () => now, wait: () => new Promise(() => undefined), actions: {} });
  tree.onDidChange((row) => void changes.push(row));
  /** All shown rows, by level, as VS Code requests them. */
  const shown = async (collapsed: readonly string[] = []): Promise<string[]> => {
    const lines: string[] = [];
    const visit = async (rows: readonly Row[], indent: string): Promise<void> => {
      for (const row of rows) {
        lines.push(indent + inShort(row));
        if (row instanceof NodeRow && row.node.children !== undefined && !collapsed.includes(row.id)) {
          await visit(await tree.loadRows(row), `${indent}  `);
        }
      }
    };
    await visit(await tree.loadRows(), "");
    return lines;
  };
  const top = async (): Promise<ProblemRow> => {
    const [row] = await tree.loadRows();
    return row instanceof ProblemRow ? row : assert.fail("no problem on top");
  };
  return { tree, changes, shown, top, pass: (milliseconds: number) => (now += milliseconds) };
}

function inShort(row: Row): string {
  if (row instanceof NodeRow) return row.id;
  return row instanceof ProblemRow ? `${row.problem.kind} (${row.place})` : "other";
}

describe("A view whose server can't be reached", () => {
  it("says so once at the top, above everything that was loaded before", async () => {
    const almanac = repository("almanac");
    const { tree, changes, shown } = view(() => Promise.resolve({ nodes: [almanac.node] }));
    const loaded = ["almanac", "  almanac open", "    almanac#1", "    almanac#2"];
    assert.deepEqual(await shown(), loaded);
    almanac.fails.lists = almanac.fails.issues = offline();
    tree.refresh();
    await shown();
    changes.length = 0;
    assert.deepEqual(await shown(), ["offline (view)", ...loaded]);
    assert.deepEqual(changes, []);
  });

  it("asks VS Code to refresh the top of the view when a level below fails and when it loads again", async () => {
    const almanac = repository("almanac");
    const { tree, changes, shown } = view(() => Promise.resolve({ nodes: [almanac.node] }));
    await shown();
    almanac.fails.issues = offline();
    tree.refresh("almanac open");
    await tree.loadRows((await tree.loadRows((await tree.loadRows())[0]))[0]);
    assert.equal(changes.at(-1), undefined);
    assert.equal((await shown())[0], "offline (view)");
    almanac.fails.issues = undefined;
    tree.recover(ORIGIN);
    await shown();
    assert.equal(changes.at(-1), undefined);
    assert.equal((await shown())[0], "almanac");
  });

  it("says which rows were never loaded, so that they don't look empty", async () => {
    const almanac = repository("almanac");
    almanac.fails.lists = offline();
    const { shown } = view(() => Promise.resolve({ nodes: [almanac.node] }));
    await shown();
    assert.deepEqual(await shown(), ["offline (view)", "almanac", "  offline (unloaded)"]);
  });

  it("says nothing below the top if not even the first level could be loaded", async () => {
    const { shown, top } = view(() => Promise.reject(offline()));
    assert.deepEqual(await shown(), ["offline (view)"]);
    assert.equal((await top()).readAt, undefined);
  });

  it("loads every level that failed again on Retry", async () => {
    const almanac = repository("almanac");
    const lamps = repository("lamps");
    const { tree, shown, top } = view(() => Promise.resolve({ nodes: [almanac.node, lamps.node] }));
    await shown();
    almanac.fails.lists = almanac.fails.issues = lamps.fails.lists = offline();
    tree.refresh();
    await shown();
    assert.deepEqual(
      [almanac.asked, lamps.asked],
      [
        { lists: 2, issues: 2 },
        { lists: 2, issues: 2 },
      ],
    );
    almanac.fails.lists = almanac.fails.issues = lamps.fails.lists = undefined;
    await (await top()).actions.retry?.();
    await shown();
    assert.equal((await shown())[0], "almanac");
    assert.deepEqual(
      [almanac.asked, lamps.asked],
      [
        { lists: 3, issues: 3 },
        { lists: 3, issues: 2 },
      ],
    );
  });

  it("shows the age of the oldest rows", async () => {
    const almanac = repository("almanac");
    const { tree, shown, top, pass } = view(() => Promise.resolve({ nodes: [almanac.node] }));
    await shown();
    const oldest = 1_700_000_000_000;
    pass(60_000);
    almanac.fails.issues = offline();
    tree.refresh();
    await shown();
    pass(60_000);
    almanac.fails.lists = offline();
    tree.refresh();
    await shown();
    assert.equal((await top()).readAt, oldest);
  });

  it("only marks a missing next page as not loaded, and loads it on Retry there", async () => {
    const almanac = repository("almanac");
    const pages = service(120, 50);
    const long = { ...leaf("long"), children: pages.roots };
    const { tree, shown } = view(() => Promise.resolve({ nodes: [almanac.node, long] }));
    await shown();
    almanac.fails.lists = pages.fails = offline();
    tree.refresh("almanac");
    const rowOf = async (): Promise<Row> => (await tree.loadRows()).find(({ id }) => id === "long") ?? assert.fail();
    await more(await tree.loadRows(await rowOf())).loader.more();
    await shown();
    assert.equal((await shown()).at(-1), "  offline (unloaded)");
    pages.fails = undefined;
    const missing = last(await tree.loadRows(await rowOf()));
    assert.ok(missing instanceof ProblemRow);
    await missing.actions.retry?.();
    assert.equal(more(await tree.loadRows(await rowOf())).shown, 100);
  });

  it("names every server that can't be reached", async () => {
    const almanac = repository("almanac");
    const lamps = repository("lamps");
    const { shown, top } = view(() => Promise.resolve({ nodes: [almanac.node, lamps.node] }));
    almanac.fails.lists = offline();
    lamps.fails.lists = offline("https://codeberg.org");
    await shown();
    const { problem, others } = await top();
    assert.deepEqual(
      [problem, ...others].map(({ facts }) => facts.origin),
      [ORIGIN, "https://codeberg.org"],
    );
  });

  it("no longer says so once the only rows that failed are collapsed", async () => {
    const almanac = repository("almanac");
    const lamps = repository("lamps");
    lamps.fails.lists = offline();
    const { tree, changes, shown } = view(() => Promise.resolve({ nodes: [almanac.node, lamps.node] }));
    await shown();
    const [, , row] = await tree.loadRows();
    assert.ok(row instanceof NodeRow && row.id === "lamps");
    changes.length = 0;
    tree.setExpanded(row, false);
    assert.deepEqual(changes, [undefined]);
    assert.equal((await shown(["lamps"]))[0], "almanac");
    tree.setExpanded(row, true);
    assert.equal((await shown())[0], "offline (view)");
  });

  it("keeps other problems at their level, next to what they are about", async () => {
    const almanac = repository("almanac");
    almanac.fails.issues = new Problem("forbidden", { origin: ORIGIN });
    const { shown } = view(() => Promise.resolve({ nodes: [almanac.node] }));
    assert.deepEqual(await shown(), ["almanac", "  almanac open", "    forbidden (level)"]);
  });
});

const SERVER_PROBLEMS = [
  "timeout",
  "unauthorized",
  "rateLimited",
  "server",
  "malformed",
  "insecure",
  "redirected",
] as const;

describe("A view whose server fails", () => {
  for (const kind of SERVER_PROBLEMS) {
    it(`says so once if several levels fail: ${kind}`, async () => {
      const almanac = repository("almanac");
      const lamps = repository("lamps");
      const { tree, changes, shown, top } = view(() => Promise.resolve({ nodes: [almanac.node, lamps.node] }));
      const loaded = ["almanac", "  almanac open", "    almanac#1", "    almanac#2"];
      lamps.fails.lists = new Problem(kind, { origin: ORIGIN });
      await shown();
      assert.deepEqual(await shown(), [...loaded, "lamps", `  ${kind} (level)`]);
      almanac.fails.lists = almanac.fails.issues = lamps.fails.lists;
      tree.refresh();
      await shown();
      changes.length = 0;
      assert.deepEqual(await shown(), [`${kind} (view)`, ...loaded, "lamps", `  ${kind} (unloaded)`]);
      assert.deepEqual(changes, []);
      almanac.fails.lists = almanac.fails.issues = lamps.fails.lists = undefined;
      await (await top()).actions.retry?.();
      await shown();
      assert.deepEqual(await shown(), [...loaded, "lamps", "  lamps open", "    lamps#1", "    lamps#2"]);
    });
  }

  it("has a row for each cause and server, each with its own id", async () => {
    const repositories = ["almanac", "lamps", "tides", "winds"].map(repository);
    const [almanac, lamps, tides, winds] = repositories;
    assert.ok(almanac && lamps && tides && winds);
    almanac.fails.lists = lamps.fails.lists = new Problem("rateLimited", { origin: ORIGIN });
    tides.fails.lists = winds.fails.lists = new Problem("rateLimited", { origin: "https://codeberg.org" });
    const { tree, shown } = view(() => Promise.resolve({ nodes: repositories.map(({ node }) => node) }));
    await shown();
    const rows = (await tree.loadRows()).filter((row) => row instanceof ProblemRow);
    assert.deepEqual(
      rows.map(({ problem }) => problem.facts.origin),
      [ORIGIN, "https://codeberg.org"],
    );
    assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
  });

  it("leaves the problem at the level that still has it once the others have loaded", async () => {
    const almanac = repository("almanac");
    const lamps = repository("lamps");
    almanac.fails.lists = lamps.fails.lists = new Problem("malformed", { origin: ORIGIN });
    const { tree, shown } = view(() => Promise.resolve({ nodes: [almanac.node, lamps.node] }));
    await shown();
    assert.equal((await shown())[0], "malformed (view)");
    almanac.fails.lists = undefined;
    tree.refresh("almanac");
    await shown();
    assert.deepEqual(await shown(), [
      "almanac",
      "  almanac open",
      "    almanac#1",
      "    almanac#2",
      "lamps",
      "  malformed (level)",
    ]);
  });

  it("leaves it to a row of the wing that explains the problem", async () => {
    const problem = new Problem("unauthorized", { origin: ORIGIN });
    const almanac = repository("almanac");
    const lamps = repository("lamps");
    almanac.fails.lists = problem;
    let rejected: Node[] = [];
    const { tree, shown } = view(() => Promise.resolve({ nodes: [...rejected, almanac.node, lamps.node] }));
    await shown();
    assert.equal((await shown())[1], "  unauthorized (level)");
    rejected = [{ ...leaf("token rejected"), explains: problem }];
    lamps.fails.lists = problem;
    tree.refresh();
    await shown();
    assert.deepEqual((await shown()).slice(0, 4), ["token rejected", "almanac", "  unauthorized (unloaded)", "lamps"]);
    rejected = [
      { ...leaf("token rejected"), explains: new Problem("unauthorized", { origin: "https://codeberg.org" }) },
    ];
    tree.refresh();
    await shown();
    assert.deepEqual((await shown()).slice(0, 2), ["unauthorized (view)", "token rejected"]);
  });

  it("keeps problems of different things apart, because each has its own cause", async () => {
    const almanac = repository("almanac");
    const lamps = repository("lamps");
    almanac.fails.lists = lamps.fails.lists = new Problem("notFound", { origin: ORIGIN });
    const { shown } = view(() => Promise.resolve({ nodes: [almanac.node, lamps.node] }));
    await shown();
    assert.deepEqual(await shown(), ["almanac", "  notFound (level)", "lamps", "  notFound (level)"]);
  });

  it("disappears with the rows that failed when their parent no longer has children", async () => {
    const { node, fails } = repository("a");
    let hasChildren = true;
    const { tree, shown } = view(() => Promise.resolve({ nodes: [hasChildren ? node : leaf("a")] }));
    fails.lists = offline();
    await shown();
    assert.deepEqual(await shown(), ["offline (view)", "a", "  offline (unloaded)"]);
    hasChildren = false;
    tree.refresh();
    assert.deepEqual(await shown(), ["a"]);
  });
});

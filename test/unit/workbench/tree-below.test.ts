// Loading, refreshing and failing rows below another row.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import type { Children, RowPage } from "../../../src/workbench/tree/node.ts";
import { held, last, more, node, nodes, service, short, view } from "./tree-view.ts";

describe("Rows below a row", () => {
  /** Two repositories with issues under them. */
  function repositories() {
    const issues = [service(3), service(2)];
    let unfolded = 0;
    const roots: Children = () => {
      unfolded += 1;
      return Promise.resolve({
        nodes: issues.map(({ roots: children }, at) => ({ ...node(1000 + at), label: `Repository ${at}`, children })),
      });
    };
    return { roots, issues, unfolded: () => unfolded };
  }

  it("are requested when the row is expanded, and know their parent", async () => {
    const { roots, issues } = repositories();
    const { tree } = view(roots);
    const [repository] = await tree.loadRows();
    assert.equal(issues[0]?.asked, 0);
    const rows = await tree.loadRows(repository);
    assert.deepEqual(short(rows), ["Row 0", "Row 1", "Row 2"]);
    assert.equal(rows[0]?.parent, repository);
    assert.equal(issues[1]?.asked, 0);
  });

  it("stay unchanged if only their neighbor is loaded again", async () => {
    const { roots, issues, unfolded } = repositories();
    const { tree, changes } = view(roots);
    const rows = await tree.loadRows();
    for (const row of rows) await tree.loadRows(row);
    tree.refresh("n1000");
    assert.deepEqual(changes, [rows[0]]);
    for (const row of rows) await tree.loadRows(row);
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [1, 2, 1]);
  });

  it("stay unchanged if the rows above them are only redrawn", async () => {
    const { roots, issues, unfolded } = repositories();
    const { tree, changes } = view(roots);
    const rows = await tree.loadRows();
    for (const row of rows) await tree.loadRows(row);
    tree.redraw();
    tree.redraw("n1000");
    tree.redraw("missing");
    assert.deepEqual(changes, [undefined, rows[0]]);
    for (const row of await tree.loadRows()) await tree.loadRows(row);
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [2, 2, 1]);
  });

  it("are not requested again while the row is collapsed", async () => {
    const { roots, issues } = repositories();
    const { tree } = view(roots);
    const [repository] = await tree.loadRows();
    await tree.loadRows(repository);
    if (repository !== undefined) tree.setExpanded(repository, false);
    tree.redraw("n1000");
    await tree.prepare(repository);
    assert.equal(issues[0]?.asked, 1);
  });

  it("are all loaded again by a full refresh, but only when visible", async () => {
    const { roots, issues, unfolded } = repositories();
    const { tree } = view(roots);
    for (const row of await tree.loadRows()) await tree.loadRows(row);
    tree.refresh();
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [1, 1, 1]);
    const [repository] = await tree.loadRows();
    await tree.loadRows(repository);
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [2, 2, 1]);
  });

  it("are loaded again before VS Code requests them, except hidden ones", async () => {
    const { roots, issues, unfolded } = repositories();
    const { tree } = view(roots);
    await tree.prepare();
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [0, 0, 0]);
    const [expanded, collapsed] = await tree.loadRows();
    assert.ok(expanded !== undefined && collapsed !== undefined);
    await tree.loadRows(expanded);
    await tree.loadRows(collapsed);
    tree.setExpanded(collapsed, false);
    tree.refresh();
    await tree.prepare();
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [2, 2, 1]);
    await tree.loadRows();
    await tree.loadRows(expanded);
    assert.deepEqual([unfolded(), issues[0]?.asked], [2, 2]);
    tree.refresh("n1000");
    await tree.prepare(expanded);
    assert.deepEqual([unfolded(), issues[0]?.asked, issues[1]?.asked], [2, 3, 1]);
  });

  it("are loaded again at any depth", async () => {
    const issues = service(2);
    const queries: Children = () => Promise.resolve({ nodes: [{ ...node(2000), children: issues.roots }] });
    const { tree } = view(() => Promise.resolve({ nodes: [{ ...node(1000), children: queries }] }));
    const [repository] = await tree.loadRows();
    const [query] = await tree.loadRows(repository);
    await tree.loadRows(query);
    tree.refresh("n1000");
    const [same] = await tree.loadRows(repository);
    assert.equal(same, query);
    await tree.loadRows(query);
    assert.equal(issues.asked, 2);
  });

  it("show the problem of their own row and don't affect the others", async () => {
    const { roots, issues } = repositories();
    const { tree } = view(roots);
    const [one, other] = await tree.loadRows();
    assert.ok(issues[0] !== undefined);
    issues[0].fails = new Problem("unauthorized");
    assert.deepEqual(short(await tree.loadRows(one)), ["problem unauthorized"]);
    assert.deepEqual(short(await tree.loadRows(other)), ["Row 0", "Row 1"]);
  });

  describe("that can't be reached", () => {
    const origin = "https://forge.example";
    const offline = () => new Problem("offline", { origin });

    it("are loaded again at every level when their server responds", async () => {
      const issues = service(2);
      let queries: Problem | undefined = offline();
      const { tree, changes } = view(() =>
        Promise.resolve({
          nodes: [
            {
              ...node(1000),
              children: () =>
                queries === undefined
                  ? Promise.resolve({ nodes: [{ ...node(2000), children: issues.roots }] })
                  : Promise.reject(queries),
            },
          ],
        }),
      );
      /** The changed rows, without changes on top of the view, which says whether a server can be reached. */
      const levels = () => changes.filter((row) => row !== undefined);
      const [repository] = await tree.loadRows();
      assert.deepEqual(short(await tree.loadRows(repository)), ["problem offline"]);
      tree.recover("https://elsewhere.example");
      assert.deepEqual(levels(), []);
      queries = undefined;
      tree.recover(origin);
      assert.deepEqual(levels(), [repository]);
      const [query] = await tree.loadRows(repository);
      issues.fails = offline();
      assert.deepEqual(short(await tree.loadRows(query)), ["problem offline"]);
      issues.fails = undefined;
      tree.recover(origin);
      assert.deepEqual(levels(), [repository, query]);
      assert.deepEqual(short(await tree.loadRows(query)), ["Row 0", "Row 1"]);
    });

    it("are not requested repeatedly if one route stays silent while others respond", async () => {
      const pages = service(2);
      pages.fails = new Problem("timeout", { origin });
      let time = 1_700_000_000_000;
      const { tree } = view(pages.roots, () => time);
      await tree.loadRows();
      for (const end = time + 60 * 60_000; time < end; time += 1000) {
        tree.recover(origin);
        await tree.loadRows();
      }
      assert.ok(pages.asked < 25, `asked ${pages.asked} times within an hour`);
    });

    it("don't load a next page automatically, but offer it again", async () => {
      const pages = service(120, 50);
      const { tree } = view(pages.roots);
      const first = more(await tree.loadRows());
      pages.fails = new Problem("server", { origin, status: 502 });
      await first.loader.more();
      const { asked } = pages;
      tree.recover(origin);
      assert.deepEqual(short([last(await tree.loadRows())]), ["more 50/120"]);
      assert.equal(pages.asked, asked);
    });

    it("stay unchanged if the server rejected the request", async () => {
      const pages = service(2);
      pages.fails = new Problem("forbidden", { origin, status: 403 });
      const { tree, changes } = view(pages.roots);
      await tree.loadRows();
      tree.recover(origin);
      assert.deepEqual([changes, pages.asked], [[], 1]);
    });
  });

  it("don't exist if a row has no children", async () => {
    const { tree } = view(service(1).roots);
    const [row] = await tree.loadRows();
    assert.deepEqual(await tree.loadRows(row), []);
  });

  it("are loaded again after a change that arrived while they were loading", async () => {
    const answers = [held<RowPage>(), held<RowPage>()];
    let asked = 0;
    const { tree } = view(() => answers[asked++]?.promise ?? assert.fail("asked too often"));
    const rows = tree.loadRows();
    await Promise.resolve();
    tree.refresh();
    const after = tree.loadRows();
    answers[0]?.end({ nodes: nodes(0, 1) });
    answers[1]?.end({ nodes: nodes(0, 2) });
    await rows;
    assert.equal((await after).length, 2);
  });
});

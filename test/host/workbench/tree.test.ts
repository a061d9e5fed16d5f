// Rows as tree items: their labels, icons, tooltips and commands in a real VS Code.
import assert from "node:assert/strict";
import {
  CancellationTokenSource,
  MarkdownString,
  ThemeIcon,
  TreeItemCollapsibleState,
  Uri,
  type TreeItem,
} from "vscode";
import { Problem } from "../../../src/base/problem.ts";
import { openRow, openToSide } from "../../../src/workbench/tree/row-commands.ts";
import type { Children, Node } from "../../../src/workbench/tree/node.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { NodeRow, ProblemRow } from "../../../src/workbench/tree/level-rows.ts";
import { md } from "../../../src/workbench/text/markdown.ts";
import { LazyRows } from "../../../src/workbench/wings/views.ts";

const NOW = new Date(2026, 10, 21, 14, 12).getTime();

const open = openRow(
  () => NOW,
  () => [],
);

const node = (number: number): Node => ({ id: `block ${number}`, subject: number, label: `Block ${number}` });
const list = (count: number): Node[] => Array.from({ length: count }, (_none, at) => node(at));

function provider(roots: Children, actions: ConstructorParameters<typeof RowProvider>[1] = {}) {
  const rows = new RowProvider(roots, { showLog: () => undefined, ...actions }, () => NOW);
  const items = async (): Promise<TreeItem[]> => (await rows.getChildren()).map((row) => rows.getTreeItem(row));
  return { rows, items };
}

function words({ label, description }: TreeItem): string {
  return [label, description].filter((each) => typeof each === "string").join(" · ");
}

/** The smallest valid image. */
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function iconOf({ iconPath }: TreeItem): string | undefined {
  return iconPath instanceof ThemeIcon ? iconPath.id : undefined;
}

describe("A row in the tree", () => {
  it("shows what the wing provided", async () => {
    const { items } = provider(() =>
      Promise.resolve({
        nodes: [
          {
            ...node(7),
            description: "3 min · 46 tx",
            icon: { name: "package" },
            contextValue: "block",
            accessibleLabel: "Block 7, three minutes ago",
            click: { command: "triptych.showLog", title: "Show Log", args: [7] },
            children: () => Promise.resolve({ nodes: [] }),
          },
          node(8),
        ],
      }),
    );
    const [block, plain] = await items();
    assert.ok(block !== undefined && plain !== undefined);
    assert.equal(words(block), "Block 7 · 3 min · 46 tx");
    assert.deepEqual([block.id, iconOf(block), block.contextValue], ["block 7", "package", "block"]);
    assert.equal(block.collapsibleState, TreeItemCollapsibleState.Collapsed);
    assert.equal(block.accessibilityInformation?.label, "Block 7, three minutes ago");
    const [row] = block.command?.arguments ?? [];
    assert.deepEqual([block.command?.command, block.command?.title], ["triptych.tree.open", "Show Log"]);
    assert.deepEqual(row instanceof NodeRow && row.node.click?.args, [7]);
    assert.equal(plain.collapsibleState, TreeItemCollapsibleState.None);
  });

  it("shows a picture in place of its icon", async () => {
    const icon = { name: "package", picture: PICTURE };
    const { items } = provider(() => Promise.resolve({ nodes: [{ ...node(7), icon }] }));
    const [row] = await items();
    assert.ok(row?.iconPath instanceof Uri && row.iconPath.toString(true) === PICTURE);
  });

  it("creates its tooltip only when the pointer rests on it", async () => {
    let made = 0;
    const tooltip = () => ((made += 1), md`**${"Block *7*"}** on mainnet`);
    const { rows } = provider(() => Promise.resolve({ nodes: [{ ...node(7), tooltip }] }));
    const [row] = await rows.getChildren();
    assert.ok(row !== undefined);
    const item = rows.getTreeItem(row);
    assert.equal(item.tooltip, undefined);
    assert.equal(made, 0);
    const resolved = await rows.resolveTreeItem(item, row, new CancellationTokenSource().token);
    assert.ok(resolved.tooltip instanceof MarkdownString);
    assert.equal(resolved.tooltip.value, "**Block \\*7\\*** on mainnet");
    assert.notEqual(resolved.tooltip.isTrusted, true);
  });

  it("shows a plain string as it is, although VS Code renders tooltips as Markdown", async () => {
    const { rows } = provider(() =>
      Promise.resolve({ nodes: [{ ...node(7), tooltip: () => "[x](command:y) $(bug)" }] }),
    );
    const [row] = await rows.getChildren();
    assert.ok(row !== undefined);
    const { tooltip } = await rows.resolveTreeItem(rows.getTreeItem(row), row, new CancellationTokenSource().token);
    assert.ok(tooltip instanceof MarkdownString);
    assert.equal(tooltip.value, "\\[x\\]\\(command\\:y\\) &#36;\\(bug\\)");
  });

  it("shows the number of rows beside Load More, and loads more on a click", async () => {
    const { rows, items } = provider(() => Promise.resolve({ nodes: list(1200), total: 1200 }));
    const more = (await items()).at(-1);
    assert.ok(more !== undefined);
    assert.equal(words(more), "Load More · 50 of 1,200 shown");
    assert.deepEqual([more.contextValue, more.command?.command], ["more", "triptych.tree.open"]);
    const row = open.accepts(more.command?.arguments ?? []);
    assert.ok(row !== undefined);
    await open.run(...row);
    assert.equal((await rows.getChildren()).length, 101);
  });

  it("shows what failed, when its rows were loaded, and what a click does", async () => {
    let fails = false;
    const { rows, items } = provider(() =>
      fails
        ? Promise.reject(new Problem("offline", { origin: "https://codeberg.org" }))
        : Promise.resolve({ nodes: list(2) }),
    );
    await items();
    fails = true;
    rows.tree.refresh();
    const [problem, ...kept] = await items();
    assert.ok(problem !== undefined);
    assert.match(words(problem), /^Offline · Retry · updated 14:12$|^Offline · Retry · updated 02:12 PM$/);
    assert.deepEqual([problem.contextValue, iconOf(problem)], ["problem.offline", "debug-disconnect"]);
    assert.ok(typeof problem.tooltip === "string");
    assert.match(problem.tooltip, /Could not reach codeberg\.org/);
    assert.equal(problem.command?.command, "triptych.tree.open");
    assert.equal(kept.length, 2);
    fails = false;
    const row = open.accepts(problem.command?.arguments ?? []);
    assert.ok(row !== undefined);
    await open.run(...row);
    assert.equal((await items()).length, 2);
  });

  it("names the servers that can't be reached, and says which rows were never loaded", async () => {
    const unreachable = (number: number, origin: string): Node => ({
      ...node(number),
      children: () => Promise.reject(new Problem("offline", { origin })),
    });
    const lists = [unreachable(1, "https://codeberg.org"), unreachable(2, "https://forge.example")];
    const { rows, items } = provider(() => Promise.resolve({ nodes: lists }));
    for (const row of await rows.getChildren()) {
      const [under] = await rows.getChildren(row);
      assert.equal(words(rows.getTreeItem(under ?? assert.fail("no row"))), "Not loaded · Retry");
    }
    const [top] = await items();
    assert.ok(top !== undefined);
    assert.equal(words(top), "Offline · Retry · codeberg.org · forge.example");
    assert.ok(typeof top.tooltip === "string");
    assert.match(top.tooltip, /Could not reach codeberg\.org\.[^]*Could not reach forge\.example\./);
  });

  it("shows the remedy before the age if it names a server, because a narrow sidebar cuts off the end", async () => {
    let fails = false;
    const limited = new Problem("rateLimited", { origin: "https://codeberg.org", retryAt: NOW + 40_000 });
    const load: Children = () => (fails ? Promise.reject(limited) : Promise.resolve({ nodes: list(1) }));
    const { rows, items } = provider(() =>
      Promise.resolve({
        nodes: [
          { ...node(1), children: load },
          { ...node(2), children: load },
        ],
      }),
    );
    const expand = async () => {
      for (const row of await rows.getChildren()) await rows.getChildren(row);
    };
    await expand();
    fails = true;
    rows.tree.refresh();
    await expand();
    const [top] = await items();
    assert.match(
      words(top ?? assert.fail("no row")),
      /^Rate limited · wait until 14:12:40 · Retry · updated .* · codeberg\.org$/,
    );
  });

  it("offers only available remedies", async () => {
    const roots: Children = () => Promise.reject(new Problem("unauthorized", { origin: "https://codeberg.org" }));
    const without = await provider(roots).items();
    assert.equal(words(without[0] ?? assert.fail("no row")), "Token required · Retry");
    let signedIn = 0;
    const { rows, items } = provider(roots, { signIn: () => void (signedIn += 1) });
    const [problem] = await items();
    assert.ok(problem !== undefined);
    assert.equal(words(problem), "Token required · Sign In…");
    assert.deepEqual([problem.contextValue, iconOf(problem)], ["problem.unauthorized", "key"]);
    const [row] = await rows.getChildren();
    assert.ok(row instanceof ProblemRow);
    await open.run(row);
    assert.equal(signedIn, 1);
  });

  it("says when a busy server accepts requests again", async () => {
    const { items } = provider(() => Promise.reject(new Problem("rateLimited", { retryAt: NOW + 40_000 })));
    const [problem] = await items();
    assert.ok(problem !== undefined);
    assert.equal(words(problem), "Rate limited · wait until 14:12:40 · Retry");
    assert.equal(iconOf(problem), "clockface");
  });

  it("shows how many items were skipped, and opens the log", async () => {
    const { items } = provider(() => Promise.resolve({ nodes: list(1), skipped: 1 }));
    const skipped = (await items()).at(-1);
    assert.ok(skipped !== undefined);
    assert.equal(words(skipped), "1 skipped · malformed · Show Log");
    assert.deepEqual([skipped.contextValue, skipped.command?.command], ["skipped", "triptych.showLog"]);
  });

  it("is not used by a command for another kind of row", () => {
    for (const given of [undefined, null, {}, "row", { branch: { more: () => undefined } }]) {
      assert.equal(open.accepts([given]), undefined);
      assert.equal(openToSide(() => []).accepts([given]), undefined);
    }
  });
});

describe("A change in a tree", () => {
  /**
   * A view whose rows were loaded once, with the number of completed loads when VS Code was notified of each change.
   */
  async function changing(isVisible: boolean) {
    let loads = 0;
    const { rows } = provider(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      loads += 1;
      return { nodes: list(2) };
    });
    const view = new LazyRows(
      () => Promise.resolve(rows),
      () => isVisible,
    );
    await view.getChildren();
    const heard = new Promise<number>((resolve) => view.onDidChangeTreeData(() => resolve(loads)));
    view.loaded?.tree.refresh();
    return heard;
  }

  it("is reported to VS Code when the new rows are ready, because the old ones work until then", async () => {
    assert.equal(await changing(true), 2);
  });

  it("is shown as a whole, even if it is reported before its last step", async () => {
    let label = "old";
    const { rows } = provider(() => Promise.resolve({ nodes: [{ ...node(1), label }] }));
    const view = new LazyRows(
      () => Promise.resolve(rows),
      () => true,
    );
    await view.getChildren();
    const heard = new Promise((resolve) => view.onDidChangeTreeData(resolve));
    view.loaded?.tree.refresh();
    await Promise.resolve().then(() => Promise.resolve());
    label = "new";
    await heard;
    assert.deepEqual(
      (await view.getChildren()).map((row) => view.getTreeItem(row).label),
      ["new"],
    );
  });

  it("shows that the view is busy if the new rows take a while", async () => {
    const answers = [Promise.resolve({ nodes: list(1) }), new Promise<never>(() => undefined)];
    const roots = (): Promise<{ nodes: Node[] }> => answers.shift() ?? assert.fail("it was asked again");
    let busy = 0;
    const rows = new RowProvider(
      roots,
      {},
      () => NOW,
      () => Promise.resolve(),
      async () => void (busy += 1),
    );
    await rows.getChildren();
    rows.tree.refresh();
    await rows.prepare();
    assert.equal(busy, 1);
    rows.dispose();
  });

  it("is reported at once if the view isn't visible, because nothing is loaded for it", async () => {
    assert.equal(await changing(false), 1);
  });
});

// Provides VS Code with the rows of a tree as tree items.
import {
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  Uri,
  type CancellationToken,
  type Command,
  type Event,
  type TreeDataProvider,
} from "vscode";
import { withSignal } from "../../base/tasks/with-signal.ts";
import { l10n } from "../text/l10n.ts";
import { wait, type Wait } from "../../base/tasks/wait.ts";
import type { Problem } from "../../base/problem.ts";
import type { CommandId } from "../commands.ts";
import { listRemedies, rowNote, describeProblem, type RemedyActions } from "../problems.ts";
import { inLine, inLines } from "../text/encode.ts";
import { tooltip } from "../vscode-objects.ts";
import { format } from "../text/format.ts";
import type { Children } from "./node.ts";
import { describePlace, dropRows } from "./reorder.ts";
import { BusyRow, MoreRow, NodeRow, ProblemRow, RangeRow, type Row, type SkippedRow } from "./level-rows.ts";
import { Tree } from "./tree.ts";

/** How long rows may reload before the view shows that it is busy. */
const BUSY_DELAY_MS = 500;

export class RowProvider implements TreeDataProvider<Row> {
  readonly tree: Tree;
  readonly #now: () => number;
  readonly #wait: Wait;
  readonly #showBusy: (work: Promise<void>) => Promise<void>;
  readonly onDidChangeTreeData: Event<Row | undefined>;
  readonly onDidFail: Event<Problem>;

  constructor(
    roots: Children,
    actions: RemedyActions,
    now: () => number,
    waitFor: Wait = wait,
    showBusy: (work: Promise<void>) => Promise<void> = (work) => work,
  ) {
    this.tree = new Tree(roots, { now, wait: waitFor, actions });
    this.#now = now;
    this.#wait = waitFor;
    this.#showBusy = showBusy;
    this.onDidChangeTreeData = this.tree.onDidChange;
    this.onDidFail = this.tree.onDidFail;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    return [...(await this.tree.loadRows(row))];
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  getTreeItem(row: Row): TreeItem {
    if (row instanceof NodeRow) return nodeItem(row);
    if (row instanceof RangeRow) return rangeItem(row);
    if (row instanceof MoreRow) return moreItem(row);
    if (row instanceof ProblemRow) return this.#problemItem(row);
    if (row instanceof BusyRow) return busyItem(row);
    return skippedItem(row);
  }

  async resolveTreeItem(item: TreeItem, row: Row, token: CancellationToken): Promise<TreeItem> {
    const read = row instanceof NodeRow ? row.node.tooltip : undefined;
    if (read !== undefined) item.tooltip = tooltip(await withSignal(token, async (signal) => read(signal)));
    return item;
  }

  /** Loads the rows that VS Code will request after a change. If that takes a while, shows that the view is busy. */
  async prepare(row?: Row): Promise<void> {
    // A change may be reported before its last step is complete.
    await this.#wait(0);
    const work = this.tree.prepare(row);
    const waiting = new AbortController();
    const slow = this.#wait(BUSY_DELAY_MS, waiting.signal).then(
      () => this.#showBusy(work),
      () => undefined,
    );
    await work;
    waiting.abort();
    await slow;
  }

  /** The user has checked or unchecked rows. */
  async check(rows: readonly (readonly [Row, TreeItemCheckboxState])[]): Promise<void> {
    for (const [row, state] of rows) {
      const checkbox = row instanceof NodeRow ? row.node.checkbox : undefined;
      await checkbox?.save(state === TreeItemCheckboxState.Checked);
    }
  }

  /** The user dropped rows on another one, or below all rows. */
  async drop(rows: readonly unknown[], target: Row | undefined): Promise<void> {
    await dropRows(rows, target);
  }

  dispose(): void {
    this.tree.dispose();
  }

  #problemItem(row: ProblemRow): TreeItem {
    const text = describeProblem(row.problem, this.#now());
    const [first] = listRemedies(row.problem, row.actions);
    const item =
      row.place === "unloaded"
        ? createItem(row.id, l10n.t("Not loaded"), text.icon, "disabledForeground")
        : createItem(row.id, text.short, text.icon, problemColor(row.problem.kind));
    // Being offline usually affects all servers. Any other problem is one server's, which a row on top must name.
    const namesHosts = row.place === "view" && (row.problem.kind !== "offline" || row.others.length > 0);
    const hosts = namesHosts ? [row.problem, ...row.others].map(getHost) : [];
    item.description = inLine(rowNote(row.problem, { hosts, readAt: row.readAt, first }, this.#now()));
    item.tooltip = inLines(
      [
        text.sentence,
        ...row.others.map((each) => describeProblem(each, this.#now()).sentence),
        ...(row.readAt === undefined ? [] : [format.exactTime(row.readAt)]),
      ].join("\n"),
    );
    item.contextValue = `problem.${row.problem.kind}`;
    if (first !== undefined) item.command = click("triptych.tree.open", row);
    return item;
  }
}

function getHost({ facts }: Problem): string {
  return URL.parse(facts.origin ?? "")?.host ?? "";
}

function nodeItem(row: NodeRow): TreeItem {
  const { node } = row;
  const item = createItem(node.id, node.label, node.icon?.name, node.icon?.color);
  if (node.icon?.picture !== undefined) item.iconPath = Uri.parse(node.icon.picture);
  if (node.children !== undefined) {
    item.collapsibleState =
      node.expanded === true ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  }
  if (node.description !== undefined) item.description = inLine(resolveText(node.description));
  if (node.contextValue !== undefined) item.contextValue = resolveText(node.contextValue) + describePlace(row);
  if (node.resource !== undefined) item.resourceUri = node.resource;
  if (node.accessibleLabel !== undefined)
    item.accessibilityInformation = { label: inLine(resolveText(node.accessibleLabel)) };
  if (node.checkbox !== undefined) {
    const { isChecked, label } = node.checkbox;
    item.checkboxState = {
      state: isChecked() ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
      tooltip: inLine(label),
      accessibilityInformation: { label: inLine(label) },
    };
  }
  if (node.click !== undefined) {
    item.command = click("triptych.tree.open", row, node.click.title);
  }
  return item;
}

function resolveText(text: string | (() => string)): string {
  return typeof text === "string" ? text : text();
}

function rangeItem(row: RangeRow): TreeItem {
  const item = createItem(row.id, `${format.count(row.first)} – ${format.count(row.last)}`, "list-tree");
  item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  item.contextValue = "range";
  return item;
}

function moreItem(row: MoreRow): TreeItem {
  const item = createItem(row.id, l10n.t("Load More"), "ellipsis");
  item.description =
    row.total === undefined
      ? l10n.t("{0} shown", format.count(row.shown))
      : l10n.t("{0} of {1} shown", format.count(row.shown), format.count(row.total));
  item.contextValue = "more";
  item.command = click("triptych.tree.open", row);
  return item;
}

function busyItem(row: BusyRow): TreeItem {
  const item = createItem(row.id, l10n.t("Loading…"), "loading~spin");
  item.contextValue = "busy";
  return item;
}

function skippedItem(row: SkippedRow): TreeItem {
  const item = createItem(row.id, l10n.t("{0} skipped", format.count(row.count)), "info");
  item.description = [l10n.t("malformed"), l10n.t("Show Log")].join(" · ");
  item.tooltip = l10n.t("Triptych could not read these items in the server's response. See the log for details.");
  item.contextValue = "skipped";
  item.command = click("triptych.showLog", row);
  return item;
}

function createItem(id: string, label: string, icon: string | undefined, color?: string): TreeItem {
  const item = new TreeItem(inLine(label));
  item.id = id;
  if (icon !== undefined) item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  return item;
}

function click(command: CommandId, row: Row, title = ""): Command {
  return { command, title, arguments: [row] };
}

function problemColor(kind: string): string {
  return kind === "unexpected" ? "list.errorForeground" : "list.warningForeground";
}

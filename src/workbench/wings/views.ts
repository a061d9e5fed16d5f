// The extension's views. Each view loads its rows, and the code behind them, when it is first shown.
import {
  DataTransferItem,
  Disposable,
  window,
  type Event,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
  type TreeView,
} from "vscode";
import { Emitter } from "../events.ts";
import type { RowProvider } from "../tree/provider.ts";
import type { Row } from "../tree/level-rows.ts";

/** A view's ID in the manifest. */
export type ViewId = `triptych.${string}`;

interface ViewOptions {
  readonly id: ViewId;
  /** Whether the user can reorder rows by dragging. */
  readonly hasReorderedRows?: boolean | undefined;
}

export class View implements Disposable {
  readonly #rows: LazyRows;
  readonly #view: TreeView<Row>;
  readonly #watched = new Emitter<boolean>();
  readonly #listeners: Disposable;
  /** Fires when `isWatched` may have changed. */
  readonly onDidChangeWatched: Event<boolean> = this.#watched.event;

  constructor({ id, hasReorderedRows = false }: ViewOptions, rows: () => Promise<RowProvider>) {
    this.#rows = new LazyRows(rows, () => this.visible);
    this.#view = window.createTreeView(id, {
      treeDataProvider: this.#rows,
      showCollapseAll: true,
      canSelectMany: true,
      ...(hasReorderedRows ? { dragAndDropController: this.#rows.dragAndDrop(id) } : {}),
    });
    const fireWatched = (): void => this.#watched.fire(this.isWatched);
    this.#listeners = Disposable.from(
      this.#view.onDidChangeVisibility(fireWatched),
      window.onDidChangeWindowState(fireWatched),
      this.#view.onDidExpandElement(({ element }) => this.#rows.loaded?.tree.setExpanded(element, true)),
      this.#view.onDidChangeCheckboxState(({ items }) => void this.#rows.loaded?.check(items)),
      this.#view.onDidCollapseElement(({ element }) => this.#rows.loaded?.tree.setExpanded(element, false)),
    );
  }

  /** True if the user can see the view: it is visible, and its window has the focus. */
  get isWatched(): boolean {
    return this.#view.visible && window.state.focused;
  }

  /** Sets the text beside the title. The caller encodes it: the code for that isn't loaded with the window. */
  describe(description: string): void {
    this.#view.description = description;
  }

  /** Sets the badge and its tooltip, encoded as well. A count of 0 removes the badge, without computing the tooltip. */
  badge(count: number, tooltip: () => string): void {
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: tooltip() };
  }

  /** Whether the view is visible, even if its window doesn't have the focus. */
  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** Reloads the rows under the row with this ID, or all rows, as soon as they are visible. */
  refresh(id?: string): void {
    this.#rows.loaded?.tree.refresh(id);
  }

  /** Call this when a server has answered: rows that couldn't reach it load again when they are next visible. */
  recover(origin: string): void {
    this.#rows.loaded?.tree.recover(origin);
  }

  /** Redraws the rows directly under this one, or the first level, but no deeper rows. */
  redraw(id?: string): void {
    this.#rows.loaded?.tree.redraw(id);
  }

  /** Redraws visible rows, to update the ages in their texts. */
  repaint(): void {
    if (this.#view.visible) this.#rows.loaded?.tree.repaint();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#watched.dispose();
    this.#view.dispose();
    this.#rows.dispose();
  }
}

/** Loads the rows of a view, and the code behind them, when VS Code first requests rows. */
export class LazyRows implements TreeDataProvider<Row>, Disposable {
  readonly #load: () => Promise<RowProvider>;
  readonly #isVisible: () => boolean;
  readonly #changed = new Emitter<Row | undefined>();
  #loading: Promise<RowProvider> | undefined;
  #loaded: RowProvider | undefined;
  readonly onDidChangeTreeData: Event<Row | undefined> = this.#changed.event;

  constructor(load: () => Promise<RowProvider>, isVisible: () => boolean) {
    this.#load = load;
    this.#isVisible = isVisible;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    this.#loading ??= this.#start();
    const provider = await this.#loading;
    return await provider.getChildren(row);
  }

  /** VS Code calls this only for rows that `getChildren` has returned. */
  getTreeItem(row: Row): TreeItem {
    if (this.#loaded === undefined) throw new Error("A row was asked for before any was given");
    return this.#loaded.getTreeItem(row);
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  resolveTreeItem(...given: Parameters<RowProvider["resolveTreeItem"]>): Promise<TreeItem> {
    return this.#loaded?.resolveTreeItem(...given) ?? Promise.resolve(given[0]);
  }

  /** The provider of the rows; undefined until VS Code has requested rows. */
  get loaded(): RowProvider | undefined {
    return this.#loaded;
  }

  dragAndDrop(id: ViewId): TreeDragAndDropController<Row> {
    // VS Code passes data of this type as objects, and only within the view.
    const type = `application/vnd.code.tree.${id}`;
    return {
      dragMimeTypes: [type],
      dropMimeTypes: [type],
      handleDrag: (rows, data) => data.set(type, new DataTransferItem(rows)),
      handleDrop: async (target, data) => {
        const rows: unknown = data.get(type)?.value;
        if (Array.isArray(rows)) await this.#loaded?.drop(rows, target);
      },
    };
  }

  dispose(): void {
    this.#loaded?.dispose();
    this.#changed.dispose();
  }

  async #start(): Promise<RowProvider> {
    try {
      const provider = await this.#load();
      provider.onDidChangeTreeData(async (row) => {
        if (this.#isVisible()) await provider.prepare(row);
        this.#changed.fire(row);
      });
      this.#loaded = provider;
      return provider;
    } catch (error) {
      // Loads again when the view is next shown.
      this.#loading = undefined;
      throw error;
    }
  }
}

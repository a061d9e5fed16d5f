// The extension's views. Each loads its rows, and their code, when it is first shown.
import {
  DataTransferItem,
  Disposable,
  window,
  type CancellationToken,
  type Event,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
  type TreeView,
} from "vscode";
import { Emitter } from "./events.ts";
import { once } from "./once.ts";
import { after, type After } from "./poller.ts";
import { inLine } from "./text/encode.ts";
import type { RowProvider } from "./tree/provider.ts";
import { RememberedRow, withLoadedRows } from "./tree/remembered.ts";
import type { RowMemory } from "./tree/row-memory.ts";
import type { Row } from "./tree/rows.ts";

/** The views of the manifest. */
export const VIEW_IDS = ["triptych.trackers", "triptych.issues", "triptych.blocks"] as const;

export type ViewId = (typeof VIEW_IDS)[number];

/** Views with rows that the user can drag to another place. */
const REORDERED_VIEWS: ReadonlySet<ViewId> = new Set(["triptych.trackers", "triptych.issues"]);

/** How long VS Code may take from one level of remembered rows to the next. */
const DRAW_DELAY_MS = 30;
/** Rows are remembered soon after they are first shown, and then not too often. */
const FIRST_REMEMBER_DELAY_MS = 1_000;
const REMEMBER_INTERVAL_MS = 30_000;

type AnyRow = Row | RememberedRow;

export class View implements Disposable {
  readonly #rows: LazyRows;
  readonly #view: TreeView<AnyRow>;
  readonly #watched = new Emitter<boolean>();
  readonly #listening: Disposable;
  /** Fires when the view becomes watched, or is no longer. */
  readonly onDidChangeWatched: Event<boolean> = this.#watched.event;

  constructor(id: ViewId, rows: () => Promise<RowProvider>, memory: RowMemory) {
    this.#rows = new LazyRows(rows, { isVisible: () => this.visible, memory, after });
    this.#view = window.createTreeView(id, {
      treeDataProvider: this.#rows,
      showCollapseAll: true,
      canSelectMany: true,
      ...(REORDERED_VIEWS.has(id) ? { dragAndDropController: this.#rows.dragAndDrop(id) } : {}),
    });
    const tell = (): void => this.#watched.fire(this.isWatched);
    this.#listening = Disposable.from(
      this.#view.onDidChangeVisibility(tell),
      window.onDidChangeWindowState(tell),
      this.#view.onDidExpandElement(({ element }) => this.#rows.setExpanded(element, true)),
      this.#view.onDidCollapseElement(({ element }) => this.#rows.setExpanded(element, false)),
    );
  }

  /** Whether the user can see the view: it is visible, and its window has the focus. */
  get isWatched(): boolean {
    return this.#view.visible && window.state.focused;
  }

  /** Sets the text beside the title. */
  describe(description: string): void {
    this.#view.description = inLine(description);
  }

  /** Sets the badge: a number, and a text for it, which is only written if there is one. 0 removes the badge. */
  badge(count: number, words: () => string): void {
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: inLine(words()) };
  }

  /** Whether the view is visible, even if its window doesn't have the focus. */
  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** Reloads the rows under the row with this ID, or everything, as soon as they are visible. */
  refresh(id?: string): void {
    if (id === undefined) this.#rows.forget();
    this.#rows.loaded?.tree.refresh(id);
  }

  /** A server has answered: rows that failed because it could not be reached load again when they are next visible. */
  recover(origin: string): void {
    this.#rows.loaded?.tree.recover(origin);
  }

  /** Redraws the rows directly under this one, or those of the first level, but not the rows under those. */
  redraw(id?: string): void {
    this.#rows.loaded?.tree.redraw(id);
  }

  /** Redraws visible rows, as ages in their texts have changed. */
  repaint(): void {
    if (this.#view.visible) this.#rows.loaded?.tree.repaint();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#watched.dispose();
    this.#view.dispose();
    this.#rows.dispose();
  }
}

interface LazyRowsParts {
  readonly isVisible: () => boolean;
  readonly memory: RowMemory;
  readonly after: After;
}

/** Loads its rows, and their code, when VS Code first asks for some. Until then it shows the rows of the last window. */
export class LazyRows implements TreeDataProvider<AnyRow>, Disposable {
  readonly #load: () => Promise<RowProvider>;
  readonly #parts: LazyRowsParts;
  readonly #changed = new Emitter<AnyRow | undefined>();
  readonly #start = once(() => this.#loadAndFollow());
  #loaded: RowProvider | undefined;
  /** Undefined until VS Code has asked for rows; none once others have taken their place. */
  #rememberedRows: readonly RememberedRow[] | undefined;
  #replacing: Disposable | undefined;
  #remembering: Disposable | undefined;
  #rememberDelay = FIRST_REMEMBER_DELAY_MS;
  readonly onDidChangeTreeData: Event<AnyRow | undefined> = this.#changed.event;

  constructor(load: () => Promise<RowProvider>, parts: LazyRowsParts) {
    this.#load = load;
    this.#parts = parts;
  }

  async getChildren(row?: AnyRow): Promise<AnyRow[]> {
    const remembered = row === undefined ? this.#remembered() : row instanceof RememberedRow ? row.rows : [];
    if (remembered.length > 0) {
      this.#replaceSoon();
      return [...remembered];
    }
    const provider = await this.#start();
    const rows = await provider.getChildren(row instanceof RememberedRow ? await this.#find(row) : row);
    this.#rememberSoon(provider);
    return rows;
  }

  /** VS Code only asks for items of rows that `getChildren` returned. */
  getTreeItem(row: AnyRow): TreeItem {
    if (row instanceof RememberedRow) return row.item;
    if (this.#loaded === undefined) throw new Error("A row was asked for before any was given");
    return this.#loaded.getTreeItem(row);
  }

  getParent(row: AnyRow): AnyRow | undefined {
    return row.parent;
  }

  async resolveTreeItem(item: TreeItem, row: AnyRow, token: CancellationToken): Promise<TreeItem> {
    const loaded = row instanceof RememberedRow ? await this.#find(row) : row;
    return loaded === undefined ? item : ((await this.#loaded?.resolveTreeItem(item, loaded, token)) ?? item);
  }

  /** The user expanded or collapsed the row. VS Code asks for the rows under the one that takes a remembered one's place. */
  setExpanded(row: AnyRow, isExpanded: boolean): void {
    if (!(row instanceof RememberedRow)) this.#loaded?.tree.setExpanded(row, isExpanded);
  }

  /** Undefined until VS Code has asked for rows. */
  get loaded(): RowProvider | undefined {
    return this.#loaded;
  }

  /** Everything will be loaded again, perhaps for someone else: the next window shows nothing of what was shown before. */
  forget(): void {
    this.#remembering?.dispose();
    this.#remembering = undefined;
    this.#rememberDelay = FIRST_REMEMBER_DELAY_MS;
    this.#parts.memory.write([]);
  }

  dragAndDrop(id: ViewId): TreeDragAndDropController<AnyRow> {
    // VS Code passes data of this type on as objects, and only within the view.
    const type = `application/vnd.code.tree.${id}`;
    return {
      dragMimeTypes: [type],
      dropMimeTypes: [type],
      handleDrag: (rows, data) => data.set(type, new DataTransferItem(rows)),
      handleDrop: async (target, data) => {
        const [rows, place] = (await withLoadedRows([data.get(type)?.value, target])) ?? [];
        if (Array.isArray(rows)) await this.#loaded?.drop(rows, place);
      },
    };
  }

  dispose(): void {
    this.#replacing?.dispose();
    this.#remembering?.dispose();
    this.#loaded?.dispose();
    this.#changed.dispose();
  }

  async #loadAndFollow(): Promise<RowProvider> {
    const provider = await this.#load();
    provider.onDidChangeTreeData(async (row) => {
      if (this.#parts.isVisible()) await provider.prepare(row);
      this.#changed.fire(row);
    });
    this.#loaded = provider;
    return provider;
  }

  #remembered(): readonly RememberedRow[] {
    const find = (row: RememberedRow): Promise<Row | undefined> => this.#find(row);
    return (this.#rememberedRows ??= this.#parts.memory.read().map((look) => new RememberedRow(look, undefined, find)));
  }

  /** Loads once VS Code has drawn the remembered rows, level by level, because running code would keep it waiting. */
  #replaceSoon(): void {
    this.#replacing?.dispose();
    this.#replacing = this.#parts.after(DRAW_DELAY_MS, () => void this.#replaceRemembered());
  }

  /** If the code can't be loaded, VS Code asks for rows again, and shows why there are none. */
  async #replaceRemembered(): Promise<void> {
    try {
      const provider = await this.#start();
      await provider.load();
    } catch {
      // `getChildren` tries again, and tells VS Code.
    }
    this.#rememberedRows = [];
    this.#changed.fire(undefined);
  }

  async #find({ id, parent }: RememberedRow): Promise<Row | undefined> {
    const provider = await this.#start();
    if (parent === undefined) return await provider.tree.find(id);
    const above = await this.#find(parent);
    return above === undefined ? undefined : await provider.tree.find(id, above);
  }

  #rememberSoon(provider: RowProvider): void {
    this.#remembering ??= this.#parts.after(this.#rememberDelay, () => {
      this.#remembering = undefined;
      this.#rememberDelay = REMEMBER_INTERVAL_MS;
      this.#parts.memory.write(provider.tree.remember());
    });
  }
}

// The rows of a view. Loads those that VS Code requests, keeps loaded ones, and reports changes.
import type { Problem } from "../../base/problem.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import type { RemedyActions } from "../problems.ts";
import { Emitter } from "../events.ts";
import { ChildLoader } from "./child-loader.ts";
import type { Children } from "./node.ts";
import { NodeRow, RangeRow, buildRows, type ProblemRow, type Row } from "./level-rows.ts";
import { areSame, isCovered, sharedProblems } from "./shared-problems.ts";

/** How long a level may load before a busy row appears. */
const BUSY_ROW_DELAY_MS = 1000;
/**
 * The same for all levels together that VS Code expands automatically. It requests them one after the other, and
 * doesn't draw the rows above them until all have answered.
 */
const UNFOLDED_BUSY_ROW_DELAY_MS = 50;

export class Tree {
  readonly #root: ChildLoader;
  readonly #now: () => number;
  readonly #wait: Wait;
  readonly #actions: RemedyActions;
  readonly #changed = new Emitter<Row | undefined>();
  #under: ReadonlyMap<string, NodeRow | RangeRow> = new Map();
  /** The rows on top of the view for shared problems, as VS Code last got them. */
  #top: readonly ProblemRow[] = [];
  /** Fires the row whose children changed, or undefined for the whole view. */
  readonly onDidChange = this.#changed.event;
  readonly #failed = new Emitter<Problem>();
  /** Fires when rows could not be loaded. */
  readonly onDidFail = this.#failed.event;

  constructor(
    roots: Children,
    parts: { readonly now: () => number; readonly wait: Wait; readonly actions: RemedyActions },
  ) {
    this.#now = parts.now;
    this.#wait = parts.wait;
    this.#actions = parts.actions;
    this.#root = this.#createLoader(roots, undefined);
  }

  async loadRows(parent?: Row): Promise<readonly Row[]> {
    if (parent instanceof RangeRow) return parent.rows;
    if (parent !== undefined && !(parent instanceof NodeRow)) return [];
    const loader = parent === undefined ? this.#root : this.#getLoader(parent);
    if (loader === undefined) return [];
    if (parent !== undefined) parent.isExpanded = true;
    await this.#waitForRows(loader, parent);
    const isOnTop = (problem: Problem): boolean => isCovered(problem, this.#root, this.#sharedProblems());
    const { rows, under } = buildRows(parent, loader, parent?.under ?? this.#under, {
      actions: this.#actions,
      isOnTop,
    });
    this.#loadAhead(under, parent?.delay);
    if (parent === undefined) {
      this.#under = under;
      this.#top = this.#sharedProblems();
      return [...this.#top, ...rows];
    }
    parent.under = under;
    parent.delay = undefined;
    this.#redrawTop();
    return rows;
  }

  /**
   * Reloads the rows that VS Code will request after a change: those under this row, and under expanded rows below it.
   * VS Code forgets rows before it requests new ones, and until it has those, their actions run without a row.
   */
  async prepare(parent?: Row): Promise<void> {
    const loader = parent === undefined ? this.#root : parent instanceof NodeRow ? parent.loader : undefined;
    if (loader?.state.readAt === undefined || (parent instanceof NodeRow && !parent.isExpanded)) return;
    await this.loadRows(parent);
    const under = parent instanceof NodeRow ? parent.under : this.#under;
    const expanded = [...under.values()].filter((row) => row instanceof NodeRow).filter((row) => row.isExpanded);
    await Promise.all(expanded.map((row) => this.prepare(row)));
  }

  /** Call this when the user has expanded or collapsed a row. */
  setExpanded(row: Row, isExpanded: boolean): void {
    if (!(row instanceof NodeRow)) return;
    row.isExpanded = isExpanded;
    this.#redrawTop();
  }

  /** Reloads the rows under the row with this ID, or all rows, as soon as they are visible again. */
  refresh(id?: string): void {
    if (id === undefined) {
      this.#root.supersede();
      for (const row of this.#under.values()) supersede(row);
      this.#changed.fire(undefined);
      return;
    }
    const row = find(this.#under, id);
    if (row === undefined) return;
    supersede(row);
    this.#changed.fire(row);
  }

  /** Call this when a server has answered, so that no row keeps saying that it can't be reached. */
  recover(origin: string): void {
    if (this.#root.recover(origin)) this.#changed.fire(undefined);
    this.#recoverBelow(this.#under, origin);
  }

  /** Redraws the rows directly under this one, after their labels changed, but no deeper rows. */
  redraw(id?: string): void {
    const row = id === undefined ? undefined : find(this.#under, id);
    if (id !== undefined && row === undefined) return;
    (row === undefined ? this.#root : row.loader)?.markStale();
    this.#changed.fire(row);
  }

  /** Redraws all rows with their current texts, without loading anything. */
  repaint(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#root.cancel();
    for (const row of this.#under.values()) cancel(row);
    this.#changed.dispose();
    this.#failed.dispose();
  }

  /** Waits briefly for the rows. If they take longer, a busy row takes their place until they arrive. */
  async #waitForRows(loader: ChildLoader, parent: NodeRow | undefined): Promise<void> {
    const ready = loader.ready();
    const waiting = new AbortController();
    const delay =
      parent !== undefined && isUnfolding(parent)
        ? (parent.delay ?? this.#wait(UNFOLDED_BUSY_ROW_DELAY_MS))
        : this.#wait(Math.max(0, BUSY_ROW_DELAY_MS - loader.elapsed), waiting.signal);
    const delayed = delay.then(
      () => "busy",
      () => "ready",
    );
    const first = await Promise.race([ready.then(() => "ready"), delayed]);
    waiting.abort();
    if (first === "busy") void ready.then(() => this.#changed.fire(parent));
  }

  /** Loads the levels that VS Code will expand automatically, before it requests them. They share one delay. */
  #loadAhead(level: ReadonlyMap<string, NodeRow | RangeRow>, remaining: Promise<void> | undefined): void {
    const rows = [...level.values()].filter((row) => row instanceof NodeRow).filter(isUnfolding);
    if (rows.length === 0) return;
    const delay = remaining ?? this.#wait(UNFOLDED_BUSY_ROW_DELAY_MS);
    for (const row of rows) {
      row.delay = delay;
      // Doesn't retry a failed level: VS Code requests that only while the row is expanded.
      if (row.loader === undefined) void this.#getLoader(row)?.ready();
    }
  }

  #sharedProblems(): readonly ProblemRow[] {
    return sharedProblems(this.#root, this.#under, this.#actions);
  }

  /** Redraws the view if the rows on top are out of date, because the levels show the problems that those don't. */
  #redrawTop(): void {
    if (!areSame(this.#sharedProblems(), this.#top)) this.#changed.fire(undefined);
  }

  #recoverBelow(rows: ReadonlyMap<string, NodeRow | RangeRow>, origin: string): void {
    for (const row of rows.values()) {
      if (row instanceof RangeRow) continue;
      if (row.loader?.recover(origin) === true) this.#changed.fire(row);
      this.#recoverBelow(row.under, origin);
    }
  }

  #getLoader(row: NodeRow): ChildLoader | undefined {
    const { children } = row.node;
    if (children === undefined) return undefined;
    return (row.loader ??= this.#createLoader(children, row));
  }

  #createLoader(children: Children, row: NodeRow | undefined): ChildLoader {
    return new ChildLoader(children, {
      now: this.#now,
      changed: () => this.#changed.fire(row),
      report: (problem) => this.#failed.fire(problem),
    });
  }
}

/** True if VS Code expands the row automatically, and nothing under it has been loaded yet. */
function isUnfolding({ node, loader }: NodeRow): boolean {
  return node.expanded === true && loader?.state.readAt === undefined;
}

function supersede(row: NodeRow | RangeRow): void {
  if (row instanceof RangeRow) return;
  row.loader?.supersede();
  for (const each of row.under.values()) supersede(each);
}

function cancel(row: NodeRow | RangeRow): void {
  if (row instanceof RangeRow) return;
  row.loader?.cancel();
  for (const each of row.under.values()) cancel(each);
}

function find(rows: ReadonlyMap<string, NodeRow | RangeRow>, id: string): NodeRow | undefined {
  for (const row of rows.values()) {
    if (row instanceof RangeRow) continue;
    const found = row.id === id ? row : find(row.under, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

// Builds the rows of one level: the wing's rows, and those for loading, more pages, problems and skipped elements.
import type { Problem } from "../../base/problem.ts";
import type { RemedyActions } from "../problems.ts";
import type { ChildLoader } from "./child-loader.ts";
import type { Node } from "./node.ts";

/** Most rows on one level. With rows for problems and the like, a level never has more than a thousand. */
const MAX_SIBLING_ROWS = 990;
const RANGE_ROWS = 500;

/** A row of a wing. It stays the same object while it is shown, because VS Code identifies rows by object. */
export class NodeRow {
  node: Node;
  parent: Row | undefined;
  loader: ChildLoader | undefined;
  isExpanded = false;
  /**
   * While VS Code expands the row automatically: the delay before a busy row, shared with the other rows of its level.
   */
  delay: Promise<void> | undefined;
  /** The rows last shown under this one, by ID. */
  under: ReadonlyMap<string, NodeRow | RangeRow> = new Map();

  constructor(node: Node) {
    this.node = node;
  }

  get id(): string {
    return this.node.id;
  }
}

/** A row that groups neighboring rows if one level has too many. */
export class RangeRow {
  readonly id: string;
  parent: Row | undefined;
  /** The first and the last, counted from 1. */
  readonly first: number;
  readonly last: number;
  rows: readonly (NodeRow | RangeRow)[] = [];

  constructor(id: string, first: number, last: number) {
    this.id = id;
    this.first = first;
    this.last = last;
  }
}

export class MoreRow {
  readonly id: string;
  readonly parent: NodeRow | undefined;
  readonly loader: ChildLoader;
  readonly shown: number;
  readonly total: number | undefined;

  constructor(parent: NodeRow | undefined, loader: ChildLoader) {
    const { nodes, total } = loader.state;
    this.id = createExtraId(parent, "more");
    this.parent = parent;
    this.loader = loader;
    this.shown = nodes.length;
    this.total = total;
  }
}

/**
 * Where a problem row is: on top of the view, on top of its level, in place of the next page, or in place of missing
 * rows if the row on top of the view says why they are missing.
 */
export type ProblemPlace = "view" | "level" | "page" | "unloaded";

export class ProblemRow {
  readonly id: string;
  readonly parent: NodeRow | undefined;
  readonly place: ProblemPlace;
  readonly problem: Problem;
  /** The same problem of other servers, which this row on top of the view also covers. */
  readonly others: readonly Problem[];
  /** When the rows below this one were loaded; undefined if they weren't, or if only the next page is missing. */
  readonly readAt: number | undefined;
  /** The actions of its remedies. */
  readonly actions: RemedyActions;

  constructor(
    place: ProblemPlace,
    parts: Pick<ProblemRow, "problem" | "actions"> & Partial<Pick<ProblemRow, "parent" | "others" | "readAt">>,
  ) {
    // A view can have several problems, a level only one.
    const cause = place === "view" ? `-${parts.problem.sharedCause ?? ""}` : "";
    this.id = createExtraId(parts.parent, `problem-${place}${cause}`);
    this.parent = parts.parent;
    this.place = place;
    this.problem = parts.problem;
    this.others = parts.others ?? [];
    this.readAt = parts.readAt;
    this.actions = parts.actions;
  }
}

export class SkippedRow {
  readonly id: string;
  readonly parent: NodeRow | undefined;
  readonly count: number;

  constructor(parent: NodeRow | undefined, count: number) {
    this.id = createExtraId(parent, "skipped");
    this.parent = parent;
    this.count = count;
  }
}

export class BusyRow {
  readonly id: string;
  readonly parent: NodeRow | undefined;
  readonly loader: ChildLoader;

  constructor(parent: NodeRow | undefined, loader: ChildLoader) {
    this.id = createExtraId(parent, "busy");
    this.parent = parent;
    this.loader = loader;
  }
}

export type Row = NodeRow | RangeRow | MoreRow | ProblemRow | SkippedRow | BusyRow;

const ROW_CLASSES = [NodeRow, RangeRow, MoreRow, ProblemRow, SkippedRow, BusyRow];

/**
 * Returns what a command was run with, unless that is a row. A command in the title of a view gets the focused row, but
 * its title promises to ask.
 */
export function ignoreRow(given: unknown): unknown {
  return ROW_CLASSES.some((kind) => given instanceof kind) ? undefined : given;
}

/** Returns the subject of a command that was run with a row or with the subject itself. */
export function getSubject(given: unknown): unknown {
  return given instanceof NodeRow ? given.node.subject : given;
}

/** Returns what a command was run with, or the subject of its row, if that is an instance of this class. */
export function subjectAs<Kind>(kind: new (...parts: never[]) => Kind): (given: unknown) => Kind | undefined {
  return (given) => {
    const subject = getSubject(given);
    return subject instanceof kind ? subject : undefined;
  };
}

interface LevelContext {
  readonly actions: RemedyActions;
  /** True if a row on top of the view covers the problem. */
  readonly isOnTop: (problem: Problem) => boolean;
}

/**
 * Builds the rows of one level. `before` are the rows last shown: those of nodes that are still loaded stay the same
 * objects.
 */
export function buildRows(
  parent: NodeRow | undefined,
  loader: ChildLoader,
  before: ReadonlyMap<string, NodeRow | RangeRow>,
  { actions, isOnTop }: LevelContext,
): { readonly rows: readonly Row[]; readonly under: ReadonlyMap<string, NodeRow | RangeRow> } {
  const { nodes, reading, problem, moreProblem, hasMore, skipped } = loader.state;
  const under = new Map<string, NodeRow | RangeRow>();
  const own = nodes.map((node) => {
    const old = before.get(node.id);
    const row = old instanceof NodeRow ? old : new NodeRow(node);
    row.node = node;
    row.parent = parent;
    // Otherwise a problem under a row that no longer has children would stay on top of the view.
    if (node.children === undefined) row.loader = undefined;
    else row.loader?.follow(node.children);
    under.set(node.id, row);
    return row;
  });
  const rows: Row[] = [];
  if (reading === "first" || reading === "again") rows.push(new BusyRow(parent, loader));
  else if (problem !== undefined) rows.push(...buildLevelProblem(parent, loader, problem, { actions, isOnTop }));
  rows.push(...groupIntoRanges(own, MAX_SIBLING_ROWS, (first, last) => rangeRow(parent, first, last, before, under)));
  if (reading === "more") rows.push(new BusyRow(parent, loader));
  else if (moreProblem !== undefined) {
    const retry = (): Promise<void> => loader.more();
    const place = isOnTop(moreProblem) ? "unloaded" : "page";
    rows.push(new ProblemRow(place, { parent, problem: moreProblem, actions: { ...actions, retry } }));
  } else if (hasMore) rows.push(new MoreRow(parent, loader));
  if (skipped > 0) rows.push(new SkippedRow(parent, skipped));
  return { rows, under };
}

/** Says why a level could not be loaded, unless a row on top of the view says so for several levels. */
function buildLevelProblem(
  parent: NodeRow | undefined,
  loader: ChildLoader,
  problem: Problem,
  { actions, isOnTop }: LevelContext,
): readonly ProblemRow[] {
  const { isStale, readAt } = loader.state;
  const parts = {
    parent,
    problem,
    readAt: isStale ? readAt : undefined,
    actions: { ...actions, retry: () => loader.retry() },
  };
  if (!isOnTop(problem)) return [new ProblemRow("level", parts)];
  return parent === undefined || readAt !== undefined ? [] : [new ProblemRow("unloaded", parts)];
}

function rangeRow(
  parent: NodeRow | undefined,
  first: number,
  last: number,
  before: ReadonlyMap<string, NodeRow | RangeRow>,
  under: Map<string, NodeRow | RangeRow>,
): RangeRow {
  const id = createExtraId(parent, `range-${first}-${last}`);
  const old = before.get(id);
  const row = old instanceof RangeRow ? old : new RangeRow(id, first, last);
  row.parent = parent;
  under.set(id, row);
  return row;
}

/** Groups the first rows into ranges, and those into wider ranges, until no level has more than `most` rows. */
function groupIntoRanges(
  rows: readonly (NodeRow | RangeRow)[],
  most: number,
  range: (first: number, last: number) => RangeRow,
): readonly (NodeRow | RangeRow)[] {
  if (rows.length <= most) return rows;
  const grouped = Math.floor((rows.length - 1) / RANGE_ROWS) * RANGE_ROWS;
  const ranges: RangeRow[] = [];
  let first = rows[0] instanceof RangeRow ? rows[0].first : 1;
  for (let at = 0; at < grouped; at += RANGE_ROWS) {
    const inside = rows.slice(at, at + RANGE_ROWS);
    const end = inside.at(-1);
    const last = end instanceof RangeRow ? end.last : first + inside.length - 1;
    const row = range(first, last);
    row.rows = inside;
    for (const each of inside) each.parent = row;
    ranges.push(row);
    first = last + 1;
  }
  return [...groupIntoRanges(ranges, MAX_SIBLING_ROWS - RANGE_ROWS, range), ...rows.slice(grouped)];
}

function createExtraId(parent: NodeRow | undefined, what: string): string {
  return `${parent?.id ?? ""}#triptych-${what}`;
}

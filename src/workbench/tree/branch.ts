// Loads the children of one row in pages, and keeps them if a later load fails.
import { Backoff } from "../../base/backoff.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import { unlessCanceled } from "../../base/wait.ts";
import type { Children, Node, Page } from "./node.ts";

/** Rows that the first load and each Load More add. */
export const PAGE_ROWS = 50;
/** Rows that Load All loads at most. */
export const MAX_ALL_ROWS = 500;
/** Pages that one load requests at most, in case a service always promises another one. */
const PAGES_AT_ONCE = 50;
/** A load that has taken this long may hang, so a refresh does not wait for it. */
const HANGS_AFTER_MS = 3_000;

/** The state of the rows under one row. */
export interface BranchState {
  /** The rows to show, in order and without duplicates. */
  readonly nodes: readonly Node[];
  readonly total: number | undefined;
  readonly skipped: number;
  readonly hasMore: boolean;
  readonly reading: "none" | "first" | "again" | "more";
  /** Why the last load failed. Rows loaded before stay below it. */
  readonly problem: Problem | undefined;
  /** Whether the problem is that the rows could not be loaded again, so the ones shown are old. */
  readonly isStale: boolean;
  /** Why the next page could not be loaded. */
  readonly moreProblem: Problem | undefined;
  /** When the nodes were loaded, in epoch milliseconds. */
  readonly readAt: number | undefined;
}

/** Concurrent callers share one load. */
export class Branch {
  #children: Children;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #report: (problem: Problem) => void;
  #nodes: readonly Node[] = [];
  #shown = 0;
  #total: number | undefined;
  #skipped = 0;
  #next: Children | undefined;
  #beside: AbortController | undefined;
  #problemBeside: Problem | undefined;
  #problem: Problem | undefined;
  #moreProblem: Problem | undefined;
  #readAt: number | undefined;
  #stale = true;
  #reading: BranchState["reading"] = "none";
  #underWay: Promise<void> | undefined;
  #abort: AbortController | undefined;
  #startedAt = 0;
  readonly #recovery = new Backoff();

  constructor(
    children: Children,
    parts: {
      readonly now: () => number;
      readonly changed: () => void;
      readonly report: (problem: Problem) => void;
    },
  ) {
    this.#children = children;
    this.#now = parts.now;
    this.#changed = parts.changed;
    this.#report = parts.report;
  }

  get state(): BranchState {
    return {
      nodes: this.#nodes.slice(0, this.#shown),
      total: this.#total,
      skipped: this.#skipped,
      hasMore: this.#shown < this.#nodes.length || this.#next !== undefined,
      reading: this.#reading,
      problem: this.#problem ?? this.#problemBeside,
      isStale: this.#problem !== undefined,
      moreProblem: this.#moreProblem,
      readAt: this.#readAt,
    };
  }

  /** How long the current load has taken, in milliseconds; 0 if there is none. */
  get elapsed(): number {
    return this.#underWay === undefined ? 0 : this.#now() - this.#startedAt;
  }

  /** Sets the source of the next load. Rows from the previous source stay until then. */
  follow(children: Children): void {
    this.#children = children;
  }

  /** Makes the next `ready` load again. */
  markStale(): void {
    this.#stale = true;
  }

  /** Like `markStale`, but also cancels a load that may hang, so that the next one doesn't wait for it. */
  supersede(): void {
    this.#stale = true;
    if (this.#now() - this.#startedAt >= HANGS_AFTER_MS) this.#abort?.abort();
  }

  /** Resolves when there are rows or a problem to show. */
  async ready(): Promise<void> {
    while (this.#underWay !== undefined && (this.#stale || this.#reading !== "more")) await this.#underWay;
    if (!this.#stale) return;
    this.#stale = false;
    await this.#work(this.#readAt === undefined ? "first" : "again", (signal) => this.#readAgain(signal));
  }

  /** Makes the view load again. */
  retry(): void {
    this.#stale = true;
    this.#changed();
  }

  /**
   * The server with this origin has answered something. A branch that says it can't be reached is loaded again when it
   * is next looked at; a missing page is offered again. Returns whether there is something else to show.
   */
  recover(origin: string): boolean {
    if (this.#underWay !== undefined) return false;
    const problem = this.#problem ?? this.#problemBeside;
    const whole = problem?.isUnreachable(origin) === true && this.#recovery.isDue(this.#now());
    if (whole) this.#stale = true;
    const page = this.#moreProblem?.isUnreachable(origin) === true;
    if (page) this.#moreProblem = undefined;
    return whole || page;
  }

  /** Shows the next page. */
  more(): Promise<void> {
    return this.#loadMore(PAGE_ROWS);
  }

  /** Shows all rows, up to a limit. */
  all(): Promise<void> {
    return this.#loadMore(MAX_ALL_ROWS);
  }

  /** Cancels the current load. */
  cancel(): void {
    this.#abort?.abort();
    this.#beside?.abort();
  }

  async #loadMore(rows: number): Promise<void> {
    // A refresh that is under way brings only as many rows as were shown.
    while (this.#underWay !== undefined) {
      const isMore = this.#reading === "more";
      await this.#underWay;
      if (isMore) return;
    }
    const wanted = this.#shown + rows;
    await this.#work("more", async (signal) => {
      this.#moreProblem = undefined;
      const nodes = [...this.#nodes];
      try {
        await this.#readOn(nodes, wanted, signal);
      } catch (error) {
        this.#moreProblem = toProblem(error, signal);
        this.#report(this.#moreProblem);
      }
      this.#nodes = nodes;
      this.#shown = Math.min(wanted, nodes.length);
    });
  }

  /** Loads as many rows as were shown before. The old rows stay until the new ones have arrived. */
  async #readAgain(signal: AbortSignal): Promise<void> {
    const before = { next: this.#next, total: this.#total, skipped: this.#skipped };
    const wanted = Math.max(PAGE_ROWS, this.#shown);
    const nodes: Node[] = [];
    this.#beside?.abort();
    try {
      this.#skipped = 0;
      this.#total = undefined;
      const first = await unlessCanceled(this.#children(signal), signal);
      this.#take(nodes, first);
      await this.#readOn(nodes, wanted, signal);
      this.#nodes = nodes;
      this.#shown = Math.min(wanted, nodes.length);
      this.#problem = undefined;
      this.#moreProblem = undefined;
      this.#readAt = this.#now();
      void this.#readBeside(first.beside);
    } catch (error) {
      this.#next = before.next;
      this.#total = before.total;
      this.#skipped = before.skipped;
      this.#problem = toProblem(error, signal);
      this.#report(this.#problem);
    }
  }

  /** What failed the last time stays until it is known whether it fails again, so that its row doesn't blink. */
  async #readBeside(read: Page["beside"]): Promise<void> {
    const abort = new AbortController();
    this.#beside = abort;
    const before = this.#problemBeside;
    let problem: Problem | undefined;
    try {
      await read?.(abort.signal);
      this.#recovery.reset();
    } catch (error) {
      problem = asProblem(error);
    }
    if (abort.signal.aborted) return;
    this.#problemBeside = problem;
    if (problem !== undefined) this.#report(problem);
    if (problem !== before) this.#changed();
  }

  async #readOn(nodes: Node[], wanted: number, signal: AbortSignal): Promise<void> {
    for (let page = 1; page < PAGES_AT_ONCE && nodes.length < wanted && this.#next !== undefined; page += 1) {
      this.#take(nodes, await unlessCanceled(this.#next(signal), signal));
    }
  }

  /** A page may repeat rows of an earlier one if new rows were added in between. */
  #take(nodes: Node[], page: Page): void {
    const seen = new Set(nodes.map(({ id }) => id));
    for (const node of page.nodes) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      nodes.push(node);
    }
    this.#total = page.total ?? this.#total;
    this.#skipped += page.skipped ?? 0;
    this.#next = page.next;
  }

  async #work(kind: BranchState["reading"], read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#startedAt = this.#now();
    this.#reading = kind;
    this.#underWay = read(abort.signal).finally(() => {
      this.#reading = "none";
      this.#underWay = undefined;
      this.#abort = undefined;
    });
    if (kind !== "more") return await this.#underWay;
    // Load More returns before its rows arrive: it asks the view to refresh, first for the busy row and then for the
    // rest.
    this.#changed();
    await this.#underWay;
    this.#changed();
  }
}

function toProblem(error: unknown, signal: AbortSignal): Problem {
  return signal.aborted ? new Problem("canceled") : asProblem(error);
}

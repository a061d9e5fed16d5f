// Loads the children of one row in pages, and keeps loaded ones if a later load fails.
import { Backoff } from "../../base/http/backoff.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import { REQUEST_HANG_MS } from "../../base/tasks/shared-read.ts";
import { unlessCanceled } from "../../base/tasks/wait.ts";
import type { Children, Node, RowPage } from "./node.ts";

/** Rows that the first load shows. */
const PAGE_ROWS = 50;
/** Most rows that one Load More adds. */
const MAX_MORE_ROWS = 500;
/** Most pages that one load requests, in case a service always announces another one. */
const PAGES_AT_ONCE = 50;

/** The state of the rows under one row. */
export interface ChildState {
  /** The rows to show, in order and without duplicates. */
  readonly nodes: readonly Node[];
  readonly total: number | undefined;
  readonly skipped: number;
  readonly hasMore: boolean;
  readonly reading: "none" | "first" | "again" | "more";
  /** Why the last load failed. Rows loaded before stay below it. */
  readonly problem: Problem | undefined;
  /** Whether the rows could not be loaded again, so that the shown ones are old. */
  readonly isStale: boolean;
  /** Why the next page could not be loaded. */
  readonly moreProblem: Problem | undefined;
  /** When the nodes were loaded, in epoch milliseconds. */
  readonly readAt: number | undefined;
}

interface ChildLoaderDependencies {
  readonly now: () => number;
  readonly changed: () => void;
  readonly report: (problem: Problem) => void;
}

/** The pages that one load has joined so far. */
interface LoadedPages {
  nodes: Node[];
  total: number | undefined;
  skipped: number;
  next: Children | undefined;
}

/** The rows under one row. Concurrent callers share one load. */
export class ChildLoader {
  #children: Children;
  readonly #dependencies: ChildLoaderDependencies;
  #pages: Readonly<LoadedPages> = { nodes: [], total: undefined, skipped: 0, next: undefined };
  #shown = 0;
  #beside: AbortController | undefined;
  #problemBeside: Problem | undefined;
  #problem: Problem | undefined;
  #moreProblem: Problem | undefined;
  #readAt: number | undefined;
  #stale = true;
  #reading: ChildState["reading"] = "none";
  #currentLoad: Promise<void> | undefined;
  #abort: AbortController | undefined;
  #startedAt = 0;
  readonly #recovery = new Backoff();

  constructor(children: Children, dependencies: ChildLoaderDependencies) {
    this.#children = children;
    this.#dependencies = dependencies;
  }

  get state(): ChildState {
    const { nodes, total, skipped, next } = this.#pages;
    return {
      nodes: nodes.slice(0, this.#shown),
      total,
      skipped,
      hasMore: this.#shown < nodes.length || next !== undefined,
      reading: this.#reading,
      problem: this.#problem ?? this.#problemBeside,
      isStale: this.#problem !== undefined,
      moreProblem: this.#moreProblem,
      readAt: this.#readAt,
    };
  }

  /** How long the current load has taken, in milliseconds; 0 if there is none. */
  get elapsed(): number {
    return this.#currentLoad === undefined ? 0 : this.#dependencies.now() - this.#startedAt;
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
    if (this.#dependencies.now() - this.#startedAt >= REQUEST_HANG_MS) this.#abort?.abort();
  }

  /** Resolves when there are rows or a problem to show. */
  async ready(): Promise<void> {
    while (this.#currentLoad !== undefined && (this.#stale || this.#reading !== "more")) await this.#currentLoad;
    if (!this.#stale) return;
    this.#stale = false;
    await this.#run(this.#readAt === undefined ? "first" : "again", (signal) => this.#reload(signal));
  }

  /** Makes the view load again. */
  retry(): void {
    this.#stale = true;
    this.#dependencies.changed();
  }

  /**
   * Call this when the server with this origin has answered. If the loader couldn't reach it, the next `ready` loads
   * again, and a missing page is offered again. Returns true if the shown rows change.
   */
  recover(origin: string): boolean {
    if (this.#currentLoad !== undefined) return false;
    const problem = this.#problem ?? this.#problemBeside;
    const whole = problem?.isUnreachable(origin) === true && this.#recovery.isDue(this.#dependencies.now());
    if (whole) this.#stale = true;
    const page = this.#moreProblem?.isUnreachable(origin) === true;
    if (page) this.#moreProblem = undefined;
    return whole || page;
  }

  /** Shows twice as many rows, so that a long list takes few clicks. */
  more(): Promise<void> {
    return this.#loadMore(Math.min(MAX_MORE_ROWS, Math.max(PAGE_ROWS, this.#shown)));
  }

  cancel(): void {
    this.#abort?.abort();
    this.#beside?.abort();
  }

  async #loadMore(rows: number): Promise<void> {
    // A running refresh loads only as many rows as were shown.
    while (this.#currentLoad !== undefined) {
      const isMore = this.#reading === "more";
      await this.#currentLoad;
      if (isMore) return;
    }
    const wanted = this.#shown + rows;
    await this.#run("more", async (signal) => {
      this.#moreProblem = undefined;
      const pages = { ...this.#pages, nodes: [...this.#pages.nodes] };
      try {
        await loadPages(pages, wanted, signal);
      } catch (error) {
        this.#moreProblem = toProblem(error, signal);
        this.#dependencies.report(this.#moreProblem);
      }
      this.#show(pages, wanted);
    });
  }

  /** Loads as many rows as were shown before. The old rows and their counts stay until the new rows have arrived. */
  async #reload(signal: AbortSignal): Promise<void> {
    const wanted = Math.max(PAGE_ROWS, this.#shown);
    const pages: LoadedPages = { nodes: [], total: undefined, skipped: 0, next: undefined };
    this.#beside?.abort();
    try {
      const first = await unlessCanceled(this.#children(signal), signal);
      addPage(pages, first);
      await loadPages(pages, wanted, signal);
      this.#show(pages, wanted);
      this.#problem = undefined;
      this.#moreProblem = undefined;
      this.#readAt = this.#dependencies.now();
      void this.#loadBeside(first.beside);
    } catch (error) {
      this.#problem = toProblem(error, signal);
      this.#dependencies.report(this.#problem);
    }
  }

  /** Loads what the row above needs. Keeps an earlier problem until the load ends, so that its row doesn't flicker. */
  async #loadBeside(read: RowPage["beside"]): Promise<void> {
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
    if (problem !== undefined) this.#dependencies.report(problem);
    if (problem !== before) this.#dependencies.changed();
  }

  #show(pages: LoadedPages, wanted: number): void {
    this.#pages = pages;
    this.#shown = Math.min(wanted, pages.nodes.length);
  }

  async #run(kind: ChildState["reading"], read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#startedAt = this.#dependencies.now();
    this.#reading = kind;
    this.#currentLoad = read(abort.signal).finally(() => {
      this.#reading = "none";
      this.#currentLoad = undefined;
      this.#abort = undefined;
    });
    if (kind !== "more") return await this.#currentLoad;
    // VS Code doesn't wait for the rows of Load More, so the view is refreshed twice: for the busy row and for the
    // rows.
    this.#dependencies.changed();
    await this.#currentLoad;
    this.#dependencies.changed();
  }
}

function toProblem(error: unknown, signal: AbortSignal): Problem {
  return signal.aborted ? new Problem("canceled") : asProblem(error);
}

async function loadPages(pages: LoadedPages, wanted: number, signal: AbortSignal): Promise<void> {
  for (let page = 1; page < PAGES_AT_ONCE && pages.nodes.length < wanted && pages.next !== undefined; page += 1) {
    addPage(pages, await unlessCanceled(pages.next(signal), signal));
  }
}

/** Adds the rows of a page. A page may repeat earlier rows if the server has got new ones since then. */
function addPage(pages: LoadedPages, page: RowPage): void {
  const seen = new Set(pages.nodes.map(({ id }) => id));
  for (const node of page.nodes) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    pages.nodes.push(node);
  }
  pages.total = page.total ?? pages.total;
  pages.skipped += page.skipped ?? 0;
  pages.next = page.next;
}

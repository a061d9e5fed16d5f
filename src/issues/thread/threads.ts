// Keeps the state of threads, so that everything that shows a thread shares its data and requests.
import type { Disposable, Event } from "vscode";
import { LruMap } from "../../base/lru.ts";
import { asProblem, Problem, type ProblemKind } from "../../base/problem.ts";
import { LONG_READ_HANG_MS, SharedRead } from "../../base/tasks/shared-read.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log/log.ts";
import { logProblem } from "../../workbench/log/log-problems.ts";
import type { Forge } from "../api/forge.ts";
import type { Comment } from "../model/entities.ts";
import { repositoryKey, sameBase, threadKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { ReviewComment } from "../model/review.ts";
import { threadItems } from "../model/timeline.ts";
import { readNews, type ThreadNews } from "./thread-changes.ts";
import { readComments, readThread } from "./read-thread.ts";
import { mergeById, withRepository, type Thread } from "./thread.ts";

/** The state of a thread. After a failed load, the earlier data stays. */
export interface ThreadState {
  readonly thread: Thread | undefined;
  readonly problem: Problem | undefined;
  readonly reading: boolean;
}

export interface CommentList {
  readonly values: readonly Comment[];
  /** How many could not be decoded. */
  readonly skipped: number;
}

export interface ThreadDependencies {
  readonly log: Log;
  readonly now: () => number;
  readonly apiAt: (address: ThreadAddress) => Forge;
  /** Whether the server pages its timelines. */
  readonly isPaged: (address: ThreadAddress, signal?: AbortSignal) => Promise<boolean>;
  /** Loads additional data that a thread can do without. Ignores failures. */
  readonly loadAround: (address: ThreadAddress, api: Forge, signal?: AbortSignal) => Promise<unknown>;
}

/** The problems of an account that may not see a thread. */
const HIDING: ReadonlySet<ProblemKind> = new Set(["unauthorized", "forbidden", "notFound"]);

const NOTHING: ThreadState = { thread: undefined, problem: undefined, reading: false };

/** How many hidden threads are kept, so that going back to one is fast. A thread may take megabytes. */
const MAX_HIDDEN_THREADS = 3;

/** Keeps the threads that are shown or were loaded last, and comments that were loaded without their thread. */
export class Threads {
  readonly #dependencies: ThreadDependencies;
  /** How many rows and panels show each thread. */
  readonly #holders = new Map<string, number>();
  readonly #readings = new Map<string, SharedRead<void>>();
  readonly #refreshing = new Set<string>();
  /** Threads that were loaded for another account or token. The current one may not have access to them. */
  readonly #ofOther = new Set<string>();
  readonly #comments = new LruMap<string, CommentList>(MAX_HIDDEN_THREADS, (key) => this.#holders.has(key));
  readonly #states = new LruMap<string, { readonly address: ThreadAddress; readonly state: ThreadState }>(
    MAX_HIDDEN_THREADS,
    (key) => this.#holders.has(key) || this.#readings.has(key),
  );
  readonly #changed = new Emitter<ThreadAddress>();
  /** Fires when a thread changes, or its load starts, ends or fails. */
  readonly onDidChange: Event<ThreadAddress> = this.#changed.event;

  constructor(dependencies: ThreadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Loads only the comments of a thread. */
  async comments(address: ThreadAddress, signal?: AbortSignal): Promise<CommentList> {
    const { values, skipped } = await readComments(this.#dependencies.apiAt(address), address, signal);
    const list = { values, skipped };
    this.#comments.set(threadKey(address), list);
    return list;
  }

  /** Returns the comments of a thread as last loaded, for any purpose. */
  knownComments(address: ThreadAddress): CommentList | undefined {
    return this.#comments.get(threadKey(address));
  }

  at(address: ThreadAddress): ThreadState {
    return this.#states.get(threadKey(address))?.state ?? NOTHING;
  }

  /** Keeps the data of a thread while a row or panel shows it. */
  retain(address: ThreadAddress): Disposable {
    const key = threadKey(address);
    this.#holders.set(key, (this.#holders.get(key) ?? 0) + 1);
    let held = true;
    return {
      dispose: () => {
        if (!held) return;
        held = false;
        const remaining = (this.#holders.get(key) ?? 1) - 1;
        if (remaining > 0) {
          this.#holders.set(key, remaining);
          return;
        }
        this.#holders.delete(key);
        this.#comments.trim();
        this.#states.trim();
      },
    };
  }

  /**
   * Loads the thread. Concurrent callers share one load, unless it seems to hang. Failures aren't thrown, but put into
   * the thread's state.
   */
  async read(address: ThreadAddress, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    const key = threadKey(address);
    const reading = this.#readings.get(key) ?? this.#begin(address);
    reading.refresh();
    // Only cancellation throws.
    await reading.get(signal).catch(() => undefined);
    if (this.#readings.get(key) !== reading || reading.isReading) return;
    // The load was canceled because no caller waits for it. Earlier data stays.
    this.#readings.delete(key);
    this.#setState(address, { ...this.at(address), reading: false });
  }

  /** Loads the thread after a write. Restarts a load in progress, which may have started before the write. */
  async readAgain(address: ThreadAddress): Promise<void> {
    this.#readings.get(threadKey(address))?.restart();
    await this.read(address);
  }

  /**
   * Loads what changed in a loaded thread, and returns whether anything did. Failures are put into the thread's state.
   * If the changes can't be determined, loads the whole thread again.
   */
  async refresh(
    address: ThreadAddress,
    { thorough, signal }: { readonly thorough: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<boolean> {
    const { now, apiAt } = this.#dependencies;
    const key = threadKey(address);
    const { thread, problem, reading } = this.at(address);
    if (reading || this.#refreshing.has(key)) return false;
    if (thread?.comments === undefined || !thread.whole || thread.withoutEvents !== undefined) {
      await this.read(address, signal);
      return true;
    }
    this.#refreshing.add(key);
    let news: ThreadNews | undefined;
    let failure: Problem | undefined;
    try {
      news = await readNews(apiAt(address), address, thread, {
        now,
        thorough,
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      failure = asProblem(error);
    } finally {
      this.#refreshing.delete(key);
    }
    if (signal?.aborted === true) return false;
    // The thread was loaded again or dropped since, or is being loaded, which is newer.
    if (this.at(address).thread !== thread || this.at(address).reading) return true;
    if (news === "unclear") {
      await this.read(address, signal);
      return true;
    }
    const state = { thread: news?.thread ?? thread, problem: failure, reading: false };
    if (news?.changed === true) this.#keepComments(address, news.thread);
    if (news?.changed === true || failure?.kind !== problem?.kind) this.#setState(address, state);
    else this.#states.set(key, { address, state });
    return news?.changed === true;
  }

  /** Adds comments that were loaded for another purpose, such as a send. */
  take(address: ThreadAddress, comments: readonly Comment[]): void {
    const key = threadKey(address);
    const known = this.#comments.get(key);
    if (known !== undefined) this.#comments.set(key, { ...known, values: mergeById(known.values, comments) });
    const state = this.at(address);
    const { thread } = state;
    // The load in progress began before the comments were written, and may end without them.
    if (state.reading) void this.readAgain(address);
    if (thread?.comments === undefined || !thread.whole || state.reading) {
      this.#changed.fire(address);
      return;
    }
    const values = mergeById(thread.comments, comments);
    const issue = { ...thread.issue, comments: thread.issue.comments + values.length - thread.comments.length };
    const items = threadItems(values, thread.records, thread.reviews);
    this.#setState(address, { ...state, thread: { ...thread, issue, comments: values, items } });
  }

  /** Replaces a comment on a line by its current version, which was loaded for another purpose. */
  takeLineComment(address: ThreadAddress, comment: ReviewComment): void {
    const state = this.at(address);
    const { thread } = state;
    if (state.reading) void this.readAgain(address);
    else if (thread !== undefined) {
      const byId = new Map(
        [...thread.reviews.byId].map(([id, full]) => {
          const comments = full.comments.map((each) => (each.id === comment.id ? comment : each));
          return [id, { ...full, comments }];
        }),
      );
      const reviews = { ...thread.reviews, byId };
      const items = threadItems(thread.comments, thread.records, reviews);
      this.#setState(address, { ...state, thread: { ...thread, reviews, items } });
    }
  }

  /** Call when a repository was renamed. Makes its threads available under the new name. */
  rename(from: RepositoryAddress, to: RepositoryAddress): void {
    for (const { address, state } of this.#states.values()) {
      if (repositoryKey(address) !== repositoryKey(from)) continue;
      const present = { ...to, number: address.number };
      const thread = state.thread && withRepository(state.thread, to);
      this.#states.set(threadKey(present), { address: present, state: { ...state, thread, reading: false } });
      if (thread !== undefined) this.#keepComments(present, thread);
    }
  }

  /** Call when repositories use another account or token. Reloads the threads that are shown, and drops the others. */
  loadAgain(isThere: (address: RepositoryAddress) => boolean): void {
    for (const [key, { address, state }] of this.#states.entries()) {
      if (!isThere(address)) continue;
      if (!this.#holders.has(key)) {
        this.#drop(address);
        continue;
      }
      // A problem of the old account says nothing about the new one.
      this.#states.set(key, { address, state: { ...state, problem: undefined } });
      this.#ofOther.add(key);
      void this.readAgain(address);
    }
  }

  /** Drops everything from a server whose account is gone. Open panels load their threads again. */
  forgetAll(base: string): void {
    for (const key of this.#comments.keys()) {
      if (sameBase(key.slice(0, base.length), base)) this.#comments.delete(key);
    }
    const affected = this.#states.values().filter(({ address }) => sameBase(address.base, base));
    for (const { address } of affected) this.#drop(address);
    for (const { address } of affected) this.#changed.fire(address);
  }

  /** Drops the loaded comments of a repository. */
  forgetComments(address: RepositoryAddress): void {
    const start = `${repositoryKey(address)}#`;
    for (const key of this.#comments.keys()) if (key.startsWith(start)) this.#comments.delete(key);
  }

  dispose(): void {
    const pending = [...this.#readings.values()];
    this.#readings.clear();
    for (const reading of pending) reading.cancel();
    this.#changed.dispose();
  }

  #drop(address: ThreadAddress): void {
    const key = threadKey(address);
    this.#states.delete(key);
    this.#ofOther.delete(key);
    const pending = this.#readings.get(key);
    this.#readings.delete(key);
    pending?.cancel();
  }

  #begin(address: ThreadAddress): SharedRead<void> {
    const before = this.at(address);
    const read = (signal: AbortSignal): Promise<void> => this.#readToEnd(address, before.thread, signal);
    const reading = new SharedRead(read, this.#dependencies.now, LONG_READ_HANG_MS);
    this.#readings.set(threadKey(address), reading);
    this.#setState(address, { ...before, reading: true });
    return reading;
  }

  /** Loads a thread and updates its state. Drops the result of a canceled load. */
  async #readToEnd(address: ThreadAddress, known: Thread | undefined, signal: AbortSignal): Promise<void> {
    const key = threadKey(address);
    const outcome = await this.#readWhole(address, known, signal, (thread) => {
      if (!signal.aborted) this.#setState(address, { thread, problem: undefined, reading: true });
    }).catch((error: unknown) => asProblem(error));
    if (signal.aborted) return;
    this.#readings.delete(key);
    if (outcome instanceof Problem) {
      logProblem(this.#dependencies.log, `${key} could not be loaded`, outcome);
      this.#setState(address, { thread: this.at(address).thread, problem: outcome, reading: false });
    } else {
      this.#keepComments(address, outcome);
      this.#setState(address, { thread: outcome, problem: undefined, reading: false });
    }
  }

  async #readWhole(
    address: ThreadAddress,
    known: Thread | undefined,
    signal: AbortSignal,
    onBeginning: (beginning: Thread) => void,
  ): Promise<Thread> {
    const { now, apiAt, isPaged, loadAround: around } = this.#dependencies;
    const api = apiAt(address);
    const [thread] = await Promise.all([
      readThread(api, address, {
        paged: () => isPaged(address, signal),
        now,
        signal,
        mark: known?.mark,
        reviews: known?.reviews,
        ...(known === undefined ? { onBeginning } : {}),
      }),
      around(address, api, signal),
    ]);
    return thread;
  }

  #keepComments(address: ThreadAddress, { comments, skippedComments }: Thread): void {
    if (comments !== undefined) {
      this.#comments.set(threadKey(address), { values: comments, skipped: skippedComments });
    }
  }

  #setState(address: ThreadAddress, state: ThreadState): void {
    const key = threadKey(address);
    const { problem, reading } = state;
    const isHidden = this.#ofOther.has(key) && problem !== undefined && HIDING.has(problem.kind);
    if (isHidden) this.#comments.delete(key);
    if (isHidden || (problem === undefined && !reading)) this.#ofOther.delete(key);
    this.#states.set(key, { address, state: isHidden ? { ...state, thread: undefined } : state });
    this.#changed.fire(address);
  }
}

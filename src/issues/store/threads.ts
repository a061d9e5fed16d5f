import type { Event } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log.ts";
import type { Api } from "../api.ts";
import type { Comment } from "../model.ts";
import { repositoryKey, sameBase, threadKey } from "../model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { readNews } from "./news.ts";
import type { News } from "./news.ts";
import { readComments, readThread } from "./reading.ts";
import type { Thread } from "./thread.ts";

/** What is known of a thread. A reading that failed leaves what was read before. */
export interface ThreadState {
  readonly thread: Thread | undefined;
  readonly problem: Problem | undefined;
  readonly reading: boolean;
}

export interface CommentList {
  readonly values: readonly Comment[];
  /** How many could not be understood. */
  readonly skipped: number;
}

export interface ThreadParts {
  readonly log: Log;
  readonly now: () => number;
  readonly apiAt: (address: ThreadAddress) => Api;
  /** Whether the server's timelines come in pages. */
  readonly isPaged: (address: ThreadAddress, signal?: AbortSignal) => Promise<boolean>;
  /** What is read beside a thread and is nice to have: what fails of it is not missed. */
  readonly around: (address: ThreadAddress, api: Api, signal?: AbortSignal) => Promise<unknown>;
}

const NOTHING: ThreadState = { thread: undefined, problem: undefined, reading: false };

/** The threads that were read, and the comments of others. */
export class Threads {
  readonly #parts: ThreadParts;
  readonly #comments = new Map<string, CommentList>();
  readonly #states = new Map<string, { readonly address: ThreadAddress; readonly state: ThreadState }>();
  readonly #refreshing = new Set<string>();
  readonly #changed = new Emitter<ThreadAddress>();
  /** The thread was read, or is being read. */
  readonly onDidChange: Event<ThreadAddress> = this.#changed.event;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
  }

  /** Reads the comments of a thread. */
  async comments(address: ThreadAddress, signal?: AbortSignal): Promise<CommentList> {
    const { values, skipped } = await readComments(this.#parts.apiAt(address), address, signal);
    const list = { values, skipped };
    this.#comments.set(threadKey(address), list);
    return list;
  }

  /** The comments of a thread as they were read last, for whatever it was. */
  knownComments(address: ThreadAddress): CommentList | undefined {
    return this.#comments.get(threadKey(address));
  }

  at(address: ThreadAddress): ThreadState {
    return this.#states.get(threadKey(address))?.state ?? NOTHING;
  }

  /** Reads the thread anew. A failure is in its state, not thrown. */
  async read(address: ThreadAddress, signal?: AbortSignal): Promise<void> {
    const { log, now, apiAt, isPaged, around } = this.#parts;
    const before = this.at(address);
    if (before.reading) return;
    this.#tell(address, { ...before, reading: true });
    try {
      const api = apiAt(address);
      const [thread] = await Promise.all([
        readThread(api, address, {
          paged: () => isPaged(address, signal),
          now,
          signal,
          mark: before.thread?.mark,
          ...(before.thread === undefined
            ? { begun: (thread) => this.#tell(address, { thread, problem: undefined, reading: true }) }
            : {}),
        }),
        around(address, api, signal),
      ]);
      this.#keepComments(address, thread);
      this.#tell(address, { thread, problem: undefined, reading: false });
    } catch (error) {
      const problem = asProblem(error);
      log.warn(problem.message, { issue: threadKey(address) });
      this.#tell(address, { thread: this.at(address).thread, problem, reading: false });
    }
  }

  /**
   * Asks for what changed in a thread that was read, and gives back whether something did. A failure is in its state.
   * Where it cannot be told what changed, everything is read.
   */
  async refresh(address: ThreadAddress, { thorough }: { readonly thorough: boolean }): Promise<boolean> {
    const { now, apiAt } = this.#parts;
    const key = threadKey(address);
    const { thread, problem, reading } = this.at(address);
    if (reading || this.#refreshing.has(key)) return false;
    if (thread?.comments === undefined || !thread.whole || thread.withoutEvents !== undefined) {
      await this.read(address);
      return true;
    }
    this.#refreshing.add(key);
    let news: News | undefined;
    let failure: Problem | undefined;
    try {
      news = await readNews(apiAt(address), address, thread, { now, thorough });
    } catch (error) {
      failure = asProblem(error);
    } finally {
      this.#refreshing.delete(key);
    }
    // Read anew, or forgotten, while this was under way: that is newer.
    if (this.at(address).thread !== thread) return true;
    if (news === "unclear") {
      await this.read(address);
      return true;
    }
    const state = { thread: news?.thread ?? thread, problem: failure, reading: false };
    if (news?.changed === true) this.#keepComments(address, news.thread);
    if (news?.changed === true || failure?.kind !== problem?.kind) this.#tell(address, state);
    else this.#states.set(key, { address, state });
    return news?.changed === true;
  }

  /** What failed with the old account says nothing of the new one. */
  forgetProblems(base: string): void {
    for (const [key, { address, state }] of this.#states) {
      if (sameBase(address.base, base)) this.#states.set(key, { address, state: { ...state, problem: undefined } });
    }
  }

  /** What an account alone may have been shown is not kept for others; an open panel reads its thread anew. */
  forgetAll(base: string): void {
    for (const key of [...this.#comments.keys()]) {
      if (sameBase(key.slice(0, base.length), base)) this.#comments.delete(key);
    }
    const there = [...this.#states.values()].filter(({ address }) => sameBase(address.base, base));
    for (const { address } of there) this.#states.delete(threadKey(address));
    for (const { address } of there) this.#changed.fire(address);
  }

  /** The comments of a repository that were only read in passing. */
  forgetComments(address: RepositoryAddress): void {
    const start = `${repositoryKey(address)}#`;
    for (const key of [...this.#comments.keys()]) if (key.startsWith(start)) this.#comments.delete(key);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #keepComments(address: ThreadAddress, { comments, skippedComments }: Thread): void {
    if (comments !== undefined) {
      this.#comments.set(threadKey(address), { values: comments, skipped: skippedComments });
    }
  }

  #tell(address: ThreadAddress, state: ThreadState): void {
    this.#states.set(threadKey(address), { address, state });
    this.#changed.fire(address);
  }
}

// Keeps what the panel of a thread shows of a pull request beyond an issue: branches, checks, and what merging requires.
import type { Event } from "vscode";
import { LruMap } from "../../../base/lru.ts";
import { asProblem, type Problem } from "../../../base/problem.ts";
import { SharedRead } from "../../../base/tasks/shared-read.ts";
import { Emitter } from "../../../workbench/events.ts";
import type { Log } from "../../../workbench/log/log.ts";
import { logProblem } from "../../../workbench/log/log-problems.ts";
import type { Listed, Paged } from "../../api/caller.ts";
import type { Forge } from "../../api/forge.ts";
import { threadKey, type ThreadAddress } from "../../model/address.ts";
import type { BranchRules, Check, PullDetails } from "../../model/pull.ts";
import { readPages } from "./read-pages.ts";

const MAX_PULLS = 200;
/** While checks run, or the server may still be checking for conflicts, a head is loaded again this soon. */
const UNSETTLED_AGE_MS = 20_000;
/** The results of checks change without a change of the thread. */
const SETTLED_AGE_MS = 120_000;

export interface PullHead {
  readonly details: PullDetails;
  readonly checks: readonly Check[];
  /** The number of checks that could not be decoded, or are on pages that aren't loaded. */
  readonly skipped: number;
  /** Why the checks could not be loaded. */
  readonly withoutChecks: Problem | undefined;
  /** Undefined if they could not be loaded, or the pull request is closed. */
  readonly rules: BranchRules | undefined;
  readonly readAt: number;
}

/** After a failed load, the earlier head stays. */
export interface PullState {
  readonly head: PullHead | undefined;
  readonly problem: Problem | undefined;
}

export interface PullHeadDependencies {
  readonly apiAt: (address: ThreadAddress) => Forge;
  readonly now: () => number;
  readonly log: Log;
}

const UNKNOWN: PullState = { head: undefined, problem: undefined };

export class PullHeads {
  readonly #dependencies: PullHeadDependencies;
  readonly #states = new LruMap<string, PullState>(MAX_PULLS);
  readonly #reads = new Map<string, SharedRead<PullHead>>();
  readonly #changed = new Emitter<ThreadAddress>();
  readonly onDidChange: Event<ThreadAddress> = this.#changed.event;

  constructor(dependencies: PullHeadDependencies) {
    this.#dependencies = dependencies;
  }

  at(address: ThreadAddress): PullState {
    return this.#states.get(threadKey(address)) ?? UNKNOWN;
  }

  /** Loads the head. Concurrent callers share one load. Failures are put into the state. */
  async refresh(address: ThreadAddress, signal?: AbortSignal): Promise<void> {
    const key = threadKey(address);
    const read = this.#reads.get(key) ?? new SharedRead((ended) => this.#read(address, ended), this.#dependencies.now);
    this.#reads.set(key, read);
    let state: PullState;
    try {
      state = { head: await read.get(signal), problem: undefined };
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "canceled") return;
      logProblem(this.#dependencies.log, `The pull request ${key} could not be loaded`, problem);
      state = { head: this.at(address).head, problem };
    } finally {
      if (!read.isReading && this.#reads.get(key) === read) this.#reads.delete(key);
    }
    this.#states.set(key, state);
    this.#changed.fire(address);
  }

  /** Loads the head again if it has reached the age at which it may have changed. */
  async refreshOld(address: ThreadAddress, signal?: AbortSignal): Promise<void> {
    const { head } = this.at(address);
    if (head === undefined || this.#dependencies.now() - head.readAt >= getMaxAge(head))
      await this.refresh(address, signal);
  }

  /** Call when a repository uses another account: what it may see has changed. */
  forget(): void {
    this.#states.clear();
    for (const read of this.#reads.values()) read.restart();
  }

  dispose(): void {
    for (const read of this.#reads.values()) read.cancel();
    this.#changed.dispose();
  }

  async #read(address: ThreadAddress, signal: AbortSignal): Promise<PullHead> {
    const { pulls } = this.#dependencies.apiAt(address);
    const details = await pulls.details(address, address.number, { signal });
    const readAt = this.#dependencies.now();
    const nothing = { checks: [], skipped: 0, withoutChecks: undefined };
    if (details.closed) return { details, ...nothing, rules: undefined, readAt };
    const load = (paged: Paged): Promise<Listed<Check>> => pulls.checks(address, details.head.commit, paged);
    const [checks, rules] = await Promise.all([
      readPages(load, ({ name }) => name, signal).then(
        ({ values, skipped }) => ({ checks: values, skipped, withoutChecks: undefined }),
        (error: unknown) => ({ ...nothing, withoutChecks: unlessCanceled(error) }),
      ),
      pulls.branchRules(address, details.base.branch, { signal }).catch((error: unknown) => void unlessCanceled(error)),
    ]);
    return { details, ...checks, rules, readAt };
  }
}

function unlessCanceled(error: unknown): Problem {
  const problem = asProblem(error);
  if (problem.kind === "canceled") throw problem;
  return problem;
}

function getMaxAge({ details, checks }: PullHead): number {
  const { closed, draft, mergeable } = details;
  if (closed) return Infinity;
  const isUnsettled = (!draft && !mergeable) || checks.some(({ state }) => state === "running");
  return isUnsettled ? UNSETTLED_AGE_MS : SETTLED_AGE_MS;
}

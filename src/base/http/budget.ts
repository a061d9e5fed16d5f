// Enforces a service's rate limit across all windows of the machine.
import * as v from "valibot";
import { asProblem, Problem } from "../problem.ts";
import { MAX_HOLD_MS, MAX_RETRY_AFTER_MS } from "./retry.ts";
import { SharedState } from "../processes/shared-state.ts";
import { unlessCanceled, wait, type Wait } from "../tasks/wait.ts";

/**
 * A rate limit: `capacity` requests at once, then `perSecond`. If a service allows N requests in any window of W
 * seconds, use a `capacity` of C and (N - C) / W `perSecond`. Keep C below the service's own burst limit by the number
 * of requests that may be in flight.
 */
export interface BudgetRule {
  readonly id: string;
  readonly capacity: number;
  readonly perSecond: number;
}

export interface BudgetOptions {
  /** A folder that all windows of the machine share and nothing else uses; one for each service. */
  readonly folder: string;
  readonly rules: readonly BudgetRule[];
  /** Called if the folder can't be used. This window then enforces the limit only for itself. */
  readonly onAlone?: (reason: Problem) => void;
  /** Called if the stored times are impossible. The limit then starts over. */
  readonly onReset?: () => void;
  /** The time of day, which services and problems use. */
  readonly now?: () => number;
  /** A clock in milliseconds that all processes of the machine share and that can't be set. */
  readonly clock?: () => number;
  readonly wait?: Wait | undefined;
}

/** The state that all windows share. */
const Ledger = v.object({
  /** Time of the last write. All times in the ledger are by `clock`. */
  written: v.number(),
  /** No request before this time, because of a 429. */
  heldUntil: v.number(),
  /** By rule, when its full capacity is available again. */
  wholeAt: v.record(v.string(), v.number()),
});
type Ledger = v.InferOutput<typeof Ledger>;

interface Slot {
  readonly waitMs: number;
  /** The entry that this slot made in the ledger. */
  readonly wholeAt: number;
}

/** A restart of the machine resets its clock. A ledger written further in the future than this predates the restart. */
const CLOCK_TOLERANCE_MS = 2_000;

/** Each window holds one place in a queue. A ledger with places for more windows than this is damaged. */
const MAX_WINDOWS = 32;

/**
 * Milliseconds since the machine started. The time of day can be set forward, which would refill every allowance at
 * once. On Linux, macOS and Windows, all processes share this clock. It may stop while the machine sleeps, and
 * allowances then refill late. If the clocks of two containers differ, each container treats the other's times as past,
 * or shifts them as after a restart.
 */
const sinceBoot = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * Grants requests to a service within its rate limit. A window records its place in a rule's queue before it waits, so
 * windows are served in turn. Each window holds at most one place per queue, so none can fill it.
 */
export class Budget {
  readonly #rules: readonly BudgetRule[];
  readonly #state: SharedState;
  readonly #onAlone: ((reason: Problem) => void) | undefined;
  readonly #onReset: (() => void) | undefined;
  readonly #now: () => number;
  readonly #clock: () => number;
  readonly #wait: Wait;
  readonly #queues = new Map<string, Promise<void>>();
  /** The last known state, used while the folder can't be read. */
  #ledger: Ledger = { written: 0, heldUntil: 0, wholeAt: {} };
  #alone = false;

  constructor({ folder, rules, onAlone, onReset, now, clock, wait: waiting }: BudgetOptions) {
    // The slowest rule first: a request that waits for it holds no places of faster rules.
    this.#rules = rules.toSorted((one, other) => one.perSecond - other.perSecond);
    this.#state = new SharedState(folder, onReset === undefined ? {} : { onReset });
    this.#onAlone = onAlone;
    this.#onReset = onReset;
    this.#now = now ?? Date.now;
    this.#clock = clock ?? sinceBoot;
    this.#wait = waiting ?? wait;
  }

  /** Resolves when one more request may be sent. `ids` are the rules that it counts against, by default all. */
  async take(ids?: readonly string[], signal?: AbortSignal): Promise<void> {
    const unknownId = ids?.find((id) => !this.#rules.some((rule) => rule.id === id));
    if (unknownId !== undefined) throw new RangeError(`The budget has no rule ${unknownId}`);
    const slots: { readonly rule: BudgetRule; readonly slot: Slot }[] = [];
    try {
      for (const rule of this.#rules) {
        if (ids?.includes(rule.id) === false) continue;
        slots.push({ rule, slot: await this.#enqueue(rule.id, signal, () => this.#takeOne(rule, signal)) });
      }
    } catch (error) {
      // The request won't be sent, so it must not count against the rules that have already granted it.
      for (const { rule, slot } of slots) await this.#returnPlace(rule, slot);
      throw error;
    }
  }

  /** Pauses every window until this time of day, as the service requested. */
  async pauseUntil(until: number): Promise<void> {
    const heldUntil = this.#clock() + Math.min(until - this.#now(), MAX_HOLD_MS);
    await this.#change((ledger) => ({
      ledger: { ...ledger, heldUntil: Math.max(ledger.heldUntil, heldUntil) },
      result: undefined,
    }));
  }

  async #takeOne(rule: BudgetRule, signal: AbortSignal | undefined): Promise<Slot> {
    for (;;) {
      const slot = await this.#change((ledger) => this.#reserve(ledger, rule));
      if (slot instanceof Problem) throw slot;
      if (slot.waitMs <= 0) return slot;
      try {
        await this.#wait(slot.waitMs, signal);
      } catch (error) {
        await this.#returnPlace(rule, slot);
        throw error;
      }
      // While this window waited, another may have received a 429.
      const { heldUntil } = await this.#read();
      if (heldUntil <= this.#clock()) return slot;
    }
  }

  #reserve(ledger: Ledger, rule: BudgetRule): { ledger: Ledger; result: Slot | Problem } {
    const now = this.#clock();
    const held = ledger.heldUntil - now;
    if (held > MAX_RETRY_AFTER_MS) {
      return { ledger, result: new Problem("rateLimited", { retryAt: this.#now() + held }) };
    }
    const interval = 1000 / rule.perSecond;
    const wholeBefore = ledger.wholeAt[rule.id] ?? -Infinity;
    const at = Math.max(now, ledger.heldUntil, wholeBefore - (rule.capacity - 1) * interval);
    const wholeAt = Math.max(wholeBefore, at) + interval;
    return {
      ledger: { ...ledger, wholeAt: { ...ledger.wholeAt, [rule.id]: wholeAt } },
      result: { waitMs: Math.ceil(at - now), wholeAt },
    };
  }

  /** Returns an unused place. Only the last place in the queue can be returned; any other is lost. */
  async #returnPlace(rule: BudgetRule, slot: Slot): Promise<void> {
    await this.#change((ledger) => {
      const last = ledger.wholeAt[rule.id] === slot.wholeAt;
      const wholeAt = slot.wholeAt - 1000 / rule.perSecond;
      return {
        ledger: last ? { ...ledger, wholeAt: { ...ledger.wholeAt, [rule.id]: wholeAt } } : ledger,
        result: undefined,
      };
    });
  }

  /** Runs the tasks of a rule one at a time within this window, in the order of the calls. */
  #enqueue<Result>(id: string, signal: AbortSignal | undefined, task: () => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(id) ?? Promise.resolve();
    const turn = unlessCanceled(before, signal).then(task);
    this.#queues.set(
      id,
      Promise.allSettled([before, turn]).then(() => undefined),
    );
    return turn;
  }

  async #change<Result>(edit: (ledger: Ledger) => { ledger: Ledger; result: Result }): Promise<Result> {
    const apply = (content: unknown): { content: Ledger; result: Result } => {
      const { ledger, result } = edit(this.#current(content));
      return { content: { ...ledger, written: this.#clock() }, result };
    };
    try {
      const { ledger, result } = await this.#state.change((content) => {
        const applied = apply(content);
        return { content: applied.content, result: { ledger: applied.content, result: applied.result } };
      });
      this.#ledger = ledger;
      this.#alone = false;
      return result;
    } catch (error) {
      this.#stopSharing(error);
      const { content, result } = apply(undefined);
      this.#ledger = content;
      return result;
    }
  }

  async #read(): Promise<Ledger> {
    try {
      return this.#current(await this.#state.read());
    } catch (error) {
      this.#stopSharing(error);
      return this.#ledger;
    }
  }

  /** The stored state, or this window's own if none can be read; shifted if the clock was reset. */
  #current(content: unknown): Ledger {
    const read = v.safeParse(Ledger, content);
    const ledger = this.#shiftAfterRestart(read.success ? read.output : this.#ledger);
    if (this.#isPossible(ledger)) return ledger;
    // Waiting for such times would block every window forever.
    this.#onReset?.();
    const known = this.#shiftAfterRestart(this.#ledger);
    return this.#isPossible(known) ? known : { written: this.#clock(), heldUntil: 0, wholeAt: {} };
  }

  #shiftAfterRestart(ledger: Ledger): Ledger {
    const now = this.#clock();
    const back = ledger.written - now;
    if (back < CLOCK_TOLERANCE_MS) return ledger;
    const wholeAt = Object.fromEntries(Object.entries(ledger.wholeAt).map(([id, at]) => [id, at - back]));
    return { written: now, heldUntil: ledger.heldUntil - back, wholeAt };
  }

  /** True if windows that follow the rules can have written this ledger. */
  #isPossible({ heldUntil, wholeAt }: Ledger): boolean {
    const now = this.#clock();
    if (!(heldUntil <= now + MAX_HOLD_MS + CLOCK_TOLERANCE_MS)) return false;
    return this.#rules.every(({ id, capacity, perSecond }) => {
      const places = ((capacity + MAX_WINDOWS) * 1000) / perSecond;
      return (wholeAt[id] ?? 0) <= Math.max(now, heldUntil) + places + CLOCK_TOLERANCE_MS;
    });
  }

  #stopSharing(error: unknown): void {
    if (!this.#alone) this.#onAlone?.(asProblem(error));
    this.#alone = true;
  }
}

// Estimates when any block of a network closed, from a few blocks whose times are known.
import type { Nanoseconds } from "../../base/time.ts";
import type { Block } from "../model/block.ts";

/** A block whose number and time are known. */
export type DatedBlock = Pick<Block, "number" | "to">;

interface Anchor {
  readonly number: bigint;
  readonly to: Nanoseconds;
}

/** Loads a block; undefined if the node doesn't have it. */
type LoadBlock = (number: bigint) => Promise<DatedBlock | undefined>;

/** A part of a list of numbers, by the indexes of its ends. */
interface IndexRange {
  readonly low: number;
  readonly high: number;
}

interface Midpoint extends IndexRange {
  readonly middle: number;
  readonly number: bigint;
  readonly estimate: Nanoseconds;
}

/** Beyond this many blocks, those that matter least for the estimate are dropped. */
const MAX_ANCHORS = 256;
/** Maximum number of requests for one list of rows. */
const MAX_REQUESTS = 24;
const MINUTE_NS: Nanoseconds = 60_000_000_000n;
const HALF_DAY_NS: Nanoseconds = 12n * 60n * MINUTE_NS;

export class Timeline {
  /** The lowest number first. */
  #anchors: readonly Anchor[] = [];

  /** Adds blocks whose times are known. */
  add(blocks: readonly DatedBlock[]): void {
    const anchors = new Map(this.#anchors.map((anchor) => [anchor.number, anchor]));
    for (const { number, to } of blocks) if (to !== undefined) anchors.set(number, { number, to });
    this.#anchors = [...anchors.values()].toSorted((one, other) => (one.number < other.number ? -1 : 1));
    while (this.#anchors.length > MAX_ANCHORS) this.#drop();
  }

  forget(): void {
    this.#anchors = [];
  }

  /** Estimates when a block closed, at a constant pace between the nearest blocks whose times are known. */
  estimateTime(number: bigint): Nanoseconds | undefined {
    const above = this.#anchors.findIndex((anchor) => anchor.number >= number);
    const after = this.#anchors[above];
    if (after?.number === number) return after.to;
    const before = this.#anchors[above - 1];
    return after === undefined || before === undefined ? undefined : interpolate(number, before, after);
  }

  /**
   * Loads blocks where a pause of the network would distort the times of these numbers: first the ends, then the middle
   * of every part with an uneven pace. The numbers are in ascending order. Returns true if it sent a request.
   */
  async refine(numbers: readonly bigint[], load: LoadBlock): Promise<boolean> {
    const last = numbers.length - 1;
    const budget = { left: MAX_REQUESTS };
    await this.#load([0, last], numbers, load, budget);
    let uneven: readonly IndexRange[] = [{ low: 0, high: last }];
    while (uneven.length > 0 && budget.left > 0) {
      const middles = this.#findMiddles(uneven, numbers);
      const indexes = middles.map(({ middle }) => middle);
      await this.#load(indexes, numbers, load, budget);
      uneven = this.#findUneven(middles, this.#tolerance(numbers));
    }
    return budget.left < MAX_REQUESTS;
  }

  async #load(
    indexes: readonly number[],
    numbers: readonly bigint[],
    load: LoadBlock,
    budget: { left: number },
  ): Promise<void> {
    const selected = indexes.flatMap((index) => numbers[index] ?? []);
    const unknown = selected.filter((number) => !this.#hasTime(number)).slice(0, budget.left);
    budget.left -= unknown.length;
    const found = await Promise.all(unknown.map((number) => load(number)));
    this.add(found.flatMap((block) => block ?? []));
  }

  #findMiddles(ranges: readonly IndexRange[], numbers: readonly bigint[]): readonly Midpoint[] {
    return ranges.flatMap(({ low, high }) => {
      const middle = Math.floor((low + high) / 2);
      const number = numbers[middle];
      const estimate = number === undefined || middle === low ? undefined : this.estimateTime(number);
      return number === undefined || estimate === undefined ? [] : [{ low, middle, high, number, estimate }];
    });
  }

  /** Returns both halves of each part whose middle block closed at another time than estimated. */
  #findUneven(middles: readonly Midpoint[], tolerance: Nanoseconds): readonly IndexRange[] {
    return middles.flatMap(({ low, middle, high, number, estimate }) => {
      const time = this.#hasTime(number) ? this.estimateTime(number) : undefined;
      if (time === undefined || distance(time, estimate) <= tolerance) return [];
      return [
        { low, high: middle },
        { low: middle, high },
      ];
    });
  }

  #hasTime(number: bigint): boolean {
    return this.#anchors.some((anchor) => anchor.number === number);
  }

  /** A tenth of the time of a row, but at least a minute, the shown precision, and at most half a day. */
  #tolerance(numbers: readonly bigint[]): Nanoseconds {
    const [first = 0n] = numbers;
    const [from, to] = [this.estimateTime(first), this.estimateTime(numbers.at(-1) ?? first)];
    const rows = BigInt(Math.max(1, numbers.length - 1));
    const tenth = from === undefined || to === undefined ? 0n : (to - from) / rows / 10n;
    return tenth < MINUTE_NS ? MINUTE_NS : tenth > HALF_DAY_NS ? HALF_DAY_NS : tenth;
  }

  /** Drops the block whose time its neighbors predict best. */
  #drop(): void {
    let least: { readonly at: number; readonly error: Nanoseconds } | undefined;
    for (let at = 1; at < this.#anchors.length - 1; at += 1) {
      const [before, anchor, after] = this.#anchors.slice(at - 1, at + 2);
      if (before === undefined || anchor === undefined || after === undefined) continue;
      const error = distance(anchor.to, interpolate(anchor.number, before, after));
      if (least === undefined || error < least.error) least = { at, error };
    }
    this.#anchors = this.#anchors.filter((_, at) => at !== least?.at);
  }
}

function interpolate(number: bigint, before: Anchor, after: Anchor): Nanoseconds {
  return before.to + ((number - before.number) * (after.to - before.to)) / (after.number - before.number);
}

function distance(one: Nanoseconds, other: Nanoseconds): Nanoseconds {
  return one < other ? other - one : one - other;
}

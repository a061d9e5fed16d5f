// Reports the results of benches: a line on the screen and an object in the runner's file for each case.
import { appendFile } from "node:fs/promises";

export interface Outcome {
  readonly name: string;
  /** The peer or limit. */
  readonly against: string;
  /** Measurements of both, taken in turns, in the same unit. */
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** Maximum ratio. */
  readonly goal: number;
}

/** Reports and returns the median of the ratios of all rounds. */
export async function reportRatio({ name, against, ours, theirs, goal }: Outcome): Promise<number> {
  const ratios = ours.map((each, round) => each / (theirs[round] ?? Number.NaN)).toSorted((one, other) => one - other);
  const ratio = medianOf(ratios);
  const spread = [ratios.at(0) ?? Number.NaN, ratios.at(-1) ?? Number.NaN];
  const [low, high] = spread.map((each) => each.toFixed(2));
  console.log(`      ${name} : ${against} = ${ratio.toFixed(2)} (${low} to ${high}; at most ${goal})`);
  const results = process.env["TRIPTYCH_BENCH_RESULTS"];
  if (results !== undefined) {
    const line = { name, against, ratio: rounded(ratio), spread: spread.map(rounded), rounds: ratios.length, goal };
    await appendFile(results, `${JSON.stringify(line)}\n`);
  }
  return ratio;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [high = Number.NaN, low = high] = [sorted[middle], sorted.length % 2 === 0 ? sorted[middle - 1] : undefined];
  return (low + high) / 2;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

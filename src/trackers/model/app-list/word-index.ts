// Builds the index of a list: its words in buckets, and the apps of each word.
import type { Columns } from "./app-list.ts";
import { getBucket, BUCKETS } from "./byte-kinds.ts";

/** Words indexed per step, which takes a few milliseconds. */
const WORDS_PER_STEP = 100_000;

/**
 * Sorts the distinct words into buckets, and collects the rows of each. `numbers` has the number of every word in the
 * list, and a 0 after each row.
 */
export async function indexWords(
  { texts, ends }: { readonly texts: Uint8Array; readonly ends: Uint32Array },
  numbers: Uint32Array,
): Promise<Pick<Columns, "wordTexts" | "wordEnds" | "bucketEnds" | "wordRows" | "wordRowEnds">> {
  const bucketOf = (number: number): number => {
    const from = ends[number - 1] ?? 0;
    return getBucket(texts[from] ?? 0, texts[from + 1] ?? 0, texts[from + 2]);
  };
  /** Rows count from 1, so that each difference takes at least one byte, and a second word in the same row none. */
  const previous = new Uint32Array(ends.length);
  const sizes = new Uint32Array(ends.length);
  let row = 1;
  await inSteps(0, numbers.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const number = numbers[index] ?? 0;
      if (number === 0) row += 1;
      let rest = number === 0 ? 0 : row - (previous[number] ?? 0);
      previous[number] = row;
      for (; rest > 0; rest >>>= 7) sizes[number] = (sizes[number] ?? 0) + 1;
    }
  });

  const bucketEnds = new Uint32Array(BUCKETS);
  await inSteps(1, ends.length, (from, to) => {
    for (let number = from; number < to; number += 1) {
      const bucket = bucketOf(number);
      bucketEnds[bucket] = (bucketEnds[bucket] ?? 0) + 1;
    }
  });
  const free = sumUp(bucketEnds, 1);
  /** The index of each word after sorting. */
  const places = new Uint32Array(ends.length);
  const wordEnds = new Uint32Array(ends.length);
  const wordRowEnds = new Uint32Array(ends.length);
  await inSteps(1, ends.length, (from, to) => {
    for (let number = from; number < to; number += 1) {
      const bucket = bucketOf(number);
      const place = free[bucket] ?? 0;
      free[bucket] = place + 1;
      places[number] = place;
      wordEnds[place] = (ends[number] ?? 0) - (ends[number - 1] ?? 0);
      wordRowEnds[place] = sizes[number] ?? 0;
    }
  });
  const textStarts = sumUp(wordEnds);
  const rowStarts = sumUp(wordRowEnds);
  const wordTexts = new Uint8Array(texts.length);
  const next = sizes;
  await inSteps(1, ends.length, (from, to) => {
    for (let number = from; number < to; number += 1) {
      const place = places[number] ?? 0;
      next[number] = rowStarts[place] ?? 0;
      let target = textStarts[place] ?? 0;
      const end = ends[number] ?? 0;
      for (let at = ends[number - 1] ?? 0; at < end; at += 1, target += 1) wordTexts[target] = texts[at] ?? 0;
    }
  });

  const wordRows = new Uint8Array(wordRowEnds.at(-1) ?? 0);
  previous.fill(0);
  row = 1;
  await inSteps(0, numbers.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const number = numbers[index] ?? 0;
      if (number === 0) row += 1;
      let rest = number === 0 ? 0 : row - (previous[number] ?? 0);
      previous[number] = row;
      for (; rest > 0; rest >>>= 7) {
        const at = next[number] ?? 0;
        wordRows[at] = rest < 0x80 ? rest : (rest & 0x7f) | 0x80;
        next[number] = at + 1;
      }
    }
  });
  return { wordTexts, wordEnds, bucketEnds, wordRows, wordRowEnds };
}

/** Replaces sizes by ends, and returns the starts. */
function sumUp(sizes: Uint32Array, start = 0): Uint32Array {
  const starts = new Uint32Array(sizes.length);
  let end = start;
  for (let index = 0; index < sizes.length; index += 1) {
    starts[index] = end;
    end += sizes[index] ?? 0;
    sizes[index] = end;
  }
  return starts;
}

async function inSteps(from: number, to: number, step: (from: number, to: number) => void): Promise<void> {
  for (let start = from; start < to; start += WORDS_PER_STEP) {
    step(start, Math.min(to, start + WORDS_PER_STEP));
    await yieldToEventLoop();
  }
}

/** Lets other events run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

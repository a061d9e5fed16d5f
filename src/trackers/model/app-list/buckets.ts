// Sorts the words of a list into buckets for search.
import type { Columns } from "./app-list.ts";
import { getBucket, BYTE_KINDS } from "./byte-kinds.ts";

/** Words sorted per step, which takes a few milliseconds. */
const WORDS_PER_STEP = 100_000;

/** Sorts starts of words into buckets by their first two bytes, in text order within each. */
export async function sortWords(
  text: Uint8Array,
  words: Uint32Array,
  count: number,
): Promise<Pick<Columns, "words" | "bucketEnds">> {
  const ends = new Uint32Array(BYTE_KINDS * BYTE_KINDS);
  await inSteps(count, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const at = words[index] ?? 0;
      const bucket = getBucket(text[at] ?? 0, text[at + 1] ?? 0);
      ends[bucket] = (ends[bucket] ?? 0) + 1;
    }
  });
  let end = 0;
  const next = new Uint32Array(ends.length);
  for (let bucket = 0; bucket < ends.length; bucket += 1) {
    next[bucket] = end;
    end += ends[bucket] ?? 0;
    ends[bucket] = end;
  }
  const sorted = new Uint32Array(count);
  await inSteps(count, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const at = words[index] ?? 0;
      const bucket = getBucket(text[at] ?? 0, text[at + 1] ?? 0);
      const free = next[bucket] ?? 0;
      sorted[free] = at;
      next[bucket] = free + 1;
    }
  });
  return { words: sorted, bucketEnds: ends };
}

async function inSteps(count: number, step: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < count; from += WORDS_PER_STEP) {
    step(from, Math.min(count, from + WORDS_PER_STEP));
    await yieldToEventLoop();
  }
}

/** Lets other events run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

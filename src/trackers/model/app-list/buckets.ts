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
): Promise<Pick<Columns, "words" | "drawerEnds">> {
  const ends = new Uint32Array(BYTE_KINDS * BYTE_KINDS);
  await inSteps(count, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const at = words[place] ?? 0;
      const drawer = getBucket(text[at] ?? 0, text[at + 1] ?? 0);
      ends[drawer] = (ends[drawer] ?? 0) + 1;
    }
  });
  let end = 0;
  const next = new Uint32Array(ends.length);
  for (let drawer = 0; drawer < ends.length; drawer += 1) {
    next[drawer] = end;
    end += ends[drawer] ?? 0;
    ends[drawer] = end;
  }
  const sorted = new Uint32Array(count);
  await inSteps(count, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const at = words[place] ?? 0;
      const drawer = getBucket(text[at] ?? 0, text[at + 1] ?? 0);
      const free = next[drawer] ?? 0;
      sorted[free] = at;
      next[drawer] = free + 1;
    }
  });
  return { words: sorted, drawerEnds: ends };
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

// Decides from the blocks that a node returns whether its network has started over with others.
import type { BlockPage } from "../api/mirror-node.ts";
import type { Block } from "../model/block.ts";
import { mayFollow } from "../model/block-sequence.ts";

/** True if a page of the latest blocks may be of the same network as the kept ones, the newest of which are first. */
export function mayBeOfSameNetwork({ values, skipped }: BlockPage, kept: readonly Block[]): boolean {
  const last = kept.at(-1);
  const [newest] = values;
  if (last === undefined || (newest === undefined && skipped > 0)) return true;
  if (newest === undefined || newest.number < last.number) return false;
  const hashes = new Map(kept.map(({ number, hash }) => [number, hash]));
  return values.every((block) => {
    const known = hashes.get(block.number);
    if (known !== undefined) return known === block.hash;
    const number = block.number - 1n;
    const hash = hashes.get(number);
    return hash === undefined || mayFollow(block, { number, hash });
  });
}

/** True if a page from the number of a kept block on lacks it: the node lags behind, or its network started over. */
export function isMissing({ values, skipped }: BlockPage, { number, hash }: Block): boolean {
  return skipped === 0 && !values.some((block) => block.number === number && block.hash === hash);
}

/** True if a page that begins with the number of a kept block has another one in its place, or none. */
export function isReplaced({ values: [found], skipped }: BlockPage, { hash }: Block): boolean {
  return found?.hash !== hash && skipped === 0;
}

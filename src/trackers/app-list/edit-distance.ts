// Edit distance for search with typos.
/** Longer words are cut here. */
const MAX_WORD_CHARS = 32;

let beforeLast = new Uint8Array(MAX_WORD_CHARS + 4);
let previous = new Uint8Array(MAX_WORD_CHARS + 4);
let current = new Uint8Array(MAX_WORD_CHARS + 4);

/**
 * Edit distance (substitutions, deletions, insertions, transpositions) between `typed` and a prefix of the text at
 * `from`; any value above `limit` if it exceeds that.
 */
export function distanceAt(typed: string, text: string, from: number, limit: number): number {
  const length = Math.min(typed.length, MAX_WORD_CHARS);
  // The usual dynamic programming table, three rows at a time. Cells further than `limit` from the diagonal exceed it
  // and are skipped.
  const overLimit = limit + 1;
  for (let cell = 0; cell <= length; cell += 1) previous[cell] = cell;
  let best = length;
  const last = Math.min(length + limit, text.length - from);
  for (let row = 1; row <= last; row += 1) {
    const letter = text.charCodeAt(from + row - 1);
    if (letter < 0x20) break;
    const first = Math.max(1, row - limit);
    const end = Math.min(length, row + limit);
    let left = first === 1 ? row : overLimit;
    current[first - 1] = left;
    let least = left;
    for (let cell = first; cell <= end; cell += 1) {
      const same = typed.charCodeAt(cell - 1) === letter;
      let cost = Math.min((previous[cell - 1] ?? 0) + (same ? 0 : 1), (previous[cell] ?? 0) + 1, left + 1);
      const swapped =
        row > 1 &&
        cell > 1 &&
        typed.charCodeAt(cell - 2) === letter &&
        typed.charCodeAt(cell - 1) === text.charCodeAt(from + row - 2);
      if (swapped) cost = Math.min(cost, (beforeLast[cell - 2] ?? 0) + 1);
      current[cell] = cost;
      left = cost;
      if (cost < least) least = cost;
    }
    current[end + 1] = overLimit;
    if (end === length) best = Math.min(best, left);
    if (least > limit) break;
    const free = beforeLast;
    beforeLast = previous;
    previous = current;
    current = free;
  }
  return best;
}

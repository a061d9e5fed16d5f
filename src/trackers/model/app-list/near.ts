/** Longer words than this are cut: nobody types them. */
const LONGEST = 32;

let above = new Uint8Array(LONGEST + 4);
let before = new Uint8Array(LONGEST + 4);
let current = new Uint8Array(LONGEST + 4);

/**
 * How many letters have to be changed, left out, put in or swapped with their neighbour so that `typed` is how the text
 * begins at this place; more than `most` where it is more than that.
 */
export function distanceAt(typed: Uint8Array, text: Uint8Array, from: number, most: number): number {
  const length = Math.min(typed.length, LONGEST);
  // The row of each letter of the text, cell by cell of the word: the usual table, with only two rows of it at once. Cells
  // further from its diagonal than `most` cost more than that, and are not worked out.
  const tooMuch = most + 1;
  for (let cell = 0; cell <= length; cell += 1) before[cell] = cell;
  let best = length;
  const last = length + most;
  for (let row = 1; row <= last; row += 1) {
    const letter = text[from + row - 1] ?? 0;
    if (letter < 0x20) break;
    const first = Math.max(1, row - most);
    const end = Math.min(length, row + most);
    let left = first === 1 ? row : tooMuch;
    current[first - 1] = left;
    let least = left;
    for (let cell = first; cell <= end; cell += 1) {
      const same = typed[cell - 1] === letter;
      let cost = Math.min((before[cell - 1] ?? 0) + (same ? 0 : 1), (before[cell] ?? 0) + 1, left + 1);
      const swapped = row > 1 && cell > 1 && typed[cell - 2] === letter && typed[cell - 1] === text[from + row - 2];
      if (swapped) cost = Math.min(cost, (above[cell - 2] ?? 0) + 1);
      current[cell] = cost;
      left = cost;
      if (cost < least) least = cost;
    }
    current[end + 1] = tooMuch;
    if (end === length) best = Math.min(best, left);
    if (least > most) break;
    const free = above;
    above = before;
    before = current;
    current = free;
  }
  return best;
}

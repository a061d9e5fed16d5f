// Finds where the lines of a file are in another version of it. A line that could be in several places is in none.

/**
 * What became of a line: its new number, counted from 1. It is `changed` if the file no longer has such a line, and
 * `unclear` if it may have been moved, or could be one of several equal lines.
 */
export type LineFate = number | "changed" | "unclear";

/** The time and memory of a comparison grow with the square of this. */
const MAX_EDITS = 2000;

/** Splits a text as Git does. Undefined if editors count its lines differently. */
export function splitLines(text: string): readonly string[] | undefined {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (lines.some((line) => line.includes("\r"))) return undefined;
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Compares two versions of a file. Returns a function from the number of a line of `before` to what became of it in
 * `after`. If they differ in too many lines, all are unclear.
 */
export function mapLines(before: readonly string[], after: readonly string[]): (line: number) => LineFate {
  const [one, other] = toIds(before, after);
  // From the start, the first of several equal lines is matched; from the end, the last one.
  const first = match(one, other);
  const last = match(one.toReversed(), other.toReversed());
  if (first === undefined || last === undefined) return () => "unclear";
  const places = first.map((place, line) => {
    const reversed = last[one.length - 1 - line] ?? NONE;
    const fromEnd = reversed === NONE ? NONE : other.length - 1 - reversed;
    return place === fromEnd ? place : UNCLEAR;
  });
  forgetUnanchored(places, one, other);
  return (line) => {
    const place = places[line - 1] ?? NONE;
    if (place === UNCLEAR) return "unclear";
    return place === NONE ? "changed" : place + 1;
  };
}

/**
 * Matches the lines of a longest common subsequence. Returns the place of each line in `after`, or -1. Undefined if the
 * versions differ in too many lines.
 */
export function matchLines(before: readonly string[], after: readonly string[]): Int32Array | undefined {
  return match(...toIds(before, after));
}

/** Numbers the lines of both versions, so that equal lines have equal numbers. */
function toIds(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const ids = new Map<string, number>();
  const number = (line: string): number => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  return [Int32Array.from(before, number), Int32Array.from(after, number)];
}

const NONE = -1;
const UNCLEAR = -2;

/**
 * Makes lines unclear that could have been moved or retyped: those that aren't the only ones of their kind, and aren't
 * between two such lines in an unchanged part of the file. So are unmatched lines whose text is elsewhere.
 */
function forgetUnanchored(places: Int32Array, one: Int32Array, other: Int32Array): void {
  const [counts, otherCounts] = [countEach(one), countEach(other)];
  const isUnique = (id: number): boolean => counts.get(id) === 1 && otherCounts.get(id) === 1;
  for (let start = 0; start < places.length;) {
    const place = places[start] ?? NONE;
    let end = start + 1;
    if (place >= 0) {
      while (places[end] === place + end - start) end += 1;
      const run = one.subarray(start, end);
      const isAtEnd = end === one.length && place + end - start === other.length;
      const first = start === 0 && place === 0 ? 0 : run.findIndex(isUnique);
      const last = isAtEnd ? run.length - 1 : run.findLastIndex(isUnique);
      if (first < 0 || last < 0) places.fill(UNCLEAR, start, end);
      else places.fill(UNCLEAR, start, start + first).fill(UNCLEAR, start + last + 1, end);
    } else if (otherCounts.has(one[start] ?? NONE)) places[start] = UNCLEAR;
    start = end;
  }
}

function countEach(ids: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Matches the lines of a longest common subsequence, by Myers' algorithm: "An O(ND) Difference Algorithm and Its
 * Variations", 1986. Returns the place of each line in `other`. Undefined if there are too many differences.
 */
function match(one: Int32Array, other: Int32Array): Int32Array | undefined {
  const [n, m] = [one.length, other.length];
  const most = Math.min(n + m, MAX_EDITS);
  const middle = most + 1;
  /** The furthest line of `one` that each diagonal reaches. */
  const furthest = new Int32Array(2 * middle + 1);
  /** The diagonals around the middle before each edit. */
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      let x = isDown(furthest, at, diagonal, edits) ? (furthest[at + 1] ?? 0) : (furthest[at - 1] ?? 0) + 1;
      while (x < n && x - diagonal < m && one[x] === other[x - diagonal]) x += 1;
      furthest[at] = x;
      if (x >= n && x - diagonal >= m) return walkBack(one, other, steps);
    }
  }
  return undefined;
}

function walkBack(one: Int32Array, other: Int32Array, steps: readonly Int32Array[]): Int32Array {
  const places = new Int32Array(one.length).fill(NONE);
  let [x, y] = [one.length, other.length];
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const furthest = steps[edits] ?? new Int32Array();
    const diagonal = x - y;
    const at = edits + 1 + diagonal;
    const down = isDown(furthest, at, diagonal, edits);
    const startX = edits === 0 ? 0 : down ? (furthest[at + 1] ?? 0) : (furthest[at - 1] ?? 0) + 1;
    while (x > startX) {
      x -= 1;
      y -= 1;
      places[x] = y;
    }
    if (edits === 0) break;
    if (down) y -= 1;
    else x -= 1;
  }
  return places;
}

/** Whether the path that reaches furthest on a diagonal comes from an added line, not from a removed one. */
function isDown(furthest: Int32Array, at: number, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));
}

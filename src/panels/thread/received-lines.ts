// Assembles the lines of a thread from the batches in which they arrive.
import type { LinesMessage, LineView } from "./messages.ts";

export interface ReceivedLines {
  /** What can be shown. */
  readonly lines: readonly LineView[];
  /** The results of the current round, which replace earlier ones; undefined between two rounds. */
  readonly next: readonly LineView[] | undefined;
  /** Nothing was there when the round began, so that each part can be shown as it comes. */
  readonly isFirst: boolean;
}

export const NO_LINES: ReceivedLines = { lines: [], next: undefined, isFirst: true };

/** Takes a part. A change is shown whole, never half: until then the lines stay the same array. */
export function takeLines(before: ReceivedLines, { at, lines, of, last }: LinesMessage): ReceivedLines {
  const isFirst = before.next === undefined ? before.lines.length === 0 : before.isFirst;
  const next = [...(before.next ?? before.lines)];
  for (const [place, line] of lines.entries()) next[at + place] = line;
  if (last) next.length = Math.min(next.length, of);
  return { lines: last || isFirst ? next : before.lines, next: last ? undefined : next, isFirst };
}

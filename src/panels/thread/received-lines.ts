// Assembles the lines of a thread from the batches in which they arrive.
import type { LinesMessage, LineView } from "./messages.ts";

export interface ReceivedLines {
  /** The lines that can be shown. */
  readonly lines: readonly LineView[];
  /** The lines of the current round, which will replace the earlier ones; undefined between two rounds. */
  readonly next: readonly LineView[] | undefined;
  /** No lines existed when the round began, so each portion can be shown as it arrives. */
  readonly isFirst: boolean;
}

export const NO_LINES: ReceivedLines = { lines: [], next: undefined, isFirst: true };

/** Adds a portion. Changes are shown only once they are complete; until then, `lines` stays the same array. */
export function takeLines(before: ReceivedLines, { at, lines, of, last }: LinesMessage): ReceivedLines {
  const isFirst = before.next === undefined ? before.lines.length === 0 : before.isFirst;
  const next = [...(before.next ?? before.lines)];
  for (const [place, line] of lines.entries()) next[at + place] = line;
  if (last) next.length = Math.min(next.length, of);
  return { lines: last || isFirst ? next : before.lines, next: last ? undefined : next, isFirst };
}

/** Detects that the extension is gone: three missed heartbeats in a row. Times are in milliseconds. */
export interface Pulse {
  readonly beat: number;
  readonly last: number;
}

const MAX_MISSED_BEATS = 3;

export function isAlone({ beat, last }: Pulse, now: number): boolean {
  return now - last > MAX_MISSED_BEATS * beat;
}

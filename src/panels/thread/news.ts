import type { LineView } from "./messages.ts";
import { keyOf } from "./sheet.ts";

/** The place of the next new comment after the line with this key, or before it; from the last on it begins again. */
export function newPlace(lines: readonly LineView[], at: string | undefined, step: 1 | -1): number | undefined {
  const from = lines.findIndex((line) => keyOf(line) === at);
  const places = lines.flatMap((line, place) => (line.kind === "comment" && line.fresh === true ? [place] : []));
  return step === 1
    ? (places.find((place) => place > from) ?? places[0])
    : (places.findLast((place) => place < from) ?? places.at(-1));
}

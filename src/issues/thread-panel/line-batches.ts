// Sends the lines of a thread to its page in batches, and later only the batches that changed.
import type { LinesMessage, LineView } from "../../panels/thread/messages.ts";

/** The first batch is small, so that the page shows something immediately. */
const FIRST_BATCH_LINES = 40;
const BATCH_LINES = 300;

export class LineBatches {
  readonly #post: (message: LinesMessage) => void;
  /** The batches that the page has, as JSON. */
  #sent: readonly string[] = [];
  #count = -1;

  constructor(post: (message: LinesMessage) => void) {
    this.#post = post;
  }

  /** Call when the page is new, and so has no lines. */
  forget(): void {
    this.#sent = [];
    this.#count = -1;
  }

  tell(lines: readonly LineView[]): void {
    const parts = splitIntoBatches(lines).map(({ at, part }) => ({ at, part, json: JSON.stringify(part) }));
    const changed = parts.filter(({ json }, index) => this.#sent[index] !== json);
    // If whole batches at the end are gone, no other batch changed, so the last one carries the new total.
    const batches = changed.length === 0 && lines.length !== this.#count ? parts.slice(-1) : changed;
    for (const [index, { at, part }] of batches.entries()) {
      this.#post({ type: "lines", at, lines: part, of: lines.length, last: index === batches.length - 1 });
    }
    this.#sent = parts.map(({ json }) => json);
    this.#count = lines.length;
  }
}

function splitIntoBatches(
  lines: readonly LineView[],
): readonly { readonly at: number; readonly part: readonly LineView[] }[] {
  const parts = [{ at: 0, part: lines.slice(0, FIRST_BATCH_LINES) }];
  for (let at = FIRST_BATCH_LINES; at < lines.length; at += BATCH_LINES)
    parts.push({ at, part: lines.slice(at, at + BATCH_LINES) });
  return parts;
}

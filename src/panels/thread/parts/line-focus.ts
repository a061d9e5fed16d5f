// Moves the keyboard focus from line to line of a thread, also to lines that are not drawn.
import type { LineView } from "../messages.ts";
import { getLineKey } from "../line-filter.ts";
import { newPlace } from "../state.ts";
import type { VisibleLines } from "../visible-lines.ts";

export interface LineFocusParts {
  readonly root: HTMLElement;
  readonly visibleLines: VisibleLines;
  /** The filtered lines. */
  readonly lines: () => readonly LineView[];
  /** Focuses the line with this key once it is drawn. */
  readonly focus: (key: string) => void;
}

export class LineFocus {
  readonly #parts: LineFocusParts;

  constructor(parts: LineFocusParts) {
    this.#parts = parts;
    // The timeline knows only the drawn lines, so its first and last may be others, and so may the one beside a line that
    // was scrolled away.
    parts.root.addEventListener("keydown", (pressed) => this.#onKey(pressed), { capture: true });
  }

  /** Moves from the focused line to the next one; from anywhere else, to the first one in sight. */
  moveFocus(step: 1 | -1): void {
    const at = this.#placeOf(focusedKey());
    this.#goTo(at === -1 ? this.#placeInSight() : this.#clamp(at + step));
  }

  goToNew(step: 1 | -1): void {
    const place = newPlace(this.#parts.lines(), focusedKey(), step);
    if (place !== undefined) this.#goTo(place);
  }

  goToSight(): void {
    this.#goTo(this.#placeInSight());
  }

  element(key: string): HTMLElement | null {
    return this.#parts.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  #onKey(pressed: KeyboardEvent): void {
    const { target, key } = pressed;
    if (!(target instanceof HTMLElement) || target.dataset["key"] === undefined) return;
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    const place = this.#placeAfter(key, target.dataset["key"]);
    if (place === undefined) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    this.#goTo(place);
  }

  /** Where a key leads from a line, if the timeline can't decide. */
  #placeAfter(pressed: string, from: string): number | undefined {
    if (pressed === "Home") return 0;
    if (pressed === "End") return this.#parts.lines().length - 1;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[pressed];
    if (step === undefined) return undefined;
    const place = this.#clamp(this.#placeOf(from) + step);
    const key = this.#parts.visibleLines.keyAt(place);
    return key === undefined || this.element(key) !== null ? undefined : place;
  }

  /** Focuses the line at this place among the filtered ones, even if it is not drawn yet. */
  #goTo(place: number): void {
    const { focus, visibleLines } = this.#parts;
    const key = visibleLines.keyAt(place);
    if (key === undefined) return;
    const drawn = this.element(key)?.getBoundingClientRect();
    // A line that is already in sight doesn't move.
    const isInSight = drawn !== undefined && drawn.top >= 0 && drawn.bottom <= innerHeight;
    if (isInSight || visibleLines.hold(key, innerHeight / 3)) focus(key);
  }

  /** The first line that starts within the window, or else the one that fills it. */
  #placeInSight(): number {
    const { root, visibleLines } = this.#parts;
    const begins = [...root.querySelectorAll<HTMLElement>("triptych-timeline > [data-key]")].find(
      (element) => element.getBoundingClientRect().top >= 0,
    );
    return Math.max(this.#placeOf(begins?.dataset["key"] ?? visibleLines.top()?.key), 0);
  }

  #placeOf(key: string | undefined): number {
    return this.#parts.lines().findIndex((each) => getLineKey(each) === key);
  }

  #clamp(place: number): number {
    return Math.min(Math.max(place, 0), this.#parts.lines().length - 1);
  }
}

/** The line that has the focus, or contains it. */
function focusedKey(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset["key"];
}

// Moves the keyboard focus between the lines of a thread, including lines that are not drawn.
import { hasModifier, readKey } from "../kit/controls/keyboard.ts";
import type { LineView } from "./messages.ts";
import { getLineKey } from "./line-filter.ts";
import { findNewComment } from "./state.ts";
import type { VisibleLines } from "./visible-lines.ts";

export interface LineFocusDependencies {
  readonly root: HTMLElement;
  readonly visibleLines: VisibleLines;
  /** The filtered lines. */
  readonly lines: () => readonly LineView[];
  /** Focuses the line with this key once it is drawn. */
  readonly focus: (key: string) => void;
}

export class LineFocus {
  readonly #dependencies: LineFocusDependencies;

  constructor(dependencies: LineFocusDependencies) {
    this.#dependencies = dependencies;
    // The timeline knows only the drawn lines, so it can't find the thread's first and last line, or the neighbors of
    // a line that was scrolled away.
    dependencies.root.addEventListener("keydown", (pressed) => this.#onKey(pressed), { capture: true });
  }

  /** Moves from the focused line to the next or previous one; from anywhere else, to the first visible one. */
  moveFocus(step: 1 | -1): void {
    const at = this.#findPlace(focusedKey());
    this.#goTo(at === -1 ? this.#firstVisiblePlace() : this.#clamp(at + step));
  }

  goToNew(step: 1 | -1): void {
    const place = findNewComment(this.#dependencies.lines(), focusedKey(), step);
    if (place !== undefined) this.#goTo(place);
  }

  goToVisible(): void {
    this.#goTo(this.#firstVisiblePlace());
  }

  findElement(key: string): HTMLElement | null {
    return this.#dependencies.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  #onKey(pressed: KeyboardEvent): void {
    const { target } = pressed;
    if (!(target instanceof HTMLElement) || target.dataset["key"] === undefined) return;
    if (hasModifier(pressed)) return;
    const place = this.#placeAfter(readKey(pressed), target.dataset["key"]);
    if (place === undefined) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    this.#goTo(place);
  }

  /** Returns where a key leads from a line, if the timeline can't move there itself. */
  #placeAfter(pressed: string, from: string): number | undefined {
    if (pressed === "Home") return 0;
    if (pressed === "End") return this.#dependencies.lines().length - 1;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[pressed];
    if (step === undefined) return undefined;
    const place = this.#clamp(this.#findPlace(from) + step);
    const key = this.#dependencies.visibleLines.keyAt(place);
    return key === undefined || this.findElement(key) !== null ? undefined : place;
  }

  /** Focuses the line at this place among the filtered ones, even if it is not drawn yet. */
  #goTo(place: number): void {
    const { focus, visibleLines } = this.#dependencies;
    const key = visibleLines.keyAt(place);
    if (key === undefined) return;
    const drawn = this.findElement(key)?.getBoundingClientRect();
    // A line that is already visible doesn't move.
    const isVisible = drawn !== undefined && drawn.top >= 0 && drawn.bottom <= innerHeight;
    if (isVisible || visibleLines.hold(key, innerHeight / 3)) focus(key);
  }

  /** Returns the first line that starts within the window, or else the one that fills it. */
  #firstVisiblePlace(): number {
    const { root, visibleLines } = this.#dependencies;
    const first = [...root.querySelectorAll<HTMLElement>("triptych-timeline > [data-key]")].find(
      (element) => element.getBoundingClientRect().top >= 0,
    );
    return Math.max(this.#findPlace(first?.dataset["key"] ?? visibleLines.top()?.key), 0);
  }

  #findPlace(key: string | undefined): number {
    return this.#dependencies.lines().findIndex((each) => getLineKey(each) === key);
  }

  #clamp(place: number): number {
    return Math.min(Math.max(place, 0), this.#dependencies.lines().length - 1);
  }
}

/** Returns the key of the line that has or contains the focus. */
function focusedKey(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset["key"];
}

// Keeps long threads fast: only the lines near the visible part are drawn.
import { Heights } from "./heights.ts";
import type { LineView } from "./messages.ts";
import { getLineKey } from "./line-filter.ts";

/** A slice of the timeline: a line, or the space of lines that are not drawn. */
export type Slice =
  | { readonly is: "line"; readonly key: string; readonly index: number; readonly line: LineView }
  | { readonly is: "room"; readonly key: string; readonly height: number };

/** Threads with at most this many lines are drawn whole, so that the editor's own search finds them. */
const MAX_WHOLE_LINES = 200;

/** Lines within this many window heights above and below the visible part are drawn. */
const OVERSCAN_WINDOWS = 1;

/** Time per frame for drawing new lines, in milliseconds. */
const FRAME_BUDGET_MS = 8;

/** Estimated height of a line before any was drawn. */
const ESTIMATED_LINE_PX = 96;

/** A line that was scrolled to is held until it has been still for this long. */
const STILL_MS = 700;

interface Held {
  readonly key: string;
  /** Distance of the line from the top of the window. */
  readonly offset: number;
}

/**
 * Draws the visible part of a long thread and a margin around it, a few lines per frame, and keeps room for the rest.
 * The browser's scroll anchoring keeps the text in place while lines above turn out taller or smaller.
 */
export class VisibleLines {
  readonly #heights = new Heights(ESTIMATED_LINE_PX);
  readonly #redraw: () => void;
  readonly #timeline: () => HTMLElement | null;
  readonly #sizes = new ResizeObserver((entries) => this.#measure(entries));
  readonly #watched = new WeakSet<Element>();
  #lines: readonly LineView[] = [];
  #keys: readonly string[] = [];
  #places: ReadonlyMap<string, number> = new Map();
  #from = 0;
  #to = 0;
  /** An update is scheduled for the next frame. */
  #isScheduled = false;
  #held: Held | undefined;
  /** How far the page was scrolled when the held line was last in its place, and the line's own place on the page. */
  #placed: { readonly scroll: number; readonly top: number } | undefined;
  #still: ReturnType<typeof setTimeout> | undefined;
  /** Number of new lines per frame, adjusted by how long they take. */
  #pace = 4;
  #drawStartedAt = 0;
  #width = 0;

  /** `redraw` draws the slices into the timeline synchronously. */
  constructor(timeline: () => HTMLElement | null, redraw: () => void) {
    this.#timeline = timeline;
    this.#redraw = redraw;
    addEventListener("scroll", () => this.scheduleUpdate(), { passive: true });
    addEventListener("resize", () => this.scheduleUpdate(), { passive: true });
    for (const moved of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      addEventListener(moved, () => (this.#held = undefined), { passive: true, capture: true });
    }
  }

  /** Sets the lines. Unchanged ones keep their measured heights. */
  setLines(lines: readonly LineView[]): void {
    if (lines === this.#lines) return;
    const anchor = this.#keys[this.#from];
    this.#lines = lines;
    this.#keys = lines.map(getLineKey);
    this.#places = new Map(this.#keys.map((key, place) => [key, place]));
    this.#heights.setLines(
      this.#keys,
      lines.map(({ kind }) => kind),
    );
    // The drawn range starts at the same line as before, if that still exists.
    const moved = (anchor === undefined ? undefined : this.#places.get(anchor)) ?? Math.min(this.#from, lines.length);
    this.#to = Math.min(moved + Math.max(this.#to - this.#from, this.#pace), lines.length);
    this.#from = moved;
    this.scheduleUpdate();
  }

  /** Returns the slices to draw, in order. */
  slices(): readonly Slice[] {
    const kept = this.#findFocused();
    const drawn = Array.from({ length: this.#to - this.#from }, (_, place) => this.#from + place);
    if (kept !== undefined && kept < this.#from) drawn.unshift(kept);
    if (kept !== undefined && kept >= this.#to) drawn.push(kept);
    const slices: Slice[] = [];
    let next = 0;
    const room = (to: number): void => {
      const height = this.#heights.top(to) - this.#heights.top(next);
      if (to > next) slices.push({ is: "room", key: `room ${slices.length}`, height });
    };
    for (const index of drawn) {
      const line = this.#lines[index];
      if (line === undefined) continue;
      room(index);
      slices.push({ is: "line", key: getLineKey(line), index, line });
      next = index + 1;
    }
    room(this.#lines.length);
    return slices;
  }

  keyAt(index: number): string | undefined {
    return this.#keys[index];
  }

  /** Scrolls to a line and holds it there until the reader moves. Returns whether the line exists. */
  hold(key: string, offset: number): boolean {
    if (!this.#places.has(key)) return false;
    this.#held = { key, offset };
    this.#placed = undefined;
    clearTimeout(this.#still);
    this.#still = undefined;
    this.scheduleUpdate();
    return true;
  }

  /** Returns the line at the top of the window and its distance from there; undefined if the timeline starts below. */
  top(): Held | undefined {
    const timeline = this.#timeline();
    if (timeline === null) return undefined;
    const above = -timeline.getBoundingClientRect().top;
    const index = this.#heights.indexAt(above);
    const key = this.#keys[index];
    return above <= 0 || key === undefined ? undefined : { key, offset: this.#heights.top(index) - above };
  }

  /** Returns the visible lines. */
  listVisible(): readonly LineView[] {
    const [from, to] = this.#findVisible(0);
    return this.#lines.slice(from, to);
  }

  /** Updates the drawn lines in the next frame. */
  scheduleUpdate(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => this.#update());
  }

  #update(): void {
    this.#isScheduled = false;
    const timeline = this.#timeline();
    if (timeline === null) return;
    if (innerWidth !== this.#width) {
      if (this.#width !== 0) this.#heights.forget();
      this.#width = innerWidth;
    }
    this.#releaseIfScrolled();
    this.#scrollToHeld(timeline);
    const before = [this.#from, this.#to];
    const done = this.#drawMissing();
    this.#drawStartedAt = performance.now();
    this.#redraw();
    for (const element of timeline.children) this.#watch(element);
    this.#keepHeld();
    const grown = this.#to - this.#from - ((before[1] ?? 0) - (before[0] ?? 0));
    if (grown <= 0) this.#drawStartedAt = 0;
    if (!done) this.scheduleUpdate();
  }

  /** Draws some of the missing lines. Returns whether that was all. */
  #drawMissing(): boolean {
    const [first, after] = this.#findVisible(0);
    const [from, to] =
      this.#lines.length <= MAX_WHOLE_LINES ? [0, this.#lines.length] : this.#findVisible(OVERSCAN_WINDOWS);
    // After a jump, none of the drawn lines are near.
    if (this.#to <= from || this.#from >= to) [this.#from, this.#to] = [first, first];
    let left = this.#pace;
    const down = (end: number): void => {
      const step = Math.max(0, Math.min(left, end - this.#to));
      this.#to += step;
      left -= step;
    };
    const up = (end: number): void => {
      const step = Math.max(0, Math.min(left, this.#from - end));
      this.#from -= step;
      left -= step;
    };
    down(after);
    up(first);
    down(to);
    up(from);
    this.#from = Math.max(this.#from, from);
    this.#to = Math.min(this.#to, to);
    return this.#from === from && this.#to === to;
  }

  /** Returns the range of lines in the window and this many window heights around it. */
  #findVisible(around: number): readonly [number, number] {
    const timeline = this.#timeline();
    if (timeline === null || this.#lines.length === 0) return [0, 0];
    const top = -timeline.getBoundingClientRect().top;
    const beyond = around * innerHeight;
    return [this.#heights.indexAt(top - beyond), this.#heights.indexAt(top + innerHeight + beyond) + 1];
  }

  #scrollToHeld(timeline: HTMLElement): void {
    const index = this.#held === undefined ? undefined : this.#places.get(this.#held.key);
    if (index === undefined || this.#held === undefined || (index >= this.#from && index < this.#to)) return;
    const top = timeline.getBoundingClientRect().top + scrollY + this.#heights.top(index);
    scrollTo({ top: top - this.#held.offset, behavior: "instant" });
  }

  /**
   * Releases the held line if the reader scrolls by dragging the scrollbar or searching, which causes no other event.
   * Lines that turn out taller or smaller scroll the page too, but they also change the line's place on the page. If the
   * page gets shorter, the browser scrolls up to its end.
   */
  #releaseIfScrolled(): void {
    const element = this.#findHeld();
    if (element === undefined || this.#placed === undefined) return;
    const { scroll, top } = this.#placed;
    const hasMoved = Math.abs(placeOf(element) - top) > 1;
    const isPushed = scrollY < scroll && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    if (Math.abs(scrollY - scroll) > 1 && !hasMoved && !isPushed) this.#held = undefined;
  }

  /**
   * Releases the held line once it has been still. The time counts from when the line is in place, because a busy
   * machine may take longer to draw it.
   */
  #releaseWhenStill(): void {
    this.#still ??= setTimeout(() => {
      this.#still = undefined;
      this.#held = undefined;
    }, STILL_MS);
  }

  #watch(element: Element): void {
    if (this.#watched.has(element) || !(element instanceof HTMLElement) || element.dataset["key"] === undefined) return;
    this.#watched.add(element);
    this.#sizes.observe(element);
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    let hasChanged = false;
    for (const { target, borderBoxSize } of entries) {
      const key = target instanceof HTMLElement && target.isConnected ? target.dataset["key"] : undefined;
      const index = key === undefined ? undefined : this.#places.get(key);
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (index !== undefined && height > 0) hasChanged = this.#heights.record(index, height) || hasChanged;
    }
    // The new lines are now drawn and laid out, so this is the time that they took.
    if (this.#drawStartedAt > 0) {
      const took = Math.max(performance.now() - this.#drawStartedAt, 1);
      this.#pace = Math.round(Math.min(12, Math.max(1, this.#pace * Math.min(2, FRAME_BUDGET_MS / took))));
      this.#drawStartedAt = 0;
    }
    this.#keepHeld();
    if (hasChanged) this.scheduleUpdate();
  }

  #keepHeld(): void {
    const element = this.#findHeld();
    if (this.#held === undefined || element === undefined) return;
    const off = element.getBoundingClientRect().top - this.#held.offset;
    const before = scrollY;
    if (Math.abs(off) > 1) scrollBy({ top: off, behavior: "instant" });
    this.#placed = { scroll: scrollY, top: placeOf(element) };
    // At the end of the page, the line can't move any further.
    if (scrollY !== before) {
      clearTimeout(this.#still);
      this.#still = undefined;
    }
    this.#releaseWhenStill();
  }

  #findHeld(): Element | undefined {
    if (this.#held === undefined) return undefined;
    return this.#timeline()?.querySelector(`[data-key="${CSS.escape(this.#held.key)}"]`) ?? undefined;
  }

  /** Returns the index of the line with the focus. It stays drawn wherever it is, or the focus would be lost. */
  #findFocused(): number | undefined {
    const timeline = this.#timeline();
    const { activeElement } = document;
    if (timeline === null || activeElement === null || !timeline.contains(activeElement)) return undefined;
    const line = activeElement.closest<HTMLElement>("[data-key]")?.dataset["key"];
    return line === undefined ? undefined : this.#places.get(line);
  }
}

/** Returns the distance of an element from the top of the page. */
function placeOf(element: Element): number {
  return element.getBoundingClientRect().top + scrollY;
}

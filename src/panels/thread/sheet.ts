import { Heights } from "../kit/heights.ts";
import type { LineView } from "./messages.ts";
import { keyOf } from "./sight.ts";

/** What stands in the timeline: a line, or the room of those that are not drawn. */
export type Slice =
  | { readonly is: "line"; readonly key: string; readonly index: number; readonly line: LineView }
  | { readonly is: "room"; readonly key: string; readonly height: number };

/** Up to so many lines are all drawn, so that the editor's own search finds them. */
const SHORT = 200;

/** Pixels above and below what is in sight within which lines are drawn, as a part of the window's height. */
const BEYOND = 1;

/** What the drawing of new lines may take of one frame, in milliseconds. */
const FRAME = 8;

/** How tall a line is before any was drawn. */
const USUAL = 96;

/** A line that was brought into sight is held until it has stood still for so long. */
const STILL_MS = 700;

interface Held {
  readonly key: string;
  /** How far below the top of the window the line is to stand. */
  readonly offset: number;
}

/**
 * Draws of a long thread what is in sight and somewhat around it, a few lines a frame, and keeps the room of the others.
 * The browser's scroll anchoring keeps what is read in its place while lines above turn out taller or smaller.
 */
export class Sheet {
  readonly #heights = new Heights(USUAL);
  readonly #redraw: () => void;
  readonly #timeline: () => HTMLElement | null;
  readonly #sizes = new ResizeObserver((entries) => this.#measured(entries));
  readonly #watched = new WeakSet<Element>();
  #lines: readonly LineView[] = [];
  #keys: readonly string[] = [];
  #places: ReadonlyMap<string, number> = new Map();
  #from = 0;
  #to = 0;
  /** The next frame is asked for. */
  #asked = false;
  #held: Held | undefined;
  #still: ReturnType<typeof setTimeout> | undefined;
  /** How many new lines a frame takes; it learns. */
  #pace = 4;
  #begun = 0;
  #width = 0;

  /** `redraw` draws the slices into the timeline at once. */
  constructor(timeline: () => HTMLElement | null, redraw: () => void) {
    this.#timeline = timeline;
    this.#redraw = redraw;
    addEventListener("scroll", () => this.look(), { passive: true });
    addEventListener("resize", () => this.look(), { passive: true });
    for (const moved of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      addEventListener(moved, () => (this.#held = undefined), { passive: true, capture: true });
    }
  }

  /** The lines that there are now; those that are the same keep their room. */
  lines(lines: readonly LineView[]): void {
    if (lines === this.#lines) return;
    const anchor = this.#keys[this.#from];
    this.#lines = lines;
    this.#keys = lines.map(keyOf);
    this.#places = new Map(this.#keys.map((key, place) => [key, place]));
    this.#heights.lines(
      this.#keys,
      lines.map(({ kind }) => kind),
    );
    // What was drawn is drawn again at its new place, if it is still there.
    const moved = (anchor === undefined ? undefined : this.#places.get(anchor)) ?? Math.min(this.#from, lines.length);
    this.#to = Math.min(moved + Math.max(this.#to - this.#from, this.#pace), lines.length);
    this.#from = moved;
    this.look();
  }

  /** What to draw, in its order. */
  slices(): readonly Slice[] {
    const kept = this.#focused();
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
      slices.push({ is: "line", key: keyOf(line), index, line });
      next = index + 1;
    }
    room(this.#lines.length);
    return slices;
  }

  keyAt(index: number): string | undefined {
    return this.#keys[index];
  }

  /** Brings a line into sight and keeps it there until the reader moves. Gives back whether there is such a line. */
  hold(key: string, offset: number): boolean {
    if (!this.#places.has(key)) return false;
    this.#held = { key, offset };
    clearTimeout(this.#still);
    this.#still = undefined;
    this.look();
    return true;
  }

  /** The line at the top of the window, and how far its top is from there; nothing while the timeline begins below. */
  top(): Held | undefined {
    const timeline = this.#timeline();
    if (timeline === null) return undefined;
    const above = -timeline.getBoundingClientRect().top;
    const index = this.#heights.at(above);
    const key = this.#keys[index];
    return above <= 0 || key === undefined ? undefined : { key, offset: this.#heights.top(index) - above };
  }

  /** The lines that are in sight. */
  seen(): readonly LineView[] {
    const [from, to] = this.#sight(0);
    return this.#lines.slice(from, to);
  }

  /** Sees with the next frame what is to be drawn. */
  look(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => this.#look());
  }

  #look(): void {
    this.#asked = false;
    const timeline = this.#timeline();
    if (timeline === null) return;
    if (innerWidth !== this.#width) {
      if (this.#width !== 0) this.#heights.forget();
      this.#width = innerWidth;
    }
    this.#reachHeld(timeline);
    const before = [this.#from, this.#to];
    const done = this.#reach();
    this.#begun = performance.now();
    this.#redraw();
    for (const element of timeline.children) this.#watch(element);
    this.#keepHeld();
    const grown = this.#to - this.#from - ((before[1] ?? 0) - (before[0] ?? 0));
    if (grown <= 0) this.#begun = 0;
    if (!done) this.look();
  }

  /** Draws some more of what should be. Gives back whether that is all. */
  #reach(): boolean {
    const [first, after] = this.#sight(0);
    const [from, to] = this.#lines.length <= SHORT ? [0, this.#lines.length] : this.#sight(BEYOND);
    // After a leap nothing of what is drawn is near.
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

  /** The lines within sight and so many windows around it. */
  #sight(around: number): readonly [number, number] {
    const timeline = this.#timeline();
    if (timeline === null || this.#lines.length === 0) return [0, 0];
    const top = -timeline.getBoundingClientRect().top;
    const beyond = around * innerHeight;
    return [this.#heights.at(top - beyond), this.#heights.at(top + innerHeight + beyond) + 1];
  }

  #reachHeld(timeline: HTMLElement): void {
    const index = this.#held === undefined ? undefined : this.#places.get(this.#held.key);
    if (index === undefined || this.#held === undefined || (index >= this.#from && index < this.#to)) return;
    const top = timeline.getBoundingClientRect().top + scrollY + this.#heights.top(index);
    scrollTo({ top: top - this.#held.offset, behavior: "instant" });
  }

  /**
   * A drag of the scrollbar causes no event, so a line is let go once it stands still. The time counts from when it is in
   * its place, as a busy machine may take longer to draw it.
   */
  #letGoWhenStill(): void {
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

  #measured(entries: readonly ResizeObserverEntry[]): void {
    let news = false;
    for (const { target, borderBoxSize } of entries) {
      const key = target instanceof HTMLElement && target.isConnected ? target.dataset["key"] : undefined;
      const index = key === undefined ? undefined : this.#places.get(key);
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (index !== undefined && height > 0) news = this.#heights.measured(index, height) || news;
    }
    // By now the new lines are drawn and laid out: so much they took.
    if (this.#begun > 0) {
      const took = Math.max(performance.now() - this.#begun, 1);
      this.#pace = Math.round(Math.min(12, Math.max(1, this.#pace * Math.min(2, FRAME / took))));
      this.#begun = 0;
    }
    this.#keepHeld();
    if (news) this.look();
  }

  #keepHeld(): void {
    if (this.#held === undefined) return;
    const element = this.#timeline()?.querySelector(`[data-key="${CSS.escape(this.#held.key)}"]`) ?? undefined;
    if (element === undefined) return;
    const off = element.getBoundingClientRect().top - this.#held.offset;
    const before = scrollY;
    if (Math.abs(off) > 1) scrollBy({ top: off, behavior: "instant" });
    // At the end of the page it can come no further.
    if (scrollY !== before) {
      clearTimeout(this.#still);
      this.#still = undefined;
    }
    this.#letGoWhenStill();
  }

  /** The line with the focus stays drawn, wherever it is: else the focus would be nowhere. */
  #focused(): number | undefined {
    const timeline = this.#timeline();
    const { activeElement } = document;
    if (timeline === null || activeElement === null || !timeline.contains(activeElement)) return undefined;
    const line = activeElement.closest<HTMLElement>("[data-key]")?.dataset["key"];
    return line === undefined ? undefined : this.#places.get(line);
  }
}

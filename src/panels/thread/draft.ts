import type { FromPanel } from "./messages.ts";

/** How long after a key the text is sent to be kept, in milliseconds. */
const KEEP = 250;

/** What stands in the box where one writes, until the extension says that it is kept. */
export class Draft {
  readonly #post: (message: FromPanel) => void;
  #typed: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: FromPanel) => void) {
    this.#post = post;
    // A page that is hidden may be gone the next moment.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.#timer !== undefined) this.#keep();
    });
  }

  /** What is not yet known to be kept. */
  get typed(): string | undefined {
    return this.#typed;
  }

  type(text: string): void {
    this.#typed = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), KEEP);
  }

  /** The extension says what it has. */
  kept(text: string | undefined): void {
    if (text === this.#typed) this.#typed = undefined;
  }

  /** Posts it, closes the issue with it, or opens it in an editor; each keeps it on the way. */
  hand(type: "post" | "close" | "editor", text: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#post({ type, text });
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#typed !== undefined) this.#post({ type: "typed", text: this.#typed });
  }
}

// Keeps the text of the reply box until the extension has saved it.
import type { FromPanel } from "./protocol.ts";

/** Delay between the last key and saving the text. */
const SAVE_DELAY_MS = 250;

/** Sends typed text to be saved after a short pause, or immediately when the page is hidden. */
export class Draft {
  readonly #post: (message: FromPanel) => void;
  #typed: string | undefined;
  /** What became of placeholders. A text that is typed before the extension sends its own may still have them. */
  #replaced: readonly (readonly [string, string])[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(post: (message: FromPanel) => void) {
    this.#post = post;
    // A hidden page may be discarded the next moment.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.#timer !== undefined) this.save();
    });
  }

  /** Text that has not been confirmed as saved. */
  get typed(): string | undefined {
    return this.#typed;
  }

  type(text: string): void {
    this.#typed = this.#replaced.reduce((before, [from, to]) => before.split(from).join(to), text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  /** Replaces a part of the typed text, as the extension did in the saved one. */
  replace(from: string, to: string): void {
    this.#replaced = [...this.#replaced, [from, to]];
    if (this.#typed !== undefined) this.type(this.#typed);
  }

  /** Confirms that the extension has saved this text. */
  markSaved(text: string | undefined): void {
    if (text === this.#typed) this.#typed = undefined;
  }

  /** Posts the text, closes the issue with it, or opens it in an editor; each saves it first. */
  submit(type: "post" | "close" | "editor", text: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#post({ type, text });
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#typed !== undefined) this.#post({ type: "typed", text: this.#typed });
  }
}

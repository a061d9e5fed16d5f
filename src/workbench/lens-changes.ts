// Announces that CodeLens have changed, so that VS Code asks for them again.
import type { Disposable, Event } from "vscode";
import { Emitter } from "./events.ts";

/** Longer than VS Code waits after a change before it asks. */
const SECOND_ANNOUNCEMENT_MS = 1000;

/**
 * Announces each change twice. VS Code waits a moment before it asks, and never asks if the editor loses the focus in that
 * moment, for example because a message appears and the user opens it.
 */
export class LensChanges implements Disposable {
  readonly #changed = new Emitter<void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly event: Event<void> = this.#changed.event;

  announce(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), SECOND_ANNOUNCEMENT_MS);
    this.#changed.fire();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }
}

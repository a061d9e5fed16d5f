// Announces that code lenses have changed, so that VS Code requests them again.
import type { Disposable, Event } from "vscode";
import { Emitter } from "../events.ts";

/** Longer than VS Code waits after an announcement before it requests code lenses. */
const SECOND_ANNOUNCEMENT_MS = 1000;

/**
 * Announces each change twice. After an announcement, VS Code waits a moment before it requests the code lenses. If the
 * editor loses the focus in that moment, for example to a message, VS Code never requests them.
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

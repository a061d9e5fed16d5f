// Events for the parts that run without VS Code.
import type { Disposable, Event } from "vscode";

/** Has the same interface as VS Code's `EventEmitter`. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener, self, owners) => {
    const heard = (value: T): void => void listener.call(self, value);
    this.#listeners.add(heard);
    const ending = { dispose: () => void this.#listeners.delete(heard) };
    owners?.push(ending);
    return ending;
  };

  /** If a listener throws, the others are called all the same, and its error surfaces as uncaught. */
  fire(value: T): void {
    for (const heard of [...this.#listeners]) {
      try {
        heard(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

// Events for code that also runs without VS Code.
import type { Disposable, Event } from "vscode";

/** Has the same interface as VS Code's `EventEmitter`. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener, thisArg, disposables) => {
    const callback = (value: T): void => void listener.call(thisArg, value);
    this.#listeners.add(callback);
    const subscription = { dispose: () => void this.#listeners.delete(callback) };
    disposables?.push(subscription);
    return subscription;
  };

  /**
   * Calls every listener, even if one throws. Its error becomes an uncaught exception. A listener that an earlier one
   * disposed of isn't called.
   */
  fire(value: T): void {
    for (const callback of [...this.#listeners]) {
      if (!this.#listeners.has(callback)) continue;
      try {
        callback(value);
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

// The accounts from the start of the window until their own code is loaded: which there were, and which secrets another
// window has changed since. VS Code reports each change once.
import type { Disposable, Memento, SecretStorage } from "vscode";

/** Where the list of accounts is stored. */
export const ACCOUNT_INDEX = "triptych.accounts";

export class EarlyAccounts implements Disposable {
  readonly #index: Memento;
  readonly #listening: Disposable;
  readonly #changed = new Set<string>();
  /** As stored when the window started. */
  readonly listed: unknown;

  /** `wake` loads the accounts, which then read what has changed. */
  constructor(secrets: SecretStorage, index: Memento, wake: () => void) {
    this.#index = index;
    this.listed = index.get(ACCOUNT_INDEX);
    this.#listening = secrets.onDidChange(({ key }) => {
      this.#changed.add(key);
      wake();
    });
  }

  /** Whether someone is signed in anywhere. */
  get hasAny(): boolean {
    const stored: unknown = this.#index.get(ACCOUNT_INDEX);
    return Array.isArray(stored) && stored.length > 0;
  }

  /** Stops listening and returns the keys that have changed. */
  end(): readonly string[] {
    this.#listening.dispose();
    return [...this.#changed];
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

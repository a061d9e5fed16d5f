// Tracks the accounts from the start of the window until `Accounts` is loaded: the list at the start, and the secrets
// that another window has changed since then. VS Code reports each change only once.
import type { Disposable, Memento, SecretStorage } from "vscode";

/** Where the list of accounts is stored. */
export const ACCOUNT_INDEX = "triptych.accounts";

export class EarlyAccounts implements Disposable {
  readonly #index: Memento;
  readonly #listener: Disposable;
  readonly #changed = new Set<string>();
  /** The list as it was stored when the window started. It may contain anything. */
  readonly listed: unknown;

  /** `wake` loads `Accounts`, which then reads the changed secrets. */
  constructor(secrets: SecretStorage, index: Memento, wake: () => void) {
    this.#index = index;
    this.listed = index.get(ACCOUNT_INDEX);
    this.#listener = secrets.onDidChange(({ key }) => {
      this.#changed.add(key);
      wake();
    });
  }

  /** True if the user is signed in anywhere. */
  get hasAny(): boolean {
    const stored: unknown = this.#index.get(ACCOUNT_INDEX);
    return Array.isArray(stored) && stored.length > 0;
  }

  /** Stops listening and returns the keys of the changed secrets. */
  end(): readonly string[] {
    this.#listener.dispose();
    return [...this.#changed];
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

// Follows which pull requests are checked out in the repositories of VS Code's Git extension.
import type { Disposable, Event, Uri } from "vscode";
import { Emitter } from "../../../workbench/events.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { CheckedOutPull, Checkout } from "./checkout.ts";
import type { CheckoutGit, CheckoutRepository } from "./git-api.ts";

export class CheckedOutPulls implements Disposable {
  readonly #checkout: Pick<Checkout, "find" | "onDidChange">;
  readonly #changed = new Emitter<void>();
  /** Fires when another branch may be checked out. */
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #following = new Map<CheckoutRepository, Disposable>();
  readonly #listening: Disposable[];
  #isDisposed = false;

  constructor(checkout: Pick<Checkout, "find" | "onDidChange">, startGit: () => Promise<CheckoutGit | undefined>) {
    this.#checkout = checkout;
    this.#listening = [checkout.onDidChange(() => this.#changed.fire())];
    void this.#start(startGit);
  }

  list(): readonly CheckedOutPull[] {
    return [...this.#following.keys()].flatMap((repository) => this.#checkout.find(repository) ?? []);
  }

  /** Returns the pull request whose branch a file is part of, and the file's path in it. */
  findFile(uri: Uri): { readonly pull: ThreadAddress; readonly path: string } | undefined {
    for (const { pull, repository } of this.list()) {
      const { path, scheme } = repository.rootUri;
      const root = path.endsWith("/") ? path : `${path}/`;
      if (uri.scheme === scheme && uri.path.startsWith(root)) return { pull, path: uri.path.slice(root.length) };
    }
    return undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const each of [...this.#listening, ...this.#following.values()]) each.dispose();
    this.#changed.dispose();
  }

  async #start(startGit: () => Promise<CheckoutGit | undefined>): Promise<void> {
    const git = await startGit();
    if (git === undefined || this.#isDisposed) return;
    for (const repository of git.repositories) this.#follow(repository);
    this.#listening.push(
      git.onDidOpenRepository((repository) => this.#follow(repository)),
      git.onDidCloseRepository((repository) => {
        this.#following.get(repository)?.dispose();
        this.#following.delete(repository);
        this.#changed.fire();
      }),
    );
  }

  #follow(repository: CheckoutRepository): void {
    this.#following.set(
      repository,
      repository.state.onDidChange(() => this.#changed.fire()),
    );
    this.#changed.fire();
  }
}

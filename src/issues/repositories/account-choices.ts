import * as v from "valibot";
import type { Memento } from "vscode";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";

const KEY = "triptych.issues.accountOf";
const table = v.record(v.string(), v.string());

/** Which of several accounts at one server is the one for a repository, by the account's id. */
export class AccountChoices {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  of(repository: RepositoryAddress): string | undefined {
    return this.#all()[repositoryKey(repository)];
  }

  async choose(repository: RepositoryAddress, id: string): Promise<void> {
    await this.#state.update(KEY, { ...this.#all(), [repositoryKey(repository)]: id });
  }

  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const id = this.of(from);
    if (id !== undefined) await this.choose(to, id);
  }

  #all(): Readonly<Record<string, string>> {
    const kept = v.safeParse(table, this.#state.get(KEY));
    return kept.success ? kept.output : {};
  }
}

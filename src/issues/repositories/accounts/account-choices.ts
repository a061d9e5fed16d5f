// Remembers which of several accounts on a server a repository uses.
import * as v from "valibot";
import { StoredValue, type State } from "../../../workbench/stored-value.ts";
import { repositoryKey, type RepositoryAddress } from "../../model/address.ts";

const KEY = "triptych.issues.accountOf";
const table = v.record(v.string(), v.string());

/** Account ids by repository. */
export class AccountChoices {
  readonly #ids: StoredValue<Readonly<Record<string, string>>>;

  constructor(state: State) {
    this.#ids = new StoredValue(state, KEY, table, {});
  }

  of(repository: RepositoryAddress): string | undefined {
    return this.#ids.get()[repositoryKey(repository)];
  }

  async choose(repository: RepositoryAddress, id: string): Promise<void> {
    await this.#ids.update((ids) => ({ ...ids, [repositoryKey(repository)]: id }));
  }

  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const id = this.of(from);
    if (id !== undefined) await this.choose(to, id);
  }
}

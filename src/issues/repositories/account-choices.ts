// Remembers which account a repository uses if its server has several.
import * as v from "valibot";
import type { Account } from "../../workbench/accounts/accounts.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";
import { isNameless, NAMELESS } from "./nameless-accounts.ts";

const KEY = "triptych.issues.accountOf";
const table = v.record(v.string(), v.string());

/** Account ids by repository. A server has at most one nameless account, whose id changes with its token. */
export class AccountChoices {
  readonly #ids: StoredValue<Readonly<Record<string, string>>>;

  constructor(state: State) {
    this.#ids = new StoredValue(state, KEY, table, {});
  }

  /** Finds the account among these that was chosen for the repository. */
  find(repository: RepositoryAddress, accounts: readonly Account[]): Account | undefined {
    const chosen = this.#ids.get()[repositoryKey(repository)];
    return chosen === undefined ? undefined : accounts.find((each) => toChoice(each) === chosen);
  }

  async choose(repository: RepositoryAddress, account: Account): Promise<void> {
    await this.#store(repository, toChoice(account));
  }

  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const chosen = this.#ids.get()[repositoryKey(from)];
    if (chosen !== undefined) await this.#store(to, chosen);
  }

  async #store(repository: RepositoryAddress, chosen: string): Promise<void> {
    await this.#ids.update((ids) => ({ ...ids, [repositoryKey(repository)]: chosen }));
  }
}

function toChoice({ id }: Account): string {
  return isNameless(id) ? NAMELESS : id;
}

// Remembers the new names of renamed repositories, for drafts and editors that still have the old ones.
import * as v from "valibot";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import type { RepositoryName } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";

const RENAMES = "triptych.issues.renames";

const renameTable = v.record(v.string(), v.object({ owner: v.string(), name: v.string() }));

/** A repository may be renamed several times, and back again. */
const MAX_RENAMES = 8;

/** The new names of repositories, by their old keys. */
export class Renames {
  readonly #names: StoredValue<Readonly<Record<string, RepositoryName>>>;

  constructor(state: State) {
    this.#names = new StoredValue(state, RENAMES, renameTable, {});
  }

  async remember(from: RepositoryAddress, { owner, name }: RepositoryAddress): Promise<void> {
    const { [repositoryKey({ ...from, owner, name })]: _back, ...others } = this.#names.get();
    await this.#names.set({ ...others, [repositoryKey(from)]: { owner, name } });
  }

  /** Call when another repository has the old name now, or the user chose the one that has it. */
  async forget(address: RepositoryAddress): Promise<void> {
    const { [repositoryKey(address)]: gone, ...others } = this.#names.get();
    if (gone !== undefined) await this.#names.set(others);
  }

  /** Returns the current address of a repository that may have been renamed. */
  toPresent<Address extends RepositoryAddress>(address: Address): Address {
    const table = this.#names.get();
    let [name, step] = [{ owner: address.owner, name: address.name }, 0];
    for (; step < MAX_RENAMES; step += 1) {
      const next = table[repositoryKey({ base: address.base, ...name })];
      if (next === undefined) break;
      name = next;
    }
    return step === 0 ? address : { ...address, ...name };
  }
}

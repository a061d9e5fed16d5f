import * as v from "valibot";
import type { Memento } from "vscode";
import { repositoryKey } from "../model/address.ts";
import type { RepositoryAddress } from "../model/address.ts";

const RENAMES = "triptych.issues.renames";

const renameTable = v.record(v.string(), v.object({ owner: v.string(), name: v.string() }));

/** A name may be changed several times, and back again. */
const MOST_STEPS = 8;

/** Under which names repositories stand that had others: an editor that was left open still has the old one. */
export class Renames {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  async remember(from: RepositoryAddress, { owner, name }: RepositoryAddress): Promise<void> {
    const { [repositoryKey({ ...from, owner, name })]: _back, ...others } = this.#table();
    await this.#state.update(RENAMES, { ...others, [repositoryKey(from)]: { owner, name } });
  }

  /** The reader means what stands under this name now. */
  async forget(address: RepositoryAddress): Promise<void> {
    const { [repositoryKey(address)]: gone, ...others } = this.#table();
    if (gone !== undefined) await this.#state.update(RENAMES, others);
  }

  present<Address extends RepositoryAddress>(address: Address): Address {
    const table = this.#table();
    let [name, step] = [{ owner: address.owner, name: address.name }, 0];
    for (; step < MOST_STEPS; step += 1) {
      const next = table[repositoryKey({ base: address.base, ...name })];
      if (next === undefined) break;
      name = next;
    }
    return step === 0 ? address : { ...address, ...name };
  }

  #table(): Readonly<Record<string, { readonly owner: string; readonly name: string }>> {
    const kept = v.safeParse(renameTable, this.#state.get(RENAMES));
    return kept.success ? kept.output : {};
  }
}

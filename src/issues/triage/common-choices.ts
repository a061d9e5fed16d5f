// Finds the labels, milestones or people that all of several issues can have.
import { repositoryKey, type RepositoryAddress } from "../model/address.ts";
import type { Id } from "../model/entities.ts";

/** A repository with what its issues can have, or an issue with what it has. */
export interface Holder<Thing> {
  readonly address: RepositoryAddress;
  readonly things: readonly Thing[];
}

interface OfferedThing<Thing> {
  readonly key: string;
  readonly thing: Thing;
  /** How many of the issues have it. */
  readonly on: number;
  readonly of: number;
  readonly onAll: boolean;
}

/**
 * What all of the issues can have. In one repository, that is what it offers, and what the issues have already. In
 * several, it is what has the same name in each of them.
 */
export class CommonChoices<Thing extends { readonly id: Id }> {
  readonly all: readonly OfferedThing<Thing>[];
  /** True if the issues are of several repositories. */
  readonly isShared: boolean;
  /** By key and repository: things of the same name have another ID in each repository. */
  readonly #things = new Map<string, Map<string, Thing>>();

  constructor(
    repositories: readonly Holder<Thing>[],
    issues: readonly Holder<Thing>[],
    name: (thing: Thing, address: RepositoryAddress) => string,
  ) {
    this.isShared = repositories.length > 1;
    // A repository can use a name twice, so IDs identify labels and milestones within a repository.
    const getKey = (thing: Thing, address: RepositoryAddress): string =>
      this.isShared ? name(thing, address).toLowerCase() : String(thing.id);
    for (const { address, things } of [...repositories, ...issues]) {
      for (const thing of things) {
        const key = getKey(thing, address);
        const places = this.#things.get(key) ?? new Map<string, Thing>();
        this.#things.set(key, places);
        if (!places.has(repositoryKey(address))) places.set(repositoryKey(address), thing);
      }
    }
    const of = issues.length;
    this.all = [...this.#things].flatMap(([key, places]): readonly OfferedThing<Thing>[] => {
      const [thing] = places.values();
      if (thing === undefined || places.size < repositories.length) return [];
      const on = issues.filter(({ address, things }) => things.some((each) => getKey(each, address) === key)).length;
      return [{ key, thing, on, of, onAll: on === of }];
    });
  }

  /** Returns the thing as it is in this repository. */
  find(key: string, address: RepositoryAddress): Thing | undefined {
    return this.#things.get(key)?.get(repositoryKey(address));
  }
}

// Loads repositories, and follows each one that was renamed to its new name.
import { LruMap } from "../../base/lru.ts";
import type { Log } from "../../workbench/log.ts";
import type { Forge } from "../api/forge.ts";
import type { Repository, SeenRepository } from "../model/entities.ts";
import { repositoryKey, sameBase, type RepositoryAddress } from "../model/address.ts";
import type { Discovery } from "./discovery.ts";
import type { Renames } from "./renames.ts";
import type { Repositories } from "./repositories.ts";

export interface RepositoryNamesParts {
  readonly log: Log;
  readonly discovery: Discovery;
  readonly renames: Renames;
  readonly repositories: Repositories;
  readonly apiAt: (address: RepositoryAddress) => Forge;
}

/** Moves what is stored under a repository's old name to the new one. */
type Follow = (from: RepositoryAddress, to: RepositoryAddress) => Promise<void>;

/** How many repositories are kept. */
const MAX_REPOSITORIES = 300;

/** What another window has loaded, such as the rights of the account, may be this old. */
const MAX_STORED_AGE_MS = 10 * 60_000;

/** The repositories as they were last loaded. */
export class RepositoryNames {
  readonly #parts: RepositoryNamesParts;
  readonly #known = new LruMap<string, Repository>(MAX_REPOSITORIES);
  readonly #followers: Follow[] = [];
  readonly #learners: (() => Promise<void>)[] = [];

  constructor(parts: RepositoryNamesParts) {
    this.#parts = parts;
  }

  /** Registers work to do for each renamed repository, before anything continues under its new name. */
  follow(follower: Follow): void {
    this.#followers.push(follower);
  }

  /** Registers work to do when the id of a repository becomes known, before anything else continues. */
  onIdKnown(learner: () => Promise<void>): void {
    this.#learners.push(learner);
  }

  /** The repository as last loaded. */
  getKnown(address: RepositoryAddress): Repository | undefined {
    return this.#known.get(repositoryKey(address));
  }

  /** Loads a repository. If it was renamed, it is known by its new name from then on. */
  async read(address: RepositoryAddress, signal?: AbortSignal): Promise<Repository> {
    // After a window reload, everything loads at the same time; later, the user asks for the current state.
    const maxAgeMs = this.getKnown(address) === undefined ? MAX_STORED_AGE_MS : 0;
    const repository = await this.#parts.apiAt(address).repository(address, { signal, maxAgeMs });
    this.#known.set(repositoryKey(address), repository);
    await this.notice(address, repository);
    return repository;
  }

  /** Learns from an answer the present name of its repository, if the answer is about the right one. */
  async notice(address: RepositoryAddress, seen: SeenRepository): Promise<void> {
    const { renames, repositories } = this.#parts;
    const remembered = repositories.getId(address);
    if (remembered !== undefined && remembered !== seen.id) {
      // Another repository has taken the name, so it no longer leads to the renamed one.
      await renames.forget(address);
      return;
    }
    await repositories.remember(address, seen.id);
    if (remembered === undefined) for (const learn of this.#learners) await learn();
    const present = toAddress(address, seen);
    if (repositoryKey(present) !== repositoryKey(address)) await this.#rename(address, present);
  }

  /** Pins the repository that has this name now, whichever had it before. */
  async add(address: RepositoryAddress, signal?: AbortSignal): Promise<RepositoryAddress> {
    const { discovery, renames, repositories } = this.#parts;
    const repository = await discovery.repository(address, signal);
    const present = toAddress(address, repository);
    this.#known.set(repositoryKey(present), repository);
    await repositories.remember(present, repository.id);
    await renames.forget(present);
    await repositories.pin(present);
    return present;
  }

  /** Drops the loaded data, because another account loaded it. */
  forget(address: RepositoryAddress): void {
    this.#known.delete(repositoryKey(address));
  }

  forgetAt(base: string): void {
    for (const key of this.#known.keys()) if (sameBase(key.slice(0, base.length), base)) this.#known.delete(key);
  }

  async #rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const { log, renames, repositories } = this.#parts;
    log.info("A repository was renamed", { from: repositoryKey(from), to: repositoryKey(to) });
    const known = this.#known.get(repositoryKey(from));
    if (known !== undefined) this.#known.set(repositoryKey(to), known);
    await repositories.rename(from, to);
    await renames.remember(from, to);
    for (const follow of this.#followers) await follow(from, to);
  }
}

function toAddress({ base }: RepositoryAddress, { owner, name }: SeenRepository): RepositoryAddress {
  return { base, owner, name };
}

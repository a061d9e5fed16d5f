// Loads repositories, and detects renamed ones: moves what is stored under the old name to the new one.
import type { Event } from "vscode";
import { LruMap } from "../../base/lru.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log/log.ts";
import type { Forge } from "../api/forge.ts";
import type { Repository, SeenRepository } from "../model/entities.ts";
import { repositoryKey, sameBase, type RepositoryAddress } from "../model/address.ts";
import type { Discovery } from "./discovery.ts";
import type { Renames } from "./renames.ts";
import { ignoreForbidden } from "./repository-identity.ts";
import type { Repositories } from "./repositories.ts";

export interface RepositoryNamesDependencies {
  readonly log: Log;
  readonly discovery: Discovery;
  readonly renames: Renames;
  readonly repositories: Repositories;
  readonly apiAt: (address: RepositoryAddress) => Forge;
}

/** Moves what is stored under a repository's old name to the new one. */
type RenameListener = (from: RepositoryAddress, to: RepositoryAddress) => Promise<void>;

export interface Rename {
  readonly from: RepositoryAddress;
  readonly to: RepositoryAddress;
}

/** How many repositories are cached. */
const MAX_REPOSITORIES = 300;

/** Caches loaded repositories. */
export class RepositoryNames {
  readonly #dependencies: RepositoryNamesDependencies;
  readonly #known = new LruMap<string, Repository>(MAX_REPOSITORIES);
  readonly #renameListeners: RenameListener[] = [];
  readonly #idListeners: (() => Promise<void>)[] = [];
  readonly #renamed = new Emitter<Rename>();
  /** Fires once everything that is stored under a repository's old name has moved to the new one. */
  readonly onDidRename: Event<Rename> = this.#renamed.event;
  /** Counts changes of accounts, because responses to earlier requests are for the previous account. */
  #accountChanges = 0;

  constructor(dependencies: RepositoryNamesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Registers work for each renamed repository, done before anything else continues under the new name. */
  onRename(listener: RenameListener): void {
    this.#renameListeners.push(listener);
  }

  /** Registers work for when the id of a repository becomes known, done before anything else continues. */
  onIdKnown(listener: () => Promise<void>): void {
    this.#idListeners.push(listener);
  }

  /** Returns the repository as it was last loaded. It may have been archived, or the user's rights changed, since then. */
  getKnown(address: RepositoryAddress): Repository | undefined {
    return this.#known.get(repositoryKey(address));
  }

  /** Loads a repository, if its token may. If it was renamed, moves everything to its new name. */
  async read(address: RepositoryAddress, signal?: AbortSignal): Promise<Repository | undefined> {
    const accountChanges = this.#accountChanges;
    const repository = await this.#dependencies.apiAt(address).repository(address, { signal }).catch(ignoreForbidden);
    if (accountChanges !== this.#accountChanges) return await this.read(address, signal);
    if (repository === undefined) return undefined;
    this.#known.set(repositoryKey(address), repository);
    await this.notice(address, repository);
    return repository;
  }

  /** Call with the repository that a response names. Detects a rename, unless it is another repository. */
  async notice(address: RepositoryAddress, seen: SeenRepository): Promise<void> {
    const { renames, repositories } = this.#dependencies;
    const remembered = repositories.getId(address);
    if (remembered !== undefined && remembered !== seen.id) {
      // Another repository has taken the name, so the name no longer leads to the renamed one.
      await renames.forget(address);
      return;
    }
    await repositories.remember(address, seen.id);
    if (remembered === undefined) for (const listener of this.#idListeners) await listener();
    const present = toAddress(address, seen);
    if (repositoryKey(present) !== repositoryKey(address)) await this.#rename(address, present);
  }

  /** Pins the repository that has this name now, even if another one had it before. */
  async add(address: RepositoryAddress, signal?: AbortSignal): Promise<RepositoryAddress> {
    const { apiAt, discovery, renames, repositories } = this.#dependencies;
    const repository = await discovery.repository(address, signal).catch(ignoreForbidden);
    // A token that can only read issues is enough, because they name their repository.
    const seen =
      repository ??
      (await apiAt(address).issues(address, { state: "all", page: 1, limit: 1, signal })).values[0]?.repository;
    const present = seen === undefined ? address : toAddress(address, seen);
    if (repository !== undefined) this.#known.set(repositoryKey(present), repository);
    if (seen !== undefined) await repositories.remember(present, seen.id);
    await renames.forget(present);
    await repositories.pin(present);
    return present;
  }

  /** Call when another account is used for the repository. */
  forget(address: RepositoryAddress): void {
    this.#accountChanges += 1;
    this.#known.delete(repositoryKey(address));
  }

  /** Call when an account of the server has a new token or was removed. */
  forgetAt(base: string): void {
    this.#accountChanges += 1;
    for (const key of this.#known.keys()) if (sameBase(key.slice(0, base.length), base)) this.#known.delete(key);
  }

  async #rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const { log, renames, repositories } = this.#dependencies;
    log.info("A repository was renamed", { from: repositoryKey(from), to: repositoryKey(to) });
    const known = this.#known.get(repositoryKey(from));
    if (known !== undefined) this.#known.set(repositoryKey(to), known);
    await repositories.rename(from, to);
    await renames.remember(from, to);
    for (const listener of this.#renameListeners) await listener(from, to);
    this.#renamed.fire({ from, to });
  }
}

function toAddress({ base }: RepositoryAddress, { owner, name }: SeenRepository): RepositoryAddress {
  return { base, owner, name };
}

// Decides which repositories the view shows, and remembers the id of each.
import * as v from "valibot";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/stored-value.ts";
import type { Id } from "../model/entities.ts";
import type { KnownServers } from "./known-servers.ts";
import { parseKnownRemote, parseRemote, repositoryKey, sameBase, type RepositoryAddress } from "../model/address.ts";
import { isForeign, parseUnknownRemote, type StrangeRemote } from "../model/remote.ts";

const PINNED = "triptych.issues.repositories";
const IDS = "triptych.issues.repositoryIds";

const pinnedList = v.array(v.object({ base: v.string(), owner: v.string(), name: v.string() }));
const idTable = v.record(v.string(), v.string());

/** Provides the git remotes of the open folders. */
export interface Remotes {
  read(): Promise<readonly string[]>;
  readonly onDidChange: Event<void>;
}

/** A repository in the view. */
export interface Shown {
  readonly address: RepositoryAddress;
  /** Whether the user pinned it. */
  readonly pinned: boolean;
  /** Whether a git remote of the open folders points to it. */
  readonly found: boolean;
}

/** Shows the repositories of the open folders, and those that the user pinned. */
export class Repositories {
  readonly #pinned: StoredValue<readonly RepositoryAddress[]>;
  readonly #ids: StoredValue<Readonly<Record<string, string>>>;
  readonly #remotes: Remotes;
  readonly #servers: KnownServers;
  readonly #toPresent: (address: RepositoryAddress) => RepositoryAddress;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  /** `toPresent` finds the present name of a repository, as a Git remote may have an old one. */
  constructor(
    state: State,
    remotes: Remotes,
    servers: KnownServers,
    toPresent: (address: RepositoryAddress) => RepositoryAddress = (address) => address,
  ) {
    this.#pinned = new StoredValue(state, PINNED, pinnedList, []);
    this.#ids = new StoredValue(state, IDS, idTable, {});
    this.#remotes = remotes;
    this.#servers = servers;
    this.#toPresent = toPresent;
    remotes.onDidChange(() => this.#changed.fire());
    servers.onDidChange(() => this.#changed.fire());
  }

  /** Those of the open folders first, as users work on them, then the pinned ones in the user's order. */
  async list(): Promise<readonly Shown[]> {
    const pinned = this.#pinned.get();
    const keys = new Set(pinned.map(repositoryKey));
    const servers = this.#servers.bases();
    const found = (await this.findInWorkspace()).filter(({ base }) => servers.some((known) => sameBase(known, base)));
    const own = found.map((address) => ({ address, pinned: keys.has(repositoryKey(address)), found: true }));
    const ownKeys = new Set(own.map(({ address }) => repositoryKey(address)));
    const others = pinned.filter((address) => !ownKeys.has(repositoryKey(address)));
    return [...own, ...others.map((address) => ({ address, pinned: true, found: false }))];
  }

  /** The repositories that the remotes of the open folders point to, on any server. */
  async findInWorkspace(): Promise<readonly RepositoryAddress[]> {
    const servers = this.#servers.bases();
    const found = new Map<string, RepositoryAddress>();
    for (const remote of await this.#remotes.read()) {
      const strange = parseUnknownRemote(remote);
      const chosen = strange === undefined ? undefined : this.#servers.findServer(strange.host);
      if (chosen !== undefined && chosen.base === undefined) continue;
      const named =
        chosen?.base === undefined || strange === undefined
          ? parseRemote(remote, servers)
          : { base: chosen.base, owner: strange.owner, name: strange.name };
      const address = named && this.#toPresent(named);
      if (address !== undefined) found.set(repositoryKey(address), address);
    }
    return [...found.values()];
  }

  /** Remotes whose host is neither a known server nor marked as a server of another kind. */
  async findUnknownRemotes(): Promise<readonly StrangeRemote[]> {
    const servers = this.#servers.bases();
    const found = new Map<string, StrangeRemote>();
    for (const remote of await this.#remotes.read()) {
      const strange = parseUnknownRemote(remote);
      if (strange === undefined || isForeign(strange.host)) continue;
      if (this.#servers.findServer(strange.host) !== undefined) continue;
      if (parseKnownRemote(remote, servers) !== undefined) continue;
      found.set(`${strange.host} ${strange.owner}/${strange.name}`.toLowerCase(), strange);
    }
    return [...found.values()];
  }

  async pin(address: RepositoryAddress): Promise<void> {
    const others = this.#pinned.get().filter((each) => repositoryKey(each) !== repositoryKey(address));
    const { base, owner, name } = address;
    await this.#pinned.set([...others, { base, owner, name }]);
    this.#changed.fire();
  }

  async unpin(address: RepositoryAddress): Promise<void> {
    const others = this.#pinned.get().filter((each) => repositoryKey(each) !== repositoryKey(address));
    await this.#pinned.set(others);
    this.#changed.fire();
  }

  /** Saves the order of the pinned repositories that the user chose, by their keys. Others keep their place. */
  async arrange(keys: readonly string[]): Promise<void> {
    const pinned = this.#pinned.get();
    const byKey = new Map(pinned.map((address) => [repositoryKey(address), address]));
    const moved = keys.flatMap((key) => byKey.get(key) ?? []).values();
    const ordered = new Set(keys);
    const arranged = pinned.flatMap((address) =>
      ordered.has(repositoryKey(address)) ? (moved.next().value ?? []) : [address],
    );
    await this.#pinned.set(arranged);
    this.#changed.fire();
  }

  /** Call when the repository was renamed. It keeps its place in the view. */
  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const id = this.getId(from);
    if (id !== undefined) await this.remember(to, id);
    const pinned = this.#pinned.get();
    if (!pinned.some((each) => repositoryKey(each) === repositoryKey(from))) return;
    const { base, owner, name } = to;
    const [before, after] = [from, to].map(repositoryKey);
    const renamed = pinned.flatMap((each) => {
      const key = repositoryKey(each);
      if (key === before) return [{ base, owner, name }];
      return key === after ? [] : [each];
    });
    await this.#pinned.set(renamed);
    this.#changed.fire();
  }

  /** The remembered id of the repository with this name. */
  getId(address: RepositoryAddress): Id | undefined {
    const id = this.#ids.get()[repositoryKey(address)];
    return id === undefined || !/^-?\d{1,19}$/.test(id) ? undefined : BigInt(id);
  }

  async remember(address: RepositoryAddress, id: Id): Promise<void> {
    if (this.getId(address) === id) return;
    await this.#ids.update((ids) => ({ ...ids, [repositoryKey(address)]: String(id) }));
  }
}

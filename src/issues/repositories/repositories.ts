// Decides which repositories the view shows, and remembers their ids.
import * as v from "valibot";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import type { Id } from "../model/entities.ts";
import type { KnownServers } from "./known-servers.ts";
import { parseKnownRemote, parseRemote, repositoryKey, sameBase, type RepositoryAddress } from "../model/address.ts";
import { isForeign, parseUnknownRemote, type UnknownRemote } from "../model/remote.ts";

const PINNED = "triptych.issues.repositories";
const IDS = "triptych.issues.repositoryIds";

const pinnedList = v.array(v.object({ base: v.string(), owner: v.string(), name: v.string() }));
const idTable = v.record(v.string(), v.string());

/** Provides the Git remotes of the open folders. */
export interface Remotes {
  read(): Promise<readonly string[]>;
  readonly onDidChange: Event<void>;
}

/** A repository in the view. */
export interface ShownRepository {
  readonly address: RepositoryAddress;
  /** Whether the user pinned it. */
  readonly pinned: boolean;
  /** Whether a Git remote of the open folders points to it. */
  readonly found: boolean;
}

/** The repositories of the open folders, and those that the user pinned. */
export class Repositories {
  readonly #pinned: StoredValue<readonly RepositoryAddress[]>;
  readonly #ids: StoredValue<Readonly<Record<string, string>>>;
  readonly #remotes: Remotes;
  readonly #servers: KnownServers;
  readonly #toPresent: (address: RepositoryAddress) => RepositoryAddress;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  /** `toPresent` returns the current address of a repository, because a Git remote may have an old name. */
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

  /** Returns the repositories of the view: those of the open folders, then the pinned ones in the user's order. */
  async list(): Promise<readonly ShownRepository[]> {
    const pinned = this.#pinned.get();
    const keys = new Set(pinned.map(repositoryKey));
    const servers = this.#servers.bases();
    const found = (await this.findInWorkspace()).filter(({ base }) => servers.some((known) => sameBase(known, base)));
    const fromWorkspace = found.map((address) => ({ address, pinned: keys.has(repositoryKey(address)), found: true }));
    const workspaceKeys = new Set(fromWorkspace.map(({ address }) => repositoryKey(address)));
    const rest = pinned.filter((address) => !workspaceKeys.has(repositoryKey(address)));
    return [...fromWorkspace, ...rest.map((address) => ({ address, pinned: true, found: false }))];
  }

  /** Returns the repositories that the remotes of the open folders point to, on any server. */
  async findInWorkspace(): Promise<readonly RepositoryAddress[]> {
    const servers = this.#servers.bases();
    const found = new Map<string, RepositoryAddress>();
    for (const remote of await this.#remotes.read()) {
      const address = this.#findByRemote(remote, servers);
      if (address !== undefined) found.set(repositoryKey(address), address);
    }
    return [...found.values()];
  }

  /** Returns the repository that a Git remote points to, if it is on one of these servers. */
  findKnown(remote: string, servers: readonly string[]): RepositoryAddress | undefined {
    const address = this.#findByRemote(remote, servers);
    return servers.some((base) => sameBase(base, address?.base ?? "")) ? address : undefined;
  }

  /** Returns the remotes whose host is neither a known server nor marked as a server of another kind. */
  async findUnknownRemotes(): Promise<readonly UnknownRemote[]> {
    const servers = this.#servers.bases();
    const found = new Map<string, UnknownRemote>();
    for (const remote of await this.#remotes.read()) {
      const parsed = parseUnknownRemote(remote);
      if (parsed === undefined || isForeign(parsed.host)) continue;
      if (this.#servers.findServer(parsed.host) !== undefined) continue;
      if (parseKnownRemote(remote, servers) !== undefined) continue;
      found.set(`${parsed.host} ${parsed.owner}/${parsed.name}`.toLowerCase(), parsed);
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

  /** Saves the user's order of pinned repositories, given their keys. Those not listed keep their positions. */
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

  /** Call when a repository was renamed. It keeps its position in the view. */
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

  /** Returns the remembered id of the repository with this name. */
  getId(address: RepositoryAddress): Id | undefined {
    const id = this.#ids.get()[repositoryKey(address)];
    return id === undefined || !/^-?\d{1,19}$/.test(id) ? undefined : BigInt(id);
  }

  async remember(address: RepositoryAddress, id: Id): Promise<void> {
    if (this.getId(address) === id) return;
    await this.#ids.update((ids) => ({ ...ids, [repositoryKey(address)]: String(id) }));
  }

  /** The user may have chosen the server of the remote's host. */
  #findByRemote(remote: string, servers: readonly string[]): RepositoryAddress | undefined {
    const parsed = parseUnknownRemote(remote);
    const chosen = parsed === undefined ? undefined : this.#servers.findServer(parsed.host);
    if (chosen !== undefined && chosen.base === undefined) return undefined;
    const named =
      chosen?.base === undefined || parsed === undefined
        ? parseRemote(remote, servers)
        : { base: chosen.base, owner: parsed.owner, name: parsed.name };
    return named && this.#toPresent(named);
  }
}

// Decides which repositories tools may read: public ones without an account, and private ones only after the user has
// allowed this repository and account.
import { asProblem, Problem } from "../../base/problem.ts";
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import type { Confirmation } from "../../base/tools/tool.ts";
import {
  formatHost,
  fullName,
  parseRepository,
  repositoryKey,
  sameBase,
  type RepositoryAddress,
} from "../model/address.ts";
import type { AccountView, ReadingForge, RepositoryReading } from "./source.ts";

export interface ReadingDependencies {
  /** The URLs of the servers that the user has configured or added. The first is the default. */
  readonly servers: () => readonly [string, ...string[]];
  /** The repository of the open folder, if there is one. */
  readonly home: () => Promise<RepositoryAddress | undefined>;
  /** The server as anyone sees it. */
  readonly anonymous: (base: string) => ReadingForge;
  /** The server as the account for this repository sees it. */
  readonly signedIn: (address: RepositoryAddress) => AccountView | undefined;
  readonly now: () => number;
}

/** Repositories can become private. */
const LIMITS = { maxAgeMs: 300_000, maxEntries: 200 };

export class PrivateReading implements RepositoryReading {
  readonly #dependencies: ReadingDependencies;
  readonly #public: ExpiringCache<boolean>;
  /** What questions have named, and what the user has allowed since, by repository and account. */
  readonly #asked = new Set<string>();
  readonly #allowed: Set<string>;

  /** `allowed` has the keys of private repositories that may be read without a question, with any account. */
  constructor(dependencies: ReadingDependencies, allowed: Iterable<RepositoryAddress> = []) {
    this.#dependencies = dependencies;
    this.#public = new ExpiringCache(LIMITS, dependencies.now);
    this.#allowed = new Set(Array.from(allowed, repositoryKey));
  }

  async find(named: string | undefined): Promise<RepositoryAddress> {
    const [home, ...others] = this.#dependencies.servers();
    const found =
      named === undefined ? await this.#dependencies.home() : parseRepository(named, home, [home, ...others])?.address;
    if (found === undefined) {
      const detail =
        named === undefined ? "No open folder has a repository." : `"${named}" is not "owner/name" or a URL.`;
      throw new Problem("invalid", { detail });
    }
    return { ...found, base: this.#requireKnown(found.base) };
  }

  findServer(named: string | undefined): string {
    const [home] = this.#dependencies.servers();
    if (named === undefined) return home;
    return this.#requireKnown(/^https?:\/\//i.test(named) ? named.replace(/\/+$/, "") : `https://${named}`);
  }

  async open(address: RepositoryAddress, signal: AbortSignal): Promise<ReadingForge> {
    if (await this.#isPublic(address, signal)) return this.#dependencies.anonymous(address.base);
    const view = this.#dependencies.signedIn(address);
    if (view === undefined) throw new Problem("notFound", { origin: new URL(address.base).origin });
    if (this.#allowed.has(repositoryKey(address))) return view.api;
    const key = toKey(address, view);
    // VS Code calls a tool only after the user has answered its question.
    if (!this.#asked.has(key)) throw refuse(address, view);
    this.#allowed.add(key);
    return view.api;
  }

  openPublic(base: string): ReadingForge {
    return this.#dependencies.anonymous(base);
  }

  async confirm(named: string | undefined, signal: AbortSignal): Promise<Confirmation | undefined> {
    const address = await this.find(named);
    if (await this.#isPublic(address, signal)) return undefined;
    const view = this.#dependencies.signedIn(address);
    if (view === undefined || this.#allowed.has(toKey(address, view))) return undefined;
    this.#asked.add(toKey(address, view));
    return { account: `${view.account} (${formatHost(address.base)})`, what: fullName(address) };
  }

  /** Whether anyone can read it. */
  async #isPublic(address: RepositoryAddress, signal: AbortSignal): Promise<boolean> {
    return await this.#public.get(
      repositoryKey(address),
      (loading) => isReadable(this.#dependencies.anonymous(address.base), address, loading),
      signal,
    );
  }

  #requireKnown(base: string): string {
    const servers = this.#dependencies.servers();
    const known = servers.find((each) => sameBase(each, base));
    if (known !== undefined) return known;
    throw new Problem("invalid", { detail: `${base} is not one of the user's servers: ${servers.join(", ")}` });
  }
}

async function isReadable(api: ReadingForge, address: RepositoryAddress, signal: AbortSignal): Promise<boolean> {
  try {
    await api.repository(address, { signal });
    return true;
  } catch (error) {
    const problem = asProblem(error);
    if (["unauthorized", "forbidden", "notFound"].includes(problem.kind)) return false;
    throw problem;
  }
}

function toKey(address: RepositoryAddress, { account }: AccountView): string {
  return `${repositoryKey(address)} ${account}`;
}

function refuse(address: RepositoryAddress, { account }: AccountView): Problem {
  return new Problem("forbidden", {
    origin: new URL(address.base).origin,
    detail: `${fullName(address)} is private. The user hasn't allowed that it is read as ${account}.`,
  });
}

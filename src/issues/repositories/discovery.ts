// Finds servers and repositories that aren't known yet.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Repository } from "../model/entities.ts";
import { serversAbove, type RepositoryAddress } from "../model/address.ts";
import { sameRemote, parseUnknownRemote } from "../model/remote.ts";
import type { KnownServers } from "./known-servers.ts";
import type { TokenScopes } from "./token-scopes.ts";
import type { Repositories } from "./repositories.ts";
import type { Servers } from "./servers.ts";

/** As many as can be looked through in a list. Typing finds the others. */
const MAX_OWN_REPOSITORIES = 300;

export class Discovery {
  readonly #servers: Servers;
  readonly #scopes: TokenScopes;
  readonly #repositories: Repositories;
  readonly #known: KnownServers;

  constructor(servers: Servers, scopes: TokenScopes, repositories: Repositories, known: KnownServers) {
    this.#servers = servers;
    this.#scopes = scopes;
    this.#repositories = repositories;
    this.#known = known;
  }

  /** Finds the base URL of the server at a URL that the user entered. Undefined if no server is found. */
  async findServer(address: string, signal?: AbortSignal): Promise<string | undefined> {
    let failure: Problem | undefined;
    for (const base of serversAbove(address)) {
      try {
        await this.#servers.identify(base, signal);
        return base;
      } catch (error) {
        const problem = asProblem(error);
        // An instance that requires sign-in for everything rejects the request with JSON.
        if (problem.kind === "forbidden" && problem.facts.json === true) return base;
        if (!["forbidden", "notFound", "malformed", "redirected", "unauthorized"].includes(problem.kind)) throw problem;
        failure = problem.kind === "redirected" || problem.kind === "forbidden" ? problem : failure;
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  }

  /** Searches the repositories of a server by name. Without a search text, returns those of the account there. */
  async findRepositories(base: string, words: string, signal?: AbortSignal): Promise<readonly Repository[]> {
    const { finding } = this.#servers.for(base);
    const account = this.#servers.accountFor(base);
    if (words !== "") return (await finding.repositories(words, { page: 1, limit: 10, signal })).values;
    if (account === undefined || this.#scopes.of(account)?.listsRepositories === false) return [];
    const own: Repository[] = [];
    // Servers may return fewer per page than requested.
    for (let page = 1; own.length < MAX_OWN_REPOSITORIES; page += 1) {
      const { values, skipped, total } = await finding.ownRepositories({ page, limit: 50, signal });
      own.push(...values);
      if (values.length + skipped === 0 || own.length === total) break;
    }
    return own;
  }

  /** Finds the servers of remotes whose host is only used for SSH, by the clone URLs of repositories. */
  async recognizeRemotes(signal?: AbortSignal): Promise<void> {
    for (const remote of await this.#repositories.findUnknownRemotes()) {
      if (!remote.ssh) continue;
      for (const base of this.#known.bases()) {
        const address = { base, owner: remote.owner, name: remote.name };
        const known = await this.#servers
          .for(address)
          .repository(address, { signal })
          .catch(() => undefined);
        if (known?.cloneUrls.some((url) => sameRemote(parseUnknownRemote(url), remote)) !== true) continue;
        await this.#known.setServer(remote.host, base);
        break;
      }
    }
  }

  /** Loads a repository. If its account can't see it, tries the others, and uses the first that can from now on. */
  async repository(address: RepositoryAddress, signal?: AbortSignal): Promise<Repository> {
    try {
      return await this.#servers.for(address).repository(address, { signal });
    } catch (error) {
      const problem = asProblem(error);
      if (!problem.isDenial) throw problem;
      const used = this.#servers.accountFor(address);
      for (const account of this.#servers.accountsAt(address.base).filter((each) => each !== used)) {
        const repository = await this.#servers
          .as(account)
          .repository(address, { signal })
          .catch(() => undefined);
        if (repository === undefined) continue;
        await this.#servers.choices.choose(address, account);
        return repository;
      }
      throw problem;
    }
  }
}

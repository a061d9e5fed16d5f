// Checks that a repository is still the intended one: it may have been renamed, and another one may have its name.
import { asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Id, Issue, SeenRepository } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";

export interface IdentityDependencies {
  /** Returns the remembered id of the repository with this name. */
  readonly rememberedId: (address: RepositoryAddress) => Id | undefined;
  /** Remembers the id, and after a rename moves everything from the old name to the new one. */
  readonly notice: (address: RepositoryAddress, seen: SeenRepository) => Promise<void>;
}

/** Issues name their repository, so a token that can only read issues is enough. */
export class RepositoryIdentity {
  readonly #dependencies: IdentityDependencies;

  constructor(dependencies: IdentityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Loads an issue under the current name of its repository. Undefined if another repository has taken the name. */
  async issue(
    api: Forge,
    thread: ThreadAddress,
    expectedId?: Id,
  ): Promise<{ readonly issue: Issue; readonly thread: ThreadAddress } | undefined> {
    const issue = await api.issue(thread, thread.number).catch(async (error: unknown) => {
      // If another repository has taken the name, it may not have this issue.
      const problem = asProblem(error);
      if (problem.kind !== "notFound" || (await this.#isAnother(api, thread, expectedId)) !== true) throw problem;
      return undefined;
    });
    if (issue === undefined) return undefined;
    const present = await this.findPresent(thread, issue.repository, expectedId);
    return present === undefined ? undefined : { issue, thread: { ...present, number: thread.number } };
  }

  /** Like `issue`, while something else is loading. If both fail, the issue's failure is the more meaningful one. */
  async issueWith<Other>(api: Forge, address: ThreadAddress, expectedId: Id | undefined, loading: Promise<Other>) {
    const [found, other] = await Promise.allSettled([this.issue(api, address, expectedId), loading]);
    if (found.status === "rejected") throw asProblem(found.reason);
    if (found.value === undefined) return undefined;
    if (other.status === "rejected") throw asProblem(other.reason);
    return { ...found.value, other: other.value };
  }

  /** Returns the current address of a repository. Undefined if another one has taken its name. */
  async findPresent(
    address: RepositoryAddress,
    seen: SeenRepository | undefined,
    expectedId?: Id,
  ): Promise<RepositoryAddress | undefined> {
    const { base, owner, name } = address;
    if (seen === undefined) return { base, owner, name };
    const id = expectedId ?? this.#dependencies.rememberedId(address);
    if (id !== undefined && id !== seen.id) return undefined;
    const present = { base, owner: seen.owner, name: seen.name };
    const known = this.#dependencies.rememberedId(address) === seen.id;
    if (!known || repositoryKey(present) !== repositoryKey(address)) await this.#dependencies.notice(address, seen);
    return present;
  }

  /** True if the name belongs to another repository. Undefined if unknown. */
  async #isAnother(api: Forge, address: RepositoryAddress, expectedId: Id | undefined): Promise<boolean | undefined> {
    const id = expectedId ?? this.#dependencies.rememberedId(address);
    const seen = id === undefined ? undefined : await api.repository(address).catch(() => undefined);
    return seen === undefined ? undefined : seen.id !== id;
  }

  /** Like `findPresent`, but asks the server. If the token may not read the repository, the address is trusted. */
  async repository(api: Forge, address: RepositoryAddress, expectedId?: Id): Promise<RepositoryAddress | undefined> {
    const seen = await api.repository(address).catch(ignoreForbidden);
    return await this.findPresent(address, seen, expectedId);
  }
}

/** For tokens that may read the issues of a repository, but not the repository itself. */
export function ignoreForbidden(error: unknown): undefined {
  const problem = asProblem(error);
  if (problem.kind !== "forbidden") throw problem;
}

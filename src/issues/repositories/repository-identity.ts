// Checks whether a repository is still the intended one: it may be renamed, and another one may take its name.
import { asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Id, Issue, SeenRepository } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";

export interface IdentityParts {
  /** The id that the name was last known by. */
  readonly rememberedId: (address: RepositoryAddress) => Id | undefined;
  /** Remembers the id, and follows a rename with everything that is kept under the old name. */
  readonly notice: (address: RepositoryAddress, seen: SeenRepository) => Promise<void>;
}

/** An issue names its repository, so a token that may read nothing but issues is enough. */
export class RepositoryIdentity {
  readonly #parts: IdentityParts;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  /** The issue, under the present name of its repository; nothing if another repository has taken the name. */
  async issue(
    api: Forge,
    thread: ThreadAddress,
    meant?: Id,
  ): Promise<{ readonly issue: Issue; readonly thread: ThreadAddress } | undefined> {
    const issue = await api.issue(thread, thread.number).catch(async (error: unknown) => {
      // Another repository may have the name, and no such issue.
      const problem = asProblem(error);
      if (problem.kind !== "notFound" || (await this.#isAnother(api, thread, meant)) !== true) throw problem;
      return undefined;
    });
    if (issue === undefined) return undefined;
    const present = await this.findPresent(thread, issue.repository, meant);
    return present === undefined ? undefined : { issue, thread: { ...present, number: thread.number } };
  }

  /** As `issue`, with something else that is loaded at once. If both fail, the issue's failure is the better reason. */
  async issueWith<Other>(api: Forge, address: ThreadAddress, meant: Id | undefined, loading: Promise<Other>) {
    const [found, other] = await Promise.allSettled([this.issue(api, address, meant), loading]);
    if (found.status === "rejected") throw asProblem(found.reason);
    if (found.value === undefined) return undefined;
    if (other.status === "rejected") throw asProblem(other.reason);
    return { ...found.value, other: other.value };
  }

  /** The repository under its present name; nothing if another one has taken the name. */
  async findPresent(
    address: RepositoryAddress,
    seen: SeenRepository | undefined,
    meant?: Id,
  ): Promise<RepositoryAddress | undefined> {
    const { base, owner, name } = address;
    if (seen === undefined) return { base, owner, name };
    const id = meant ?? this.#parts.rememberedId(address);
    if (id !== undefined && id !== seen.id) return undefined;
    const present = { base, owner: seen.owner, name: seen.name };
    const known = this.#parts.rememberedId(address) === seen.id;
    if (!known || repositoryKey(present) !== repositoryKey(address)) await this.#parts.notice(address, seen);
    return present;
  }

  /** Undefined if that can't be found out. */
  async #isAnother(api: Forge, address: RepositoryAddress, meant: Id | undefined): Promise<boolean | undefined> {
    const id = meant ?? this.#parts.rememberedId(address);
    const seen = id === undefined ? undefined : await api.repository(address).catch(() => undefined);
    return seen === undefined ? undefined : seen.id !== id;
  }

  /** As `present`, for a repository without issues. A token that may not ask is believed. */
  async repository(api: Forge, address: RepositoryAddress, meant?: Id): Promise<RepositoryAddress | undefined> {
    const seen = await api.repository(address).catch((error: unknown) => {
      const problem = asProblem(error);
      if (problem.kind !== "forbidden") throw problem;
      return undefined;
    });
    return await this.findPresent(address, seen, meant);
  }
}

// Searches repositories, and lists the labels, milestones and people that issues can be filtered by.
import { path } from "../../base/origin.ts";
import type { Label, Milestone, Person, Repository, RepositoryName } from "../model/entities.ts";
import { under, UNPAGED, type AskedLately, type Caller, type Listed, type Paged } from "./caller.ts";
import * as wire from "./decoders.ts";

export class Search {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Repositories whose name contains the words. */
  async repositories(words: string, { signal, ...paged }: Paged = {}): Promise<Listed<Repository>> {
    const call = { path: "/repos/search", query: { q: words, ...paged }, signal };
    return this.#caller.list(call, wire.repository, "repository search", { within: "data" });
  }

  /** The token owner's repositories. The token needs `read:user` too. */
  async ownRepositories({ signal, ...paged }: Paged = {}): Promise<Listed<Repository>> {
    return this.#caller.list({ path: "/user/repos", query: paged, signal }, wire.repository, "repository list");
  }

  async labels(repo: RepositoryName, { signal, ...paged }: Paged = {}): Promise<Listed<Label>> {
    return this.#caller.list({ path: under(repo, "/labels"), query: paged, signal }, wire.label, "label list");
  }

  /** The labels that an organization gives all its repositories; 404 if the owner is a person. */
  async labelsOfOrganization(name: string, { signal, ...paged }: Paged = {}): Promise<Listed<Label>> {
    return this.#caller.list({ path: path`/orgs/${name}/labels`, query: paged, signal }, wire.label, "label list");
  }

  async milestones(
    repo: RepositoryName,
    { signal, ...asked }: Paged & { readonly state?: "open" | "closed" | "all" } = {},
  ): Promise<Listed<Milestone>> {
    const call = { path: under(repo, "/milestones"), query: asked, signal };
    return this.#caller.list(call, wire.milestone, "milestone list");
  }

  /** The people that issues can be assigned to. */
  async assignees(repo: RepositoryName, asked: AskedLately = {}): Promise<Listed<Person>> {
    const call = { path: under(repo, "/assignees"), ...asked };
    return this.#caller.list(call, wire.person, "list of assignees", { room: UNPAGED });
  }
}

// Searches repositories, and lists the labels, milestones and people that issues can be filtered by.
import { path } from "../../base/origin.ts";
import type { RepositoryName } from "../model/entities.ts";
import { under, UNPAGED_LIMITS, type Caller, type Paged, type RequestOptions } from "./caller.ts";
import * as wire from "./decoders.ts";

export function searchRoutes(caller: Caller) {
  return {
    /** Searches repositories by a part of their name. */
    repositories: async (words: string, { signal, ...paged }: Paged = {}) => {
      const call = { path: "/repos/search", query: { q: words, ...paged }, signal };
      return caller.list(call, wire.repository, "repository search", { listKey: "data" });
    },
    /** The token owner's repositories. The token needs `read:user` too. */
    ownRepositories: async ({ signal, ...paged }: Paged = {}) =>
      caller.list({ path: "/user/repos", query: paged, signal }, wire.repository, "repository list"),
    labels: async (repo: RepositoryName, { signal, ...paged }: Paged = {}) =>
      caller.list({ path: under(repo, "/labels"), query: paged, signal }, wire.label, "label list"),
    /** The labels that an organization's repositories share. 404 if the owner is a person. */
    labelsOfOrganization: async (name: string, { signal, ...paged }: Paged = {}) =>
      caller.list({ path: path`/orgs/${name}/labels`, query: paged, signal }, wire.label, "label list"),
    milestones: async (
      repo: RepositoryName,
      { signal, ...options }: Paged & { readonly state?: "open" | "closed" | "all" } = {},
    ) => caller.list({ path: under(repo, "/milestones"), query: options, signal }, wire.milestone, "milestone list"),
    /** The people that issues can be assigned to. */
    assignees: async (repo: RepositoryName, { signal }: RequestOptions = {}) => {
      const call = { path: under(repo, "/assignees"), signal };
      return caller.list(call, wire.person, "list of assignees", { limits: UNPAGED_LIMITS });
    },
  };
}

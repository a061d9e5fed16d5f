// Searches repositories, and lists the labels, milestones and people that issues can be filtered by.
import { path } from "../../base/origin.ts";
import { under, UNPAGED_LIMITS, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { SearchRoutes } from "./forge.ts";

export function searchRoutes(caller: Caller): SearchRoutes {
  return {
    repositories: async (words, { signal, ...paged } = {}) => {
      const call = { path: "/repos/search", query: { q: words, ...paged }, signal };
      return caller.list(call, wire.repository, "repository search", { listKey: "data" });
    },
    /** The token needs `read:user` too. */
    ownRepositories: async ({ signal, ...paged } = {}) =>
      caller.list({ path: "/user/repos", query: paged, signal }, wire.repository, "repository list"),
    labels: async (repo, { signal, ...paged } = {}) =>
      caller.list({ path: under(repo, "/labels"), query: paged, signal }, wire.label, "label list"),
    labelsOfOrganization: async (name, { signal, ...paged } = {}) =>
      caller.list({ path: path`/orgs/${name}/labels`, query: paged, signal }, wire.label, "label list"),
    milestones: async (repo, { signal, ...options } = {}) =>
      caller.list({ path: under(repo, "/milestones"), query: options, signal }, wire.milestone, "milestone list"),
    assignees: async (repo, { signal } = {}) => {
      const call = { path: under(repo, "/assignees"), signal };
      return caller.list(call, wire.person, "list of assignees", { limits: UNPAGED_LIMITS });
    },
  };
}

// Lists, adds and removes reactions to issues and comments.
import { path } from "../../base/origin.ts";
import type { ReactionSubject, RepositoryName } from "../model/entities.ts";
import { under, UNPAGED_LIMITS, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { ReactionRoutes } from "./forge.ts";

/** Servers return at most this many per page. */
const PAGE_SIZE = 50;
/** Longer lists of people are cut here. */
const MAX_PAGES = 20;

export function reactionRoutes(caller: Caller): ReactionRoutes {
  return {
    /** Loads all reactions. Only the list of an issue is paged. The server returns null for an empty list. */
    list: async (repo, to, { signal } = {}) => {
      const call = { path: toPath(repo, to), signal };
      if (!("issue" in to)) return caller.list(call, wire.reaction, "reactions", { limits: UNPAGED_LIMITS });
      const read = (page: number) =>
        caller.list({ ...call, query: { page, limit: PAGE_SIZE } }, wire.reaction, "reactions");
      const first = await read(1);
      const values = [...first.values];
      let { skipped } = first;
      // The server's page limit may be lower than the requested one, so only the total shows where the list ends.
      for (let page = 2; page <= MAX_PAGES && values.length + skipped < (first.total ?? 0); page += 1) {
        const next = await read(page);
        if (next.values.length === 0) break;
        values.push(...next.values);
        skipped += next.skipped;
      }
      return { ...first, values, skipped };
    },
    add: async (repo, to, name, { signal } = {}) =>
      caller.send({ method: "POST", path: toPath(repo, to), json: { content: name }, signal }),
    remove: async (repo, to, name, { signal } = {}) =>
      caller.send({ method: "DELETE", path: toPath(repo, to), json: { content: name }, signal }),
  };
}

function toPath(repo: RepositoryName, to: ReactionSubject): string {
  const route = "issue" in to ? path`/issues/${to.issue}` : path`/issues/comments/${to.comment}`;
  return `${under(repo, route)}/reactions`;
}

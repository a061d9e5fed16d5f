// Creates issues and changes their title, text, state, labels, milestone, assignees and lock.
import { path } from "../../base/origin.ts";
import { under, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";
import type { IssueWrites } from "./forge.ts";

export function issueWrites(caller: Caller): IssueWrites {
  return {
    create: async (repo, issue, { signal } = {}) => {
      const call = { method: "POST", path: under(repo, "/issues"), json: issue, signal } as const;
      return caller.requestOne(call, wire.issue, "issue");
    },
    change: async (repo, number, change, { signal } = {}) => {
      const { version, ...rest } = change;
      const json = version === undefined ? rest : { ...rest, content_version: version };
      const call = { method: "PATCH", path: under(repo, path`/issues/${number}`), json, signal } as const;
      return caller.requestOne(call, wire.issue, "issue");
    },
    setLabels: async (repo, number, labels, { signal } = {}) => {
      const call = {
        method: "PUT",
        path: under(repo, path`/issues/${number}/labels`),
        json: { labels },
        signal,
      } as const;
      return caller.list(call, wire.label, "label list");
    },
    lock: async (repo, number, { signal } = {}) =>
      caller.send({ method: "PUT", path: under(repo, path`/issues/${number}/lock`), json: {}, signal }),
    unlock: async (repo, number, { signal } = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/issues/${number}/lock`), signal }),
  };
}

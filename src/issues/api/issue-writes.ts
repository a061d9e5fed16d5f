// Creates issues and changes their title, text, state, labels, milestone, assignees and lock.
import { path } from "../../base/origin.ts";
import type { Id, RepositoryName } from "../model/entities.ts";
import { under, type RequestOptions, type Caller } from "./caller.ts";
import * as wire from "./decoders.ts";

/** An issue to create. Without write access, the server silently ignores everything but title and body. */
export interface NewIssue {
  readonly title: string;
  readonly body: string;
  readonly labels?: readonly Id[];
  readonly milestone?: Id;
  readonly assignees?: readonly string[];
}

/** The fields to change; all others stay. */
export interface IssueChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: "open" | "closed";
  /** 0 removes the milestone. */
  readonly milestone?: Id;
  readonly assignees?: readonly string[];
  /** The loaded version. A server that counts versions rejects an outdated one with 409 and changes nothing. */
  readonly version?: Id | undefined;
}

export function issueWrites(caller: Caller) {
  return {
    /** If the answer is lost, the caller must check whether the issue exists. */
    create: async (repo: RepositoryName, issue: NewIssue, { signal }: RequestOptions = {}) => {
      const call = { method: "POST", path: under(repo, "/issues"), json: issue, signal } as const;
      return caller.requestOne(call, wire.issue, "issue");
    },
    /** A 412, for example because of open dependencies, concerns only the state: title and text are already saved. */
    change: async (repo: RepositoryName, number: Id, change: IssueChange, { signal }: RequestOptions = {}) => {
      const { version, ...rest } = change;
      const json = version === undefined ? rest : { ...rest, content_version: version };
      const call = { method: "PATCH", path: under(repo, path`/issues/${number}`), json, signal } as const;
      return caller.requestOne(call, wire.issue, "issue");
    },
    /** Replaces all labels, and returns the issue's new labels. */
    setLabels: async (repo: RepositoryName, number: Id, labels: readonly Id[], { signal }: RequestOptions = {}) => {
      const call = {
        method: "PUT",
        path: under(repo, path`/issues/${number}/labels`),
        json: { labels },
        signal,
      } as const;
      return caller.list(call, wire.label, "label list");
    },
    /** Only some servers have this route. */
    lock: async (repo: RepositoryName, number: Id, { signal }: RequestOptions = {}) =>
      caller.send({ method: "PUT", path: under(repo, path`/issues/${number}/lock`), json: {}, signal }),
    unlock: async (repo: RepositoryName, number: Id, { signal }: RequestOptions = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/issues/${number}/lock`), signal }),
  };
}

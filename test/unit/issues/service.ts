// A sandbox server in the same process, for tests that inspect it and make it fail.
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import { Clock } from "../../services/core/clock.js";
import { issuesService, type PersonalityName } from "../../services/issues/index.js";
import { clientOf } from "../base/service.ts";
import { tokenOf } from "./machine.ts";

export { PERSONALITY_NAMES as PERSONALITIES, PERSONALITIES as TRAITS } from "../../services/issues/personalities.js";

/**
 * A server of each kind that the client tells apart: with timelines in one piece and without versions of texts, and with
 * both. Tests of what servers return use all PERSONALITIES.
 */
export const DISTINCT_SERVERS: readonly PersonalityName[] = ["forgejo", "gitea-1.27"];

/** A comment as the sandbox reports it. */
export interface CommentState {
  readonly id: number;
  readonly type: string;
  readonly poster: string;
  readonly body: string;
}

interface ForgeState {
  readonly repositories: readonly {
    readonly fullName: string;
    readonly issues: readonly { readonly number: number; readonly comments: readonly CommentState[] }[];
  }[];
}

export const DEMO = { owner: "alice", name: "demo" };

/** Starts one server of the sandbox. */
export async function startForge(personality: PersonalityName) {
  const controlled = issuesService({ seed: "1", scale: 1, clock: new Clock(), personality });
  const { service, actions } = controlled;
  await service.listen(0);
  return {
    personality,
    service,
    clock: controlled.clock,
    get base() {
      return service.origin;
    },
    /** The API with a user's token, or anonymously without a name. */
    api: (login?: string, path = "") => {
      const { origin } = service;
      const value = login === undefined ? undefined : tokenOf(login);
      const credential = value === undefined ? undefined : { origin, scheme: "token", value };
      return apiV1(clientOf(`${origin}${path}/api/v1`, { credential: () => Promise.resolve(credential) }));
    },
    act: (action: string, body: Readonly<Record<string, unknown>> = {}): unknown => {
      const run = actions[action];
      if (run === undefined) throw new Error(`the sandbox has no action ${action}`);
      return run(body);
    },
    /** The plain comments of an issue. */
    comments: (issue: number, repo = "alice/demo"): readonly CommentState[] => {
      const state = controlled.state() as ForgeState;
      const found = state.repositories.find(({ fullName }) => fullName === repo);
      const { comments = [] } = found?.issues.find(({ number }) => number === issue) ?? {};
      return comments.filter(({ type }) => type === "comment");
    },
    /** Replaces each answer to matching requests from now on. */
    answer: (path: string, status: number, body: unknown, more: Readonly<Record<string, unknown>> = {}) => {
      service.faults.add({
        kind: "status",
        status,
        path,
        headers: { "content-type": "application/json;charset=utf-8" },
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...more,
      });
    },
    /** All requests so far, in order. */
    asked: () => service.journal.map(({ method, target }) => `${method} ${decodeURIComponent(target)}`),
    reset: () => {
      service.faults.clear();
      service.journal = [];
      controlled.clock.run();
      controlled.reset();
    },
    close: () => service.close(),
  };
}

export type Forge = Awaited<ReturnType<typeof startForge>>;

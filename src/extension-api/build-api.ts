// Builds the API for other extensions from the wings. Loaded on the first call.
import { runOnBehalf } from "../base/http/contacts.ts";
import { asProblem } from "../base/problem.ts";
import type { BlocksApi } from "../blocks/extension-api.ts";
import type { IssuesApi } from "../issues/extension-api.ts";
import type { TrackersApi } from "../trackers/extension-api.ts";
import { describeFailedCall } from "../workbench/extension-calls.ts";
import type { Log } from "../workbench/log/log.ts";
import type { Result, TriptychApi } from "./declaration.ts";

interface LoadedWing<Offered> {
  readonly extensionApi: Offered;
}

export interface ApiDependencies {
  readonly trackers: () => Promise<LoadedWing<TrackersApi>>;
  readonly issues: () => Promise<LoadedWing<IssuesApi>>;
  readonly blocks: () => Promise<LoadedWing<BlocksApi>>;
  readonly log: Pick<Log, "info">;
  readonly now: () => number;
}

export function buildApi({ trackers, issues, blocks, log, now }: ApiDependencies): TriptychApi {
  const offer =
    <Value>(name: string, run: (given: unknown) => Promise<Value>) =>
    async (given: unknown): Promise<Result<Value>> => {
      try {
        const value = await runOnBehalf("extensions", () => run(given));
        log.info("Another extension used the API", { call: name });
        return { ok: true, value };
      } catch (error) {
        const problem = asProblem(error);
        log.info("Another extension used the API, which failed", { call: name, problem: problem.message });
        return { ok: false, problem: describeFailedCall(problem, now()) };
      }
    };
  return {
    version: 1,
    openThread: offer("openThread", async (given) => (await issues()).extensionApi.openThread(given)),
    openBlock: offer("openBlock", async (given) => (await blocks()).extensionApi.openBlock(given)),
    openReport: offer("openReport", async (given) => (await trackers()).extensionApi.openReport(given)),
    findReports: offer("findReports", async (given) => (await trackers()).extensionApi.findReports(given)),
    draftComment: offer("draftComment", async (given) => (await issues()).extensionApi.draftComment(given)),
    draftIssue: offer("draftIssue", async (given) => (await issues()).extensionApi.draftIssue(given)),
  };
}

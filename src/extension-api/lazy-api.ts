// What `activate` returns: an API whose code is loaded on its first call.
import type { TriptychApi, TriptychExports } from "./declaration.ts";

export function offerApi(load: () => Promise<TriptychApi>): TriptychExports {
  const api: TriptychApi = {
    version: 1,
    openThread: async (thread) => (await load()).openThread(thread),
    openBlock: async (block) => (await load()).openBlock(block),
    openReport: async (app) => (await load()).openReport(app),
    findReports: async (app) => (await load()).findReports(app),
    draftComment: async (draft) => (await load()).draftComment(draft),
    draftIssue: async (draft) => (await load()).draftIssue(draft),
  };
  return { getApi: (version: unknown) => (version === 1 ? api : undefined) };
}

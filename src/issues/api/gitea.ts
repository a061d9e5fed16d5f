// Gitea, and any server with Gitea's routes that doesn't identify itself.
import { apiV1 } from "./api-v1.ts";
import { TOKENS_PATH, type Dialect } from "./forge.ts";

export const gitea: Dialect = {
  name: "Gitea",
  apiPath: "/api/v1",
  open: apiV1,
  recognizes: () => true,
  /** If the version can't be parsed, timelines are loaded page by page, which works with every version. */
  pagesTimeline: isSince26,
  resolvesConversations: isSince26,
  tokenPath: () => TOKENS_PATH,
  hidesWithoutSecondFactor: true,
  emojiEndWords: true,
};

/** Returns true as well if the version can't be parsed. */
function isSince26(version: string): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return true;
  return Number(major) > 1 || Number(minor) >= 26;
}

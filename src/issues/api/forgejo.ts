// Forgejo. Its version also names the Gitea version whose API it provides: `15.0.3+gitea-1.22.0`.
import { apiV1 } from "./api-v1.ts";
import type { Dialect } from "./forge.ts";

export const forgejo: Dialect = {
  name: "Forgejo",
  apiPath: "/api/v1",
  open: apiV1,
  recognizes: (version) => version.includes("+gitea-"),
  pagesTimeline: () => false,
  emojiEndWords: false,
};

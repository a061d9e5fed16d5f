// Forgejo. Its version names the Gitea whose API it has: `15.0.3+gitea-1.22.0`.
import { ApiV1 } from "./api-v1.ts";
import type { Dialect } from "./forge.ts";

export const forgejo: Dialect = {
  name: "Forgejo",
  apiPath: "/api/v1",
  open: (sender) => new ApiV1(sender),
  recognizes: (version) => version.includes("+gitea-"),
  pagesTimeline: () => false,
  emojiEndWords: false,
};

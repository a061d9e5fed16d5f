// Forgejo. Its version also names the Gitea version whose API it provides: `15.0.3+gitea-1.22.0`.
import { apiV1 } from "./api-v1.ts";
import { TOKENS_PATH, type Dialect } from "./forge.ts";

export const forgejo: Dialect = {
  name: "Forgejo",
  apiPath: "/api/v1",
  open: apiV1,
  recognizes: (version) => version.includes("+gitea-"),
  pagesTimeline: () => false,
  resolvesConversations: () => false,
  /** Since 15, the page is filled in from its URL. A list of scopes in one parameter would select none of them. */
  tokenPath: (version, { name, scopes }) => {
    const [, major] = /^v?(\d+)\./.exec(version) ?? [];
    if (Number(major ?? 0) < 15) return TOKENS_PATH;
    const wish = new URLSearchParams({ name, resource: "all" });
    for (const scope of scopes) wish.append("scope", scope);
    return `${TOKENS_PATH}/tokens/new?${wish.toString()}`;
  },
  hidesWithoutSecondFactor: false,
  emojiEndWords: false,
};

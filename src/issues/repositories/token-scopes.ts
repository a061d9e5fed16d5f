// Detects what a token allows, because hardly any server lists its scopes, and remembers the result.
import * as v from "valibot";
import { optional } from "../../base/decode.ts";
import { asProblem } from "../../base/problem.ts";
import { accountKey, type Account } from "../../workbench/accounts/accounts.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import type { Forge } from "../api/forge.ts";
import type { Person } from "../model/entities.ts";
import type { TokenGrants } from "../model/rights.ts";

export interface TokenCheck {
  /** Undefined if the token can't read its user. */
  readonly user: Person | undefined;
  readonly grants: TokenGrants;
}

/**
 * Detects what a token allows by trying it. Servers check scopes first, so a comment in a repository that can't exist
 * is rejected for a missing scope, or else because the repository doesn't exist. Throws `unauthorized` if the server
 * doesn't know the token.
 */
export async function checkToken(api: Forge, signal?: AbortSignal): Promise<TokenCheck> {
  const user = await api.user({ signal }).catch(async (error: unknown) => {
    const problem = asProblem(error);
    if (problem.kind !== "forbidden") throw problem;
    // A token limited to specific repositories gets 403 for its user. A blocked account gets 403 for the version too.
    await api.version({ signal });
    return undefined;
  });
  const one = { page: 1, limit: 1, signal };
  const [listsRepositories, readsIssues, writesIssues, notifies] = await Promise.all([
    allows(api.finding.ownRepositories(one)),
    allows(api.searchIssues(one)),
    allows(api.createComment({ owner: "-", name: "-" }, 1n, "", { signal })),
    allows(api.notifications.list(["unread"], one)),
  ]);
  const grants = { tellsName: user !== undefined, listsRepositories, readsIssues, writesIssues, notifies };
  return { user, grants };
}

/** True if the server allowed the request. Undefined if the response doesn't show that. */
async function allows(attempt: Promise<unknown>): Promise<boolean | undefined> {
  try {
    await attempt;
    return true;
  } catch (error) {
    const { facts, kind } = asProblem(error);
    if (facts.json !== true) return undefined;
    if (kind === "forbidden") return false;
    return kind === "notFound" || kind === "invalid" ? true : undefined;
  }
}

const KEY = "triptych.issues.tokenScopes";
const known = optional(v.boolean());
const table = v.record(
  v.string(),
  v.object({ tellsName: known, listsRepositories: known, readsIssues: known, writesIssues: known, notifies: known }),
);

/** Stores what the token of each account allows. */
export class TokenScopes {
  readonly #grants: StoredValue<Readonly<Record<string, TokenGrants>>>;

  constructor(state: State) {
    this.#grants = new StoredValue(state, KEY, table, {});
  }

  of(account: Account): TokenGrants | undefined {
    return this.#grants.get()[accountKey(account)];
  }

  async keep(account: Account, grants: TokenGrants): Promise<void> {
    await this.#grants.update((all) => ({ ...all, [accountKey(account)]: grants }));
  }

  async forget(account: Account): Promise<void> {
    const { [accountKey(account)]: gone, ...others } = this.#grants.get();
    if (gone !== undefined) await this.#grants.set(others);
  }
}

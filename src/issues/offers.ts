import { isOffered } from "./model/rights.ts";
import type { Act } from "./model/rights.ts";
import type { Issue } from "./model/entities.ts";
import type { RepositoryAddress } from "./model/address.ts";
import type { Store } from "./store.ts";

/** What can be done with an issue, as far as that is known; what is left out is refused in any case. */
export const OFFERS = ["comment", "change", "close", "reopen", "sort", "lock", "unlock"] as const;
export type Offer = (typeof OFFERS)[number];

export function offersOf(store: Store, address: RepositoryAddress, issue: Issue): readonly Offer[] {
  const may = (act: Act): boolean => isOffered(store.rightTo(act, address, { issue }));
  const comment = store.rightTo("comment", address, { issue });
  const change = may("changeIssue");
  const sort = may("sortIssue");
  const lock = sort && store.issueDesk.changes.mayLock(address);
  const offered: Readonly<Record<Offer, boolean>> = {
    // Whoever has no account yet is asked for one first.
    comment: comment.may !== "no" || comment.why === "signedOut",
    change,
    close: change && !issue.closed,
    reopen: change && issue.closed && issue.pull?.merged !== true,
    sort,
    lock: lock && !issue.locked,
    unlock: lock && issue.locked,
  };
  return OFFERS.filter((each) => offered[each]);
}

// Lists the actions that rows and panels offer for an issue.
import type { Act } from "../model/rights.ts";
import type { Issue } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "./changes.ts";

interface ActionServices {
  readonly access: Access;
  readonly changes: IssueChanges;
}

/** Actions that would certainly be rejected aren't offered. The server may still reject an offered one. */
export const ISSUE_ACTIONS = ["comment", "change", "close", "reopen", "sort", "lock", "unlock"] as const;
export type IssueAction = (typeof ISSUE_ACTIONS)[number];

export function availableActions(
  services: ActionServices,
  address: RepositoryAddress,
  issue: Issue,
): readonly IssueAction[] {
  const may = (act: Act): boolean => services.access.offers(act, address, { issue });
  const comment = services.access.checkRight("comment", address, { issue });
  const change = may("changeIssue");
  const sort = may("sortIssue");
  const lock = sort && services.changes.mayLock(address);
  const offered: Readonly<Record<IssueAction, boolean>> = {
    // Without an account, sign-in comes first.
    comment: comment.may !== "no" || comment.why === "signedOut",
    change,
    close: change && !issue.closed,
    reopen: change && issue.closed && issue.pull?.merged !== true,
    sort,
    lock: lock && !issue.locked,
    unlock: lock && issue.locked,
  };
  return ISSUE_ACTIONS.filter((each) => offered[each]);
}

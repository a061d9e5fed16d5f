import type { Comment, Issue } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Store } from "../store.ts";

/** What the menu of an issue's row offers, as the manifest asks for it. */
export function issueMenu(store: Store, address: RepositoryAddress, issue: Issue, isNew: boolean): string {
  const words = [
    issue.closed ? "closed" : "open",
    ...availableActions(store, address, issue),
    ...(isNew ? ["new"] : []),
  ];
  const contextValue = issue.pull === undefined ? `issue.${words.join(".")}` : `pull.${words.join(".")}`;
  return contextValue;
}

/** What the menu of a comment's row offers, as the manifest asks for it. */
export function commentMenu(store: Store, address: RepositoryAddress, comment: Comment): string {
  const edit = store.mayChange(address, comment) ? ".edit" : "";
  const remove = store.mayDelete(address, comment) ? ".delete" : "";
  const contextValue = `comment${edit}${remove}`;
  return contextValue;
}

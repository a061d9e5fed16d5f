// Builds the context values of rows, by which the manifest selects their menus.
import type { Comment, Issue } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "../triage/changes.ts";

interface MenuServices {
  readonly access: Access;
  readonly changes: IssueChanges;
}

export function issueMenu(services: MenuServices, address: RepositoryAddress, issue: Issue, isNew: boolean): string {
  const words = [
    issue.closed ? "closed" : "open",
    ...availableActions(services, address, issue),
    ...(isNew ? ["new"] : []),
  ];
  const contextValue = issue.pull === undefined ? `issue.${words.join(".")}` : `pull.${words.join(".")}`;
  return contextValue;
}

export function commentMenu(services: MenuServices, address: RepositoryAddress, comment: Comment): string {
  const edit = services.access.offers("editComment", address, { comment }) ? ".edit" : "";
  const remove = services.access.offers("deleteComment", address, { comment }) ? ".delete" : "";
  const contextValue = `comment${edit}${remove}`;
  return contextValue;
}

// Builds the context values of rows, by which the manifest selects their menus.
import type { Comment, Issue } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Services } from "../services.ts";

type UsedServices = Pick<Services, "access" | "changes">;

export function issueMenu(services: UsedServices, address: RepositoryAddress, issue: Issue, isNew: boolean): string {
  const words = [
    issue.closed ? "closed" : "open",
    ...availableActions(services, address, issue),
    ...(isNew ? ["new"] : []),
  ];
  const contextValue = issue.pull === undefined ? `issue.${words.join(".")}` : `pull.${words.join(".")}`;
  return contextValue;
}

export function commentMenu(services: UsedServices, address: RepositoryAddress, comment: Comment): string {
  const edit = services.access.offers("editComment", address, { comment }) ? ".edit" : "";
  const remove = services.access.offers("deleteComment", address, { comment }) ? ".delete" : "";
  const contextValue = `comment${edit}${remove}`;
  return contextValue;
}

// Names queries, filters and sort orders in the user's language.
import { l10n } from "../../workbench/text/l10n.ts";
import type { IssueOrder, IssueQuery, SavedQuery } from "../model/query.ts";

export function queryName({ kind, name }: SavedQuery): string {
  switch (kind) {
    case "open":
      return l10n.t("Open");
    case "assigned":
      return l10n.t("Assigned to Me");
    case "created":
      return l10n.t("Created by Me");
    case "mentioned":
      return l10n.t("Mentioning Me");
    case "own":
      return name ?? "";
  }
}

/** The filter, short enough for a row. */
export function describeFilter({
  state,
  type,
  words,
  labels,
  milestones,
  author,
  assignee,
  mentioned,
}: IssueQuery): string {
  return [
    state === undefined ? "" : stateName(state),
    type === undefined ? "" : typeName(type),
    words === undefined ? "" : `“${words}”`,
    ...(labels ?? []),
    ...(milestones ?? []),
    author === undefined ? "" : l10n.t("by {0}", author),
    assignee === undefined ? "" : l10n.t("assigned to {0}", assignee),
    mentioned === undefined ? "" : `@${mentioned.replace(/^@/, "")}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

export function stateName(state: "open" | "closed" | "all"): string {
  switch (state) {
    case "open":
      return l10n.t("open");
    case "closed":
      return l10n.t("closed");
    case "all":
      return l10n.t("open and closed");
  }
}

export function typeName(type: "issues" | "pulls"): string {
  return type === "issues" ? l10n.t("issues only") : l10n.t("pull requests only");
}

export function describeOrder(order: IssueOrder): string {
  switch (order) {
    case "latest":
      return l10n.t("newest first");
    case "oldest":
      return l10n.t("oldest first");
    case "recentupdate":
      return l10n.t("recently updated");
    case "leastupdate":
      return l10n.t("least recently updated");
    case "mostcomment":
      return l10n.t("most comments");
    case "leastcomment":
      return l10n.t("fewest comments");
    case "nearduedate":
      return l10n.t("due soon");
    case "farduedate":
      return l10n.t("due last");
  }
}

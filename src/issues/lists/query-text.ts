// Names queries, filters and sort orders in the user's language.
import { l10n } from "../../workbench/text/l10n.ts";
import type { IssueOrder, ListFilter, SavedQuery } from "../model/query.ts";

export function queryName({ kind, name }: SavedQuery): string {
  const names: Readonly<Record<SavedQuery["kind"], string>> = {
    open: l10n.t("Open"),
    assigned: l10n.t("Assigned to Me"),
    created: l10n.t("Created by Me"),
    mentioned: l10n.t("Mentioning Me"),
    pulls: l10n.t("Open"),
    createdPulls: l10n.t("Created by Me"),
    reviews: l10n.t("Waiting for My Review"),
    own: name ?? "",
  };
  return names[kind];
}

/** Describes a filter briefly, for the description of a row. */
export function describeFilter({ labels = [], milestones = [], ...filter }: ListFilter): string {
  const { state, type, words, author, assignee, mentioned } = filter;
  return [
    state === undefined ? "" : stateName(state),
    type === undefined ? "" : typeName(type),
    words === undefined ? "" : words === "" ? l10n.t("any text") : l10n.t("“{0}”", words),
    ...labels,
    ...milestones,
    author === undefined ? "" : l10n.t("by {0}", author),
    assignee === undefined ? "" : l10n.t("assigned to {0}", assignee),
    mentioned === undefined ? "" : `@${mentioned.replace(/^@/, "")}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

export function stateName(state: "open" | "closed" | "all"): string {
  const names: Readonly<Record<typeof state, string>> = {
    open: l10n.t("open"),
    closed: l10n.t("closed"),
    all: l10n.t("open and closed"),
  };
  return names[state];
}

export function typeName(type: "issues" | "pulls" | "both"): string {
  const names: Readonly<Record<typeof type, string>> = {
    issues: l10n.t("issues only"),
    pulls: l10n.t("pull requests only"),
    both: l10n.t("issues and pull requests"),
  };
  return names[type];
}

export function describeOrder(order: IssueOrder): string {
  const names: Readonly<Record<IssueOrder, string>> = {
    latest: l10n.t("newest first"),
    oldest: l10n.t("oldest first"),
    recentupdate: l10n.t("recently updated"),
    leastupdate: l10n.t("least recently updated"),
    mostcomment: l10n.t("most comments"),
    leastcomment: l10n.t("fewest comments"),
    nearduedate: l10n.t("due soon"),
    farduedate: l10n.t("due last"),
  };
  return names[order];
}

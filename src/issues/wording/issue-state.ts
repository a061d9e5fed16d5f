// Names and colors the states of issues and pull requests.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Issue } from "../model/entities.ts";

export function stateLabel({ closed, pull }: Pick<Issue, "closed" | "pull">): string {
  if (pull?.merged === true) return l10n.t("Merged");
  if (closed) return l10n.t("Closed");
  return pull?.draft === true ? l10n.t("Draft") : l10n.t("Open");
}

/** Returns the codicon and color for the state of an issue or pull request. */
export function stateLook({ closed, locked, pull }: Pick<Issue, "closed" | "locked" | "pull">): {
  readonly icon: string;
  readonly color: string | undefined;
} {
  if (pull?.merged === true) return { icon: "git-merge", color: "charts.purple" };
  if (pull !== undefined && closed) return { icon: "git-pull-request-closed", color: "charts.red" };
  if (locked) return { icon: "lock", color: closed ? "charts.purple" : "charts.green" };
  if (pull !== undefined) {
    return pull.draft
      ? { icon: "git-pull-request-draft", color: undefined }
      : { icon: "git-pull-request", color: "charts.green" };
  }
  return closed ? { icon: "issue-closed", color: "charts.purple" } : { icon: "issues", color: "charts.green" };
}

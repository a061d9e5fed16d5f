// Describes the checks and reviews of a pull request in its row, if they are known: a row alone loads nothing.
import { l10n } from "../../../workbench/text/l10n.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { Issue } from "../../model/entities.ts";
import type { Check } from "../../model/pull.ts";
import { findReviewers } from "./obstacles.ts";
import type { PullHeads } from "./pull-heads.ts";
import type { Threads } from "../../thread/threads.ts";

/** Returns nothing for a pull request that has changed since its panel loaded it. */
export function describePullState(
  { pullHeads, threads }: { readonly pullHeads: PullHeads; readonly threads: Threads },
  address: ThreadAddress,
  { closed, pull, updatedAt }: Issue,
): readonly string[] {
  const { head } = pullHeads.at(address);
  if (pull === undefined || closed || head === undefined) return [];
  const { thread } = threads.at(address);
  if (thread === undefined || thread.issue.updatedAt < updatedAt) return [];
  const { decided } = findReviewers(head.details, thread.reviews);
  const objects = decided.some(({ state }) => state === "changesRequested");
  const approves = decided.some(({ state }) => state === "approved");
  const verdict = objects ? l10n.t("changes requested") : approves ? l10n.t("approved") : "";
  return [describeChecks(head.checks), verdict].filter((part) => part !== "");
}

function describeChecks(checks: readonly Check[]): string {
  const has = (wanted: Check["state"]): boolean => checks.some(({ state }) => state === wanted);
  if (has("failure")) return l10n.t("checks failed");
  if (has("running")) return l10n.t("checks running");
  return has("success") ? l10n.t("checks passed") : "";
}

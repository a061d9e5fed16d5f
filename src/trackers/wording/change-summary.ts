// Changes between two versions in one line.
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { permissionCount, trackerCount } from "./counts.ts";
import { isUnchanged, type Changes, type Difference } from "../model/changes.ts";

/** "2 trackers added, 1 removed; 1 permission added". `isProvisional` means that the analysis may still be running. */
export function describeChanges(found: Changes, isProvisional: boolean): string {
  const parts = [
    isProvisional ? l10n.t("trackers still being analyzed") : describeDifference(found.trackers, trackerCount),
    found.permissions === undefined
      ? l10n.t("permissions unknown")
      : describeDifference(found.permissions, permissionCount),
  ].filter((each) => each !== "");
  if (parts.length > 0) return parts.join("; ");
  return isUnchanged(found) ? l10n.t("No changes") : "";
}

function describeDifference({ added, removed }: Difference<unknown>, things: (count: number) => string): string {
  if (added.length > 0 && removed.length > 0) {
    return l10n.t("{0} added, {1} removed", things(added.length), format.count(removed.length));
  }
  if (added.length > 0) return l10n.t("{0} added", things(added.length));
  return removed.length > 0 ? l10n.t("{0} removed", things(removed.length)) : "";
}

/** "2 added, 1 removed, 19 unchanged"; for two apps, what each has. */
export function describeTotals({ added, removed, same }: Difference<unknown>, areDifferent: boolean): string {
  const numbers = [format.count(added.length), format.count(removed.length), format.count(same.length)];
  return areDifferent
    ? l10n.t("{0} only in B, {1} only in A, {2} in both", ...numbers)
    : l10n.t("{0} added, {1} removed, {2} unchanged", ...numbers);
}

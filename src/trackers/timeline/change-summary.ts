import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { isUnchanged } from "../model/changes.ts";
import type { Changes, Difference } from "../model/changes.ts";

export function trackerCount(trackers: number): string {
  return trackers === 1 ? l10n.t("1 tracker") : l10n.t("{0} trackers", count(trackers));
}

function permissionCount(permissions: number): string {
  return permissions === 1 ? l10n.t("1 permission") : l10n.t("{0} permissions", count(permissions));
}

/** "2 trackers added, 1 removed; 1 permission added": in one line. `open` is an analysis whose trackers may still come. */
export function changeWords(found: Changes, open: boolean): string {
  const parts = [
    open ? l10n.t("trackers not finished") : differenceWords(found.trackers, trackerCount),
    found.permissions === undefined
      ? l10n.t("permissions not known")
      : differenceWords(found.permissions, permissionCount),
  ].filter((each) => each !== "");
  if (parts.length > 0) return parts.join("; ");
  return isUnchanged(found) ? l10n.t("No change") : "";
}

function differenceWords({ added, removed }: Difference<unknown>, things: (count: number) => string): string {
  if (added.length > 0 && removed.length > 0) {
    return l10n.t("{0} added, {1} removed", things(added.length), count(removed.length));
  }
  if (added.length > 0) return l10n.t("{0} added", things(added.length));
  return removed.length > 0 ? l10n.t("{0} removed", things(removed.length)) : "";
}

/** "2 added, 1 removed, 19 the same"; of two applications, which has what. */
export function sums({ added, removed, same }: Difference<unknown>, foreign: boolean): string {
  const numbers = [count(added.length), count(removed.length), count(same.length)];
  return foreign
    ? l10n.t("{0} only in B, {1} only in A, {2} in both", ...numbers)
    : l10n.t("{0} added, {1} removed, {2} the same", ...numbers);
}

// Key figures of a report.
import type { Figure } from "../../panels/kit/content/content-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { Changes } from "../model/changes.ts";
import { permission } from "../../scan/index.ts";
import { isUnfinished, knownPermissions, type Report, type Version } from "../model/report.ts";
import { versionName } from "./versions.ts";

/** In place of a number that isn't known yet. */
export const UNKNOWN = "–";

/** Key figures of a version. */
export function figures(
  version: Version,
  older: Version | undefined,
  since: Changes | undefined,
  now: number,
): readonly Figure[] {
  const permissions = knownPermissions(version, now);
  const trackers = trackersFigure(version.trackers.length, version.created, now);
  const moved =
    older === undefined || since === undefined || [version, older].some((each) => isUnfinished(each, now))
      ? []
      : [{ value: movement(since), word: l10n.t("trackers since {0}", versionName(older)) }];
  if (permissions === undefined) {
    if (version.details === undefined) return [trackers, ...moved];
    return [trackers, { value: UNKNOWN, word: permissionsLabel(0) }, { value: UNKNOWN, word: l10n.t("dangerous") }];
  }
  const levels = permissions.map((each) => permission(each).level);
  const dangerous = levels.filter((each) => each === "dangerous").length;
  const special = levels.filter((each) => each === "special").length;
  return [
    trackers,
    { value: format.count(permissions.length), word: permissionsLabel(permissions.length) },
    { value: format.count(dangerous), word: l10n.t("dangerous") },
    ...(special === 0 ? [] : [{ value: format.count(special), word: l10n.t("special access") }]),
    ...moved,
  ];
}

/** "+2 −1". */
function movement({ trackers: { added, removed } }: Changes): string {
  const parts = [
    added.length === 0 ? "" : `+${format.count(added.length)}`,
    removed.length === 0 ? "" : `−${format.count(removed.length)}`,
  ].filter((each) => each !== "");
  return parts.length === 0 ? "±0" : parts.join(" ");
}

/** The number of trackers in a report, which is not final while the analysis may still be running. */
export function trackersFigure(trackers: number, created: Report["created"], now: number): Figure {
  const isOpen = trackers === 0 && isUnfinished({ trackers: [], created }, now);
  return {
    value: format.count(trackers),
    word: isOpen ? l10n.t("trackers so far") : l10n.plural(trackers, "tracker", "trackers"),
  };
}

/** Label of the number of permissions. */
export function permissionsLabel(permissions: number): string {
  return l10n.plural(permissions, "permission", "permissions");
}

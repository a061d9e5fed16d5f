// Key figures of a report.
import type { Figure } from "../../panels/kit/page/model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import type { Changes } from "../model/changes.ts";
import { permission } from "../model/permissions.ts";
import type { Version } from "../model/report.ts";
import { versionName } from "./versions.ts";

/** Key figures of a version. */
export function figures(version: Version, older: Version | undefined, since: Changes | undefined): readonly Figure[] {
  const permissions = version.details?.permissions;
  const trackers = { value: count(version.trackers.length), word: trackersLabel(version.trackers.length) };
  const moved =
    older === undefined || since === undefined
      ? []
      : [{ value: movement(since), word: l10n.t("trackers since {0}", versionName(older)) }];
  if (permissions === undefined) return [trackers, ...moved];
  const levels = permissions.map((each) => permission(each).level);
  const dangerous = levels.filter((each) => each === "dangerous").length;
  const special = levels.filter((each) => each === "special").length;
  return [
    trackers,
    { value: count(permissions.length), word: permissionsLabel(permissions.length) },
    { value: count(dangerous), word: l10n.t("dangerous") },
    ...(special === 0 ? [] : [{ value: count(special), word: l10n.t("special access") }]),
    ...moved,
  ];
}

/** "+2 −1". */
function movement({ trackers: { added, removed } }: Changes): string {
  const parts = [
    added.length === 0 ? "" : `+${count(added.length)}`,
    removed.length === 0 ? "" : `−${count(removed.length)}`,
  ].filter((each) => each !== "");
  return parts.length === 0 ? "±0" : parts.join(" ");
}

/** Label of the number of trackers. */
export function trackersLabel(trackers: number): string {
  return l10n.plural(trackers, "tracker", "trackers");
}

/** Label of the number of permissions. */
export function permissionsLabel(permissions: number): string {
  return l10n.plural(permissions, "permission", "permissions");
}

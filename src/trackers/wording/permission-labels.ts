// Labels of permissions, their levels and groups, from `permission-labels.json`.
import { isKeyOf } from "../../base/json/is-table.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { type Group, type Level, shortPermissionName } from "../../scan/index.ts";
import labels from "./permission-labels.json" with { type: "json" };

export interface LevelText {
  readonly name: string;
  /** How it is granted. */
  readonly how: string;
}

export function describeLevel(level: Level): LevelText {
  return { name: l10n.t(labels.levels[level].name), how: l10n.t(labels.levels[level].how) };
}

/** Android's name for the group. */
export function groupName(group: Group): string {
  return l10n.t(labels.groups[group]);
}

/** What a permission allows, in a few words; undefined if it has no description. */
export function describePermission(name: string): string | undefined {
  const key = shortPermissionName(name);
  // Without Android's prefix or that of a vendor, it isn't the permission that it looks like.
  const isQualified = key !== name || name.includes(".");
  return isQualified && isKeyOf(labels.permissions, key) ? l10n.t(labels.permissions[key]) : undefined;
}

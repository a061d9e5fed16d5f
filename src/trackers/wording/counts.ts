// Counts with their nouns, such as "1 tracker" and "3 trackers".
import { l10n } from "../../workbench/text/l10n.ts";

export function appCount(apps: number): string {
  return l10n.plural(apps, "{0} app", "{0} apps");
}

export function fileCount(files: number): string {
  return l10n.plural(files, "{0} file", "{0} files");
}

export function packageNameCount(names: number): string {
  return l10n.plural(names, "{0} package name", "{0} package names");
}

export function permissionCount(permissions: number): string {
  return l10n.plural(permissions, "{0} permission", "{0} permissions");
}

export function placeCount(places: number): string {
  return l10n.plural(places, "{0} place", "{0} places");
}

export function reportCount(reports: number): string {
  return l10n.plural(reports, "{0} report", "{0} reports");
}

export function trackerCount(trackers: number): string {
  return l10n.plural(trackers, "{0} tracker", "{0} trackers");
}

export function versionCount(versions: number): string {
  return l10n.plural(versions, "{0} version", "{0} versions");
}

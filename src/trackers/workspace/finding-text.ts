import { Uri, workspace } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, md, paragraphs } from "../../workbench/text/markdown.ts";
import type { Markdown } from "../../workbench/text/markdown.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { permission, shortName } from "../model/permissions.ts";
import { levelWords, permissionWords } from "../reports/permission-labels.ts";
import type { FoundPermission, FoundTracker, InFile } from "../scan/file-facts.ts";

/** The names of the trackers that a place belongs to, the first first. */
export function trackerNames({ trackers }: FoundTracker, list: TrackerList | undefined): string {
  const names = trackers.map(({ tracker }) => trackerName(tracker, list));
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names);
}

export function trackerName(tracker: number, list: TrackerList | undefined): string {
  return list?.trackers.get(tracker)?.name ?? l10n.t("Tracker {0}", tracker);
}

/** "AppsFlyer comes with the library com.appsflyer:af-android-sdk". */
export function sentence(found: FoundTracker, list: TrackerList | undefined): string {
  const names = trackerNames(found, list);
  return found.test ? l10n.t("{0} (in tests alone)", said(found, names)) : said(found, names);
}

function said({ kind, text }: FoundTracker, names: string): string {
  switch (kind) {
    case "dependency":
      return l10n.t("{0} comes with the library {1}", names, text);
    case "locked":
      return l10n.t("{0} comes with the resolved library {1}", names, text);
    case "plugin":
      return l10n.t("{0} comes with the plugin {1}", names, text);
    case "code":
      return l10n.t("{0} is used as {1}", names, text);
    case "host":
      return l10n.t("{0} mentions a host of {1}", text, names);
  }
}

/** "Camera: dangerous, asked for while the app runs". */
export function permissionSentence({ name, test }: FoundPermission): string {
  const { name: level, how } = levelWords(permission(name).level);
  const words = permissionWords(name);
  const line = l10n.t("{0} · {1}, {2}", shortName(name), level, how);
  const whole = words === undefined ? line : l10n.t("{0}: {1}", line, words);
  return test ? l10n.t("{0} (in tests alone)", whole) : whole;
}

export function fileUri({ file }: InFile): Uri {
  return Uri.file(file);
}

/** The path as the workspace names it. */
export function shortPath(found: InFile): string {
  return workspace.asRelativePath(fileUri(found));
}

/** "build.gradle:12". */
export function place({ file, spot }: InFile): string {
  return `${file.slice(file.lastIndexOf("/") + 1)}:${spot.line + 1}`;
}

/** What the pointer tells of a tracker. */
export function aboutTracker(tracker: number, signature: string, list: TrackerList | undefined): Markdown {
  const known = list?.trackers.get(tracker);
  return paragraphs(
    md`**${trackerName(tracker, list)}** ${code(signature)}`,
    known === undefined || known.categories.length === 0 ? l10n.t("Uncategorised") : known.categories.join(", "),
  );
}

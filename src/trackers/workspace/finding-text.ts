// Findings as text for rows, hovers and diagnostics.
import { Uri, workspace } from "vscode";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import {
  type FoundPermission,
  type FoundTracker,
  type InFile,
  permission,
  type Scanned,
  shortPermissionName,
} from "../../scan/index.ts";
import { describeLevel, describePermission } from "../wording/permission-labels.ts";
import { describeCategories, trackerName } from "../wording/tracker-names.ts";
import { MAX_FILES } from "./find-files.ts";
import type { WorkspaceFindings } from "./scan-result.ts";

/** "2 trackers in the list could not be read", or nothing if there are none. */
export function describeSkippedTrackers({
  skippedTrackers: trackers,
}: Pick<WorkspaceFindings, "skippedTrackers">): readonly string[] {
  return trackers === 0
    ? []
    : [
        l10n.plural(
          trackers,
          "{0} tracker in the list could not be read",
          "{0} trackers in the list could not be read",
        ),
      ];
}

/** "2 files not scanned", or nothing if there are none. */
export function describeUnreadFiles({ failed, passedOver }: Pick<Scanned, "failed" | "passedOver">): readonly string[] {
  const files = failed.length + passedOver.unreadable;
  return files === 0 ? [] : [l10n.plural(files, "{0} file not scanned", "{0} files not scanned")];
}

/** "2 signatures not used", or nothing if there are none. */
export function describeRefused({ refused }: Pick<Scanned, "refused">): readonly string[] {
  return refused.length === 0 ? [] : [l10n.plural(refused.length, "{0} signature not used", "{0} signatures not used")];
}

/** "At most 100,000 files are scanned", or nothing if there are no more. */
export function describeLimit({ more }: Pick<WorkspaceFindings, "more">): readonly string[] {
  return more ? [l10n.t("At most {0} files are scanned", format.count(MAX_FILES))] : [];
}

/** What a scan did not look at, besides files that it could not scan and a missing list. */
export function describeLeftOut(found: WorkspaceFindings): readonly string[] {
  const { unreadable, large, binary } = found.passedOver;
  return [
    ...describeSkippedTrackers(found),
    ...(unreadable === 0 ? [] : [l10n.t("{0} skipped: could not be read", format.count(unreadable))]),
    ...(large === 0 ? [] : [l10n.t("{0} skipped: larger than 2 MB", format.count(large))]),
    ...(binary === 0 ? [] : [l10n.t("{0} skipped: not text", format.count(binary))]),
    ...describeRefused(found),
    ...describeLimit(found),
    ...(found.findings.cut ? [l10n.t("Not all results are shown.")] : []),
  ];
}

/** Names of the trackers at a location: "Adjust or AppsFlyer". */
function trackerNames({ trackers }: FoundTracker, list: TrackerList | undefined): string {
  return format.list(
    trackers.map(({ tracker }) => trackerName(tracker, list)),
    "disjunction",
  );
}

/** "AppsFlyer is included by the library com.appsflyer:af-android-sdk". */
export function describeFinding(found: FoundTracker, list: TrackerList | undefined): string {
  const names = trackerNames(found, list);
  return withScope(describeKind(found, names), found);
}

function describeKind({ kind, text }: FoundTracker, names: string): string {
  switch (kind) {
    case "dependency":
      return l10n.t("{0} is included by the library {1}", names, text);
    case "locked":
      return l10n.t("{0} is included by the resolved library {1}", names, text);
    case "plugin":
      return l10n.t("{0} is included by the plugin {1}", names, text);
    case "code":
      return l10n.t("{0} is used as {1}", names, text);
    case "host":
      return l10n.t("{0} mentions a host of {1}", text, names);
  }
}

/** "API level 28 and lower", or nothing if the permission is requested on every level. */
export function describeApiLevels({ maxSdk }: FoundPermission): readonly string[] {
  return maxSdk === undefined ? [] : [l10n.t("API level {0} and lower", maxSdk)];
}

/** "CAMERA · Dangerous, requested at run time: Take pictures and record video". */
export function describePermissionFinding(found: FoundPermission): string {
  const { name } = found;
  const { name: level, how } = describeLevel(permission(name).level);
  const description = describePermission(name);
  const line = [l10n.t("{0} · {1}, {2}", shortPermissionName(name), level, how), ...describeApiLevels(found)].join(
    " · ",
  );
  const whole = description === undefined ? line : l10n.t("{0}: {1}", line, description);
  return withScope(whole, found);
}

/** Adds that a finding is only in tests, or in some flavors or build types, as in "Adjust (free builds only)". */
export function withScope(text: string, { scope, variants }: Pick<FoundTracker, "scope" | "variants">): string {
  if (scope === "tests") return l10n.t("{0} (tests only)", text);
  const names = variants.length === 0 && scope === "debug" ? ["debug"] : variants;
  return names.length === 0 ? text : l10n.t("{0} ({1} builds only)", text, format.list(names));
}

/** Path relative to the workspace. */
export function shortPath({ file }: Pick<InFile, "file">): string {
  return workspace.asRelativePath(Uri.file(file));
}

/** "app/build.gradle:12". */
export function shortLocation(found: InFile): string {
  return `${shortPath(found)}:${found.spot.line + 1}`;
}

export function fileName({ file }: Pick<InFile, "file">): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** "build.gradle:12". */
export function locationLabel(found: InFile): string {
  return `${fileName(found)}:${found.spot.line + 1}`;
}

/** Returns a test for findings of this tracker. */
export function includesTracker(tracker: number): (found: FoundTracker) => boolean {
  return ({ trackers }) => trackers.some((each) => each.tracker === tracker);
}

/** Hover text of a tracker. */
export function trackerHover(tracker: number, signature: string, list: TrackerList | undefined): Markdown {
  return paragraphs(
    md`**${trackerName(tracker, list)}** ${code(signature)}`,
    describeCategories(list?.trackers.get(tracker)),
  );
}

// Rows of a scan's findings: apps, trackers, permissions.
import { l10n } from "../../workbench/text/l10n.ts";
import { code, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { fileCount } from "../wording/counts.ts";
import {
  byLevel,
  type FoundApp,
  type FoundPermission,
  type InFile,
  isSensitive,
  joinPlaces,
  type Level,
  shortPermissionName,
} from "../../scan/index.ts";
import { describeLevel, describePermission } from "../wording/permission-labels.ts";
import { hint, openReport, openTracker } from "../parts/row-builders.ts";
import type { Store } from "../store/store.ts";
import { byTrackerName, describeCategories, trackerName } from "../wording/tracker-names.ts";
import {
  describeApiLevels,
  describeLeftOut,
  describePermissionFinding,
  describeRefused,
  describeSkippedTrackers,
  describeUnreadFiles,
  fileName,
  includesTracker,
  shortLocation,
  shortPath,
  withScope,
} from "./finding-text.ts";
import { builtAppsRow } from "./built-app-rows.ts";
import { describePlaces, groupRow, openFile, placesUnder } from "./location-rows.ts";
import { reportPage } from "./report-rows.ts";
import { countedTrackers, isComplete, type WorkspaceFindings } from "./scan-result.ts";
import type { WorkspaceScan } from "./workspace-scan.ts";

export function describeScan(found: WorkspaceFindings): Markdown {
  const { ignored } = found.passedOver;
  return paragraphs(
    l10n.t("{0} scanned, {1} KB", fileCount(found.files), format.count(Math.ceil(found.bytes / 1024))),
    ignored === 0 ? "" : l10n.t("{0} skipped: ignored or build output", format.count(ignored)),
    found.failed.length === 0 ? "" : l10n.t("{0} could not be scanned", format.count(found.failed.length)),
    ...describeLeftOut(found),
    format.exactTime(found.readAt),
  );
}

/** The rows of a scan. Trackers have a parent row only if there are other rows beside it. */
export async function loadRows(
  found: WorkspaceFindings,
  workspace: WorkspaceScan,
  store: Store,
  now: () => number,
  signal: AbortSignal,
): Promise<RowPage> {
  const { apps, unknownIds, permissions } = found.findings;
  const built = await workspace.builtApps.list();
  const above = [
    ...apps.map((each) => appRow(each, found, store, now)),
    ...unknownIds.map(unknownIdRow),
    ...builtAppsRow(built, now),
  ];
  const below = [
    ...(permissions.length === 0 ? [] : [permissionsRow(permissions)]),
    ...(found.failed.length === 0 ? [] : [failedRow(found)]),
    ...describeRefused(found).map((label) => refusedRow(found, label, store)),
  ];
  const hasOnlyTrackers = above.length + below.length === 0;
  const trackers = hasOnlyTrackers
    ? (await loadTrackers(found, workspace, store, now, signal)).nodes
    : found.listProblem === undefined && countedTrackers(found).size === 0
      ? [noTrackersRow(found, now)]
      : [trackersRow(found, workspace, store, now)];
  return { nodes: [...above, ...trackers, ...below] };
}

function appRow(app: FoundApp, found: WorkspaceFindings, store: Store, now: () => number): Node {
  const { handle } = app;
  return {
    id: `workspace app ${handle}`,
    subject: { handle },
    label: handle,
    description: [...app.of, shortPath(app)].join(" · "),
    icon: { name: "device-mobile" },
    contextValue: "app",
    tooltip: () => paragraphs(md`**${handle}**`, code(shortLocation(app))),
    click: openReport({ handle }),
    // No store has debug builds, and without the tracker list there is nothing to compare.
    ...(app.build || found.listProblem !== undefined
      ? {}
      : { children: (signal) => reportPage(handle, found, store, now, signal) }),
  };
}

/** An ID that can't be resolved is shown as such, not left out. */
function unknownIdRow(place: InFile): Node {
  const { file, spot } = place;
  const id = `workspace unknown ${file} ${spot.line} ${spot.from}`;
  return {
    ...hint(id, l10n.t("Unknown application ID"), shortLocation(place), "question"),
    tooltip: () => l10n.t("Only the build can determine this ID, and Triptych does not run builds."),
    click: openFile(place),
  };
}

function trackersRow(found: WorkspaceFindings, workspace: WorkspaceScan, store: Store, now: () => number): Node {
  const description = found.listProblem === undefined ? format.count(countedTrackers(found).size) : "";
  return {
    ...hint("workspace trackers", l10n.t("Trackers Found"), description, "bug"),
    contextValue: "workspace.group",
    expanded: true,
    children: (signal) => loadTrackers(found, workspace, store, now, signal),
  };
}

/** Throws if the tracker list could not be loaded, because the scan then looked for no trackers. */
async function loadTrackers(
  found: WorkspaceFindings,
  workspace: WorkspaceScan,
  store: Store,
  now: () => number,
  signal: AbortSignal,
): Promise<RowPage> {
  const shown = await workspace.retryTrackers(found, signal);
  const ids = byTrackerName(countedTrackers(shown), store.knownTrackers);
  return { nodes: ids.length === 0 ? [noTrackersRow(shown, now)] : ids.map((id) => trackerRow(id, shown, store)) };
}

function noTrackersRow(found: WorkspaceFindings, now: () => number): Node {
  const { files, readAt } = found;
  const description = [
    ...describeSkippedTrackers(found),
    fileCount(files),
    ...describeUnreadFiles(found),
    format.clockTime(readAt, now()),
  ].join(" · ");
  const icon = isComplete(found) ? "check" : "warning";
  return {
    ...hint("workspace none", l10n.t("No known trackers found"), description, icon),
    tooltip: () => describeScan(found),
  };
}

function trackerRow(id: number, found: WorkspaceFindings, store: Store): Node {
  const places = found.findings.trackers.filter(includesTracker(id));
  const [first, ...others] = places;
  const name = trackerName(id, store.knownTrackers);
  const tracker = store.knownTrackers?.trackers.get(id);
  const where = describePlaces(places);
  return {
    id: `workspace tracker ${id}`,
    subject: tracker === undefined ? { tracker: id } : { kind: "tracker", tracker },
    label: name,
    description: withScope(where, joinPlaces(places)),
    icon: { name: "circle-outline" },
    contextValue: "tracker",
    tooltip: () =>
      paragraphs(
        md`**${name}**`,
        describeCategories(tracker),
        first === undefined || others.length > 0 ? "" : code(shortLocation(first)),
      ),
    ...placesUnder(places, id, store),
    side: openTracker(id),
  };
}

function permissionsRow(permissions: readonly FoundPermission[]): Node {
  const levels = byLevel(permissions.map(({ name }) => name));
  const dangerous = levels.find(({ level }) => level === "dangerous")?.permissions.length ?? 0;
  const byName = new Map<string, FoundPermission[]>();
  for (const each of permissions) {
    const places = byName.get(each.name);
    if (places === undefined) byName.set(each.name, [each]);
    else places.push(each);
  }
  const rows = levels.flatMap(({ level, permissions: named }) =>
    named.flatMap(({ name }) => {
      const places = byName.get(name) ?? [];
      return places.map((each) => permissionRow(each, level, places.length > 1 ? shortPath(each) : undefined));
    }),
  );
  const description =
    dangerous === 0
      ? format.count(byName.size)
      : l10n.t("{0} · {1} dangerous", format.count(byName.size), format.count(dangerous));
  return groupRow("permissions", l10n.t("Requested Permissions"), description, "shield", rows, (row) => row);
}

/** `path` distinguishes several places of one permission. */
function permissionRow(found: FoundPermission, level: Level, path: string | undefined): Node {
  const { file, spot, name } = found;
  const parts = [path, describeLevel(level).name, ...describeApiLevels(found), describePermission(name)].filter(
    (each) => each !== undefined,
  );
  return {
    ...hint(
      `workspace permission ${name} ${file} ${spot.line}`,
      shortPermissionName(name),
      withScope(parts.join(" · "), found),
      "circle-outline",
    ),
    ...(isSensitive(level) ? { icon: { name: "warning", color: "list.warningForeground" } } : {}),
    contextValue: "workspace.permission",
    tooltip: () => paragraphs(describePermissionFinding(found), code(shortLocation(found))),
    click: openFile(found),
  };
}

/** Names files that could not be scanned, so no one mistakes them for clean. */
function failedRow({ failed }: WorkspaceFindings): Node {
  const label = l10n.plural(failed.length, "{0} file not scanned", "{0} files not scanned");
  const row = (file: string): Node => ({
    ...hint(`workspace failed ${file}`, fileName({ file }), shortPath({ file }), "file"),
    click: openFile({ file, spot: { line: 0, from: 0, to: 0 } }),
  });
  return {
    ...groupRow("failed", label, "", "warning", failed, row),
    contextValue: "hint",
    tooltip: () => l10n.t("Triptych could not read these files, so trackers in them are missing here."),
  };
}

/** Lists signatures from the server that can't be used. */
function refusedRow({ refused }: WorkspaceFindings, label: string, store: Store): Node {
  const row = ({ tracker, of, signature, reason }: WorkspaceFindings["refused"][number]): Node => {
    const short = signature.slice(0, 80);
    return {
      id: `workspace refused ${tracker} ${of} ${short}`,
      subject: { tracker },
      label: trackerName(tracker, store.knownTrackers),
      description: short,
      icon: { name: "circle-outline" },
      contextValue: "workspace.refused",
      tooltip: () => paragraphs(code(signature), reason === "everything" ? l10n.t("It matches any text.") : reason),
    };
  };
  return { ...groupRow("refused", label, l10n.t("not supported"), "info", refused, row), contextValue: "hint" };
}

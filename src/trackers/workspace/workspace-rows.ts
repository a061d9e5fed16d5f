// Rows of the workspace: apps, trackers, permissions.
import { l10n } from "../../workbench/text/l10n.ts";
import { code, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node, Page } from "../../workbench/tree/node.ts";
import { formatClockTime, count, formatExactTime } from "../../workbench/format.ts";
import { appCount, fileCount, trackerCount } from "../counts.ts";
import { byLevel, shortName, type Level } from "../model/permissions.ts";
import { describeLevel, describePermission } from "../reports/permission-labels.ts";
import type { FoundApp, FoundPermission, InFile } from "../scan/file-facts.ts";
import type { Store } from "../store.ts";
import { describePermissionFinding, describeSkippedTrackers, shortPath, trackerName } from "./finding-text.ts";
import { describePlaces, hostsRow, openFile, placesUnder } from "./place-rows.ts";
import { reportPage } from "./report-rows.ts";
import { countedPlaces, trackersIn, type Found } from "./scan-result.ts";
import { failedRow, buildPage, refusedRow, WORKSPACE_ROW_ID, type WorkspaceSubject } from "./skipped-rows.ts";
import type { WorkspaceScan } from "./workspace-scan.ts";

type Row = Node;

/** The row of the open folders. The first scan starts when it is expanded. */
export function workspaceRow(workspace: WorkspaceScan, store: Store, now: () => number): Row | undefined {
  if (!workspace.hasFolder) return undefined;
  const { found } = workspace;
  return {
    id: WORKSPACE_ROW_ID,
    subject: { kind: "workspace" } satisfies WorkspaceSubject,
    label: l10n.t("This Workspace"),
    description: workspace.isScanning
      ? l10n.t("scanning…")
      : found === undefined
        ? l10n.t("not scanned")
        : summary(found),
    icon: { name: "root-folder" },
    contextValue: found === undefined ? "workspace" : "workspace.found",
    // Otherwise a row redrawn while it expands stays collapsed.
    ...(workspace.isScanning || found !== undefined ? { unfolded: true } : {}),
    tooltip: () =>
      found === undefined
        ? l10n.t("Expand to scan this folder. Files are only read, and nothing leaves your machine.")
        : describeScan(found),
    children: async (signal) => {
      const shown = workspace.found ?? (await workspace.scan({ signal, quietly: true }));
      return await loadRows(shown, workspace, store, now, signal);
    },
  };
}

/** "2 apps · 3 trackers". */
function summary(found: Found): string {
  const apps = found.findings.apps.filter(({ build }) => !build).length;
  const trackers = trackersIn(found).size;
  return [
    apps === 0 ? undefined : appCount(apps),
    found.without !== undefined ? undefined : trackers === 0 ? l10n.t("no known trackers") : trackerCount(trackers),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function describeScan(found: Found): Markdown {
  const { ignored, large, binary, unreadable } = found.passedOver;
  return paragraphs(
    l10n.t("{0} scanned, {1} KB", fileCount(found.files), count(Math.ceil(found.bytes / 1024))),
    ignored === 0 ? "" : l10n.t("{0} skipped: ignored or build output", count(ignored)),
    large === 0 ? "" : l10n.t("{0} skipped: larger than 2 MB", count(large)),
    found.failed.length === 0 ? "" : l10n.t("{0} could not be scanned", count(found.failed.length)),
    binary === 0 ? "" : l10n.t("{0} skipped: not text", count(binary)),
    unreadable === 0 ? "" : l10n.t("{0} skipped: could not be read", count(unreadable)),
    found.skippedTrackers === 0 ? "" : describeSkippedTrackers(found.skippedTrackers),
    found.more || found.findings.cut ? l10n.t("Not all results are shown.") : "",
    formatExactTime(found.readAt),
  );
}

/** The rows of a scan. Trackers get a row of their own only if there are other rows to tell them from. */
async function loadRows(
  found: Found,
  workspace: WorkspaceScan,
  store: Store,
  now: () => number,
  signal: AbortSignal,
): Promise<Page> {
  const { apps, unknownIds, permissions } = found.findings;
  const before = [...apps.map((each) => appRow(each, found, store)), ...unknownIds.map(unknownIdRow)];
  const after = [
    ...(found.findings.hosts.length === 0 ? [] : [hostsRow(found, store)]),
    ...(permissions.length === 0 ? [] : [permissionsRow(permissions)]),
    ...(found.failed.length === 0 ? [] : [failedRow(found.failed)]),
    ...(found.refused.length === 0 ? [] : [refusedRow(found, store)]),
  ];
  const isAlone = before.length + after.length === 0;
  const trackers = isAlone
    ? (await loadTrackers(found, workspace, store, now, signal)).nodes
    : found.without === undefined && trackersIn(found).size === 0
      ? [noneRow(found, now)]
      : [trackersRow(found, workspace, store, now)];
  return { nodes: [...before, ...trackers, ...after] };
}

function appRow(app: FoundApp, found: Found, store: Store): Row {
  return {
    id: `${WORKSPACE_ROW_ID} app ${app.handle}`,
    subject: { kind: "workspace.app", handle: app.handle } satisfies WorkspaceSubject,
    label: app.handle,
    description: [...app.of, shortPath(app)].join(" · "),
    icon: { name: "device-mobile" },
    contextValue: "app",
    tooltip: () => paragraphs(md`**${app.handle}**`, code(`${shortPath(app)}:${app.spot.line + 1}`)),
    click: { command: "triptych.trackers.openReport", title: l10n.t("Open Report"), given: [{ handle: app.handle }] },
    // No store has debug builds, and without the tracker list there is nothing to compare.
    ...(app.build || found.without !== undefined
      ? {}
      : { children: (signal) => reportPage(app.handle, found, store, signal) }),
  };
}

/** Shows an ID that can't be resolved instead of leaving it out. */
function unknownIdRow(place: InFile): Row {
  const { file, spot } = place;
  return {
    id: `${WORKSPACE_ROW_ID} unknown ${file} ${spot.line} ${spot.from}`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: l10n.t("Unknown application ID"),
    description: `${shortPath(place)}:${spot.line + 1}`,
    icon: { name: "question" },
    contextValue: "hint",
    tooltip: () => l10n.t("The build sets this ID at run time, and Triptych does not run builds."),
    click: openFile(place),
  };
}

function trackersRow(found: Found, workspace: WorkspaceScan, store: Store, now: () => number): Row {
  return {
    id: `${WORKSPACE_ROW_ID} trackers`,
    subject: { kind: "workspace.group" } satisfies WorkspaceSubject,
    label: l10n.t("Trackers Found"),
    ...(found.without === undefined ? { description: count(trackersIn(found).size) } : {}),
    icon: { name: "bug" },
    contextValue: "workspace.group",
    unfolded: true,
    children: (signal) => loadTrackers(found, workspace, store, now, signal),
  };
}

/** Fails if the tracker list could not be loaded, as nothing was compared with it. */
async function loadTrackers(
  found: Found,
  workspace: WorkspaceScan,
  store: Store,
  now: () => number,
  signal: AbortSignal,
): Promise<Page> {
  await workspace.retryTrackers(found, signal);
  const list = store.knownTrackers;
  const named = [...trackersIn(found)]
    .map((id) => ({ id, name: trackerName(id, list) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  if (named.length === 0) return { nodes: [noneRow(found, now)] };
  return { nodes: named.map(({ id, name }) => trackerRow(id, name, found, store)) };
}

function noneRow(found: Found, now: () => number): Row {
  const { files, readAt, skippedTrackers } = found;
  return {
    id: `${WORKSPACE_ROW_ID} none`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: l10n.t("No known trackers found"),
    description: [
      ...(skippedTrackers === 0 ? [] : [describeSkippedTrackers(skippedTrackers)]),
      fileCount(files),
      formatClockTime(readAt, now()),
    ].join(" · "),
    icon: { name: skippedTrackers === 0 ? "check" : "warning" },
    contextValue: "hint",
    tooltip: () => describeScan(found),
  };
}

function trackerRow(id: number, name: string, found: Found, store: Store): Row {
  const places = countedPlaces(found).filter(({ trackers }) => trackers.some(({ tracker }) => tracker === id));
  const [first, ...others] = places;
  const tracker = store.knownTrackers?.trackers.get(id);
  const where = describePlaces(places);
  const inTests = places.every(({ test }) => test);
  return {
    id: `${WORKSPACE_ROW_ID} tracker ${id}`,
    subject: tracker === undefined ? { kind: "finding", tracker: id } : { kind: "tracker", tracker },
    label: name,
    description: inTests ? l10n.t("{0} · tests only", where) : where,
    icon: { name: "circle-outline" },
    contextValue: `tracker${tracker?.codeSignature === undefined ? "" : ".code"}${tracker?.networkSignature === undefined ? "" : ".network"}`,
    tooltip: () =>
      paragraphs(
        md`**${name}**`,
        (tracker?.categories ?? []).join(", ") || l10n.t("Uncategorized"),
        first === undefined || others.length > 0 ? "" : code(`${shortPath(first)}:${first.spot.line + 1}`),
      ),
    ...placesUnder(places, id, store),
    side: { command: "triptych.trackers.openTracker", title: l10n.t("Open Tracker"), given: [{ tracker: id }] },
  };
}

function permissionsRow(permissions: readonly FoundPermission[]): Row {
  const levels = byLevel(permissions.map(({ name }) => name));
  const dangerous = levels.find(({ level }) => level === "dangerous")?.permissions.length ?? 0;
  const all = new Set(permissions.map(({ name }) => name)).size;
  const rows = levels.flatMap(({ level, permissions: named }) =>
    named.flatMap(({ name }) => {
      const places = permissions.filter((each) => each.name === name);
      return places.map((each) => permissionRow(each, level, places.length > 1 ? shortPath(each) : undefined));
    }),
  );
  return {
    id: `${WORKSPACE_ROW_ID} permissions`,
    subject: { kind: "workspace.group" } satisfies WorkspaceSubject,
    label: l10n.t("Requested Permissions"),
    description: dangerous === 0 ? count(all) : l10n.t("{0} · {1} dangerous", count(all), count(dangerous)),
    icon: { name: "shield" },
    contextValue: "workspace.group",
    children: () => Promise.resolve(buildPage(rows, (row) => row)),
  };
}

/** `path` distinguishes several places of one permission. */
function permissionRow(found: FoundPermission, level: Level, path: string | undefined): Row {
  const { file, spot, name } = found;
  const marked = level === "dangerous" || level === "special";
  return {
    id: `${WORKSPACE_ROW_ID} permission ${name} ${file} ${spot.line}`,
    subject: { kind: "workspace.permission" } satisfies WorkspaceSubject,
    label: shortName(name),
    description: [path, describeLevel(level).name, describePermission(name)]
      .filter((each) => each !== undefined)
      .join(" · "),
    icon: marked ? { name: "warning", color: "list.warningForeground" } : { name: "circle-outline" },
    contextValue: "workspace.permission",
    tooltip: () => paragraphs(describePermissionFinding(found), code(`${shortPath(found)}:${spot.line + 1}`)),
    click: openFile(found),
  };
}

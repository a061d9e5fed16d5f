import { l10n } from "../../workbench/text/l10n.ts";
import { code, md, paragraphs } from "../../workbench/text/markdown.ts";
import type { Markdown } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { clock, count, exact } from "../../workbench/words.ts";
import { byLevel, shortName } from "../model/permissions.ts";
import type { Level } from "../model/permissions.ts";
import { levelWords, permissionWords } from "../reports/permission-labels.ts";
import type { FoundApp, FoundPermission, InFile } from "../scan/file-facts.ts";
import type { Store } from "../store.ts";
import { permissionSentence, shortPath, trackerName } from "./finding-text.ts";
import { hostsRow, placeRow } from "./place-rows.ts";
import { reportPage } from "./report-rows.ts";
import { countedPlaces, trackersIn } from "./scan-result.ts";
import type { Found } from "./scan-result.ts";
import { failedRow, pageOf, refusedRow, ROOT } from "./skipped-rows.ts";
import type { WorkspaceSubject } from "./skipped-rows.ts";
import type { Workspace } from "./workspace-scan.ts";

type Row = Node;

/** What was found in the folders that are open; nothing is looked for before the row is unfolded. */
export function workspaceRow(workspace: Workspace, store: Store, now: () => number): Row | undefined {
  if (!workspace.hasFolder) return undefined;
  const { found } = workspace;
  return {
    id: ROOT,
    subject: { kind: "workspace" } satisfies WorkspaceSubject,
    label: l10n.t("This Workspace"),
    description: workspace.isScanning
      ? l10n.t("reading files…")
      : found === undefined
        ? l10n.t("not looked at yet")
        : summary(found),
    icon: { name: "root-folder" },
    contextValue: found === undefined ? "workspace" : "workspace.found",
    // A row that is drawn anew while it is being unfolded would stay folded otherwise.
    ...(workspace.isScanning || found !== undefined ? { unfolded: true } : {}),
    tooltip: () =>
      found === undefined
        ? l10n.t(
            "Unfold to look for trackers in the files of this folder. Nothing of it is run, and nothing leaves this machine.",
          )
        : lookedAt(found),
    children: async (signal) => {
      const shown = workspace.found ?? (await workspace.scan({ signal, quietly: true }));
      return { nodes: rowsOf(shown, workspace, store, now) };
    },
  };
}

/** "2 apps · 3 trackers". */
function summary(found: Found): string {
  const apps = found.findings.apps.filter(({ build }) => !build).length;
  const trackers = trackersIn(found).size;
  return [
    apps === 0 ? undefined : apps === 1 ? l10n.t("1 app") : l10n.t("{0} apps", count(apps)),
    found.without !== undefined
      ? undefined
      : trackers === 0
        ? l10n.t("no known trackers")
        : trackers === 1
          ? l10n.t("1 tracker")
          : l10n.t("{0} trackers", count(trackers)),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function lookedAt(found: Found): Markdown {
  const { ignored, large, binary, unreadable } = found.passedOver;
  return paragraphs(
    l10n.t("{0} files looked at, {1} KB", count(found.files), count(Math.ceil(found.bytes / 1024))),
    ignored === 0 ? "" : l10n.t("{0} are ignored or built", count(ignored)),
    large === 0 ? "" : l10n.t("{0} are larger than 2 MB", count(large)),
    found.failed.length === 0 ? "" : l10n.t("{0} could not be scanned", count(found.failed.length)),
    binary === 0 ? "" : l10n.t("{0} hold no text", count(binary)),
    unreadable === 0 ? "" : l10n.t("{0} could not be read", count(unreadable)),
    found.more || found.findings.cut ? l10n.t("There is more than is shown here.") : "",
    exact(found.readAt),
  );
}

function rowsOf(found: Found, workspace: Workspace, store: Store, now: () => number): readonly Row[] {
  const { apps, unknownIds, permissions } = found.findings;
  return [
    ...apps.map((each) => appRow(each, found, store)),
    ...unknownIds.map(unknownIdRow),
    trackersRow(found, workspace, store, now),
    ...(found.findings.hosts.length === 0 ? [] : [hostsRow(found, store)]),
    ...(permissions.length === 0 ? [] : [permissionsRow(permissions)]),
    ...(found.failed.length === 0 ? [] : [failedRow(found.failed)]),
    ...(found.refused.length === 0 ? [] : [refusedRow(found, store)]),
  ];
}

function appRow(app: FoundApp, found: Found, store: Store): Row {
  return {
    id: `${ROOT} app ${app.handle}`,
    subject: { kind: "workspace.app", handle: app.handle } satisfies WorkspaceSubject,
    label: app.handle,
    description: [...app.of, shortPath(app)].join(" · "),
    icon: { name: "device-mobile" },
    contextValue: "app",
    tooltip: () => paragraphs(md`**${app.handle}**`, code(`${shortPath(app)}:${app.spot.line + 1}`)),
    click: { command: "triptych.trackers.openReport", title: l10n.t("Open Report"), given: [{ handle: app.handle }] },
    // No store has a debug build, and without the list of trackers nothing was looked for.
    ...(app.build || found.without !== undefined
      ? {}
      : { children: (signal) => reportPage(app.handle, found, store, signal) }),
  };
}

/** An id that is not told is said to be so, rather than left out. */
function unknownIdRow(place: InFile): Row {
  const { file, spot } = place;
  return {
    id: `${ROOT} unknown ${file} ${spot.line} ${spot.from}`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: l10n.t("App ID not known"),
    description: `${shortPath(place)}:${spot.line + 1}`,
    icon: { name: "question" },
    contextValue: "hint",
    tooltip: () =>
      l10n.t("The build makes up this ID while it runs. Triptych reads build scripts and never runs them."),
    click: {
      command: "triptych.trackers.openFinding",
      title: l10n.t("Open File"),
      given: [file, spot.line, spot.from, spot.to],
    },
  };
}

function trackersRow(found: Found, workspace: Workspace, store: Store, now: () => number): Row {
  const ids = [...trackersIn(found)];
  const list = store.knownTrackers;
  const named = ids
    .map((id) => ({ id, name: trackerName(id, list) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  return {
    id: `${ROOT} trackers`,
    subject: { kind: "workspace.group" } satisfies WorkspaceSubject,
    label: l10n.t("Trackers Found"),
    ...(found.without === undefined ? { description: count(ids.length) } : {}),
    icon: { name: "bug" },
    contextValue: "workspace.group",
    unfolded: true,
    children: async (signal) => {
      await workspace.again(found, signal);
      if (ids.length === 0) return { nodes: [noneRow(found, now)] };
      return { nodes: named.map(({ id, name }) => trackerRow(id, name, found, store)) };
    },
  };
}

function noneRow(found: Found, now: () => number): Row {
  return {
    id: `${ROOT} none`,
    subject: { kind: "workspace.hint" } satisfies WorkspaceSubject,
    label: l10n.t("No known trackers found"),
    description: l10n.t("{0} files · {1}", count(found.files), clock(found.readAt, now())),
    icon: { name: "check" },
    contextValue: "hint",
    tooltip: () => lookedAt(found),
  };
}

function trackerRow(id: number, name: string, found: Found, store: Store): Row {
  const places = countedPlaces(found).filter(({ trackers }) => trackers.some(({ tracker }) => tracker === id));
  const tracker = store.knownTrackers?.trackers.get(id);
  const many = places.length === 1 ? l10n.t("1 place") : l10n.t("{0} places", count(places.length));
  const inTests = places.every(({ test }) => test);
  return {
    id: `${ROOT} tracker ${id}`,
    subject: tracker === undefined ? { kind: "finding", tracker: id } : { kind: "tracker", tracker },
    label: name,
    description: inTests ? l10n.t("{0} · in tests alone", many) : many,
    icon: { name: "circle-outline" },
    contextValue: `tracker${tracker?.codeSignature === undefined ? "" : ".code"}${tracker?.networkSignature === undefined ? "" : ".network"}`,
    tooltip: () => paragraphs(md`**${name}**`, (tracker?.categories ?? []).join(", ") || l10n.t("Uncategorised")),
    children: () => Promise.resolve(pageOf(places, (each) => placeRow(each, id, store))),
  };
}

function permissionsRow(permissions: readonly FoundPermission[]): Row {
  const levels = byLevel(permissions.map(({ name }) => name));
  const dangerous = levels.find(({ level }) => level === "dangerous")?.permissions.length ?? 0;
  const all = new Set(permissions.map(({ name }) => name)).size;
  const rows = levels.flatMap(({ level, permissions: named }) =>
    named.flatMap(({ name }) =>
      permissions.filter((each) => each.name === name).map((each) => permissionRow(each, level)),
    ),
  );
  return {
    id: `${ROOT} permissions`,
    subject: { kind: "workspace.group" } satisfies WorkspaceSubject,
    label: l10n.t("Permissions Asked For"),
    description: dangerous === 0 ? count(all) : l10n.t("{0} · {1} dangerous", count(all), count(dangerous)),
    icon: { name: "shield" },
    contextValue: "workspace.group",
    children: () => Promise.resolve(pageOf(rows, (row) => row)),
  };
}

function permissionRow(found: FoundPermission, level: Level): Row {
  const { file, spot, name } = found;
  const marked = level === "dangerous" || level === "special";
  return {
    id: `${ROOT} permission ${name} ${file} ${spot.line}`,
    subject: { kind: "workspace.permission" } satisfies WorkspaceSubject,
    label: shortName(name),
    description: [levelWords(level).name, permissionWords(name)].filter((each) => each !== undefined).join(" · "),
    icon: marked ? { name: "warning", colour: "list.warningForeground" } : { name: "circle-outline" },
    contextValue: "workspace.permission",
    tooltip: () => paragraphs(permissionSentence(found), code(`${shortPath(found)}:${spot.line + 1}`)),
    click: {
      command: "triptych.trackers.openFinding",
      title: l10n.t("Open File"),
      given: [file, spot.line, spot.from, spot.to],
    },
  };
}

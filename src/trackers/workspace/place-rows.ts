// Rows for locations in files: findings of a tracker, and mentions of hosts, which are only hints.
import { l10n } from "../../workbench/text/l10n.ts";
import { code, paragraphs } from "../../workbench/text/markdown.ts";
import type { Node, Page } from "../../workbench/tree/node.ts";
import { count } from "../../workbench/format.ts";
import type { FindingKind, FoundTracker, InFile } from "../scan/file-facts.ts";
import { placeCount } from "../counts.ts";
import type { Store } from "../store.ts";
import { locationLabel, describeFinding, shortPath, trackerNames } from "./finding-text.ts";
import type { Found } from "./scan-result.ts";
import { buildPage, WORKSPACE_ROW_ID, type WorkspaceSubject } from "./skipped-rows.ts";

type Row = Node;

const ICONS: Readonly<Record<FindingKind, string>> = {
  dependency: "package",
  locked: "lock",
  plugin: "plug",
  code: "code",
  host: "globe",
};

/** `folder` distinguishes the file from others of the same name. */
function placeRow(found: FoundTracker, id: number, folder: string | undefined, store: Store): Row {
  const { file, spot, kind, text } = found;
  return {
    id: `${WORKSPACE_ROW_ID} ${kind === "host" ? `host ${text}` : "tracker"} ${id} ${file} ${spot.line} ${spot.from}`,
    subject: { kind: "finding", tracker: id } satisfies WorkspaceSubject,
    label: locationLabel(found),
    description: folder === undefined ? text : l10n.t("{0} · {1}", folder, text),
    icon: { name: ICONS[kind] },
    contextValue: "finding",
    tooltip: () => paragraphs(describeFinding(found, store.knownTrackers), code(shortPath(found))),
    click: openFile(found),
  };
}

/** Opens the file at a place that was found. */
export function openFile({ file, spot }: InFile): NonNullable<Node["click"]> {
  return {
    command: "triptych.trackers.openFinding",
    title: l10n.t("Open File"),
    given: [file, spot.line, spot.from, spot.to],
  };
}

/** What a row shows of the places of a tracker. A single place needs no row of its own: a click opens it. */
export function placesUnder(
  places: readonly FoundTracker[],
  tracker: number,
  store: Store,
): Pick<Row, "children" | "click"> {
  const [first, ...others] = places;
  if (first !== undefined && others.length === 0) return { click: openFile(first) };
  return {
    children: () => {
      const findFolder = folderFinder(places);
      return Promise.resolve(buildPage(places, (each) => placeRow(each, tracker, findFolder(each), store)));
    },
  };
}

/** Finds the folder of a file if another one has the same name, as each module has its `build.gradle`. */
function folderFinder(places: readonly InFile[]): (place: InFile) => string | undefined {
  const files = new Map<string, Set<string>>();
  const fileName = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
  for (const { file } of places) files.set(fileName(file), (files.get(fileName(file)) ?? new Set()).add(file));
  return (place) => {
    if ((files.get(fileName(place.file))?.size ?? 0) < 2) return undefined;
    const path = shortPath(place);
    const end = path.lastIndexOf("/");
    return end === -1 ? undefined : path.slice(0, end);
  };
}

/** "Start.java:3" or "2 places". */
export function describePlaces(places: readonly FoundTracker[]): string {
  const [first, ...others] = places;
  return first !== undefined && others.length === 0 ? locationLabel(first) : placeCount(places.length);
}

/** A host, and the places that mention it. */
type HostPlaces = readonly [host: string, places: readonly FoundTracker[]];

/** Collapsed and last, because most of these are plain links to companies that also run trackers. */
export function hostsRow(found: Found, store: Store): Row {
  const byHost = new Map<string, FoundTracker[]>();
  for (const each of found.findings.hosts) byHost.set(each.text, [...(byHost.get(each.text) ?? []), each]);
  const hosts = [...byHost].sort(([one], [other]) => (one < other ? -1 : 1));
  const shown = hosts.filter(([host]) => !found.acceptedHosts.has(host));
  const accepted = hosts.filter(([host]) => found.acceptedHosts.has(host));
  return {
    id: `${WORKSPACE_ROW_ID} hosts`,
    subject: { kind: "workspace.group" } satisfies WorkspaceSubject,
    label: l10n.t("Hosts Mentioned"),
    description: shown.length > 0 ? count(shown.length) : l10n.t("{0} accepted", count(accepted.length)),
    icon: { name: "globe" },
    contextValue: "workspace.group",
    tooltip: () =>
      l10n.t(
        "Companies that run trackers own these hosts. A link to one does not mean that the app contains the tracker.",
      ),
    children: () =>
      Promise.resolve(
        shown.length === 0
          ? acceptedPage(accepted, store)
          : {
              nodes: [
                ...shown.map(([host, places]) => hostRow(host, places, "workspace.host", store)),
                ...(accepted.length === 0 ? [] : [acceptedRow(accepted, store)]),
              ],
            },
      ),
  };
}

function acceptedRow(accepted: readonly HostPlaces[], store: Store): Row {
  return {
    id: `${WORKSPACE_ROW_ID} hosts accepted`,
    subject: { kind: "workspace.group" } satisfies WorkspaceSubject,
    label: l10n.t("Accepted"),
    description: count(accepted.length),
    icon: { name: "check" },
    contextValue: "workspace.group",
    children: () => Promise.resolve(acceptedPage(accepted, store)),
  };
}

function acceptedPage(accepted: readonly HostPlaces[], store: Store): Page {
  return buildPage(accepted, ([host, places]) => hostRow(host, places, "workspace.host.accepted", store));
}

function hostRow(
  host: string,
  places: readonly FoundTracker[],
  contextValue: "workspace.host" | "workspace.host.accepted",
  store: Store,
): Row {
  const [first] = places;
  const names = first === undefined ? "" : trackerNames(first, store.knownTrackers);
  return {
    id: `${WORKSPACE_ROW_ID} host ${host}`,
    subject: { kind: "workspace.host", host } satisfies WorkspaceSubject,
    label: host,
    description: l10n.t("{0} · {1}", l10n.t("host of {0}", names), describePlaces(places)),
    icon: { name: "globe" },
    contextValue,
    ...placesUnder(places, first?.trackers[0]?.tracker ?? 0, store),
  };
}

// Rows for locations in files: findings of a tracker, and mentions of hosts, which are only hints.
import { l10n } from "../../workbench/text/l10n.ts";
import { code, paragraphs } from "../../workbench/text/markdown.ts";
import type { Node, Page } from "../../workbench/tree/node.ts";
import { count } from "../../workbench/text/format.ts";
import type { FindingKind, FoundTracker, InFile } from "../scan/file-facts.ts";
import { placeCount } from "../counts.ts";
import { buildPage, hint } from "../rows.ts";
import type { Store } from "../store.ts";
import { describeFinding, fileName, locationLabel, shortPath, trackerNames } from "./finding-text.ts";
import type { WorkspaceFindings } from "./scan-result.ts";

/** Larger than other pages, because these rows are local. */
const PAGE_SIZE = 200;

const ICONS: Readonly<Record<FindingKind, string>> = {
  dependency: "package",
  locked: "lock",
  plugin: "plug",
  code: "code",
  host: "globe",
};

/** A row whose children need no loading. */
export function groupRow<Thing>(
  id: string,
  label: string,
  description: string,
  icon: string,
  things: readonly Thing[],
  row: (thing: Thing) => Node,
): Node {
  return {
    ...hint(`workspace ${id}`, label, description, icon),
    contextValue: "workspace.group",
    children: () => Promise.resolve(buildPage(things, row, PAGE_SIZE)),
  };
}

/** The click that opens the file of a finding. */
export function openFile({ file, spot }: InFile): NonNullable<Node["click"]> {
  return {
    command: "triptych.trackers.openFinding",
    title: l10n.t("Open File"),
    args: [file, spot.line, spot.from, spot.to],
  };
}

/** The places of a tracker as child rows. A single place has no row: a click on the parent opens it. */
export function placesUnder(
  places: readonly FoundTracker[],
  tracker: number,
  store: Store,
): Pick<Node, "children" | "click"> {
  const [first, ...others] = places;
  if (first !== undefined && others.length === 0) return { click: openFile(first) };
  return {
    children: () => {
      const findFolder = folderFinder(places);
      const row = (found: FoundTracker): Node => placeRow(found, tracker, findFolder(found), store);
      return Promise.resolve(buildPage(places, row, PAGE_SIZE));
    },
  };
}

/** `folder` distinguishes the file from others of the same name. */
function placeRow(found: FoundTracker, id: number, folder: string | undefined, store: Store): Node {
  const { file, spot, kind, text } = found;
  return {
    // One place may use a bundle of several libraries.
    id: `workspace ${kind === "host" ? "host" : "tracker"} ${text} ${id} ${file} ${spot.line} ${spot.from}`,
    subject: { tracker: id },
    label: locationLabel(found),
    description: folder === undefined ? text : l10n.t("{0} · {1}", folder, text),
    icon: { name: ICONS[kind] },
    contextValue: "finding",
    tooltip: () => paragraphs(describeFinding(found, store.knownTrackers), code(shortPath(found))),
    click: openFile(found),
  };
}

/** Finds the folder of a file if another file has the same name: each module has a `build.gradle`. */
function folderFinder(places: readonly InFile[]): (place: InFile) => string | undefined {
  const files = new Map<string, Set<string>>();
  for (const each of places) files.set(fileName(each), (files.get(fileName(each)) ?? new Set()).add(each.file));
  return (place) => {
    if ((files.get(fileName(place))?.size ?? 0) < 2) return undefined;
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

/** The row of mentioned hosts. It is collapsed and the last one, because most mentions are plain links. */
export function hostsRow(found: WorkspaceFindings, store: Store): Node {
  const byHost = new Map<string, FoundTracker[]>();
  for (const each of found.findings.hosts) {
    const places = byHost.get(each.text) ?? [];
    places.push(each);
    byHost.set(each.text, places);
  }
  const hosts = [...byHost].sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = hosts.filter(([host]) => !found.acceptedHosts.has(host));
  const accepted = hosts.filter(([host]) => found.acceptedHosts.has(host));
  const acceptedRows = ([host, places]: HostPlaces): Node => hostRow(host, places, "workspace.host.accepted", store);
  const listed = (): Page => ({
    nodes: [
      ...shown.map(([host, places]) => hostRow(host, places, "workspace.host", store)),
      ...(accepted.length === 0
        ? []
        : [groupRow("hosts accepted", l10n.t("Accepted"), count(accepted.length), "check", accepted, acceptedRows)]),
    ],
  });
  const description = shown.length > 0 ? count(shown.length) : l10n.t("{0} accepted", count(accepted.length));
  const group = groupRow("hosts", l10n.t("Hosts Mentioned"), description, "globe", accepted, acceptedRows);
  return {
    ...group,
    tooltip: () => l10n.t("Companies that run trackers own these hosts. Most mentions are plain links."),
    ...(shown.length === 0 ? {} : { children: () => Promise.resolve(listed()) }),
  };
}

function hostRow(
  host: string,
  places: readonly FoundTracker[],
  contextValue: "workspace.host" | "workspace.host.accepted",
  store: Store,
): Node {
  const [first] = places;
  const names = first === undefined ? "" : trackerNames(first, store.knownTrackers);
  return {
    id: `workspace host ${host}`,
    subject: { host },
    label: host,
    description: l10n.t("{0} · {1}", l10n.t("host of {0}", names), describePlaces(places)),
    icon: { name: "globe" },
    contextValue,
    ...placesUnder(places, first?.trackers[0]?.tracker ?? 0, store),
  };
}

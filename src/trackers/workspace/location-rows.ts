// Rows for locations in files where a tracker was found.
import { Range, Uri } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, paragraphs } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import type { FindingKind, FoundTracker, InFile } from "../../scan/index.ts";
import { placeCount } from "../wording/counts.ts";
import { buildPage, hint } from "../parts/row-builders.ts";
import type { Store } from "../store/store.ts";
import { describeFinding, fileName, locationLabel, shortPath } from "./finding-text.ts";

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
  const selection = new Range(spot.line, spot.from, spot.line, spot.to);
  return { command: "vscode.open", title: l10n.t("Open File"), args: [Uri.file(file), { selection }] };
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
    id: `workspace tracker ${text} ${id} ${file} ${spot.line} ${spot.from}`,
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

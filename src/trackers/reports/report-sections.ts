// Sections of a report: trackers, permissions, facts, sources.
import { toMilliseconds } from "../../base/time.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type {
  FactLine,
  Group,
  Icon,
  PermissionLine,
  Section,
  Shown,
  TrackerLine,
  TrackerName,
} from "../../panels/report/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatDay, formatDayAndTime, formatExactTime } from "../../workbench/words.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { pages } from "../model/exodus-urls.ts";
import { byLevel, shortName } from "../model/permissions.ts";
import type { Level } from "../model/permissions.ts";
import type { App, SourceVersions, Version } from "../model/report.ts";
import { alternatives } from "../model/tracker.ts";
import { sourceName } from "../source-names.ts";
import { groupName, describeLevel, describePermission } from "./permission-labels.ts";
import { versionName } from "./versions.ts";

/** Trackers by category, as in the view. Each is listed under all its categories. */
export function trackersSection(
  ids: readonly number[],
  list: TrackerList | undefined,
  base: string,
  isNew: (id: number) => string,
): Section<TrackerLine> {
  const groups = new Map<string, TrackerLine[]>();
  for (const id of ids) {
    const tracker = list?.trackers.get(id);
    const categories = tracker?.categories ?? [];
    const headings = tracker === undefined ? [NOT_LISTED] : categories.length === 0 ? [NO_CATEGORY] : categories;
    for (const under of new Set(headings)) {
      const also = categories.filter((each) => each !== under);
      const line: TrackerLine = {
        ...trackerName(id, list, base),
        signatures: tracker?.codeSignature === undefined ? [] : alternatives(tracker.codeSignature),
        also: also.length === 0 ? "" : l10n.t("also {0}", also.join(", ")),
        isNew: isNew(id),
      };
      groups.set(under, [...(groups.get(under) ?? []), line]);
    }
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    heading: l10n.t("Trackers"),
    count: l10n.plural(groups.size, "{1} in {0} category", "{1} in {0} categories", count(ids.length)),
    columns: [l10n.t("Tracker"), l10n.t("Code signature"), l10n.t("Also in")],
    groups: sorted.map(([name, lines]): Group<TrackerLine> => ({
      name: name === NO_CATEGORY ? l10n.t("Uncategorized") : name === NOT_LISTED ? l10n.t("Not in the list") : name,
      count: count(lines.length),
      icon: "folder",
      tone: "",
      lines: lines.sort((one, other) => one.name.localeCompare(other.name, "en")),
    })),
    note: l10n.t("Found in the app’s code. Presence in the code does not mean it is active."),
  };
}

/** Name of a tracker with a link to its page. */
export function trackerName(id: number, list: TrackerList | undefined, base: string): TrackerName {
  const name = list?.trackers.get(id)?.name ?? l10n.t("Tracker {0}", id);
  return { name, tracker: id, href: pages(base).tracker(id), onTheWeb: l10n.t("Open {0} on the web", name) };
}

/** These sort after every possible category name. */
const NO_CATEGORY = "\uffff";
const NOT_LISTED = "\uffff\uffff";

export const LEVEL_STYLES: Readonly<Record<Level, { readonly icon: Icon; readonly tone: "" | "caution" }>> = {
  dangerous: { icon: "warning", tone: "caution" },
  special: { icon: "key", tone: "" },
  normal: { icon: "circle-outline", tone: "" },
  system: { icon: "lock", tone: "" },
  unknown: { icon: "question", tone: "" },
};

/** How many automatically granted permissions are shown before the rest is folded. */
const MAX_UNFOLDED = 6;

export function permissionsSection(
  permissions: readonly string[] | undefined,
  isNew: (name: string) => string,
): Section<PermissionLine> & { readonly noWords: string } {
  const levels = byLevel(permissions ?? []);
  return {
    heading: l10n.t("Permissions"),
    count: permissions === undefined ? "" : count(permissions.length),
    columns: [l10n.t("Permission"), l10n.t("What it allows"), l10n.t("Group")],
    groups: levels.map((each) => permissionGroup(each, isNew)),
    noWords: l10n.t("No description"),
    ...(permissions === undefined
      ? { note: l10n.t("Unknown: the details of this report could not be loaded.") }
      : permissions.length === 0
        ? { note: l10n.t("None") }
        : {}),
  };
}

function permissionGroup(
  { level, permissions }: ReturnType<typeof byLevel>[number],
  isNew: (name: string) => string,
): Group<PermissionLine> {
  const { name, how } = describeLevel(level);
  const folded = level === "dangerous" || level === "special" ? 0 : permissions.length - MAX_UNFOLDED;
  return {
    name,
    count: `${count(permissions.length)} · ${how}`,
    ...LEVEL_STYLES[level],
    lines: permissions.map((each) => ({
      name: shortName(each.name),
      full: each.name,
      allows: describePermission(each.name) ?? "",
      group: each.group === undefined ? "" : groupName(each.group),
      isNew: isNew(each.name),
    })),
    ...(folded > 1 ? { fold: { shown: MAX_UNFOLDED, more: l10n.t("Show {0} More", count(folded)) } } : {}),
  };
}

export function factsSection(version: Version, base: string): NonNullable<Shown["facts"]> {
  const { details } = version;
  const copied = (name: string, value: string | undefined, more: Partial<FactLine> = {}): FactLine =>
    value === undefined ? { name } : { name, value, copy: value, ...more };
  /** Facts from the details: without details, they are unknown rather than missing. */
  const detailed = (line: FactLine): FactLine =>
    details === undefined ? { name: line.name, value: l10n.t("could not be loaded") } : line;
  return {
    heading: l10n.t("Facts"),
    lines: [
      copied(l10n.t("Report"), String(version.id), { href: pages(base).report(version.id) }),
      copied(l10n.t("Version code"), version.versionCode),
      timeFact(l10n.t("Created"), version.created),
      timeFact(l10n.t("Updated"), version.updated),
      { name: l10n.t("Downloads"), ...(version.downloads === undefined ? {} : { value: version.downloads }) },
      detailed({ name: l10n.t("Creator"), ...(details?.creator === undefined ? {} : { value: details.creator }) }),
      detailed(copied(l10n.t("APK SHA-256"), details?.apkHash, { mono: true, wide: true })),
      detailed(copied(l10n.t("App UID"), details?.uid, { mono: true, wide: true })),
      detailed(copied(l10n.t("Icon hash"), details?.iconHash, { mono: true, wide: true })),
    ],
  };
}

export function timeFact(name: string, time: Nanoseconds | undefined): FactLine {
  if (time === undefined) return { name };
  const at = toMilliseconds(time);
  return { name, value: formatDayAndTime(at), exact: formatExactTime(at) };
}

export function sourcesTable(app: App, chosen: SourceVersions): NonNullable<Shown["table"]> {
  return {
    heading: l10n.t("Sources"),
    count: l10n.t("reports are per source"),
    columns: [
      l10n.t("Source"),
      l10n.t("Latest version"),
      l10n.t("Analyzed"),
      l10n.t("Versions"),
      l10n.t("Trackers"),
      l10n.t("Permissions"),
    ],
    lines: app.sources.map(({ source, versions }) => {
      const [newest] = versions;
      return {
        source,
        name: sourceName(source),
        shown: source === chosen.source ? l10n.t("shown") : "",
        newest: newest === undefined ? "" : versionName(newest),
        reported: newest?.created === undefined ? null : formatDay(toMilliseconds(newest.created)),
        versions: count(versions.length),
        trackers: count(newest?.trackers.length ?? 0),
        permissions:
          newest?.details === undefined ? l10n.t("could not be loaded") : count(newest.details.permissions.length),
      };
    }),
  };
}

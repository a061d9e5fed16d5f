// Sections of a report: trackers, permissions, facts, sources.
import { toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import type { Fact, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Cell, Row, Sort, Table } from "../../panels/kit/content/table-model.ts";
import type { Span, Text } from "../../panels/kit/content/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import { pages } from "../model/exodus-urls.ts";
import {
  alternatives,
  byLevel,
  isSensitive,
  type Level,
  type Permission,
  shortPermissionName,
} from "../../scan/index.ts";
import { isUnfinished, knownPermissions, type App, type SourceVersions, type Version } from "../model/report.ts";
import { compareText } from "../model/search-text.ts";
import { sourceName } from "../wording/source-names.ts";
import { byTrackerName, trackerName } from "../wording/tracker-names.ts";
import { groupName, describeLevel, describePermission } from "../wording/permission-labels.ts";
import { UNKNOWN } from "./report-figures.ts";
import type { ReportAct, SectionAct, TrackerAct } from "./protocol.ts";
import { versionName } from "./versions.ts";

/** The version that added a tracker: a tag if it is the shown one. */
export interface AddedMark {
  readonly text: string;
  readonly isNew: boolean;
}

/** What shows that a tracker is in an app. */
export interface Evidence {
  /** The name of its column. */
  readonly name: string;
  /** Whether the whole text is code. */
  readonly isCode: boolean;
  readonly describe: (id: number) => Text;
}

/** εxodus doesn't say which classes it found, so its signature is the evidence. */
function signatureEvidence(list: TrackerList | undefined): Evidence {
  return {
    name: l10n.t("Code signature"),
    isCode: true,
    describe: (id) => alternatives(list?.trackers.get(id)?.codeSignature ?? "").join("\n"),
  };
}

/** Trackers by category, as in the view. Each is listed under all its categories. */
export function trackersSection(
  ids: readonly number[],
  list: TrackerList | undefined,
  base: string,
  describeAdded: (id: number) => AddedMark | undefined,
  evidence: Evidence = signatureEvidence(list),
): Section<SectionAct> {
  const groups = new Map<string, Row<SectionAct>[]>();
  for (const id of byTrackerName(ids, list)) {
    const tracker = list?.trackers.get(id);
    const { categories = [] } = tracker ?? {};
    const headings = tracker === undefined ? [NOT_LISTED] : categories.length === 0 ? [NO_CATEGORY] : categories;
    for (const heading of new Set(headings)) {
      const otherCategories = categories.filter((each) => each !== heading);
      const cells: readonly Cell<SectionAct>[] = [
        [...trackerLink(id, list, base), ...addedMark(describeAdded(id))],
        evidence.describe(id),
        otherCategories.length === 0 ? "" : quietText(l10n.t("also {0}", otherCategories.join(", "))),
      ];
      const rows = groups.get(heading);
      if (rows === undefined) groups.set(heading, [{ cells }]);
      else rows.push({ cells });
    }
  }
  const sorted = [...groups].sort(([a], [b]) => compareText(a, b));
  return {
    kind: "section",
    heading: l10n.t("Trackers"),
    count: l10n.plural(groups.size, "{1} in {0} category", "{1} in {0} categories", format.count(ids.length)),
    parts: [
      ...sorted.map(([category, rows]): Section<SectionAct> => {
        const heading = categoryHeading(category);
        return {
          kind: "section",
          level: 3,
          icon: "folder",
          heading,
          count: format.count(rows.length),
          parts: [{ kind: "table", label: heading, plain: true, columns: trackerColumns(evidence), rows }],
        };
      }),
      note(l10n.t("Found in the app's code. Presence in the code does not mean it is active.")),
    ],
  };
}

function categoryHeading(category: string): string {
  if (category === NO_CATEGORY) return l10n.t("Uncategorized");
  return category === NOT_LISTED ? l10n.t("Not in the list") : category;
}

function trackerColumns({ isCode, name }: Evidence): Table["columns"] {
  return [
    { name: l10n.t("Tracker"), width: "minmax(0, 10fr)" },
    { name, width: "minmax(0, 15fr)", ...(isCode ? { look: "mono" } : {}) },
    { name: l10n.t("Also in"), width: "minmax(0, 7fr)" },
  ];
}

/** A tracker's name, which opens its panel, and a link to its page on the web. */
export function trackerLink(id: number, list: TrackerList | undefined, base: string): readonly Span<TrackerAct>[] {
  const name = trackerName(id, list);
  const page = pages(base).tracker(id);
  return [
    { text: name, act: { type: "openTracker", tracker: id } },
    { icon: "link-external", href: page, tip: l10n.t("Open {0} on the web", name), aside: true },
  ];
}

function addedMark(mark: AddedMark | undefined): readonly Span[] {
  if (mark === undefined) return [];
  return mark.isNew ? newTag(mark.text) : [{ text: ` ${mark.text}`, looks: ["quiet", "small", "whole"] }];
}

function newTag(label: string): readonly Span[] {
  return label === "" ? [] : [{ text: label, looks: ["tag"] }];
}

function quietText(text: string): readonly Span[] {
  return [{ text, looks: ["quiet", "small"] }];
}

/** These sort after every possible category name. */
const NO_CATEGORY = "\uffff";
const NOT_LISTED = "\uffff\uffff";

export const LEVEL_STYLES: Readonly<Record<Level, Pick<Sort, "icon" | "tone">>> = {
  dangerous: { icon: "warning", tone: "caution" },
  special: { icon: "key", tone: "" },
  normal: { icon: "circle-outline", tone: "" },
  system: { icon: "lock", tone: "" },
  unknown: { icon: "question", tone: "" },
};

/** How many permissions of a less sensitive level are shown before the rest is folded. */
const MAX_UNFOLDED_PERMISSIONS = 6;

export function permissionsSection(
  version: Version,
  unfolded: ReadonlySet<Level>,
  isNew: (name: string) => string,
  now: number,
): Section<SectionAct> {
  const permissions = knownPermissions(version, now);
  const unknown =
    version.details === undefined
      ? l10n.t("Unknown: the details of this report could not be loaded.")
      : l10n.t("Not known yet: the analysis may still be running.");
  return {
    kind: "section",
    heading: l10n.t("Permissions"),
    count:
      permissions === undefined ? (version.details === undefined ? "" : UNKNOWN) : format.count(permissions.length),
    parts:
      permissions === undefined
        ? [note(unknown)]
        : permissions.length === 0
          ? [note(l10n.t("None"))]
          : permissionGroups(permissions, unfolded, isNew),
  };
}

/** Permissions by level, those that matter most first. */
export function permissionGroups(
  permissions: readonly string[],
  unfolded: ReadonlySet<Level>,
  isNew: (name: string) => string,
): readonly Section<SectionAct>[] {
  return byLevel(permissions).map((each) => permissionGroup(each, unfolded, isNew));
}

function note(text: string): Part {
  return { kind: "text", text, quiet: true };
}

function permissionGroup(
  { level, permissions }: ReturnType<typeof byLevel>[number],
  unfolded: ReadonlySet<Level>,
  isNew: (name: string) => string,
): Section<SectionAct> {
  const { name, how } = describeLevel(level);
  const more = isSensitive(level) ? 0 : permissions.length - MAX_UNFOLDED_PERMISSIONS;
  const isUnfolded = more <= 1 || unfolded.has(level);
  const rows = (isUnfolded ? permissions : permissions.slice(0, MAX_UNFOLDED_PERMISSIONS)).map((each) =>
    permissionRow(each, isNew(each.name)),
  );
  return {
    kind: "section",
    level: 3,
    heading: name,
    count: `${format.count(permissions.length)} · ${how}`,
    ...LEVEL_STYLES[level],
    parts: [
      { kind: "table", label: name, plain: true, columns: permissionColumns(), rows },
      ...(more > 1 ? [foldControl(level, more, isUnfolded)] : []),
    ],
  };
}

function permissionRow({ name, group }: Permission, newLabel: string): Row {
  const allows = describePermission(name);
  return {
    cells: [
      [{ text: shortPermissionName(name), tip: name }, ...newTag(newLabel)],
      allows ?? [{ text: l10n.t("No description"), looks: ["quiet"] }],
      group === undefined ? "" : quietText(groupName(group)),
    ],
  };
}

function permissionColumns(): Table["columns"] {
  return [
    { name: l10n.t("Permission"), width: "minmax(0, 11fr)", look: "mono" },
    { name: l10n.t("What it allows"), width: "minmax(0, 12fr)" },
    { name: l10n.t("Group"), width: "minmax(0, 8fr)" },
  ];
}

function foldControl(level: Level, more: number, isUnfolded: boolean): Part<SectionAct> {
  const label = isUnfolded ? l10n.t("Show Less") : l10n.t("Show {0} More", format.count(more));
  const link = { act: { type: "togglePermissions", level }, label } as const;
  return { kind: "controls", items: [{ link, expanded: isUnfolded }] };
}

export function factsSection(version: Version, base: string): Section {
  const { details } = version;
  /** Facts from the details: without details, they are unknown rather than missing. */
  const detailed = (fact: Fact): Fact =>
    details === undefined ? { name: fact.name, value: l10n.t("could not be loaded") } : fact;
  return {
    kind: "section",
    heading: l10n.t("Facts"),
    parts: [
      {
        kind: "facts",
        facts: [
          reportFact(version.id, base),
          copiedFact(l10n.t("Version code"), version.versionCode),
          timeFact(l10n.t("Created"), version.created),
          timeFact(l10n.t("Updated"), version.updated),
          // The head of the panel names them if they are known.
          ...(version.downloads === undefined ? [{ name: l10n.t("Downloads") }] : []),
          ...(details?.creator === undefined ? [detailed({ name: l10n.t("Creator") })] : []),
          detailed(hashFact(l10n.t("APK SHA-256"), details?.apkHash)),
          detailed(hashFact(l10n.t("App UID"), details?.uid)),
          detailed(hashFact(l10n.t("Icon hash"), details?.iconHash)),
        ],
      },
    ],
  };
}

/** The number of a report, which leads to its page. */
export function reportFact(id: number, base: string): Fact {
  const report = String(id);
  return { name: l10n.t("Report"), value: [{ text: report, href: pages(base).report(id) }], copy: report };
}

export function copiedFact(name: string, value: string | undefined): Fact {
  return { name, value, copy: value };
}

export function hashFact(name: string, value: string | undefined): Fact {
  return { ...copiedFact(name, value), mono: true, wide: true };
}

export function timeFact(name: string, time: Nanoseconds | undefined): Fact {
  if (time === undefined) return { name };
  const at = toMilliseconds(time);
  return { name, value: [{ text: format.dayAndTime(at), tip: format.exactTime(at) }] };
}

export function sourcesSection(app: App, chosen: SourceVersions, now: number): Section<ReportAct> {
  const heading = l10n.t("Sources");
  return {
    kind: "section",
    heading,
    count: l10n.t("reports are per source"),
    parts: [
      {
        kind: "table",
        label: heading,
        columns: [
          { name: l10n.t("Source"), width: "minmax(0, 2fr)" },
          { name: l10n.t("Latest version"), short: true },
          { name: l10n.t("Analyzed"), short: true },
          { name: l10n.t("Versions"), short: true, look: "number" },
          { name: l10n.t("Trackers"), short: true, look: "number" },
          { name: l10n.t("Permissions"), short: true, look: "number" },
        ],
        rows: app.sources.map((each) => sourceRow(each, each.source === chosen.source, now)),
      },
    ],
  };
}

function countPermissions(version: Version, now: number): string | null {
  const permissions = knownPermissions(version, now);
  return permissions === undefined ? null : format.count(permissions.length);
}

function sourceRow({ source, versions }: SourceVersions, isShown: boolean, now: number): Row<ReportAct> {
  const [newest] = versions;
  const name = sourceName(source);
  return {
    cells: [
      isShown
        ? [
            { text: name, looks: ["strong"] },
            { text: ` ${l10n.t("shown")}`, looks: ["quiet"] },
          ]
        : [{ text: name, act: { type: "chooseSource", source } }],
      newest === undefined ? "" : versionName(newest),
      newest?.created === undefined ? null : format.day(toMilliseconds(newest.created)),
      format.count(versions.length),
      newest === undefined || isUnfinished(newest, now) ? null : format.count(newest.trackers.length),
      newest?.details === undefined ? l10n.t("could not be loaded") : countPermissions(newest, now),
    ],
  };
}

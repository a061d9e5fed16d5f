// Sections of a comparison that list the differing trackers and permissions.
import type { IconName, Tone } from "../../panels/kit/icons.ts";
import type { Change, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Span, Text } from "../../panels/kit/content/text-model.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Between, Changes, Difference } from "../model/changes.ts";
import { byLevel, isSensitive, type Permission, shortPermissionName } from "../../scan/index.ts";
import { describeLevel, describePermission } from "../wording/permission-labels.ts";
import type { ReportInputs } from "../report-content/report-frame.ts";
import { LEVEL_STYLES, trackerLink } from "../report-content/report-sections.ts";
import type { ReportAct, TrackerAct } from "../report-content/protocol.ts";
import { byTrackerName, describeCategories } from "../wording/tracker-names.ts";
import { describeTotals } from "../wording/change-summary.ts";

type UnchangedAct = Extract<ReportAct, { type: "toggleUnchanged" }>;
type ChangeInputs = Pick<ReportInputs, "base" | "list" | "showsUnchanged">;

/** Three columns for two apps: what only one of them has, and what both have. Neither is better. */
export function appDifferences(
  names: Between<string>,
  { trackers, permissions }: Changes,
  { list, base }: Pick<ChangeInputs, "base" | "list">,
): readonly Part<TrackerAct>[] {
  const tracker = (id: number): Change<TrackerAct> => ({
    name: trackerLink(id, list, base),
    under: describeTracker(id, list),
  });
  return [
    appColumns(l10n.t("Trackers"), names, trackers, (ids) => byTrackerName(ids, list).map(tracker)),
    permissions === undefined
      ? { kind: "text", text: unknownNote(), quiet: true }
      : appColumns(l10n.t("Permissions"), names, permissions, (added) =>
          byLevel(added).flatMap((group) => group.permissions.map(permissionItem)),
        ),
  ];
}

/** What was added and removed between two versions, and on request what stayed. `note` says why trackers aren't final. */
export function versionDifferences(
  { trackers, permissions }: Changes,
  note: string | undefined,
  inputs: ChangeInputs,
): readonly Part<TrackerAct | UnchangedAct>[] {
  const { showsUnchanged } = inputs;
  const same = trackers.same.length + (permissions?.same.length ?? 0);
  const columns: Part<TrackerAct> = {
    kind: "columns",
    parts: [trackerChanges(trackers, note, inputs), permissionChanges(permissions, inputs)],
  };
  if (same === 0) return [columns];
  const label = showsUnchanged ? l10n.t("Hide Unchanged") : l10n.t("Show Unchanged");
  const link = { act: { type: "toggleUnchanged" }, label } as const;
  return [columns, { kind: "controls", items: [{ link, expanded: showsUnchanged }] }];
}

function appColumns<Thing>(
  what: string,
  { from, to }: Between<string>,
  { added, removed, same }: Difference<Thing>,
  items: (things: readonly Thing[]) => readonly Change<TrackerAct>[],
): Part<TrackerAct> {
  const column = (heading: string, things: readonly Thing[]): Section<TrackerAct> => ({
    kind: "section",
    level: 3,
    heading,
    count: format.count(things.length),
    live: true,
    parts: things.length === 0 ? [] : [{ kind: "changes", changes: items(things) }],
  });
  return {
    kind: "columns",
    parts: [
      column(l10n.t("{0} only in {1}", what, from), removed),
      column(l10n.t("{0} in both", what), same),
      column(l10n.t("{0} only in {1}", what, to), added),
    ],
  };
}

function unknownNote(): string {
  return l10n.t("Unknown: the details of one of the two reports could not be loaded.");
}

function describeTracker(id: number, list: ReportInputs["list"]): string {
  const tracker = list?.trackers.get(id);
  return tracker === undefined ? l10n.t("Not in the list") : describeCategories(tracker);
}

type Kind = keyof Difference<unknown>;

const MARKS: Readonly<Record<Kind, { readonly icon: IconName; readonly tone: Tone }>> = {
  added: { icon: "diff-added", tone: "good" },
  removed: { icon: "diff-removed", tone: "bad" },
  same: { icon: "check", tone: "" },
};

function trackerChanges(
  found: Difference<number>,
  note: string | undefined,
  { list, base, showsUnchanged }: ChangeInputs,
): Section<TrackerAct> {
  const change = (kind: Kind, id: number): Change<TrackerAct> =>
    markChange(kind, { name: trackerLink(id, list, base), under: describeTracker(id, list) });
  return changeSection(
    l10n.t("Trackers"),
    describeTotals(found, false),
    note,
    listedKinds(showsUnchanged).flatMap((kind) => byTrackerName(found[kind], list).map((id) => change(kind, id))),
  );
}

function permissionChanges(
  found: Difference<string> | undefined,
  { showsUnchanged }: Pick<ChangeInputs, "showsUnchanged">,
): Section<TrackerAct> {
  const heading = l10n.t("Permissions");
  if (found === undefined) {
    return changeSection(heading, "", unknownNote(), []);
  }
  return changeSection(
    heading,
    describeTotals(found, false),
    undefined,
    listedKinds(showsUnchanged).flatMap((kind) =>
      byLevel(found[kind]).flatMap(({ permissions }) =>
        permissions.map((each) => markChange(kind, permissionItem(each))),
      ),
    ),
  );
}

export function listedKinds(showsUnchanged: boolean): readonly Kind[] {
  return ["added", "removed", ...(showsUnchanged ? (["same"] as const) : [])];
}

function permissionItem({ name, level }: Permission): Change {
  return {
    name: [{ text: shortPermissionName(name), tip: name, looks: ["mono"] }],
    under: aboutPermission(name, level),
  };
}

/** Describes a permission: its level (with an icon if it is sensitive), and what it allows. */
function aboutPermission(name: string, level: Permission["level"]): Text {
  const { name: word } = describeLevel(level);
  const parts: readonly Span[] = [
    isSensitive(level) ? { ...LEVEL_STYLES[level], text: ` ${word}` } : { text: word },
    { text: describePermission(name) ?? "" },
  ];
  return parts.filter(({ text }) => text !== "").flatMap((part, at) => (at === 0 ? [part] : [{ text: " · " }, part]));
}

export function changeSection<A = never>(
  heading: string,
  totals: string,
  note: string | undefined,
  changes: readonly Change<A>[],
): Section<A> {
  return {
    kind: "section",
    level: 3,
    heading,
    count: totals,
    live: true,
    parts: [
      ...(note === undefined ? [] : [{ kind: "text", text: note, quiet: true } as const]),
      ...(changes.length === 0 ? [] : [{ kind: "changes", changes } as const]),
    ],
  };
}

/** Adds the icon of a change, and its meaning for screen readers. */
export function markChange<A = never>(kind: Kind, change: Change<A>): Change<A> {
  const spoken = { added: l10n.t("Added:"), removed: l10n.t("Removed:"), same: l10n.t("Unchanged:") }[kind];
  return { ...MARKS[kind], spoken, ...change };
}

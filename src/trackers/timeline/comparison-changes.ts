// Sections of a comparison that list the differing trackers and permissions.
import type { IconName, Tone } from "../../panels/kit/icons.ts";
import type { Change, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Span, Text } from "../../panels/kit/content/text-model.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { versionChanges, type Between, type Difference, type Side } from "../model/changes.ts";
import { byLevel, isSensitive, type Permission, shortPermissionName } from "../../scan/index.ts";
import { isUnfinished } from "../model/report.ts";
import { describeLevel, describePermission } from "../wording/permission-labels.ts";
import type { ReportInputs } from "../reports/report-frame.ts";
import { LEVEL_STYLES, trackerLink } from "../reports/report-sections.ts";
import type { ReportAct } from "../reports/protocol.ts";
import { byTrackerName, describeCategories } from "../wording/tracker-names.ts";
import { describeTotals } from "../wording/change-summary.ts";

/** Three columns for two apps: what only one of them has, and what both have. Neither is better. */
export function appDifferences(between: Between<Side>, inputs: ReportInputs): readonly Part<ReportAct>[] {
  const { list, base, now } = inputs;
  const { from, to } = between;
  const { trackers, permissions } = versionChanges(from.version, to.version);
  const tracker = (id: number): Change<ReportAct> => ({
    name: trackerLink(id, list, base),
    under: describeTracker(id, list),
  });
  const note = (text: string) => ({ kind: "text", text, quiet: true }) as const;
  return [
    ...(isRunning(between, now) ? [note(runningNote())] : []),
    appColumns(l10n.t("Trackers"), between, trackers, (ids) => byTrackerName(ids, list).map(tracker)),
    permissions === undefined
      ? note(unknownNote())
      : appColumns(l10n.t("Permissions"), between, permissions, (names) =>
          byLevel(names).flatMap((group) => group.permissions.map(permissionItem)),
        ),
  ];
}

function appColumns<Thing>(
  what: string,
  { from, to }: Between<Side>,
  { added, removed, same }: Difference<Thing>,
  items: (things: readonly Thing[]) => readonly Change<ReportAct>[],
): Part<ReportAct> {
  const column = (heading: string, things: readonly Thing[]): Section<ReportAct> => ({
    kind: "section",
    level: 3,
    heading,
    count: format.count(things.length),
    live: true,
    parts: things.length === 0 ? [] : [{ kind: "changes", changes: items(things) }],
  });
  const name = ({ app }: Side): string => app.name ?? app.handle;
  return {
    kind: "columns",
    parts: [
      column(l10n.t("{0} only in {1}", what, name(from)), removed),
      column(l10n.t("{0} in both", what), same),
      column(l10n.t("{0} only in {1}", what, name(to)), added),
    ],
  };
}

function isRunning({ from, to }: Between<Side>, now: number): boolean {
  return [from, to].some(({ version }) => isUnfinished(version, now));
}

function runningNote(): string {
  return l10n.t("One of the two analyses may still be running. Trackers are added last.");
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

export function trackerChanges(
  found: Difference<number>,
  between: Between<Side>,
  { list, base, showsUnchanged, now }: ReportInputs,
): Section<ReportAct> {
  const change = (kind: Kind, id: number): Change<ReportAct> => ({
    ...MARKS[kind],
    spoken: changeWord(kind),
    name: trackerLink(id, list, base),
    under: describeTracker(id, list),
  });
  return changeSection(
    l10n.t("Trackers"),
    describeTotals(found, false),
    isRunning(between, now) ? runningNote() : undefined,
    listedKinds(showsUnchanged).flatMap((kind) => byTrackerName(found[kind], list).map((id) => change(kind, id))),
  );
}

export function permissionChanges(
  found: Difference<string> | undefined,
  { showsUnchanged }: ReportInputs,
): Section<ReportAct> {
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
        permissions.map((each) => Object.assign({ ...MARKS[kind], spoken: changeWord(kind) }, permissionItem(each))),
      ),
    ),
  );
}

function listedKinds(showsUnchanged: boolean): readonly Kind[] {
  return ["added", "removed", ...(showsUnchanged ? (["same"] as const) : [])];
}

function permissionItem({ name, level }: Permission): Change<ReportAct> {
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

function changeSection(
  heading: string,
  totals: string,
  note: string | undefined,
  changes: readonly Change<ReportAct>[],
): Section<ReportAct> {
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

/** The meaning of the icon, for screen readers. */
function changeWord(kind: Kind): string {
  return { added: l10n.t("Added:"), removed: l10n.t("Removed:"), same: l10n.t("Unchanged:") }[kind];
}

// Sections of a comparison that list the differing trackers and permissions.
import type { IconName, Tone } from "../../panels/kit/icons.ts";
import type { Change, Section } from "../../panels/kit/page/model.ts";
import type { Span, Text } from "../../panels/kit/page/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { areDifferentApps, type Between, type Difference, type Side } from "../model/changes.ts";
import { byLevel, isSensitive, type Permission } from "../model/permissions.ts";
import { isUnfinished, shortPermissionName } from "../model/report.ts";
import { describeLevel, describePermission } from "../permission-labels.ts";
import type { ReportInputs } from "../reports/report-frame.ts";
import { LEVEL_STYLES, trackerLink } from "../reports/report-sections.ts";
import type { ReportAct } from "../reports/report-state.ts";
import { byTrackerName, describeCategories } from "../tracker-names.ts";
import { describeTotals } from "./change-summary.ts";

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
  const open = [between.from, between.to].some(({ version }) => isUnfinished(version, now));
  const change = (kind: Kind, id: number): Change<ReportAct> => {
    const tracker = list?.trackers.get(id);
    const about = tracker === undefined ? l10n.t("Not in the list") : describeCategories(tracker);
    return {
      ...MARKS[kind],
      spoken: changeWord(kind, between),
      name: trackerLink(id, list, base),
      under: [describeOwner(kind, between), about].filter((each) => each !== "").join(" · "),
    };
  };
  return changeSection(
    l10n.t("Trackers"),
    describeTotals(found, areDifferentApps(between)),
    open ? l10n.t("One of the two analyses may still be running. Trackers are added last.") : undefined,
    listedKinds(showsUnchanged).flatMap((kind) => byTrackerName(found[kind], list).map((id) => change(kind, id))),
  );
}

export function permissionChanges(
  found: Difference<string> | undefined,
  between: Between<Side>,
  { showsUnchanged }: ReportInputs,
): Section<ReportAct> {
  const heading = l10n.t("Permissions");
  if (found === undefined) {
    const note = l10n.t("Unknown: the details of one of the two reports could not be loaded.");
    return changeSection(heading, "", note, []);
  }
  return changeSection(
    heading,
    describeTotals(found, areDifferentApps(between)),
    undefined,
    listedKinds(showsUnchanged).flatMap((kind) =>
      byLevel(found[kind]).flatMap(({ permissions }) =>
        permissions.map(({ name, level }) => ({
          ...MARKS[kind],
          spoken: changeWord(kind, between),
          name: [{ text: shortPermissionName(name), tip: name, looks: ["mono"] as const }],
          under: aboutPermission(describeOwner(kind, between), name, level),
        })),
      ),
    ),
  );
}

function listedKinds(showsUnchanged: boolean): readonly Kind[] {
  return ["added", "removed", ...(showsUnchanged ? (["same"] as const) : [])];
}

/** Describes a permission: where it is, its level (with an icon if it is sensitive), and what it allows. */
function aboutPermission(place: string, name: string, level: Permission["level"]): Text {
  const { name: word } = describeLevel(level);
  const parts: readonly Span[] = [
    { text: place },
    isSensitive(level) ? { ...LEVEL_STYLES[level], text: ` ${word}` } : { text: word },
    { text: describePermission(name) ?? "" },
  ];
  return parts.filter(({ text }) => text !== "").flatMap((part, at) => (at === 0 ? [part] : [{ text: " · " }, part]));
}

function changeSection(
  heading: string,
  count: string,
  note: string | undefined,
  changes: readonly Change<ReportAct>[],
): Section<ReportAct> {
  return {
    kind: "section",
    level: 3,
    heading,
    count,
    live: true,
    parts: [
      ...(note === undefined ? [] : [{ kind: "text", text: note, quiet: true } as const]),
      ...(changes.length === 0 ? [] : [{ kind: "changes", changes } as const]),
    ],
  };
}

/** The meaning of the icon, for screen readers. Between two apps, `describeOwner` states it instead. */
function changeWord(kind: Kind, between: Between<Side>): string {
  if (areDifferentApps(between)) return "";
  return { added: l10n.t("Added:"), removed: l10n.t("Removed:"), same: l10n.t("Unchanged:") }[kind];
}

/** Says which of two apps has the item. */
function describeOwner(kind: Kind, between: Between<Side>): string {
  if (!areDifferentApps(between)) return "";
  const only = ({ app }: Side): string => l10n.t("only in {0}", app.name ?? app.handle);
  return kind === "added" ? only(between.to) : kind === "removed" ? only(between.from) : l10n.t("in both");
}

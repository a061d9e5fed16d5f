// What differs between two versions or apps, as sections of the comparison.
import { fromMilliseconds } from "../../base/time.ts";
import type { IconName, Tone } from "../../panels/kit/icons.ts";
import type { Change, Section } from "../../panels/kit/page/model.ts";
import type { Span, Text } from "../../panels/kit/page/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import type { Difference, Side } from "../model/changes.ts";
import { byLevel, shortName, type Permission } from "../model/permissions.ts";
import { verdict, type Version } from "../model/report.ts";
import { describeLevel, describePermission } from "../reports/permission-labels.ts";
import { LEVEL_STYLES, trackerName } from "../reports/report-sections.ts";
import type { ReportAct } from "../reports/report-state.ts";
import { describeTotals } from "./change-summary.ts";

export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

/** What the names and rows of changes are made from. */
export interface ChangeInputs {
  readonly list: TrackerList | undefined;
  readonly base: string;
  /** Whether unchanged entries are shown. */
  readonly showsUnchanged: boolean;
  readonly now: number;
}

export function trackerChanges(
  found: Difference<number>,
  between: Sides,
  { list, base, showsUnchanged, now }: ChangeInputs,
): Section<ReportAct> {
  const change =
    (kind: Kind) =>
    (id: number): Change<ReportAct> => {
      const tracker = list?.trackers.get(id);
      const about =
        tracker === undefined
          ? l10n.t("Not in the list")
          : tracker.categories.length === 0
            ? l10n.t("Uncategorized")
            : tracker.categories.join(", ");
      return {
        ...MARKS[kind],
        spoken: changeWord(kind, between),
        name: trackerName(id, list, base),
        under: [describeOwner(kind, between), about].filter((each) => each !== "").join(" · "),
      };
    };
  const all = (kind: Kind): readonly Change<ReportAct>[] =>
    found[kind]
      .map((id) => ({ change: change(kind)(id), name: list?.trackers.get(id)?.name ?? "" }))
      .sort((one, other) => one.name.localeCompare(other.name, "en"))
      .map((each) => each.change);
  const open = [between.from, between.to].some(({ version }) => isOpen(version, now));
  return changeSection(
    l10n.t("Trackers"),
    describeTotals(found, isForeign(between)),
    open ? l10n.t("One of the two analyses may still be running. Trackers are added last.") : undefined,
    [...all("added"), ...all("removed"), ...(showsUnchanged ? all("same") : [])],
  );
}

export function permissionChanges(
  found: Difference<string> | undefined,
  between: Sides,
  { showsUnchanged }: ChangeInputs,
): Section<ReportAct> {
  const heading = l10n.t("Permissions");
  if (found === undefined) {
    return changeSection(
      heading,
      "",
      l10n.t("Unknown: the details of one of the two reports could not be loaded."),
      [],
    );
  }
  const change =
    (kind: Kind) =>
    ({ name, level }: Permission): Change<ReportAct> => ({
      ...MARKS[kind],
      spoken: changeWord(kind, between),
      name: [{ text: shortName(name), tip: name, looks: ["mono"] }],
      under: aboutPermission(describeOwner(kind, between), name, level),
    });
  const all = (kind: Kind): readonly Change<ReportAct>[] =>
    byLevel(found[kind]).flatMap(({ permissions }) => permissions.map(change(kind)));
  return changeSection(heading, describeTotals(found, isForeign(between)), undefined, [
    ...all("added"),
    ...all("removed"),
    ...(showsUnchanged ? all("same") : []),
  ]);
}

/** Where it is, its level, with an icon if it is worth a second look, and what it allows. */
function aboutPermission(place: string, name: string, level: Permission["level"]): Text {
  const { name: word } = describeLevel(level);
  const isGrave = level === "dangerous" || level === "special";
  const parts: readonly Span[] = [
    { text: place },
    isGrave ? { ...LEVEL_STYLES[level], text: ` ${word}` } : { text: word },
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
    parts: [
      ...(note === undefined ? [] : [{ kind: "text", text: note, quiet: true } as const]),
      ...(changes.length === 0 ? [] : [{ kind: "changes", changes } as const]),
    ],
  };
}

type Kind = keyof Difference<unknown>;

const MARKS: Readonly<Record<Kind, { readonly icon: IconName; readonly tone: Tone }>> = {
  added: { icon: "diff-added", tone: "good" },
  removed: { icon: "diff-removed", tone: "bad" },
  same: { icon: "check", tone: "" },
};

/** Two apps have no older and newer side, unlike two versions. */
function isForeign({ from, to }: Sides): boolean {
  return from.app.handle !== to.app.handle;
}

/** For screen readers, what the icon says; between two apps, `describeOwner` says it. */
function changeWord(kind: Kind, between: Sides): string {
  if (isForeign(between)) return "";
  switch (kind) {
    case "added":
      return l10n.t("Added:");
    case "removed":
      return l10n.t("Removed:");
    case "same":
      return l10n.t("Unchanged:");
  }
}

/** Which of two apps has it. */
function describeOwner(kind: Kind, between: Sides): string {
  if (!isForeign(between)) return "";
  const only = ({ app }: Side): string => l10n.t("only in {0}", app.name ?? app.handle);
  return kind === "added" ? only(between.to) : kind === "removed" ? only(between.from) : l10n.t("in both");
}

function isOpen(version: Version, now: number): boolean {
  return verdict(version, fromMilliseconds(now)) === "provisional";
}

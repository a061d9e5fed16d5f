// Content of a comparison of two versions or apps.
import { fromMilliseconds } from "../../base/time.ts";
import type { Picture } from "../../panels/report/messages.ts";
import type { ChangeLine, ChangeSection, Comparison, SidePick } from "../../panels/report/timeline-messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { versionChanges, findSide } from "../model/changes.ts";
import type { Difference, Side, SideName } from "../model/changes.ts";
import { byLevel, shortName } from "../model/permissions.ts";
import type { Permission } from "../model/permissions.ts";
import { verdict } from "../model/report.ts";
import type { App, SourceVersions, Version } from "../model/report.ts";
import { buttons } from "../reports/empty-states.ts";
import type { AppState } from "../reports/lookups.ts";
import { describeLevel, describePermission } from "../reports/permission-labels.ts";
import { problemButtons } from "../reports/problem-buttons.ts";
import { LEVEL_STYLES, trackerName } from "../reports/report-sections.ts";
import { shortLabels } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { describeTotals } from "./change-summary.ts";

/** Everything that a comparison is made from. */
export interface ComparisonInputs {
  /** The app of the panel. */
  readonly app: App;
  readonly from: SideName | undefined;
  readonly to: SideName | undefined;
  readonly stateOf: (handle: string) => AppState;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly now: number;
}

/** The two sides, if both are loaded. */
export function sides({ from, to, stateOf }: Pick<ComparisonInputs, "from" | "to" | "stateOf">): Sides | undefined {
  const [one, other] = [sideIn(stateOf, from), sideIn(stateOf, to)];
  return one === undefined || other === undefined ? undefined : { from: one, to: other };
}

export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

function sideIn(stateOf: ComparisonInputs["stateOf"], name: SideName | undefined): Side | undefined {
  if (name === undefined) return undefined;
  const { knowledge } = stateOf(name.handle);
  return knowledge?.kind === "app" ? findSide(knowledge.app, name) : undefined;
}

/** Changes between two versions, or differences between two apps. */
export function comparison(compared: ComparisonInputs): Comparison {
  const { app, from, to } = compared;
  const known = sides(compared);
  const foreign = [from, to].some((each) => each !== undefined && each.handle !== app.handle);
  const named: Comparison = {
    heading: foreign ? l10n.t("Differences") : l10n.t("Changes"),
    ...sidePick("from", from, compared, foreign),
    ...sidePick("to", to, compared, foreign),
    swap: { act: "swap", label: l10n.t("Swap"), icon: "arrow-swap", hint: l10n.t("Swap A and B") },
    buttons: [
      foreign
        ? { act: "ownApp", label: l10n.t("This App Only"), icon: "close" }
        : { act: "otherApp", label: l10n.t("Another App…"), icon: "add", hint: l10n.t("Compare with another app") },
      ...(known === undefined ? [] : [buttons.exportComparison(), buttons.shareComparison()]),
    ],
    sections: [],
  };
  if (known === undefined) return { ...named, ...missingSide(compared) };
  if (known.from.version === known.to.version && known.from.app === known.to.app) {
    return { ...named, picture: sameVersionState() };
  }
  const found = versionChanges(known.from.version, known.to.version);
  return {
    ...named,
    sections: [trackerChanges(found.trackers, known, compared), permissionChanges(found.permissions, known)],
    same: foreign
      ? { show: l10n.t("Show Common Items"), hide: l10n.t("Hide Common Items") }
      : { show: l10n.t("Show Unchanged"), hide: l10n.t("Hide Unchanged") },
  };
}

/** Why there is nothing to compare. */
function missingSide({ app, from, to, stateOf, now }: ComparisonInputs): Pick<Comparison, "busy" | "picture"> {
  const other = [from, to].find((each) => each !== undefined && each.handle !== app.handle)?.handle;
  if (other === undefined) return { picture: sameVersionState() };
  const { reading, knowledge, problem } = stateOf(other);
  if (reading || (knowledge === undefined && problem === undefined)) {
    return { busy: l10n.t("Loading {0}…", other) };
  }
  if (knowledge?.kind === "unknown")
    return { picture: otherAppState(l10n.t("No app found with the package name {0}", other)) };
  if (knowledge?.kind === "newest") return { picture: needsKeyState() };
  if (problem === undefined) return { picture: otherAppState(l10n.t("{0} has not been analyzed yet", other)) };
  return {
    picture: {
      icon: "error",
      tone: "bad",
      heading: l10n.t("Could not load the other app"),
      sentence: `${describeProblem(problem, now).sentence} ${l10n.t("The app may still have reports.")}`,
      buttons: problemButtons(problem, buttons),
    },
  };
}

function sameVersionState(): Picture {
  return {
    icon: "arrow-swap",
    tone: "",
    heading: l10n.t("Nothing to compare"),
    sentence: l10n.t("A and B are the same version. Select another version or another app."),
    buttons: [],
  };
}

function otherAppState(heading: string): Picture {
  return {
    icon: "search",
    tone: "",
    heading,
    sentence: l10n.t("It has no report to compare with. Select another app."),
    buttons: [buttons.otherApp()],
  };
}

function needsKeyState(): Picture {
  return {
    icon: "key",
    tone: "",
    heading: l10n.t("Comparing needs an API key"),
    sentence: l10n.t("Without one, only counts are available, not the names of trackers and permissions."),
    buttons: [buttons.setKey(), buttons.howToGetKey()],
  };
}

function sidePick(
  side: "from" | "to",
  name: SideName | undefined,
  { app, stateOf }: ComparisonInputs,
  foreign: boolean,
): Partial<Pick<Comparison, "from" | "to">> {
  const { knowledge } = stateOf(name?.handle ?? app.handle);
  if (knowledge?.kind !== "app") return {};
  const of = knowledge.app;
  const chosen = name === undefined ? undefined : findSide(of, name)?.version;
  const pick: SidePick = {
    side,
    word: side === "from" ? "A" : "B",
    label: side === "from" ? l10n.t("From version") : l10n.t("To version"),
    ...(foreign ? { app: of.name ?? of.handle } : {}),
    groups: of.sources.map((each) => sourceGroup(each, of, chosen, foreign || of.sources.length > 1)),
  };
  return side === "from" ? { from: pick } : { to: pick };
}

function sourceGroup(
  { source, versions }: SourceVersions,
  of: App,
  chosen: Version | undefined,
  /** Adds the source to each version, because the other side may have another one. */
  named: boolean,
): SidePick["groups"][number] {
  const label = shortLabels(versions);
  return {
    name: sourceName(source),
    options: versions.map((version) => ({
      value: String(version.id),
      label: [label(version), ...(named ? [sourceName(source)] : [])].join(" · "),
      chosen: version === chosen,
      handle: of.handle,
      report: version.id,
    })),
  };
}

function trackerChanges(
  found: Difference<number>,
  between: Sides,
  { list, base, now }: ComparisonInputs,
): ChangeSection {
  const { from, to } = between;
  const line =
    (kind: ChangeLine["kind"]) =>
    (id: number): ChangeLine => {
      const tracker = list?.trackers.get(id);
      const named = trackerName(id, list, base);
      return {
        kind,
        ...kindLabels(kind, between),
        name: named.name,
        mono: false,
        tracker: named,
        about:
          tracker === undefined
            ? l10n.t("Not in the list")
            : tracker.categories.length === 0
              ? l10n.t("Uncategorized")
              : tracker.categories.join(", "),
      };
    };
  const open = [from, to].some(({ version }) => isOpen(version, now));
  return {
    heading: l10n.t("Trackers"),
    count: describeTotals(found, isForeign(between)),
    lines: [...sorted(found.added.map(line("added"))), ...sorted(found.removed.map(line("removed")))],
    same: sorted(found.same.map(line("same"))),
    ...(open ? { note: l10n.t("One of the two analyses may still be running. Trackers are added last.") } : {}),
  };
}

function permissionChanges(found: Difference<string> | undefined, between: Sides): ChangeSection {
  const heading = l10n.t("Permissions");
  if (found === undefined) {
    return {
      heading,
      count: "",
      lines: [],
      same: [],
      note: l10n.t("Unknown: the details of one of the two reports could not be loaded."),
    };
  }
  const line =
    (kind: ChangeLine["kind"]) =>
    ({ name, level }: Permission): ChangeLine => {
      const allows = describePermission(name) ?? "";
      const grave = level === "dangerous" || level === "special";
      const word = describeLevel(level).name;
      return {
        kind,
        ...kindLabels(kind, between),
        name: shortName(name),
        full: name,
        mono: true,
        ...(grave ? { level: { ...LEVEL_STYLES[level], word } } : {}),
        about: [grave ? "" : word, allows].filter((each) => each !== "").join(" · "),
      };
    };
  const lines = (names: readonly string[], kind: ChangeLine["kind"]): readonly ChangeLine[] =>
    byLevel(names).flatMap(({ permissions }) => permissions.map(line(kind)));
  return {
    heading,
    count: describeTotals(found, isForeign(between)),
    lines: [...lines(found.added, "added"), ...lines(found.removed, "removed")],
    same: lines(found.same, "same"),
  };
}

/** Two apps have no older and newer side, unlike two versions. */
function isForeign({ from, to }: Sides): boolean {
  return from.app.handle !== to.app.handle;
}

function kindLabels(kind: ChangeLine["kind"], between: Sides): Pick<ChangeLine, "word" | "where"> {
  const only = ({ app }: Side): string => l10n.t("only in {0}", app.name ?? app.handle);
  if (isForeign(between)) {
    const where = kind === "added" ? only(between.to) : kind === "removed" ? only(between.from) : l10n.t("in both");
    return { word: "", where };
  }
  switch (kind) {
    case "added":
      return { word: l10n.t("Added:"), where: "" };
    case "removed":
      return { word: l10n.t("Removed:"), where: "" };
    case "same":
      return { word: l10n.t("Unchanged:"), where: "" };
  }
}

function sorted(lines: readonly ChangeLine[]): readonly ChangeLine[] {
  return lines.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

function isOpen(version: Version, now: number): boolean {
  return verdict(version, fromMilliseconds(now)) === "provisional";
}

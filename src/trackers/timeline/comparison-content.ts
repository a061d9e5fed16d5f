import { fromMilliseconds } from "../../base/time.ts";
import type { Picture } from "../../panels/report/messages.ts";
import type { ChangeLine, ChangeSection, Comparison, SidePick } from "../../panels/report/timeline-messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { changes, sideOf } from "../model/changes.ts";
import type { Difference, Side, SideName } from "../model/changes.ts";
import { byLevel, shortName } from "../model/permissions.ts";
import type { Permission } from "../model/permissions.ts";
import { verdict } from "../model/report.ts";
import type { App, SourceVersions, Version } from "../model/report.ts";
import { buttons } from "../reports/empty-states.ts";
import type { AppState } from "../reports/lookups.ts";
import { levelWords, permissionWords } from "../reports/permission-labels.ts";
import { remedies } from "../reports/problem-buttons.ts";
import { LOOKS, trackerName } from "../reports/report-sections.ts";
import { shortLabels } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { sums } from "./change-summary.ts";

/** What a comparison is made of. */
export interface Compared {
  /** The application of the panel. */
  readonly app: App;
  readonly from: SideName | undefined;
  readonly to: SideName | undefined;
  readonly stateOf: (handle: string) => AppState;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly now: number;
}

/** The two sides, where both are known. */
export function sides({ from, to, stateOf }: Pick<Compared, "from" | "to" | "stateOf">): Sides | undefined {
  const [one, other] = [sideIn(stateOf, from), sideIn(stateOf, to)];
  return one === undefined || other === undefined ? undefined : { from: one, to: other };
}

export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

function sideIn(stateOf: Compared["stateOf"], name: SideName | undefined): Side | undefined {
  if (name === undefined) return undefined;
  const { knowledge } = stateOf(name.handle);
  return knowledge?.kind === "app" ? sideOf(knowledge.app, name) : undefined;
}

/** What changed from one version to another, or what is different between two applications. */
export function comparison(compared: Compared): Comparison {
  const { app, from, to } = compared;
  const known = sides(compared);
  const foreign = [from, to].some((each) => each !== undefined && each.handle !== app.handle);
  const named: Comparison = {
    heading: foreign ? l10n.t("What is different") : l10n.t("What changed"),
    ...sidePick("from", from, compared, foreign),
    ...sidePick("to", to, compared, foreign),
    swap: { act: "swap", label: l10n.t("Swap"), icon: "arrow-swap", hint: l10n.t("Swap A and B") },
    buttons: [
      foreign
        ? { act: "ownApp", label: l10n.t("This App Alone"), icon: "close" }
        : { act: "otherApp", label: l10n.t("Other App…"), icon: "add", hint: l10n.t("Compare with another app") },
      ...(known === undefined ? [] : [buttons.exportComparison(), buttons.shareComparison()]),
    ],
    sections: [],
  };
  if (known === undefined) return { ...named, ...missing(compared) };
  if (known.from.version === known.to.version && known.from.app === known.to.app) {
    return { ...named, picture: oneVersionPicture() };
  }
  const found = changes(known.from.version, known.to.version);
  return {
    ...named,
    sections: [trackerChanges(found.trackers, known, compared), permissionChanges(found.permissions, known)],
    same: foreign
      ? { show: l10n.t("Show What Both Have"), hide: l10n.t("Hide What Both Have") }
      : { show: l10n.t("Show What Stayed the Same"), hide: l10n.t("Hide What Stayed the Same") },
  };
}

/** Why there is nothing to compare yet. */
function missing({ app, from, to, stateOf, now }: Compared): Pick<Comparison, "busy" | "picture"> {
  const other = [from, to].find((each) => each !== undefined && each.handle !== app.handle)?.handle;
  if (other === undefined) return { picture: oneVersionPicture() };
  const { reading, knowledge, problem } = stateOf(other);
  if (reading || (knowledge === undefined && problem === undefined)) {
    return { busy: l10n.t("Reading what is known of {0}…", other) };
  }
  if (knowledge?.kind === "unknown")
    return { picture: otherPicture(l10n.t("No app with the handle {0} is known", other)) };
  if (knowledge?.kind === "newest") return { picture: keyPicture() };
  if (problem === undefined) return { picture: otherPicture(l10n.t("{0} is not analysed yet", other)) };
  return {
    picture: {
      icon: "error",
      tone: "bad",
      heading: l10n.t("The other app could not be read"),
      sentence: `${describeProblem(problem, now).sentence} ${l10n.t("This says nothing about the app.")}`,
      buttons: remedies(problem, buttons),
    },
  };
}

function oneVersionPicture(): Picture {
  return {
    icon: "arrow-swap",
    tone: "",
    heading: l10n.t("Nothing to compare with yet"),
    sentence: l10n.t("A and B are the same version. Choose another version of it, or another app."),
    buttons: [],
  };
}

function otherPicture(heading: string): Picture {
  return {
    icon: "search",
    tone: "",
    heading,
    sentence: l10n.t("There is no report to compare with. Choose another app."),
    buttons: [buttons.otherApp()],
  };
}

function keyPicture(): Picture {
  return {
    icon: "key",
    tone: "",
    heading: l10n.t("Comparing needs an API key"),
    sentence: l10n.t("Without one only counts are told, and no names of trackers and permissions."),
    buttons: [buttons.setKey(), buttons.howToGetKey()],
  };
}

function sidePick(
  side: "from" | "to",
  name: SideName | undefined,
  { app, stateOf }: Compared,
  foreign: boolean,
): Partial<Pick<Comparison, "from" | "to">> {
  const { knowledge } = stateOf(name?.handle ?? app.handle);
  if (knowledge?.kind !== "app") return {};
  const of = knowledge.app;
  const chosen = name === undefined ? undefined : sideOf(of, name)?.version;
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
  /** Names the source with each version, as the other side may be of another one. */
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

function trackerChanges(found: Difference<number>, between: Sides, { list, base, now }: Compared): ChangeSection {
  const { from, to } = between;
  const line =
    (kind: ChangeLine["kind"]) =>
    (id: number): ChangeLine => {
      const tracker = list?.trackers.get(id);
      const named = trackerName(id, list, base);
      return {
        kind,
        ...kindWords(kind, between),
        name: named.name,
        mono: false,
        tracker: named,
        about:
          tracker === undefined
            ? l10n.t("Not in the list")
            : tracker.categories.length === 0
              ? l10n.t("Uncategorised")
              : tracker.categories.join(", "),
      };
    };
  const open = [from, to].some(({ version }) => isOpen(version, now));
  return {
    heading: l10n.t("Trackers"),
    count: sums(found, isForeign(between)),
    lines: [...sorted(found.added.map(line("added"))), ...sorted(found.removed.map(line("removed")))],
    same: sorted(found.same.map(line("same"))),
    ...(open ? { note: l10n.t("One of the two analyses may not be finished: its trackers come last.") } : {}),
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
      note: l10n.t("Not known, as the details of one of the two reports could not be read."),
    };
  }
  const line =
    (kind: ChangeLine["kind"]) =>
    ({ name, level }: Permission): ChangeLine => {
      const allows = permissionWords(name) ?? "";
      const grave = level === "dangerous" || level === "special";
      const word = levelWords(level).name;
      return {
        kind,
        ...kindWords(kind, between),
        name: shortName(name),
        full: name,
        mono: true,
        ...(grave ? { level: { ...LOOKS[level], word } } : {}),
        about: [grave ? "" : word, allows].filter((each) => each !== "").join(" · "),
      };
    };
  const lines = (names: readonly string[], kind: ChangeLine["kind"]): readonly ChangeLine[] =>
    byLevel(names).flatMap(({ permissions }) => permissions.map(line(kind)));
  return {
    heading,
    count: sums(found, isForeign(between)),
    lines: [...lines(found.added, "added"), ...lines(found.removed, "removed")],
    same: lines(found.same, "same"),
  };
}

/** Of two versions one is the older; of two applications neither is. */
function isForeign({ from, to }: Sides): boolean {
  return from.app.handle !== to.app.handle;
}

function kindWords(kind: ChangeLine["kind"], between: Sides): Pick<ChangeLine, "word" | "where"> {
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
      return { word: l10n.t("The same:"), where: "" };
  }
}

function sorted(lines: readonly ChangeLine[]): readonly ChangeLine[] {
  return lines.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

function isOpen(version: Version, now: number): boolean {
  return verdict(version, fromMilliseconds(now)) === "provisional";
}

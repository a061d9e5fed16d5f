// The comparison of two versions or apps in a report: the choice of both sides, and what differs.
import type { Control, Option, Select } from "../../panels/kit/page/control-model.ts";
import type { Empty, Part, Section } from "../../panels/kit/page/model.ts";
import type { Button } from "../../panels/kit/page/text-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { versionChanges, findSide, type Side, type SideName } from "../model/changes.ts";
import type { App, SourceVersions, Version } from "../model/report.ts";
import { keyButtons, problemButtons } from "../page-parts.ts";
import type { AppState } from "../reports/lookups.ts";
import type { ReportAct } from "../reports/report-state.ts";
import { shortLabels } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { permissionChanges, trackerChanges, type ChangeInputs, type Sides } from "./comparison-changes.ts";

/** Everything that a comparison is made from. */
export interface ComparisonInputs extends ChangeInputs {
  /** The app of the panel. */
  readonly app: App;
  readonly from: SideName | undefined;
  readonly to: SideName | undefined;
  readonly getState: (handle: string) => AppState;
}

/** The two sides, if both are loaded. */
export function sides({ from, to, getState }: Pick<ComparisonInputs, "from" | "to" | "getState">): Sides | undefined {
  const [one, other] = [sideIn(getState, from), sideIn(getState, to)];
  return one === undefined || other === undefined ? undefined : { from: one, to: other };
}

function sideIn(getState: ComparisonInputs["getState"], name: SideName | undefined): Side | undefined {
  if (name === undefined) return undefined;
  const { knowledge } = getState(name.handle);
  return knowledge?.kind === "app" ? findSide(knowledge.app, name) : undefined;
}

/** Changes between two versions, or differences between two apps. */
export function comparisonSection(compared: ComparisonInputs): Section<ReportAct> {
  const { app, from, to } = compared;
  const known = sides(compared);
  const foreign = [from, to].some((each) => each !== undefined && each.handle !== app.handle);
  return {
    kind: "section",
    heading: foreign ? l10n.t("Differences") : l10n.t("Changes"),
    parts: [
      {
        kind: "controls",
        items: [
          ...sidePick("from", from, compared, foreign),
          { button: swapButton() },
          ...sidePick("to", to, compared, foreign),
          { button: foreign ? ownAppButton() : { ...otherAppButton(), icon: "add", worded: true } },
          ...(known === undefined ? [] : exportControls()),
        ],
      },
      ...(known === undefined ? [missingSide(compared)] : changesBetween(known, compared, foreign)),
    ],
  };
}

function swapButton(): Button<ReportAct> {
  return { act: { type: "swap" }, label: l10n.t("Swap"), icon: "arrow-swap", hint: l10n.t("Swap A and B") };
}

function ownAppButton(): Button<ReportAct> {
  return { act: { type: "ownApp" }, label: l10n.t("This App Only"), icon: "close", worded: true };
}

function otherAppButton(): Button<ReportAct> {
  return { act: { type: "otherApp" }, label: l10n.t("Another App…"), hint: l10n.t("Compare with another app") };
}

function exportControls(): readonly Control<ReportAct>[] {
  return [
    { push: true },
    { button: { act: { type: "exportComparison" }, label: l10n.t("Export…"), icon: "export", worded: true } },
    { button: { act: { type: "shareComparison" }, label: l10n.t("Share…"), icon: "share", worded: true } },
  ];
}

function changesBetween(known: Sides, compared: ComparisonInputs, foreign: boolean): readonly Part<ReportAct>[] {
  if (known.from.version === known.to.version && known.from.app === known.to.app) return [sameVersionState()];
  const { showsUnchanged } = compared;
  const found = versionChanges(known.from.version, known.to.version);
  const same = found.trackers.same.length + (found.permissions?.same.length ?? 0);
  const columns: Part<ReportAct> = {
    kind: "columns",
    live: true,
    parts: [trackerChanges(found.trackers, known, compared), permissionChanges(found.permissions, known, compared)],
  };
  if (same === 0) return [columns];
  const [show, hide] = foreign
    ? [l10n.t("Show Common Items"), l10n.t("Hide Common Items")]
    : [l10n.t("Show Unchanged"), l10n.t("Hide Unchanged")];
  const link = { act: { type: "toggleUnchanged" }, label: showsUnchanged ? hide : show } as const;
  return [columns, { kind: "controls", items: [{ link, expanded: showsUnchanged }] }];
}

/** Why there is nothing to compare. */
function missingSide({ app, from, to, getState, now }: ComparisonInputs): Part<ReportAct> {
  const other = [from, to].find((each) => each !== undefined && each.handle !== app.handle)?.handle;
  if (other === undefined) return sameVersionState();
  const { reading, knowledge, problem } = getState(other);
  if (reading || (knowledge === undefined && problem === undefined)) {
    return { kind: "busy", sentence: l10n.t("Loading {0}…", other) };
  }
  if (knowledge?.kind === "unknown") {
    return otherAppState(l10n.t("No app found with the package name {0}", other));
  }
  if (knowledge?.kind === "newest") return needsKeyState();
  if (problem === undefined) return otherAppState(l10n.t("{0} has not been analyzed yet", other));
  return {
    kind: "empty",
    icon: "error",
    tone: "bad",
    heading: l10n.t("Could not load the other app"),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("The app may still have reports.")}`,
    buttons: problemButtons(problem),
  };
}

function sameVersionState(): Empty<ReportAct> {
  return {
    kind: "empty",
    icon: "arrow-swap",
    heading: l10n.t("Nothing to compare"),
    sentence: l10n.t("A and B are the same version. Select another version or another app."),
  };
}

function otherAppState(heading: string): Empty<ReportAct> {
  return {
    kind: "empty",
    icon: "search",
    heading,
    sentence: l10n.t("It has no report to compare with. Select another app."),
    buttons: [otherAppButton()],
  };
}

function needsKeyState(): Empty<ReportAct> {
  return {
    kind: "empty",
    icon: "key",
    heading: l10n.t("Comparing needs an API key"),
    sentence: l10n.t("Without one, only counts are available, not the names of trackers and permissions."),
    buttons: keyButtons(),
  };
}

function sidePick(
  side: "from" | "to",
  name: SideName | undefined,
  { app, getState }: ComparisonInputs,
  foreign: boolean,
): readonly Control<ReportAct>[] {
  const { knowledge } = getState(name?.handle ?? app.handle);
  if (knowledge?.kind !== "app") return [];
  const of = knowledge.app;
  const chosen = name === undefined ? undefined : findSide(of, name)?.version;
  const choice = (version: Version, label: string): Option<ReportAct> => ({
    label,
    chosen: version === chosen,
    act: { type: "chooseSide", side, handle: of.handle, report: version.id },
  });
  const select: Select<ReportAct> = {
    mark: side === "from" ? "A" : "B",
    label: side === "from" ? l10n.t("From version") : l10n.t("To version"),
    name: foreign ? (of.name ?? of.handle) : undefined,
    groups: of.sources.map((each) => sourceGroup(each, choice, foreign || of.sources.length > 1)),
  };
  return [{ select }];
}

function sourceGroup(
  { source, versions }: SourceVersions,
  choice: (version: Version, label: string) => Option<ReportAct>,
  /** Adds the source to each version, because the other side may have another one. */
  named: boolean,
): Select<ReportAct>["groups"][number] {
  const label = shortLabels(versions);
  const name = sourceName(source);
  return {
    name,
    options: versions.map((version) => choice(version, [label(version), ...(named ? [name] : [])].join(" · "))),
  };
}

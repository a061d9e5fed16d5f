// The comparison of two versions or apps in a report: controls that select both sides, and the differences.
import type { Control, Option, Select } from "../../panels/kit/content/control-model.ts";
import type { Empty, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import { failedState } from "../../workbench/panels/remedies.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import {
  findSide,
  areDifferentApps,
  versionChanges,
  type Between,
  type Side,
  type SideName,
} from "../model/changes.ts";
import { isUnfinished, type SourceVersions, type Version } from "../model/report.ts";
import { keyButtons, setKeyLabel } from "../parts/content-parts.ts";
import type { ReportInputs } from "../report-content/report-frame.ts";
import type { ReportAct } from "../report-content/protocol.ts";
import { shortLabels } from "../report-content/versions.ts";
import { sourceName } from "../wording/source-names.ts";
import { appDifferences, versionDifferences } from "./comparison-changes.ts";

/** The two sides, if both are loaded. */
export function findSides(
  { from, to }: Between<SideName>,
  getState: ReportInputs["getState"],
): Between<Side> | undefined {
  const [fromSide, toSide] = [from, to].map((name) => {
    const { knowledge } = getState(name.handle);
    return knowledge?.kind === "app" ? findSide(knowledge.app, name) : undefined;
  });
  return fromSide === undefined || toSide === undefined ? undefined : { from: fromSide, to: toSide };
}

/** Changes between two versions, or differences between two apps. */
export function comparisonSection(between: Between<SideName>, inputs: ReportInputs): Section<ReportAct> {
  const found = findSides(between, inputs.getState);
  const other = [between.from, between.to].find(({ handle }) => handle !== inputs.handle)?.handle;
  const isOtherApp = other !== undefined;
  return {
    kind: "section",
    heading: isOtherApp ? l10n.t("Differences") : l10n.t("Changes"),
    parts: [
      {
        kind: "controls",
        items: [
          ...sidePick("from", between, inputs, isOtherApp),
          {
            button: { act: { type: "swap" }, label: l10n.t("Swap"), icon: "arrow-swap", hint: l10n.t("Swap A and B") },
          },
          ...sidePick("to", between, inputs, isOtherApp),
          {
            button: isOtherApp
              ? { act: { type: "ownApp" }, label: l10n.t("This App Only"), icon: "close", worded: true }
              : { ...otherAppButton(), icon: "add", worded: true },
          },
          ...(found === undefined ? [] : exportControls()),
        ],
      },
      ...(found === undefined ? [missingSide(other, inputs)] : changesBetween(found, inputs)),
    ],
  };
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

function changesBetween(sides: Between<Side>, inputs: ReportInputs): readonly Part<ReportAct>[] {
  const { from, to } = sides;
  if (from.version === to.version) return [sameVersionState()];
  const changes = versionChanges(from.version, to.version);
  const isRunning = [from, to].some(({ version }) => isUnfinished(version, inputs.now));
  const note = isRunning ? l10n.t("One of the two analyses may still be running. Trackers are added last.") : undefined;
  if (areDifferentApps(sides)) {
    const name = ({ app }: Side): string => app.name ?? app.handle;
    return [
      ...(note === undefined ? [] : [{ kind: "text", text: note, quiet: true } as const]),
      ...appDifferences({ from: name(from), to: name(to) }, changes, inputs),
    ];
  }
  return versionDifferences(changes, note, inputs);
}

/** Why there is nothing to compare. */
function missingSide(other: string | undefined, { getState, now }: ReportInputs): Part<ReportAct> {
  if (other === undefined) return missingReportState();
  const { reading, knowledge, problem } = getState(other);
  if (reading || (knowledge === undefined && problem === undefined)) {
    return { kind: "busy", sentence: l10n.t("Loading {0}…", other) };
  }
  if (knowledge?.kind === "unknown") {
    return otherAppState(l10n.t("No app found with the package name {0}", other));
  }
  if (knowledge?.kind === "newest") {
    return {
      kind: "empty",
      icon: "key",
      heading: l10n.t("Comparing needs an API key"),
      sentence: l10n.t("Set a key to see the names of trackers and permissions, versions and sources."),
      buttons: keyButtons(),
    };
  }
  if (knowledge?.kind === "app" && knowledge.app.sources.length > 0) return missingReportState();
  if (problem === undefined) return otherAppState(l10n.t("{0} has not been analyzed yet", other));
  const failed = failedState(l10n.t("Could not load the other app"), problem, now, setKeyLabel());
  return { ...failed, sentence: `${failed.sentence} ${l10n.t("The app may still have reports.")}` };
}

function sameVersionState(): Empty<ReportAct> {
  return {
    kind: "empty",
    icon: "arrow-swap",
    heading: l10n.t("Nothing to compare"),
    sentence: l10n.t("A and B are the same version. Select another version or another app."),
  };
}

/** A restored panel or news may name a report that εxodus has deleted since. */
function missingReportState(): Empty<ReportAct> {
  return {
    kind: "empty",
    icon: "question",
    heading: l10n.t("Nothing to compare"),
    sentence: l10n.t("The report of A or B is no longer available. Select another version."),
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

function sidePick(
  side: keyof Between<unknown>,
  between: Between<SideName>,
  { getState }: ReportInputs,
  isOtherApp: boolean,
): readonly Control<ReportAct>[] {
  const name = between[side];
  const { knowledge } = getState(name.handle);
  if (knowledge?.kind !== "app") return [];
  const app = knowledge.app;
  const chosen = findSide(app, name)?.version;
  const choice = (version: Version, label: string): Option<ReportAct> => ({
    label,
    chosen: version === chosen,
    act: { type: "chooseSide", side, handle: app.handle, report: version.id },
  });
  const select: Select<ReportAct> = {
    mark: side === "from" ? "A" : "B",
    label: side === "from" ? l10n.t("From version") : l10n.t("To version"),
    name: isOtherApp ? (app.name ?? app.handle) : undefined,
    groups: app.sources.map((each) => sourceGroup(each, choice, isOtherApp || app.sources.length > 1)),
  };
  return [{ select }];
}

function sourceGroup(
  { source, versions }: SourceVersions,
  choice: (version: Version, label: string) => Option<ReportAct>,
  /** Whether to add the source to each version, because the other side may have a different one. */
  withSource: boolean,
): Select<ReportAct>["groups"][number] {
  const label = shortLabels(versions);
  const name = sourceName(source);
  return {
    name,
    options: versions.map((version) => choice(version, [label(version), ...(withSource ? [name] : [])].join(" · "))),
  };
}

// Empty states of a report panel: unknown app, no trackers, failed request.
import type { Problem } from "../../base/problem.ts";
import type { Empty } from "../../panels/kit/content/content-model.ts";
import { failedState } from "../../workbench/panels/remedies.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { trackerCount } from "../wording/counts.ts";
import type { Match } from "../model/report.ts";
import { setKeyLabel } from "../parts/content-parts.ts";
import type { ReportAct } from "./protocol.ts";

const analysisButton = () =>
  ({ act: { type: "requestAnalysis" }, label: l10n.t("Request an Analysis"), icon: "link-external" }) as const;

export function unknownState(handle: string, host: string, similar: readonly Match[]): Empty<ReportAct> {
  return {
    kind: "empty",
    level: 2,
    icon: "search",
    heading: l10n.t("App not found"),
    sentence: l10n.t(
      "{0} has no app called {1}. Check the spelling (upper and lower case matter), or request an analysis.",
      host,
      handle,
    ),
    ...(similar.length === 0
      ? {}
      : {
          list: {
            label: l10n.t("Similar names:"),
            items: similar.map(({ handle: found, name = "" }) => [
              { text: found, looks: ["mono"], act: { type: "openApp", handle: found } },
              { text: ` ${name}`, looks: ["quiet"] },
            ]),
          },
        }),
    buttons: [{ act: { type: "findApp" }, label: l10n.t("Find App…") }, analysisButton()],
  };
}

export function notAnalyzedState(name: string): Empty<ReportAct> {
  return {
    kind: "empty",
    level: 2,
    icon: "clockface",
    heading: l10n.t("Not analyzed yet"),
    sentence: l10n.t("{0} has no reports yet. Request an analysis on the web. It takes a few minutes.", name),
    buttons: [analysisButton()],
  };
}

export function failedReportState(problem: Problem, now: number): Empty<ReportAct> {
  const failed = failedState(l10n.t("Could not load the report"), problem, now, setKeyLabel());
  return { ...failed, level: 2, sentence: `${failed.sentence} ${l10n.t("The app may still have reports.")}` };
}

export interface AnalyzedVersion {
  /** Name, version and source: "Larder 2.19.0 from F-Droid". */
  readonly what: string;
  /** Date. */
  readonly when: string | undefined;
  /** Size of the tracker list, if known. */
  readonly knownTrackers: number | undefined;
  /** Latest versions from other sources that contain trackers. Undefined if other sources aren't known. */
  readonly elsewhere: readonly { readonly what: string; readonly trackers: number }[] | undefined;
  /** Number of the app's reports that could not be read. */
  readonly skipped: number;
}

export function noTrackersState({ what, when, knownTrackers, elsewhere, skipped }: AnalyzedVersion): Empty<ReportAct> {
  if (elsewhere === undefined) {
    return {
      kind: "empty",
      icon: "info",
      heading: l10n.t("No known trackers in the latest report"),
      sentence: [l10n.t("None found in {0}.", what), l10n.t("Versions from other sources are not included.")].join(" "),
    };
  }
  if (elsewhere.length > 0 || skipped > 0) {
    const others = elsewhere.map((each) => l10n.t("{0} has {1}.", each.what, trackerCount(each.trackers)));
    if (skipped > 0) others.push(l10n.t("Reports that were skipped may contain some."));
    return {
      kind: "empty",
      icon: "warning",
      tone: "caution",
      heading: l10n.t("No known trackers in this version"),
      sentence: [l10n.t("None found in {0}.", what), ...others].join(" "),
    };
  }
  return {
    kind: "empty",
    icon: "pass",
    tone: "good",
    heading: l10n.t("No known trackers found"),
    sentence:
      when === undefined
        ? l10n.t("{0} was analyzed, and no known trackers were found.", what)
        : knownTrackers === undefined
          ? l10n.t("{0} was analyzed on {1}.", what, when)
          : l10n.t("{0} was analyzed on {1}. {2} trackers are known today.", what, when, format.count(knownTrackers)),
  };
}

export function provisionalState({ what }: AnalyzedVersion): Empty<ReportAct> {
  return {
    kind: "empty",
    icon: "sync",
    tone: "caution",
    heading: l10n.t("No trackers found yet"),
    sentence: l10n.t(
      "The report on {0} is less than a day old, and its analysis may still be running. Trackers are added last.",
      what,
    ),
    buttons: [{ act: { type: "refresh" }, label: l10n.t("Refresh") }],
  };
}

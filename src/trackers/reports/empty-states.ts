// Empty states of a report panel: unknown app, no trackers, failed request.
import type { Problem } from "../../base/problem.ts";
import type { Button, Picture } from "../../panels/report/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { trackerCount } from "../counts.ts";
import type { Match } from "../model/report.ts";
import { problemButtons } from "./problem-buttons.ts";

/** Buttons of empty states and banners. */
export const buttons = {
  refresh: (): Button => ({ act: "refresh", label: l10n.t("Retry") }),
  again: (): Button => ({ act: "refresh", label: l10n.t("Refresh") }),
  find: (): Button => ({ act: "find", label: l10n.t("Find App…") }),
  setKey: (): Button => ({ act: "setKey", label: l10n.t("Set API Key…") }),
  howToGetKey: (): Button => ({ act: "howToGetKey", label: l10n.t("How to Get a Key"), icon: "link-external" }),
  analyse: (): Button => ({ act: "analyse", label: l10n.t("Request an Analysis"), icon: "link-external" }),
  log: (): Button => ({ act: "log", label: l10n.t("Show Log") }),
  otherApp: (): Button => ({ act: "otherApp", label: l10n.t("Another App…") }),
  export: (): Button => ({ act: "export", label: l10n.t("Export…"), icon: "export" }),
  share: (): Button => ({ act: "share", label: l10n.t("Share…"), icon: "share" }),
  exportComparison: (): Button => ({ act: "exportComparison", label: l10n.t("Export…"), icon: "export" }),
  shareComparison: (): Button => ({ act: "shareComparison", label: l10n.t("Share…"), icon: "share" }),
  settings: (): Button => ({ act: "settings", label: l10n.t("Open Settings") }),
} as const;

export function unknownState(handle: string, host: string, alike: readonly Match[]): Picture {
  return {
    icon: "search",
    tone: "",
    heading: l10n.t("App not found"),
    sentence: l10n.t(
      "{0} has no app called {1}. Check the spelling (upper and lower case matter), or request an analysis.",
      host,
      handle,
    ),
    ...(alike.length === 0
      ? {}
      : {
          alike: {
            label: l10n.t("Similar names:"),
            apps: alike.map((app) => ({ handle: app.handle, name: app.name ?? "" })),
          },
        }),
    buttons: [buttons.find(), buttons.analyse()],
  };
}

export function notAnalyzedState(name: string): Picture {
  return {
    icon: "clockface",
    tone: "",
    heading: l10n.t("Not analyzed yet"),
    sentence: l10n.t("{0} has no reports yet. Request an analysis on the web. It takes a few minutes.", name),
    buttons: [buttons.analyse()],
  };
}

export function failedState(problem: Problem, now: number): Picture {
  return {
    icon: "error",
    tone: "bad",
    heading: l10n.t("Could not load the report"),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("The app may still have reports.")}`,
    buttons: problemButtons(problem, buttons),
  };
}

export interface AnalyzedVersion {
  /** Name, version and source: "Larder 2.19.0 from F-Droid". */
  readonly what: string;
  /** Date. */
  readonly when: string | undefined;
  /** Size of the tracker list, if known. */
  readonly against: number | undefined;
  /** Latest versions from other sources that contain trackers. */
  readonly elsewhere: readonly { readonly what: string; readonly trackers: number }[];
}

export function noTrackersState({ what, when, against, elsewhere }: AnalyzedVersion): Picture {
  if (elsewhere.length > 0) {
    const others = elsewhere.map((each) => l10n.t("{0} has {1}.", each.what, trackerCount(each.trackers)));
    return {
      icon: "warning",
      tone: "caution",
      heading: l10n.t("No known trackers in this version"),
      sentence: [l10n.t("None found in {0}.", what), ...others].join(" "),
      buttons: [],
    };
  }
  return {
    icon: "pass",
    tone: "good",
    heading: l10n.t("No known trackers found"),
    sentence:
      when === undefined
        ? l10n.t("{0} was analyzed, and no known trackers were found.", what)
        : against === undefined
          ? l10n.t("{0} was analyzed on {1}.", what, when)
          : l10n.t("{0} was analyzed on {1}. {2} trackers are known today.", what, when, count(against)),
    buttons: [],
  };
}

export function provisionalState({ what }: AnalyzedVersion): Picture {
  return {
    icon: "sync",
    tone: "caution",
    heading: l10n.t("No trackers found yet"),
    sentence: l10n.t(
      "The report on {0} is less than a day old, and its analysis may still be running. Trackers are added last.",
      what,
    ),
    buttons: [buttons.again()],
  };
}

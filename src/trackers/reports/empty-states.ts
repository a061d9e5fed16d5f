import type { Problem } from "../../base/problem.ts";
import type { Button, Picture } from "../../panels/report/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import type { Match } from "../model/report.ts";
import { trackerCount } from "../timeline/change-summary.ts";
import { remedies } from "./problem-buttons.ts";

/** The buttons that a picture or a banner may have. */
export const buttons = {
  refresh: (): Button => ({ act: "refresh", label: l10n.t("Retry") }),
  again: (): Button => ({ act: "refresh", label: l10n.t("Read Again") }),
  find: (): Button => ({ act: "find", label: l10n.t("Find App…") }),
  setKey: (): Button => ({ act: "setKey", label: l10n.t("Set API Key…") }),
  howToGetKey: (): Button => ({ act: "howToGetKey", label: l10n.t("How to Get One"), icon: "link-external" }),
  analyse: (): Button => ({ act: "analyse", label: l10n.t("Ask for an Analysis"), icon: "link-external" }),
  log: (): Button => ({ act: "log", label: l10n.t("Show Log") }),
  otherApp: (): Button => ({ act: "otherApp", label: l10n.t("Other App…") }),
  export: (): Button => ({ act: "export", label: l10n.t("Export…"), icon: "export" }),
  share: (): Button => ({ act: "share", label: l10n.t("Share…"), icon: "share" }),
  exportComparison: (): Button => ({ act: "exportComparison", label: l10n.t("Export…"), icon: "export" }),
  shareComparison: (): Button => ({ act: "shareComparison", label: l10n.t("Share…"), icon: "share" }),
  settings: (): Button => ({ act: "settings", label: l10n.t("Open Settings") }),
} as const;

export function unknownPicture(handle: string, host: string, alike: readonly Match[]): Picture {
  return {
    icon: "search",
    tone: "",
    heading: l10n.t("No app with this handle is known"),
    sentence: l10n.t(
      "{0} has never seen {1}. It may be misspelt, also in upper and lower case, or nobody has asked for its analysis.",
      host,
      handle,
    ),
    ...(alike.length === 0
      ? {}
      : {
          alike: {
            label: l10n.t("Close matches:"),
            apps: alike.map((app) => ({ handle: app.handle, name: app.name ?? "" })),
          },
        }),
    buttons: [buttons.find(), buttons.analyse()],
  };
}

export function notAnalysedPicture(name: string): Picture {
  return {
    icon: "clockface",
    tone: "",
    heading: l10n.t("Not analysed yet"),
    sentence: l10n.t(
      "{0} is known, but no version of it has a report. An analysis can be asked for on the web and takes some minutes.",
      name,
    ),
    buttons: [buttons.analyse()],
  };
}

export function failedPicture(problem: Problem, now: number): Picture {
  return {
    icon: "error",
    tone: "bad",
    heading: l10n.t("The report could not be read"),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("This says nothing about the app.")}`,
    buttons: remedies(problem, buttons),
  };
}

export interface Analysed {
  /** Name, version and source: "Larder 2.19.0 from F-Droid". */
  readonly what: string;
  /** The day. */
  readonly when: string | undefined;
  /** How many trackers the list has, where that is known. */
  readonly against: number | undefined;
  /** Newest versions of the app that do have trackers. */
  readonly elsewhere: readonly { readonly what: string; readonly trackers: number }[];
}

export function noTrackersPicture({ what, when, against, elsewhere }: Analysed): Picture {
  if (elsewhere.length > 0) {
    const others = elsewhere.map((each) => l10n.t("{0} has {1}.", each.what, trackerCount(each.trackers)));
    return {
      icon: "warning",
      tone: "caution",
      heading: l10n.t("No known trackers in this version"),
      sentence: [l10n.t("None was found in {0}.", what), ...others].join(" "),
      buttons: [],
    };
  }
  return {
    icon: "pass",
    tone: "good",
    heading: l10n.t("No known trackers found"),
    sentence:
      when === undefined
        ? l10n.t("{0} was analysed, and none of the known trackers was found in it.", what)
        : against === undefined
          ? l10n.t("{0} was analysed on {1}.", what, when)
          : l10n.t("{0} was analysed on {1}. {2} trackers are known today.", what, when, count(against)),
    buttons: [],
  };
}

export function provisionalPicture({ what }: Analysed): Picture {
  return {
    icon: "sync",
    tone: "caution",
    heading: l10n.t("No trackers found so far"),
    sentence: l10n.t(
      "The report on {0} is less than a day old and may not be finished: an analysis is written in steps, the trackers last.",
      what,
    ),
    buttons: [buttons.again()],
  };
}

// Toolbar, banners and footer of a report panel.
import type { Banner, Button, Shown, TabId } from "../../panels/report/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { formatClockTime, formatDayAndTime } from "../../workbench/words.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import type { SideName } from "../model/changes.ts";
import { OFFICIAL } from "../model/exodus-urls.ts";
import type { News } from "../model/news.ts";
import type { Source } from "../model/report.ts";
import { buttons } from "./empty-states.ts";
import type { AppState } from "./lookups.ts";
import { problemButtons } from "./problem-buttons.ts";
import { pickVersion } from "./versions.ts";

/** Everything that the content of a report panel is made from. */
export interface ReportInputs {
  readonly handle: string;
  /** The picked source and report; the latest if undefined. */
  readonly source: Source | undefined;
  readonly report: number | undefined;
  readonly tab: TabId;
  /** The sides of the comparison, if the user chose them. */
  readonly compare: { readonly from: SideName; readonly to: SideName } | undefined;
  /** State of any app, for the other side. */
  readonly stateOf: (handle: string) => AppState;
  readonly state: AppState;
  readonly watched: boolean;
  /** What is new since the user last looked, and whether the user has yet to see it. */
  readonly news: readonly News[];
  readonly unseen: boolean;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}

export function missingDetailsBanner(problem: NonNullable<AppState["problem"]>, now: number): Banner {
  return {
    kind: "caution",
    start: l10n.t("Could not load permissions and hashes."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("Everything else is shown.")}`,
    buttons: problemButtons(problem, buttons),
  };
}

export function skippedBanner(skipped: number): Banner {
  return {
    kind: "caution",
    start: l10n.plural(skipped, "{0} report skipped.", "{0} reports skipped."),
    sentence: l10n.t("The server’s response could not be read. See the log for details."),
    buttons: [buttons.log()],
  };
}

export function failedBanner({ state, now }: ReportInputs): Banner {
  const { problem, knowledge } = state;
  if (problem === undefined || knowledge === undefined) throw new Error("There is no failure to tell");
  return {
    kind: "caution",
    start: l10n.t("Could not refresh."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("Showing data from {0}.", formatClockTime(knowledge.readAt, now))}`,
    buttons: problemButtons(problem, buttons),
  };
}

export function toolbar({ source, report, state, watched, now }: ReportInputs): readonly Button[] {
  const { knowledge, reading } = state;
  const analysed = knowledge?.kind === "app" && pickVersion(knowledge.app, source, report) !== undefined;
  const hint = reading
    ? l10n.t("Loading…")
    : knowledge === undefined
      ? l10n.t("Refresh")
      : l10n.t("Refresh (updated {0})", formatClockTime(knowledge.readAt, now));
  return [
    ...(watched || (knowledge !== undefined && knowledge.kind !== "unknown") ? [watchButton(watched)] : []),
    ...(analysed ? [buttons.share(), buttons.export()] : []),
    { act: "refresh", label: l10n.t("Refresh"), icon: "refresh", hint },
    { act: "web", label: l10n.t("Open on the Web"), icon: "link-external" },
  ];
}

function watchButton(watched: boolean): Button {
  return {
    act: watched ? "unwatch" : "watch",
    label: watched ? l10n.t("Watched") : l10n.t("Watch"),
    hint: watched ? l10n.t("Stop watching this app") : l10n.t("Watch this app for new reports"),
    icon: "eye",
    pressed: watched,
    worded: true,
  };
}

export function foot({ state, base, host }: ReportInputs): Shown["foot"] {
  const at = state.knowledge?.readAt;
  return {
    // The panel fills in the links.
    pattern: l10n.t("Data: {0}, under the {1}."),
    links: [
      { text: base === OFFICIAL ? "εxodus" : host, href: base },
      { text: l10n.t("Open Database License 1.0"), href: "https://opendatacommons.org/licenses/odbl/1-0/" },
    ],
    after: at === undefined ? "" : l10n.t("Updated {0}.", formatDayAndTime(at)),
  };
}

// Inputs of a report panel, its toolbar and its banners.
import { toMilliseconds } from "../../base/time.ts";
import type { Banner, Empty, Part, Under } from "../../panels/kit/content/content-model.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import { remedyButtons, type RemedyAct } from "../../workbench/panels/remedies.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import type { News } from "../model/news.ts";
import type { Level } from "../../scan/index.ts";
import { isUnfinished, type Report } from "../model/report.ts";
import { setKeyLabel } from "../parts/content-parts.ts";
import type { CertificateState } from "./certificate-facts.ts";
import { noTrackersState, provisionalState, type AnalyzedVersion } from "./empty-states.ts";
import type { AppState } from "../store/app-lookups.ts";
import type { Store } from "../store/store.ts";
import type { ReportAct, ReportState } from "./protocol.ts";
import { pickVersion } from "./versions.ts";

/** Everything that determines the content of a report panel. */
export interface ReportInputs extends ReportState, Pick<Store, "base" | "host"> {
  /** Returns the state of any app, for the other side of a comparison. */
  readonly getState: (handle: string) => AppState;
  readonly state: AppState;
  /** The app's icon as a `data:` URL, if it is loaded. */
  readonly icon?: string | undefined;
  /** The certificate of the shown version, if the user asked for it. */
  readonly certificate?: CertificateState | undefined;
  readonly watched: boolean;
  /** What is new since the user last looked. */
  readonly news: readonly News[];
  /** Levels whose permissions are all shown, however many there are. */
  readonly unfolded: ReadonlySet<Level>;
  /** Whether a comparison shows unchanged entries. */
  readonly showsUnchanged: boolean;
  readonly list: TrackerList | undefined;
  readonly now: number;
}

/** The parts of the page that depend on what is known about the app. */
export interface Content {
  readonly under?: readonly Under[];
  readonly banners?: readonly Banner<ReportAct>[];
  readonly parts: readonly Part<ReportAct>[];
}

/** Says that a part of the report could not be loaded; `start` says which. */
export function missingPartBanner(
  start: string,
  problem: NonNullable<AppState["problem"]>,
  now: number,
): Banner<RemedyAct> {
  return {
    kind: "banner",
    tone: "caution",
    start,
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("Everything else is shown.")}`,
    buttons: remedyButtons(problem, setKeyLabel()),
  };
}

export function toolbar({ source, report, state, watched, now }: ReportInputs): readonly Button<ReportAct>[] {
  const { knowledge, reading } = state;
  const analyzed = knowledge?.kind === "app" && pickVersion(knowledge.app, source, report) !== undefined;
  const hint = reading
    ? l10n.t("Loading…")
    : knowledge === undefined
      ? l10n.t("Refresh")
      : l10n.t("Refresh (updated {0})", format.clockTime(knowledge.readAt, now));
  return [
    ...(watched || (knowledge !== undefined && knowledge.kind !== "unknown") ? [watchButton(watched)] : []),
    ...(analyzed
      ? ([
          { act: { type: "share" }, label: l10n.t("Share…"), icon: "share" },
          { act: { type: "export" }, label: l10n.t("Export…"), icon: "export" },
        ] as const)
      : []),
    { act: { type: "refresh" }, label: l10n.t("Refresh"), icon: "refresh", hint },
    { act: { type: "openOnWeb" }, label: l10n.t("Open on the Web"), icon: "link-external" },
  ];
}

function watchButton(watched: boolean): Button<ReportAct> {
  return {
    act: { type: watched ? "unwatch" : "watch" },
    label: watched ? l10n.t("Watched") : l10n.t("Watch"),
    hint: watched ? l10n.t("Stop watching this app") : l10n.t("Watch this app for new reports"),
    icon: "eye",
    pressed: watched,
    worded: true,
  };
}

/** Why a report lists no trackers. */
export function emptyState(
  { list, now }: ReportInputs,
  report: Pick<Report, "trackers" | "created">,
  what: string,
  others: Pick<AnalyzedVersion, "elsewhere" | "skipped">,
): Empty<ReportAct> {
  const analyzed = {
    what,
    when: report.created === undefined ? undefined : format.longDay(toMilliseconds(report.created)),
    knownTrackers: list?.trackers.size,
    ...others,
  };
  return isUnfinished(report, now) ? provisionalState(analyzed) : noTrackersState(analyzed);
}

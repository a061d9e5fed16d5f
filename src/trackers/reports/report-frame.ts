// What a report panel is made from, its toolbar and its banners.
import type { Banner } from "../../panels/kit/page/model.ts";
import type { Button } from "../../panels/kit/page/text-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { formatClockTime } from "../../workbench/format.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import type { SideName } from "../model/changes.ts";
import type { News } from "../model/news.ts";
import type { Level } from "../model/permissions.ts";
import type { Source } from "../model/report.ts";
import { problemButtons, type RemedyAct } from "../page-parts.ts";
import type { CertificateState } from "./certificate-facts.ts";
import type { AppState } from "./lookups.ts";
import type { ReportAct, TabId } from "./report-state.ts";
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
  readonly base: string;
  readonly host: string;
  readonly now: number;
}

export function missingDetailsBanner(problem: NonNullable<AppState["problem"]>, now: number): Banner<RemedyAct> {
  return {
    kind: "banner",
    tone: "caution",
    start: l10n.t("Could not load permissions and hashes."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("Everything else is shown.")}`,
    buttons: problemButtons(problem),
  };
}

export function toolbar({ source, report, state, watched, now }: ReportInputs): readonly Button<ReportAct>[] {
  const { knowledge, reading } = state;
  const analyzed = knowledge?.kind === "app" && pickVersion(knowledge.app, source, report) !== undefined;
  const hint = reading
    ? l10n.t("Loading…")
    : knowledge === undefined
      ? l10n.t("Refresh")
      : l10n.t("Refresh (updated {0})", formatClockTime(knowledge.readAt, now));
  return [
    ...(watched || (knowledge !== undefined && knowledge.kind !== "unknown") ? [watchButton(watched)] : []),
    ...(analyzed ? [shareButton(), exportButton()] : []),
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

function exportButton(): Button<ReportAct> {
  return { act: { type: "export" }, label: l10n.t("Export…"), icon: "export" };
}

function shareButton(): Button<ReportAct> {
  return { act: { type: "share" }, label: l10n.t("Share…"), icon: "share" };
}

import type { Banner, Button, Shown, TabId } from "../../panels/report/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { clock, count, dayAndTime } from "../../workbench/words.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import type { SideName } from "../model/changes.ts";
import { OFFICIAL } from "../model/exodus-urls.ts";
import type { News } from "../model/news.ts";
import type { Source } from "../model/report.ts";
import { buttons } from "./empty-states.ts";
import type { AppState } from "./lookups.ts";
import { remedies } from "./problem-buttons.ts";
import { picked } from "./versions.ts";

/** What a report is shown of: everything that its words are made from. */
export interface Known {
  readonly handle: string;
  /** What the reader picked; the newest where nothing is. */
  readonly source: Source | undefined;
  readonly report: number | undefined;
  readonly tab: TabId;
  /** The sides of the comparison, where the reader has chosen them. */
  readonly compare: { readonly from: SideName; readonly to: SideName } | undefined;
  /** What is known of any application, for the other side. */
  readonly stateOf: (handle: string) => AppState;
  readonly state: AppState;
  readonly watched: boolean;
  /** What is new since the reader looked last, and whether that is still to be seen. */
  readonly news: readonly News[];
  readonly unseen: boolean;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}

export function withoutDetails(problem: NonNullable<AppState["problem"]>, now: number): Banner {
  return {
    kind: "caution",
    start: l10n.t("Permissions and hashes could not be read."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("What the plain search knows is shown.")}`,
    buttons: remedies(problem, buttons),
  };
}

export function skippedBanner(skipped: number): Banner {
  return {
    kind: "caution",
    start: skipped === 1 ? l10n.t("One report is left out.") : l10n.t("{0} reports are left out.", count(skipped)),
    sentence: l10n.t("What the service sent for it could not be understood."),
    buttons: [buttons.log()],
  };
}

export function failedBanner({ state, now }: Known): Banner {
  const { problem, knowledge } = state;
  if (problem === undefined || knowledge === undefined) throw new Error("There is no failure to tell");
  return {
    kind: "caution",
    start: l10n.t("Not read again."),
    sentence: `${describeProblem(problem, now).sentence} ${l10n.t("This is what was read at {0}.", clock(knowledge.readAt, now))}`,
    buttons: remedies(problem, buttons),
  };
}

export function toolbar({ source, report, state, watched, now }: Known): readonly Button[] {
  const { knowledge, reading } = state;
  const analysed = knowledge?.kind === "app" && picked(knowledge.app, source, report) !== undefined;
  const hint = reading
    ? l10n.t("Reading…")
    : knowledge === undefined
      ? l10n.t("Refresh")
      : l10n.t("Refresh, last read {0}", clock(knowledge.readAt, now));
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
    hint: watched ? l10n.t("Watched. Press to stop watching") : l10n.t("Watch, to hear of new reports"),
    icon: "eye",
    pressed: watched,
    worded: true,
  };
}

export function foot({ state, base, host }: Known): Shown["foot"] {
  const at = state.knowledge?.readAt;
  return {
    // The panel puts the links in place.
    pattern: l10n.t("Data: {0}, under the {1}."),
    links: [
      { text: base === OFFICIAL ? "εxodus" : host, href: base },
      { text: l10n.t("Open Database License 1.0"), href: "https://opendatacommons.org/licenses/odbl/1-0/" },
    ],
    after: at === undefined ? "" : l10n.t("Read {0}.", dayAndTime(at)),
  };
}

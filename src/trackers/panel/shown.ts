import { l10n } from "vscode";
import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import type { Banner, Button, FactLine, Icon, Option, Shown, TabId } from "../../panels/report/messages.ts";
import { told } from "../../workbench/problems.ts";
import { clock, count, dayAndTime, longDay } from "../../workbench/words.ts";
import { OFFICIAL, storePage, verdict } from "../model.ts";
import type { App, Latest, Match, Report, Source, Version } from "../model.ts";
import { before, changes } from "../model/changes.ts";
import type { Changes, SideName } from "../model/changes.ts";
import { permission } from "../permissions.ts";
import type { News } from "../model/watch.ts";
import type { AppState, Knowledge, TrackerList } from "../store.ts";
import { sourceName } from "../words.ts";
import {
  buttons,
  failedPicture,
  noTrackersPicture,
  notAnalysedPicture,
  provisionalPicture,
  unknownPicture,
} from "./pictures.ts";
import { comparison, sides } from "./comparison.ts";
import { newsBanner } from "./news.ts";
import { remedies } from "./remedies.ts";
import { factsSection, permissionsSection, sourcesTable, timeFact, trackersSection } from "./sections.ts";
import type { ReportThing } from "./thing.ts";
import { timeline } from "./timeline.ts";
import { picked, versionCount, versionName, versionPick } from "./versions.ts";
import type { Picked } from "./versions.ts";

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

type Content = Omit<Shown, "type" | "handle" | "toolbar" | "foot" | "figures" | "under" | "banners" | "unseen"> &
  Partial<Pick<Shown, "figures" | "under" | "banners">>;

/** Everything that the panel draws, in words. */
export function shown(known: Known): Shown {
  const { handle, state } = known;
  const { banners = [], under = [], figures = [], ...content } = contentOf(known);
  const fresh = known.news.length === 0 || state.knowledge === undefined ? [] : [newsBanner(known.news)];
  const failed = state.knowledge === undefined || state.problem === undefined ? [] : [failedBanner(known)];
  return {
    type: "shown",
    ...content,
    handle: { name: l10n.t("Handle"), value: handle },
    under,
    figures,
    banners: [...failed, ...fresh, ...banners],
    unseen: known.unseen && fresh.length > 0,
    toolbar: { label: l10n.t("App"), buttons: toolbar(known) },
    foot: foot(known),
  };
}

/** The application's name as the tab and the title show it. */
export function titleOf({ handle, state }: Pick<Known, "handle" | "state">): string {
  const { knowledge } = state;
  switch (knowledge?.kind) {
    case "app":
      return knowledge.app.name ?? handle;
    case "newest":
      return knowledge.match?.name ?? knowledge.latest?.name ?? handle;
    case "unknown":
    case undefined:
      return handle;
  }
}

function contentOf(known: Known): Content {
  const { handle, state, host, now } = known;
  const title = titleOf(known);
  const { knowledge, problem } = state;
  switch (knowledge?.kind) {
    case "app":
      return appContent(known, knowledge, title);
    case "newest":
      return newestContent(known, knowledge, title);
    case "unknown":
      return { title, picture: unknownPicture(handle, host, knowledge.alike) };
    case undefined:
      return problem !== undefined && !state.reading
        ? { title, picture: failedPicture(problem, now) }
        : { title, busy: l10n.t("Reading what {0} knows of {1}…", host, handle) };
  }
}

function appContent(known: Known, { app, without, skipped }: Knowledge & { kind: "app" }, title: string): Content {
  const { handle, list, base, now } = known;
  const chosen = picked(app, known.source, known.report);
  if (chosen === undefined) return { title, picture: notAnalysedPicture(title) };
  const { versions, version } = chosen;
  const permissions = version.details?.permissions;
  const older = before(versions, version);
  const since = older === undefined ? undefined : changes(older, version);
  const fresh = l10n.t("New in {0}", versionName(version));
  const page = storePage(handle, versions.source);
  return {
    title,
    source: {
      name: sourceName(versions.source),
      icon: SOURCE_ICONS[versions.source] ?? "question",
      ...(page === undefined ? {} : { href: page }),
    },
    under: [version.details?.creator ?? app.creator, version.downloads].filter((each) => each !== undefined),
    banners: [
      ...(without === undefined ? [] : [withoutDetails(without, now)]),
      ...(skipped === 0 ? [] : [skippedBanner(skipped)]),
    ],
    versions: versionPick(versions, version),
    sources: {
      label: l10n.t("Source"),
      options: app.sources.map((each): Option => ({
        value: each.source,
        label: l10n.t("{0} · {1}", sourceName(each.source), versionCount(each.versions.length)),
        chosen: each.source === versions.source,
      })),
    },
    figures: figures(version, older, since),
    tabs: {
      label: l10n.t("App"),
      chosen: known.tab,
      names: [
        { id: "report", name: l10n.t("Report") },
        { id: "timeline", name: l10n.t("Timeline"), count: count(versions.versions.length) },
      ],
    },
    ...(known.tab === "timeline" ? overTime(known, app, chosen) : {}),
    trackers:
      version.trackers.length > 0
        ? {
            ...trackersSection(version.trackers, list, base, (id) =>
              since?.trackers.added.includes(id) === true ? fresh : "",
            ),
            ...(older === undefined ? {} : { more: whatChanged(older) }),
          }
        : {
            heading: l10n.t("Trackers"),
            count: "",
            columns: [],
            groups: [],
            picture: emptyPicture(
              known,
              version,
              l10n.t("{0} {1} from {2}", title, versionName(version), sourceName(versions.source)),
            ),
          },
    permissions: permissionsSection(permissions, (name) =>
      since?.permissions?.added.includes(name) === true ? fresh : "",
    ),
    facts: factsSection(version, base),
    table: sourcesTable(app, versions),
  };
}

/** The sides as the reader chose them, or the shown version and the one before it. */
export function sidesOf(
  { compare, handle }: Pick<ReportThing, "compare" | "handle">,
  { versions, version }: Picked,
): { readonly from: SideName; readonly to: SideName } {
  const older = before(versions, version) ?? version;
  return compare ?? { from: { handle, report: older.id }, to: { handle, report: version.id } };
}

function overTime(known: Known, app: App, chosen: Picked): Pick<Shown, "timeline" | "comparison"> {
  const compared = { ...known, app, ...sidesOf(known, chosen) };
  const found = sides(compared);
  return {
    timeline: timeline(chosen.versions, { from: found?.from.version, to: found?.to.version }, known.now),
    comparison: comparison(compared),
  };
}

function whatChanged(older: Version): Button {
  return { act: "whatChanged", label: l10n.t("What Changed since {0}", versionName(older)) };
}

/** What is told without a key: the newest report of any source, and how much is in it. */
function newestContent(known: Known, { match, latest }: Knowledge & { kind: "newest" }, title: string): Content {
  const created = latest?.created;
  const none = match?.trackers === 0;
  const what = [title, match?.version].filter((each) => each !== undefined).join(" ");
  return {
    title,
    under: [match?.creator, match?.downloads].filter((each) => each !== undefined),
    banners: [
      {
        kind: "info",
        start: l10n.t("Without an API key only counts are told."),
        sentence: l10n.t("Names of trackers and permissions, versions and sources are for holders of a key."),
        buttons: [buttons.setKey(), buttons.howToGetKey()],
      },
    ],
    figures: [
      ...(match?.trackers === undefined ? [] : [{ value: count(match.trackers), word: l10n.t("trackers") }]),
      ...(match?.permissions === undefined ? [] : [{ value: count(match.permissions), word: l10n.t("permissions") }]),
    ],
    ...(none ? { picture: emptyPicture(known, { trackers: [], created }, what) } : {}),
    facts: { heading: l10n.t("Newest report"), lines: newestFacts(match, latest) },
  };
}

function newestFacts(match: Match | undefined, latest: Latest | undefined): readonly FactLine[] {
  const copied = (name: string, value: string | undefined, more: Partial<FactLine> = {}): FactLine =>
    value === undefined ? { name } : { name, value, copy: value, ...more };
  return [
    copied(l10n.t("Report"), latest === undefined ? undefined : String(latest.report)),
    copied(l10n.t("Version"), match?.version),
    timeFact(l10n.t("Created"), latest?.created),
    timeFact(l10n.t("Updated"), match?.updated),
    copied(l10n.t("App UID"), match?.uid, { mono: true, wide: true }),
    copied(l10n.t("Icon hash"), match?.iconHash, { mono: true, wide: true }),
  ];
}

function emptyPicture({ list, now }: Known, report: Pick<Report, "trackers" | "created">, what: string) {
  const analysed = {
    what,
    when: report.created === undefined ? undefined : longDay(toMilliseconds(report.created)),
    against: list?.trackers.size,
  };
  return verdict(report, fromMilliseconds(now)) === "provisional"
    ? provisionalPicture(analysed)
    : noTrackersPicture(analysed);
}

function figures(version: Version, older: Version | undefined, since: Changes | undefined): Shown["figures"] {
  const permissions = version.details?.permissions;
  const trackers = { value: count(version.trackers.length), word: l10n.t("trackers") };
  const moved =
    older === undefined || since === undefined
      ? []
      : [{ value: movement(since), word: l10n.t("trackers since {0}", versionName(older)) }];
  if (permissions === undefined) return [trackers, ...moved];
  const levels = permissions.map((each) => permission(each).level);
  const dangerous = levels.filter((each) => each === "dangerous").length;
  const special = levels.filter((each) => each === "special").length;
  return [
    trackers,
    { value: count(permissions.length), word: l10n.t("permissions") },
    { value: count(dangerous), word: l10n.t("of them dangerous") },
    ...(special === 0 ? [] : [{ value: count(special), word: l10n.t("special access") }]),
    ...moved,
  ];
}

/** "+2 −1". */
function movement({ trackers: { added, removed } }: Changes): string {
  const parts = [
    added.length === 0 ? "" : `+${count(added.length)}`,
    removed.length === 0 ? "" : `−${count(removed.length)}`,
  ].filter((each) => each !== "");
  return parts.length === 0 ? "±0" : parts.join(" ");
}

const SOURCE_ICONS: Readonly<Record<Source, Icon>> = {
  google: "cloud-download",
  fdroid: "package",
  apk: "file",
};

function withoutDetails(problem: NonNullable<AppState["problem"]>, now: number): Banner {
  return {
    kind: "caution",
    start: l10n.t("Permissions and hashes could not be read."),
    sentence: `${told(problem, now).sentence} ${l10n.t("What the plain search knows is shown.")}`,
    buttons: remedies(problem, buttons),
  };
}

function skippedBanner(skipped: number): Banner {
  return {
    kind: "caution",
    start: skipped === 1 ? l10n.t("One report is left out.") : l10n.t("{0} reports are left out.", count(skipped)),
    sentence: l10n.t("What the service sent for it could not be understood."),
    buttons: [buttons.log()],
  };
}

function failedBanner({ state, now }: Known): Banner {
  const { problem, knowledge } = state;
  if (problem === undefined || knowledge === undefined) throw new Error("There is no failure to tell");
  return {
    kind: "caution",
    start: l10n.t("Not read again."),
    sentence: `${told(problem, now).sentence} ${l10n.t("This is what was read at {0}.", clock(knowledge.readAt, now))}`,
    buttons: remedies(problem, buttons),
  };
}

function toolbar({ source, report, state, watched, now }: Known): readonly Button[] {
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

function foot({ state, base, host }: Known): Shown["foot"] {
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

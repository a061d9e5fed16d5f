// Content of a report panel.
import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import type { Button, FactLine, Icon, Option, Shown } from "../../panels/report/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatLongDay } from "../../workbench/words.ts";
import { versionCount } from "../counts.ts";
import { previousVersion, versionChanges } from "../model/changes.ts";
import type { SideName } from "../model/changes.ts";
import { storePage } from "../model/exodus-urls.ts";
import { verdict } from "../model/report.ts";
import type { App, Latest, Match, Report, Source, Version } from "../model/report.ts";
import { sourceName } from "../source-names.ts";
import { comparison, sides } from "../timeline/comparison-content.ts";
import { timeline } from "../timeline/timeline-content.ts";
import { newsBanner } from "../watch/news-text.ts";
import {
  buttons,
  failedState,
  notAnalyzedState,
  noTrackersState,
  provisionalState,
  unknownState,
} from "./empty-states.ts";
import type { AnalyzedVersion } from "./empty-states.ts";
import type { Knowledge } from "./read-app.ts";
import { figures, permissionsLabel, trackersLabel } from "./report-figures.ts";
import { failedBanner, foot, skippedBanner, toolbar, missingDetailsBanner } from "./report-frame.ts";
import type { ReportInputs } from "./report-frame.ts";
import { factsSection, permissionsSection, sourcesTable, timeFact, trackersSection } from "./report-sections.ts";
import type { ReportState } from "./report-state.ts";
import { pickVersion, versionName, versionPick } from "./versions.ts";
import type { PickedVersion } from "./versions.ts";

type Content = Omit<Shown, "type" | "handle" | "toolbar" | "foot" | "figures" | "under" | "banners" | "unseen"> &
  Partial<Pick<Shown, "figures" | "under" | "banners">>;

/** Everything that a report panel shows. */
export function reportContent(known: ReportInputs): Shown {
  const { handle, state } = known;
  const { banners = [], under = [], figures = [], ...content } = contentOf(known);
  const fresh = known.news.length === 0 || state.knowledge === undefined ? [] : [newsBanner(known.news)];
  const failed = state.knowledge === undefined || state.problem === undefined ? [] : [failedBanner(known)];
  return {
    type: "shown",
    ...content,
    handle: { name: l10n.t("Package name"), value: handle },
    under,
    figures,
    banners: [...failed, ...fresh, ...banners],
    unseen: known.unseen && fresh.length > 0,
    toolbar: { label: l10n.t("App"), buttons: toolbar(known) },
    foot: foot(known),
  };
}

/** The app's name, for the tab and the heading. */
export function reportTitle({ handle, state }: Pick<ReportInputs, "handle" | "state">): string {
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

function contentOf(known: ReportInputs): Content {
  const { handle, state, host, now } = known;
  const title = reportTitle(known);
  const { knowledge, problem } = state;
  switch (knowledge?.kind) {
    case "app":
      return appContent(known, knowledge, title);
    case "newest":
      return newestContent(known, knowledge, title);
    case "unknown":
      return { title, picture: unknownState(handle, host, knowledge.alike) };
    case undefined:
      return problem !== undefined && !state.reading
        ? { title, picture: failedState(problem, now) }
        : { title, busy: l10n.t("Loading {1} from {0}…", host, handle) };
  }
}

function appContent(
  known: ReportInputs,
  { app, without, skipped }: Knowledge & { kind: "app" },
  title: string,
): Content {
  const { handle, list, base, now } = known;
  const chosen = pickVersion(app, known.source, known.report);
  if (chosen === undefined) return { title, picture: notAnalyzedState(title) };
  const { versions, version } = chosen;
  const permissions = version.details?.permissions;
  const older = previousVersion(versions, version);
  const since = older === undefined ? undefined : versionChanges(older, version);
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
      ...(without === undefined ? [] : [missingDetailsBanner(without, now)]),
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
              trackedElsewhere(app, chosen),
            ),
          },
    permissions: permissionsSection(permissions, (name) =>
      since?.permissions?.added.includes(name) === true ? fresh : "",
    ),
    facts: factsSection(version, base),
    table: sourcesTable(app, versions),
  };
}

/** The sides that the user chose, or the shown version and the previous one. */
export function comparedSides(
  { compare, handle }: Pick<ReportState, "compare" | "handle">,
  { versions, version }: PickedVersion,
): { readonly from: SideName; readonly to: SideName } {
  const older = previousVersion(versions, version) ?? version;
  return compare ?? { from: { handle, report: older.id }, to: { handle, report: version.id } };
}

/** Updates a comparison after a version was picked: the side that was shown becomes the picked version. */
export function followVersion(
  compare: ReportState["compare"],
  isShown: (side: SideName) => boolean,
  picked: SideName,
): ReportState["compare"] {
  if (compare === undefined) return undefined;
  const follow = (side: SideName): SideName => (isShown(side) ? picked : side);
  const [from, to] = [follow(compare.from), follow(compare.to)];
  // A version can't be compared with itself, so the default comparison with the previous version returns.
  return from.handle === to.handle && from.report === to.report ? undefined : { from, to };
}

function overTime(known: ReportInputs, app: App, chosen: PickedVersion): Pick<Shown, "timeline" | "comparison"> {
  const compared = { ...known, app, ...comparedSides(known, chosen) };
  const found = sides(compared);
  return {
    timeline: timeline(chosen.versions, { from: found?.from.version, to: found?.to.version }, known.now),
    comparison: comparison(compared),
  };
}

function whatChanged(older: Version): Button {
  return { act: "whatChanged", label: l10n.t("Show Changes since {0}", versionName(older)) };
}

/** Content without a key: the latest report of any source, with counts. */
function newestContent(known: ReportInputs, { match, latest }: Knowledge & { kind: "newest" }, title: string): Content {
  const created = latest?.created;
  const none = match?.trackers === 0;
  const what = [title, match?.version].filter((each) => each !== undefined).join(" ");
  return {
    title,
    under: [match?.creator, match?.downloads].filter((each) => each !== undefined),
    banners: [
      {
        kind: "info",
        start: l10n.t("Only counts are available without an API key."),
        sentence: l10n.t("Set a key to see the names of trackers and permissions, versions and sources."),
        buttons: [buttons.setKey(), buttons.howToGetKey()],
      },
    ],
    figures: [
      ...(match?.trackers === undefined ? [] : [{ value: count(match.trackers), word: trackersLabel(match.trackers) }]),
      ...(match?.permissions === undefined
        ? []
        : [{ value: count(match.permissions), word: permissionsLabel(match.permissions) }]),
    ],
    ...(none ? { picture: emptyPicture(known, { trackers: [], created }, what) } : {}),
    facts: { heading: l10n.t("Latest report"), lines: newestFacts(match, latest) },
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

/** Latest versions from other sources that contain trackers. If there are any, the page must not reassure. */
function trackedElsewhere({ sources }: App, { version }: PickedVersion): AnalyzedVersion["elsewhere"] {
  return sources.flatMap(({ source, versions: [newest] }) =>
    newest === undefined || newest === version || newest.trackers.length === 0
      ? []
      : [{ what: `${sourceName(source)} ${versionName(newest)}`, trackers: newest.trackers.length }],
  );
}

function emptyPicture(
  { list, now }: ReportInputs,
  report: Pick<Report, "trackers" | "created">,
  what: string,
  elsewhere: AnalyzedVersion["elsewhere"] = [],
) {
  const analysed = {
    what,
    when: report.created === undefined ? undefined : formatLongDay(toMilliseconds(report.created)),
    against: list?.trackers.size,
    elsewhere,
  };
  return verdict(report, fromMilliseconds(now)) === "provisional"
    ? provisionalState(analysed)
    : noTrackersState(analysed);
}

const SOURCE_ICONS: Readonly<Record<Source, Icon>> = {
  google: "cloud-download",
  fdroid: "package",
  apk: "file",
};

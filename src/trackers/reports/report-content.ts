import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import type { Button, FactLine, Icon, Option, Shown } from "../../panels/report/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, longDay } from "../../workbench/words.ts";
import { before, changes } from "../model/changes.ts";
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
  failedPicture,
  notAnalysedPicture,
  noTrackersPicture,
  provisionalPicture,
  unknownPicture,
} from "./empty-states.ts";
import type { Analysed } from "./empty-states.ts";
import type { Knowledge } from "./read-app.ts";
import { figures, permissionsWord, trackersWord } from "./report-figures.ts";
import { failedBanner, foot, skippedBanner, toolbar, withoutDetails } from "./report-frame.ts";
import type { Known } from "./report-frame.ts";
import { factsSection, permissionsSection, sourcesTable, timeFact, trackersSection } from "./report-sections.ts";
import type { ReportThing } from "./report-state.ts";
import { picked, versionCount, versionName, versionPick } from "./versions.ts";
import type { Picked } from "./versions.ts";

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

/** The sides as the reader chose them, or the shown version and the one before it. */
export function sidesOf(
  { compare, handle }: Pick<ReportThing, "compare" | "handle">,
  { versions, version }: Picked,
): { readonly from: SideName; readonly to: SideName } {
  const older = before(versions, version) ?? version;
  return compare ?? { from: { handle, report: older.id }, to: { handle, report: version.id } };
}

/** A comparison after another version was picked: the side that was the shown version becomes the picked one. */
export function following(
  compare: ReportThing["compare"],
  isShown: (side: SideName) => boolean,
  picked: SideName,
): ReportThing["compare"] {
  if (compare === undefined) return undefined;
  const follow = (side: SideName): SideName => (isShown(side) ? picked : side);
  const [from, to] = [follow(compare.from), follow(compare.to)];
  // Of a version with itself there is nothing to tell: what is told then is how it differs from the one before it.
  return from.handle === to.handle && from.report === to.report ? undefined : { from, to };
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
      ...(match?.trackers === undefined ? [] : [{ value: count(match.trackers), word: trackersWord(match.trackers) }]),
      ...(match?.permissions === undefined
        ? []
        : [{ value: count(match.permissions), word: permissionsWord(match.permissions) }]),
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

/** The newest versions, of whatever source, that have trackers: where there are any, nothing reassures. */
function trackedElsewhere({ sources }: App, { version }: Picked): Analysed["elsewhere"] {
  return sources.flatMap(({ source, versions: [newest] }) =>
    newest === undefined || newest === version || newest.trackers.length === 0
      ? []
      : [{ what: `${sourceName(source)} ${versionName(newest)}`, trackers: newest.trackers.length }],
  );
}

function emptyPicture(
  { list, now }: Known,
  report: Pick<Report, "trackers" | "created">,
  what: string,
  elsewhere: Analysed["elsewhere"] = [],
) {
  const analysed = {
    what,
    when: report.created === undefined ? undefined : longDay(toMilliseconds(report.created)),
    against: list?.trackers.size,
    elsewhere,
  };
  return verdict(report, fromMilliseconds(now)) === "provisional"
    ? provisionalPicture(analysed)
    : noTrackersPicture(analysed);
}

const SOURCE_ICONS: Readonly<Record<Source, Icon>> = {
  google: "cloud-download",
  fdroid: "package",
  apk: "file",
};

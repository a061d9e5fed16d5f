// Content of a report panel.
import { toMilliseconds } from "../../base/time.ts";
import type { Controls } from "../../panels/kit/page/control-model.ts";
import type { Banner, Empty, Fact, Figure, Page, Part, Tabs, Under } from "../../panels/kit/page/model.ts";
import type { Button } from "../../panels/kit/page/text-model.ts";
import type { IconName } from "../../panels/kit/icons.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatDayAndTime, formatLongDay } from "../../workbench/text/format.ts";
import { versionCount } from "../counts.ts";
import { previousVersion, versionChanges, type Between, type Changes, type SideName } from "../model/changes.ts";
import { storePage } from "../model/exodus-urls.ts";
import {
  isUnfinished,
  type App,
  type Latest,
  type Match,
  type Report,
  type Source,
  type Version,
} from "../model/report.ts";
import { dataNote, keyButtons, skippedBanner, staleBanner } from "../page-parts.ts";
import { sourceName } from "../source-names.ts";
import { comparisonSection, findSides } from "../timeline/comparison-content.ts";
import { timeline } from "../timeline/timeline-content.ts";
import { newsBanner } from "../watch/news-text.ts";
import { certificateNeedsKey, withCertificate } from "./certificate-facts.ts";
import {
  failedState,
  notAnalyzedState,
  noTrackersState,
  provisionalState,
  unknownState,
  type AnalyzedVersion,
} from "./empty-states.ts";
import { getAppName, latestReportTime, type Knowledge } from "./read-app.ts";
import { figures, permissionsLabel, trackersFigure } from "./report-figures.ts";
import { missingPartBanner, toolbar, type ReportInputs } from "./report-frame.ts";
import {
  copiedFact,
  factsSection,
  hashFact,
  permissionsSection,
  sourcesSection,
  timeFact,
  trackersSection,
} from "./report-sections.ts";
import type { ReportAct, ReportState } from "./report-state.ts";
import { describeAge, pickVersion, versionName, versionOptions, type PickedVersion } from "./versions.ts";

/** The parts of the page that depend on what is known about the app. */
interface Content {
  readonly under?: readonly Under[];
  readonly banners?: readonly Banner<ReportAct>[];
  readonly parts: readonly Part<ReportAct>[];
}

/** The version shown. */
interface Shown extends PickedVersion, Pick<Knowledge & { kind: "app" }, "app" | "skipped"> {
  readonly title: string;
  readonly older: Version | undefined;
  /** What has changed since the older version. */
  readonly since: Changes | undefined;
}

/** Everything that a report panel shows. */
export function reportPage(inputs: ReportInputs): Page<ReportAct> {
  const { handle, state, news, now } = inputs;
  const { knowledge, problem } = state;
  const title = getAppName(knowledge) ?? handle;
  const { under = [], banners = [], parts } = buildContent(inputs, title);
  return {
    title,
    head: {
      mark: initial(title === handle ? (handle.split(".").at(-1) ?? "") : title),
      picture: inputs.icon,
      toolbar: { label: l10n.t("App"), buttons: toolbar(inputs) },
      under: [
        ...(title === handle ? [] : [{ text: handle, looks: ["mono"], copies: l10n.t("Package name") } as const]),
        ...under,
      ],
    },
    parts: [
      ...(knowledge === undefined || problem === undefined ? [] : [staleBanner(problem, knowledge.readAt, now)]),
      ...(knowledge === undefined || news.length === 0 ? [] : [newsBanner(news)]),
      ...banners,
      ...parts,
    ],
    foot: dataNote(inputs, knowledge === undefined ? "" : l10n.t("Updated {0}.", formatDayAndTime(knowledge.readAt))),
  };
}

/** First letter of the title, shown until the icon is loaded or if there is none. */
function initial(title: string): string {
  const [first = ""] = title.trim();
  return first.toLocaleUpperCase();
}

function buildContent(inputs: ReportInputs, title: string): Content {
  const { handle, state, host, now } = inputs;
  const { knowledge, problem } = state;
  switch (knowledge?.kind) {
    case "app":
      return appContent(inputs, knowledge, title);
    case "newest":
      return newestContent(inputs, knowledge, title);
    case "unknown":
      return { parts: [unknownState(handle, host, knowledge.similar)] };
    case undefined:
      return {
        parts: [
          problem !== undefined && !state.reading
            ? failedState(problem, now)
            : { kind: "busy", sentence: l10n.t("Loading {1} from {0}…", host, handle) },
        ],
      };
  }
}

function appContent(
  inputs: ReportInputs,
  { app, detailsProblem, skipped }: Knowledge & { kind: "app" },
  title: string,
): Content {
  const chosen = pickVersion(app, inputs.source, inputs.report);
  if (chosen === undefined) return { parts: [notAnalyzedState(title)] };
  const { versions, version } = chosen;
  const older = previousVersion(versions, version);
  const shown: Shown = { ...chosen, app, skipped, title, older, since: older && versionChanges(older, version) };
  return {
    under: [
      sourceTag(inputs.handle, versions.source),
      ...[version.details?.creator ?? app.creator, version.downloads].flatMap((text) =>
        text === undefined ? [] : [{ text }],
      ),
    ],
    banners: [
      ...(detailsProblem === undefined
        ? []
        : [missingPartBanner(l10n.t("Could not load permissions and hashes."), detailsProblem, inputs.now)]),
      ...(skipped === 0 ? [] : [skippedBanner(l10n.plural(skipped, "{0} report skipped.", "{0} reports skipped."))]),
    ],
    parts: [
      versionPicks(app, chosen),
      { kind: "figures", figures: figures(version, older, shown.since, inputs.now) },
      tabs(inputs, shown),
    ],
  };
}

function sourceTag(handle: string, source: Source): Under {
  const icon = SOURCE_ICONS[source] ?? "question";
  return { icon, text: sourceName(source), href: storePage(handle, source), looks: ["tag"] };
}

/** Selects the version and the source. Each source has its own list of versions. */
function versionPicks(app: App, { versions, version }: PickedVersion): Controls<ReportAct> {
  const sources = app.sources.map(({ source, versions: all }) => ({
    label: l10n.t("{0} · {1}", sourceName(source), versionCount(all.length)),
    chosen: source === versions.source,
    act: { type: "chooseSource", source } as const,
  }));
  const list = (label: string, options: typeof sources | ReturnType<typeof versionOptions>) => ({
    select: { label, groups: [{ name: label, options }] },
  });
  return {
    kind: "controls",
    items: [
      list(l10n.t("Version"), versionOptions(versions, version)),
      list(l10n.t("Source"), sources),
      { text: describeAge(versions, version) },
    ],
  };
}

function tabs(inputs: ReportInputs, shown: Shown): Tabs<ReportAct> {
  const { tab = "report" } = inputs;
  return {
    kind: "tabs",
    label: l10n.t("App"),
    chosen: tab,
    tabs: [
      { id: "report", label: l10n.t("Report"), act: { type: "chooseTab", tab: "report" } },
      {
        id: "timeline",
        label: l10n.t("Timeline"),
        count: count(shown.versions.versions.length),
        act: { type: "chooseTab", tab: "timeline" },
      },
    ],
    parts: tab === "timeline" ? timelineParts(inputs, shown) : reportParts(inputs, shown),
  };
}

function reportParts(inputs: ReportInputs, shown: Shown): readonly Part<ReportAct>[] {
  const { list, base, now } = inputs;
  const { app, title, versions, version, older, since } = shown;
  const newLabel = l10n.t("New in {0}", versionName(version));
  // The older version may still get trackers.
  const isOlderOpen = older !== undefined && isUnfinished(older, now);
  const newTrackers = new Set(isOlderOpen ? [] : since?.trackers.added);
  const newPermissions = new Set(since?.permissions?.added);
  const isNewTracker = (id: number): string => (newTrackers.has(id) ? newLabel : "");
  const isNewPermission = (name: string): string => (newPermissions.has(name) ? newLabel : "");
  const what = l10n.t("{0} {1} from {2}", title, versionName(version), sourceName(versions.source));
  return [
    version.trackers.length > 0
      ? {
          ...trackersSection(version.trackers, list, base, isNewTracker),
          link: older === undefined ? undefined : showChanges(older),
        }
      : {
          kind: "section",
          heading: l10n.t("Trackers"),
          parts: [
            emptyState(inputs, version, what, { elsewhere: trackedElsewhere(shown, now), skipped: shown.skipped }),
          ],
        },
    permissionsSection(version.details?.permissions, inputs.unfolded, isNewPermission),
    withCertificate(factsSection(version, base), inputs.certificate, now),
    sourcesSection(app, versions, now),
  ];
}

/** The sides that the user chose, or the shown version and the previous one. */
export function comparedSides(
  { compare, handle }: Pick<ReportState, "compare" | "handle">,
  { versions, version }: PickedVersion,
): Between<SideName> {
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
  const replaceShown = (side: SideName): SideName => (isShown(side) ? picked : side);
  const [from, to] = [replaceShown(compare.from), replaceShown(compare.to)];
  // A version can't be compared with itself, so the default comparison with the previous version returns.
  return from.handle === to.handle && from.report === to.report ? undefined : { from, to };
}

function timelineParts(inputs: ReportInputs, shown: Shown): readonly Part<ReportAct>[] {
  const compared = comparedSides(inputs, shown);
  return [
    ...timeline(inputs.handle, shown.versions, findSides(compared, inputs.getState), inputs.now),
    comparisonSection(compared, inputs),
  ];
}

function showChanges(older: Version): Button<ReportAct> {
  return { act: { type: "showChanges" }, label: l10n.t("Show Changes since {0}", versionName(older)) };
}

/** Content without a key: the latest report of any source, with counts. */
function newestContent(inputs: ReportInputs, knowledge: Knowledge & { kind: "newest" }, title: string): Content {
  const { match, latest, problem } = knowledge;
  const missing =
    match === undefined ? l10n.t("Could not load version and counts.") : l10n.t("Could not load report ID and date.");
  const created = latestReportTime(knowledge);
  const what = [title, match?.version].filter((each) => each !== undefined).join(" ");
  const counts: readonly Figure[] = [
    ...(match?.trackers === undefined ? [] : [trackersFigure(match.trackers, created, inputs.now)]),
    ...(match?.permissions === undefined
      ? []
      : [{ value: count(match.permissions), word: permissionsLabel(match.permissions) }]),
  ];
  return {
    under: [match?.creator, match?.downloads].flatMap((text) => (text === undefined ? [] : [{ text }])),
    banners: [
      ...(problem === undefined ? [] : [missingPartBanner(missing, problem, inputs.now)]),
      {
        kind: "banner",
        tone: "info",
        start: l10n.t("Only counts are available without an API key."),
        sentence: l10n.t("Set a key to see the names of trackers and permissions, versions and sources."),
        buttons: keyButtons(),
      },
    ],
    parts: [
      ...(counts.length === 0 ? [] : [{ kind: "figures", figures: counts } as const]),
      ...(match?.trackers === 0
        ? [
            {
              ...emptyState(inputs, { trackers: [], created }, what, { elsewhere: undefined, skipped: 0 }),
              level: 2,
            } as const,
          ]
        : []),
      {
        kind: "section",
        heading: l10n.t("Latest report"),
        parts: [{ kind: "facts", facts: [...newestFacts(match, latest), certificateNeedsKey()] }],
      },
    ],
  };
}

function newestFacts(match: Match | undefined, latest: Latest | undefined): readonly Fact[] {
  return [
    copiedFact(l10n.t("Report"), latest === undefined ? undefined : String(latest.report)),
    copiedFact(l10n.t("Version"), match?.version),
    timeFact(l10n.t("Created"), latest?.created),
    timeFact(l10n.t("Updated"), match?.updated),
    hashFact(l10n.t("App UID"), match?.uid),
    hashFact(l10n.t("Icon hash"), match?.iconHash),
  ];
}

/**
 * Latest versions from other sources that contain trackers, except those that may still be analyzed. If there are any,
 * the page must not reassure.
 */
function trackedElsewhere({ app, version }: Shown, now: number): AnalyzedVersion["elsewhere"] {
  return app.sources.flatMap(({ source, versions }) => {
    const newest = versions.find((each) => !isUnfinished(each, now));
    return newest === undefined || newest === version || newest.trackers.length === 0
      ? []
      : [{ what: `${sourceName(source)} ${versionName(newest)}`, trackers: newest.trackers.length }];
  });
}

function emptyState(
  { list, now }: ReportInputs,
  report: Pick<Report, "trackers" | "created">,
  what: string,
  others: Pick<AnalyzedVersion, "elsewhere" | "skipped">,
): Empty<ReportAct> {
  const analyzed = {
    what,
    when: report.created === undefined ? undefined : formatLongDay(toMilliseconds(report.created)),
    knownTrackers: list?.trackers.size,
    ...others,
  };
  return isUnfinished(report, now) ? provisionalState(analyzed) : noTrackersState(analyzed);
}

const SOURCE_ICONS: Readonly<Record<Source, IconName>> = {
  google: "cloud-download",
  fdroid: "package",
  apk: "file",
};

// Content of a report panel.
import type { Controls } from "../../panels/kit/content/control-model.ts";
import type { PanelContent, Part, Tabs, Under } from "../../panels/kit/content/content-model.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import type { IconName } from "../../panels/kit/icons.ts";
import { outdatedBanner } from "../../workbench/panels/remedies.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { versionCount } from "../wording/counts.ts";
import { previousVersion, versionChanges, type Between, type Changes, type SideName } from "../model/changes.ts";
import { storePage } from "../model/exodus-urls.ts";
import { isUnfinished, type App, type Source, type Version } from "../model/report.ts";
import { dataNote, setKeyLabel, skippedBanner } from "../parts/content-parts.ts";
import { sourceName } from "../wording/source-names.ts";
import { comparisonSection, findSides } from "../timeline/comparison-content.ts";
import { findAddedIn } from "../timeline/presence-grid.ts";
import { timeline } from "../timeline/timeline-content.ts";
import { newsBanner } from "../watch/news-text.ts";
import { withCertificate } from "../report-content/certificate-facts.ts";
import {
  failedReportState,
  notAnalyzedState,
  unknownState,
  type AnalyzedVersion,
} from "../report-content/empty-states.ts";
import { getAppName, type Knowledge } from "../store/read-app.ts";
import { newestContent } from "../report-content/newest-content.ts";
import { figures } from "../report-content/report-figures.ts";
import {
  emptyState,
  missingPartBanner,
  toolbar,
  type Content,
  type ReportInputs,
} from "../report-content/report-frame.ts";
import {
  factsSection,
  permissionsSection,
  sourcesSection,
  trackersSection,
  type AddedMark,
} from "../report-content/report-sections.ts";
import type { ReportAct, ReportState } from "../report-content/protocol.ts";
import {
  describeAge,
  pickVersion,
  versionName,
  versionOptions,
  type PickedVersion,
} from "../report-content/versions.ts";

/** The version shown. */
interface ShownVersion extends PickedVersion, Pick<Knowledge & { kind: "app" }, "app" | "skipped"> {
  readonly title: string;
  readonly older: Version | undefined;
  /** What has changed since the older version. */
  readonly since: Changes | undefined;
}

/** Everything that a report panel shows. */
export function reportPage(inputs: ReportInputs): PanelContent<ReportAct> {
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
      ...(knowledge === undefined || problem === undefined
        ? []
        : [outdatedBanner(problem, knowledge.readAt, now, setKeyLabel())]),
      ...(knowledge === undefined || news.length === 0 ? [] : [newsBanner(news)]),
      ...banners,
      ...parts,
    ],
    foot: dataNote(inputs, knowledge === undefined ? "" : l10n.t("Updated {0}.", format.dayAndTime(knowledge.readAt))),
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
            ? failedReportState(problem, now)
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
  const shown: ShownVersion = { ...chosen, app, skipped, title, older, since: older && versionChanges(older, version) };
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

function tabs(inputs: ReportInputs, shown: ShownVersion): Tabs<ReportAct> {
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
        count: format.count(shown.versions.versions.length),
        act: { type: "chooseTab", tab: "timeline" },
      },
    ],
    parts: tab === "timeline" ? timelineParts(inputs, shown) : reportParts(inputs, shown),
  };
}

function reportParts(inputs: ReportInputs, shown: ShownVersion): readonly Part<ReportAct>[] {
  const { list, base, now } = inputs;
  const { app, title, versions, version, older, since } = shown;
  const newLabel = l10n.t("New in {0}", versionName(version));
  const addedIn = findAddedIn(versions.versions, version, now);
  const newPermissions = new Set(since?.permissions?.added);
  const describeAdded = (id: number): AddedMark | undefined => {
    const from = addedIn.get(id);
    if (from === undefined) return undefined;
    return from === version
      ? { text: newLabel, isNew: true }
      : { text: l10n.t("added in {0}", versionName(from)), isNew: false };
  };
  const isNewPermission = (name: string): string => (newPermissions.has(name) ? newLabel : "");
  const what = l10n.t("{0} {1} from {2}", title, versionName(version), sourceName(versions.source));
  return [
    version.trackers.length > 0
      ? {
          ...trackersSection(version.trackers, list, base, describeAdded),
          link: older === undefined ? undefined : showChanges(older),
        }
      : {
          kind: "section",
          heading: l10n.t("Trackers"),
          parts: [
            emptyState(inputs, version, what, { elsewhere: trackedElsewhere(shown, now), skipped: shown.skipped }),
          ],
        },
    permissionsSection(version, inputs.unfolded, isNewPermission, now),
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

function timelineParts(inputs: ReportInputs, shown: ShownVersion): readonly Part<ReportAct>[] {
  const compared = comparedSides(inputs, shown);
  return [
    ...timeline(inputs.handle, shown.versions, findSides(compared, inputs.getState), inputs.list, inputs.now),
    comparisonSection(compared, inputs),
  ];
}

function showChanges(older: Version): Button<ReportAct> {
  return { act: { type: "showChanges" }, label: l10n.t("Show Changes since {0}", versionName(older)) };
}

/**
 * Latest versions from other sources that contain trackers, except those that may still be analyzed. If there are any,
 * the page must not reassure.
 */
function trackedElsewhere({ app, version }: ShownVersion, now: number): AnalyzedVersion["elsewhere"] {
  return app.sources.flatMap(({ source, versions }) => {
    const newest = versions.find((each) => !isUnfinished(each, now));
    return newest === undefined || newest === version || newest.trackers.length === 0
      ? []
      : [{ what: `${sourceName(source)} ${versionName(newest)}`, trackers: newest.trackers.length }];
  });
}

const SOURCE_ICONS: Readonly<Record<Source, IconName>> = {
  google: "cloud-download",
  fdroid: "package",
  apk: "file",
};

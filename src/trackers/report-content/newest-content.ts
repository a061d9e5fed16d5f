// Content of a report panel without a key: the latest report of any source, with counts.
import type { Fact, Figure } from "../../panels/kit/content/content-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { isUnfinished, type Latest, type Match } from "../model/report.ts";
import { keyButtons } from "../parts/content-parts.ts";
import { certificateNeedsKey } from "./certificate-facts.ts";
import { latestReportTime, type Knowledge } from "../store/read-app.ts";
import { permissionsLabel, trackersFigure, UNKNOWN } from "./report-figures.ts";
import { emptyState, missingPartBanner, type Content, type ReportInputs } from "./report-frame.ts";
import { copiedFact, hashFact, reportFact, timeFact } from "./report-sections.ts";

export function newestContent(inputs: ReportInputs, knowledge: Knowledge & { kind: "newest" }, title: string): Content {
  const { match, latest, problem } = knowledge;
  const missing =
    match === undefined ? l10n.t("Could not load version and counts.") : l10n.t("Could not load report ID and date.");
  const created = latestReportTime(knowledge);
  const what = [title, match?.version].filter((each) => each !== undefined).join(" ");
  const isOpen = match?.trackers === 0 && isUnfinished({ trackers: [], created }, inputs.now);
  const counts: readonly Figure[] = [
    ...(match?.trackers === undefined ? [] : [trackersFigure(match.trackers, created, inputs.now)]),
    ...(match?.permissions === undefined
      ? []
      : [
          {
            value: match.permissions === 0 && isOpen ? UNKNOWN : format.count(match.permissions),
            word: permissionsLabel(match.permissions),
          },
        ]),
  ];
  return {
    under: [match?.creator, match?.downloads].flatMap((text) => (text === undefined ? [] : [{ text }])),
    banners: [
      ...(problem === undefined ? [] : [missingPartBanner(missing, problem, inputs.now)]),
      {
        kind: "banner",
        tone: "info",
        start: l10n.t("Only counts are available without an API key."),
        sentence: l10n.t(
          "The website shows the names. A key, which you request by email, adds them here, with all versions and sources.",
        ),
        buttons: [
          ...keyButtons(),
          { act: { type: "openOnWeb" }, label: l10n.t("Show Names on the Web"), icon: "link-external" },
        ],
      },
    ],
    parts: [
      ...(counts.length === 0
        ? []
        : [
            { kind: "figures", figures: counts } as const,
            { kind: "text", text: describeCounted(match?.version), quiet: true } as const,
          ]),
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
        parts: [{ kind: "facts", facts: [...newestFacts(match, latest, inputs.base), certificateNeedsKey()] }],
      },
    ],
  };
}

/** Which of the app's reports the figures are of. The public search doesn't say the source. */
function describeCounted(version: string | undefined): string {
  const report =
    version === undefined ? l10n.t("From the latest report.") : l10n.t("From version {0}, the latest report.", version);
  return `${report} ${l10n.t("Its source is only shown with a key. Other sources may have other figures.")}`;
}

function newestFacts(match: Match | undefined, latest: Latest | undefined, base: string): readonly Fact[] {
  return [
    latest === undefined ? { name: l10n.t("Report") } : reportFact(latest.report, base),
    copiedFact(l10n.t("Version"), match?.version),
    timeFact(l10n.t("Created"), latest?.created),
    timeFact(l10n.t("Updated"), match?.updated),
    hashFact(l10n.t("App UID"), match?.uid),
    hashFact(l10n.t("Icon hash"), match?.iconHash),
  ];
}

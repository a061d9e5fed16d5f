// The section of a tracker panel that lists the apps with the tracker.
import type { Problem } from "../../base/problem.ts";
import type { Banner, Empty, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Row } from "../../panels/kit/content/table-model.ts";
import type { Span } from "../../panels/kit/content/text-model.ts";
import { failedState, outdatedBanner, remedyButton } from "../../workbench/panels/remedies.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { appCount } from "../wording/counts.ts";
import type { ShortApplication } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import { keyButtons, setKeyLabel, skippedBanner } from "../parts/content-parts.ts";
import { sourceName } from "../wording/source-names.ts";
import type { TrackerAct, TrackerInputs } from "./protocol.ts";

/** The table whose rows are sent in batches. */
export const APPS_TABLE = "apps";

export function appsSection(inputs: TrackerInputs, tracker: Tracker): Section<TrackerAct> {
  const { appsWithTracker } = inputs;
  const listed = appsWithTracker?.list.values.length ?? 0;
  const note = appsNote(inputs, tracker);
  const loading = l10n.t("Loading apps with {1} from {0}…", inputs.host, tracker.name);
  return {
    kind: "section",
    heading: l10n.t("Apps with this tracker"),
    count: appsWithTracker === undefined || listed === 0 ? "" : describeRows(appsWithTracker.handles, listed),
    parts: [
      ...(inputs.isLoadingApps ? [{ kind: "busy", sentence: loading, cancel: { type: "cancel" } } as const] : []),
      ...(note === undefined ? [] : [note]),
      ...(listed === 0 || note?.kind === "empty" ? [] : [appsTable()]),
    ],
  };
}

/** A banner about the list of apps, or an empty state if there is no list. */
function appsNote(
  { appsWithTracker, appsProblem, isLoadingApps, hasKey, host, now }: TrackerInputs,
  { name }: Tracker,
): Empty<TrackerAct> | Banner<TrackerAct> | undefined {
  if (!hasKey) {
    return {
      kind: "empty",
      icon: "key",
      heading: l10n.t("Apps need an API key"),
      sentence: l10n.t("App lists and reports need an API key. Request one from εxodus by email."),
      buttons: keyButtons(),
    };
  }
  if (appsProblem !== undefined && !isLoadingApps) {
    return appsWithTracker === undefined
      ? appsFailedState(appsProblem, now)
      : outdatedBanner(appsProblem, appsWithTracker.readAt, now, setKeyLabel());
  }
  if (appsWithTracker === undefined) return undefined;
  const { values, skipped } = appsWithTracker.list;
  if (skipped > 0) return skippedBanner(l10n.plural(skipped, "{0} app skipped.", "{0} apps skipped."));
  if (values.length > 0) return undefined;
  return {
    kind: "empty",
    icon: "check",
    heading: l10n.t("Not found in any app"),
    sentence: l10n.t("{0} has not found {1} in any app.", host, name),
  };
}

function appsTable(): Part<TrackerAct> {
  const filter = l10n.t("Filter by package name");
  return {
    kind: "table",
    label: l10n.t("Apps with this tracker"),
    columns: [
      {
        name: l10n.t("Package name"),
        width: "minmax(0, 5fr)",
        look: "mono",
        searched: true,
        copied: true,
        opens: true,
      },
      { name: l10n.t("Source"), short: true, width: "minmax(0, 2fr)" },
    ],
    rows: { id: APPS_TABLE },
    open: { type: "openApp" },
    filter: {
      label: filter,
      hint: filter,
      none: l10n.t("No matching package names"),
      note: l10n.t("In any analyzed version"),
    },
  };
}

/** Rows of apps. Watched apps are marked. */
export function appRows(apps: readonly ShortApplication[], watched: ReadonlySet<string>): readonly Row[] {
  const mark: Span = { icon: "eye", text: l10n.t("Watched"), looks: ["tag"] };
  return apps.map(({ handle, source }) => ({
    cells: [watched.has(handle) ? [{ text: handle }, mark] : handle, sourceName(source)],
  }));
}

function appsFailedState(problem: Problem, now: number): Empty<TrackerAct> {
  if (problem.kind === "canceled") {
    return {
      kind: "empty",
      icon: "question",
      heading: l10n.t("Canceled"),
      sentence: l10n.t("You canceled loading the apps with this tracker."),
      buttons: [remedyButton("retry")],
    };
  }
  const failed = failedState(l10n.t("Could not load apps"), problem, now, setKeyLabel());
  return { ...failed, sentence: `${failed.sentence} ${l10n.t("Apps may still contain this tracker.")}` };
}

/** An app with several sources has a row for each, so both numbers are shown if they differ. */
function describeRows(apps: number, rows: number): string {
  return apps === rows ? appCount(apps) : l10n.t("{0}, {1} rows (one per source)", appCount(apps), format.count(rows));
}

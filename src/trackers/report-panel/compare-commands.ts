// Commands that compare versions and apps.
import { selectedRows, type Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { appArgument, appCommand, loadReport, selectedApps } from "../apps/app-argument.ts";
import type { App, AppTarget, Source, Version } from "../model/report.ts";
import { appPicker, suggestedApps } from "../watch/suggested-apps.ts";
import { pickApp } from "../apps/app-picker.ts";
import { olderFirst, type SideName } from "../model/changes.ts";
import type { ReportPanels } from "./panel.ts";
import { pickVersion, shortLabels, versionLabel } from "../report-content/versions.ts";
import { sourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { findSides } from "../timeline/comparison-content.ts";

/** Services that commands on an app use. */
export interface CommandContext {
  readonly shared: Shared;
  readonly store: Store;
  readonly watched: WatchList;
  readonly reports: Pick<ReportPanels, "show">;
}

/** Shows a comparison in the report of an app. */
function compare(
  reports: CommandContext["reports"],
  { handle, source }: Pick<SideName, "handle" | "source">,
  from: SideName,
  to: SideName,
): void {
  reports.show({ handle, source, tab: "timeline", compare: { from, to } });
}

/**
 * Compares the two versions or apps that are selected in the view. For one app, the user picks one of its versions, or
 * another app.
 */
export function compareReports(context: CommandContext): Command<readonly (AppTarget | undefined)[], void> {
  const { shared, store, watched, reports } = context;
  const command = appCommand(appPicker(shared, store, watched, l10n.t("Compare")), (app) => compareOne(context, app));
  return {
    accepts: ([given, selected]) =>
      selectedVersions(given, selected) ?? selectedPair(given, selected) ?? command.accepts([given]),
    run: async (first, second) => {
      if (first === undefined || second === undefined) return await command.run(first);
      if (first.report === undefined || second.report === undefined) {
        return await compareApps(context, first, second.handle);
      }
      const name = ({ handle, report }: AppTarget): SideName => ({ handle, report });
      const sides = findSides({ from: name(first), to: name(second) }, (handle) => store.app(handle));
      const isReversed = sides !== undefined && olderFirst(sides).from === sides.to;
      const [from, to] = isReversed ? [second, first] : [first, second];
      compare(reports, to, name(from), name(to));
    },
  };
}

async function compareOne(context: CommandContext, target: AppTarget): Promise<void> {
  const { shared, store, watched, reports } = context;
  const { handle, source, report } = target;
  const app = await loadReport(shared, store, handle);
  if (app === undefined) return;
  const { dialogs } = shared;
  const title = l10n.t("Compare {0}", app.name ?? handle);
  const versions = listVersions(app, source);
  const given = versions.find(({ value }) => value.id === report)?.value;
  const first = given ?? (await dialogs.pick<Version | "app">(title, [...versions, otherApp()]));
  if (first === undefined) return;
  const second =
    first === "app"
      ? first
      : await dialogs.pick<Version | "app">(l10n.t("Compare {0} with Another Version", versionLabel(first)), [
          ...versions.filter(({ value }) => value !== first),
          ...(given === undefined ? [] : [otherApp()]),
        ]);
  if (second === undefined) return;
  if (first === "app" || second === "app") {
    const suggestions = suggestedApps(store, watched);
    const asked = { title: l10n.t("Compare {0} with Another App", app.name ?? handle), suggestions, exclude: handle };
    const other = await pickApp(shared, store, asked);
    if (other !== undefined) await compareApps(context, target, other);
    return;
  }
  compare(reports, { handle, source: second.source }, { handle, report: first.id }, { handle, report: second.id });
}

function otherApp(): Choice<"app"> {
  return { label: l10n.t("Another App…"), value: "app" };
}

async function compareApps({ shared, store, reports }: CommandContext, first: AppTarget, other: string): Promise<void> {
  const { handle } = first;
  const app = await loadReport(shared, store, handle);
  const found = app && pickVersion(app, first.source, first.report);
  if (found === undefined) return;
  const { id: report, source } = found.version;
  compare(reports, { handle, source }, { handle, report }, { handle: other, source });
}

/** The two selected versions, the lower ID first; undefined unless exactly two are selected. */
function selectedVersions(given: unknown, selected: unknown): readonly AppTarget[] | undefined {
  const rows = selectedRows(given, selected).flatMap((each) => appArgument(each) ?? []);
  if (rows.length !== 2) return undefined;
  const versions = rows.flatMap(({ report, ...app }) => (report === undefined ? [] : [{ ...app, report }]));
  // If the reports are no longer loaded, their dates are unknown. Newer reports usually have higher IDs.
  return versions.length === 2 ? versions.toSorted((a, b) => a.report - b.report) : undefined;
}

/** The two selected apps; undefined unless exactly two are selected. */
function selectedPair(given: unknown, selected: unknown): readonly AppTarget[] | undefined {
  const apps = selectedApps(given, selected);
  return apps.length === 2 ? apps : undefined;
}

/** Versions with their sources, the given source first. */
function listVersions(app: App, first: Source | undefined) {
  const sources = app.sources.toSorted((a, b) => Number(b.source === first) - Number(a.source === first));
  return sources.flatMap(({ source, versions }) => {
    const label = shortLabels(versions);
    return versions.map((version) => ({ label: label(version), description: sourceName(source), value: version }));
  });
}

// Commands that compare versions and apps.
import { selectedRows, type Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import {
  appArgument,
  appCommand,
  appPicker,
  loadReport,
  selectedApps,
  suggestedApps,
  type AppTarget,
} from "../apps/app-argument.ts";
import { pickApp } from "../apps/app-picker.ts";
import { olderFirst, type SideName } from "../model/changes.ts";
import type { App, Source } from "../model/report.ts";
import type { ReportPanels } from "../reports/report-panels.ts";
import { pickVersion, shortLabels } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { findSides } from "./comparison-content.ts";

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

/** Shows the changes between two versions: the two selected in the view, or those that the user picks. */
export function compareVersions({
  shared,
  store,
  watched,
  reports,
}: CommandContext): Command<readonly (AppTarget | undefined)[], void> {
  const { dialogs } = shared;
  const pick = async ({ handle, source, report }: AppTarget): Promise<void> => {
    const app = await loadReport(shared, store, handle);
    if (app === undefined) return;
    const choices = listVersions(app, source);
    const from =
      choices.find(({ value }) => value.id === report)?.value ??
      (await dialogs.pick(l10n.t("Compare Versions: Select the First Version"), choices));
    if (from === undefined) return;
    const others = choices.filter(({ value }) => value !== from);
    const to = await dialogs.pick(l10n.t("Compare Versions: Select the Second Version"), others);
    if (to === undefined) return;
    compare(reports, { handle, source: to.source }, { handle, report: from.id }, { handle, report: to.id });
  };
  const command = appCommand(appPicker(shared, store, watched, l10n.t("Compare Versions")), pick);
  return {
    accepts: ([given, selected]) => selectedVersions(given, selected) ?? command.accepts([given]),
    run: async (first, second) => {
      if (first === undefined || second === undefined) return await command.run(first);
      const name = ({ handle, report }: AppTarget): SideName => ({ handle, report });
      const sides = findSides({ from: name(first), to: name(second) }, (handle) => store.app(handle));
      const isReversed = sides !== undefined && olderFirst(sides).from === sides.to;
      const [from, to] = isReversed ? [second, first] : [first, second];
      compare(reports, to, name(from), name(to));
    },
  };
}

/** The two selected versions, the lower ID first; undefined unless exactly two are selected. */
function selectedVersions(given: unknown, selected: unknown): readonly AppTarget[] | undefined {
  const rows = selectedRows(given, selected).flatMap((each) => appArgument(each) ?? []);
  if (rows.length !== 2) return undefined;
  const versions = rows.flatMap(({ report, ...app }) => (report === undefined ? [] : [{ ...app, report }]));
  // If the reports are no longer loaded, their dates are unknown. Newer reports usually have higher IDs.
  return versions.length === 2 ? versions.toSorted((a, b) => a.report - b.report) : undefined;
}

/** Versions with their sources, the given source first. */
function listVersions(app: App, first: Source | undefined) {
  const sources = app.sources.toSorted((a, b) => Number(b.source === first) - Number(a.source === first));
  return sources.flatMap(({ source, versions }) => {
    const label = shortLabels(versions);
    return versions.map((version) => ({ label: label(version), description: sourceName(source), value: version }));
  });
}

/** Shows the differences between two apps: the two selected in the view, or those that the user picks. */
export function compareApps({ shared, store, watched, reports }: CommandContext): Command<readonly AppTarget[], void> {
  const pickFirst = appPicker(shared, store, watched, l10n.t("Compare Apps"));
  return {
    accepts: ([given, selected]) => {
      const target = given === undefined ? undefined : appArgument(given);
      if (target === undefined) return given === undefined ? [] : undefined;
      const apps = selectedApps(given, selected);
      return apps.length === 2 ? apps : [target];
    },
    run: async (...given) => {
      const [{ handle, source } = { handle: await pickFirst() }, second] = given;
      const app = handle === undefined ? undefined : await loadReport(shared, store, handle);
      if (app === undefined || handle === undefined) return;
      const found = pickVersion(app, source, undefined);
      const title = l10n.t("Compare {0} with Another App", app.name ?? handle);
      const other =
        second?.handle ??
        (await pickApp(shared, store, { title, suggestions: suggestedApps(store, watched), exclude: handle }));
      if (other === undefined || found === undefined) return;
      const { id: report, source: shown } = found.version;
      compare(reports, { handle, source: shown }, { handle, report }, { handle: other, source: shown });
    },
  };
}

// Commands that export and share the latest report of an app.
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { appPicker, appCommand, loadReport, type AppTarget } from "../apps/app-argument.ts";
import { pickVersion } from "../reports/versions.ts";
import type { Store } from "../store.ts";
import type { CommandContext } from "../timeline/compare-commands.ts";
import { reportExport, reportParcel, type ExportedReport } from "./report-export.ts";

export function exportReport({ shared, store, watched }: CommandContext): Command<[AppTarget | undefined], void> {
  return appCommand(appPicker(shared, store, watched, l10n.t("Export Report")), async (asked) => {
    const report = await newestReport(shared, store, asked);
    if (report !== undefined) await shared.exports.export(reportExport(report, await exportContext(shared, store)));
  });
}

export function shareReport({ shared, store, watched }: CommandContext): Command<[AppTarget | undefined], void> {
  return appCommand(appPicker(shared, store, watched, l10n.t("Share Report")), async (asked) => {
    const report = await newestReport(shared, store, asked);
    if (report === undefined) return;
    const context = await exportContext(shared, store);
    await shared.shares.share(l10n.t("Share Report"), () => reportParcel(report, context));
  });
}

async function newestReport(
  shared: Shared,
  store: Store,
  { handle, source }: AppTarget,
): Promise<ExportedReport | undefined> {
  const app = await loadReport(shared, store, handle);
  const found = app === undefined ? undefined : pickVersion(app, source, undefined);
  return app === undefined || found === undefined ? undefined : { app, ...found };
}

/** Waits for the tracker list, because names are worth it. Without it, the export contains IDs. */
async function exportContext({ log, now }: Shared, store: Store) {
  const list = await store.anyTrackers().catch((error: unknown) => {
    log.warn("Could not read the tracker list for an export", { error: String(error) });
    return undefined;
  });
  return { list, base: store.base, now: now() };
}

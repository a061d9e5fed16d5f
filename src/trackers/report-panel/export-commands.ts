// Commands that export and share the latest report of an app.
import { on, type Command } from "../../workbench/commands.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { appArgument, loadReport } from "../apps/app-argument.ts";
import type { AppTarget } from "../model/report.ts";
import { pickVersion } from "../report-content/versions.ts";
import type { CommandContext } from "./compare-commands.ts";
import { toParcel, type TrackersExport } from "../export/common-sections.ts";
import { reportExport } from "../export/report-export.ts";

type ReportCommand = Command<[AppTarget], void>;

export function exportReport(context: CommandContext): ReportCommand {
  return reportCommand(context, (report) => context.shared.exports.export(report));
}

export function shareReport(context: CommandContext): ReportCommand {
  return reportCommand(context, (report) =>
    context.shared.shares.share(l10n.t("Share Report"), () => toParcel(report)),
  );
}

function reportCommand(
  { shared, store }: Pick<CommandContext, "shared" | "store">,
  use: (report: TrackersExport) => Promise<void>,
): ReportCommand {
  return on(appArgument, async ({ handle, source }) => {
    const app = await loadReport(shared, store, handle);
    const found = app === undefined ? undefined : pickVersion(app, source, undefined);
    if (app === undefined || found === undefined) return;
    // Waits for the tracker list, which has the names. Without it, the export contains IDs.
    const list = await store.anyTrackers().catch((error: unknown) => {
      shared.log.warn("Could not read the tracker list for an export", { error: String(error) });
      return undefined;
    });
    await use(reportExport({ app, ...found }, { list, base: store.base, now: shared.now() }));
  });
}

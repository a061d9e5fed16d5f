// What the buttons of a report panel do.
import { commands } from "vscode";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { suggestedApps } from "../watch/suggested-apps.ts";
import { pickApp } from "../apps/app-picker.ts";
import { comparisonExport } from "../export/comparison-export.ts";
import { toParcel, type ExportContext } from "../export/common-sections.ts";
import { reportExport } from "../export/report-export.ts";
import { previousVersion } from "../model/changes.ts";
import { pages } from "../model/exodus-urls.ts";
import { receiveCommon } from "../parts/content-parts.ts";
import type { Store } from "../store/store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import type { ReportActions } from "./open-report.ts";

type ReportActionDependencies = Pick<
  Shared,
  "allowServer" | "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares"
>;

export function reportActions(dependencies: ReportActionDependencies, store: Store, watched: WatchList): ReportActions {
  const { dialogs, exports, shares } = dependencies;
  const openPage = async (address: string): Promise<void> => {
    await dialogs.openExternal(address);
  };
  const exportContext = (): ExportContext => ({ list: store.knownTrackers, base: store.base, now: dependencies.now() });
  return (open) => ({
    findApp: async () => {
      await commands.executeCommand("triptych.trackers.findApp");
    },
    ...receiveCommon(dependencies, () => open.refresh()),
    requestAnalysis: () => openPage(pages(store.base).analysis(open.handle)),
    openOnWeb: () => {
      const page = pages(store.base);
      const report = open.shownReport()?.version.id;
      return openPage(report === undefined ? page.app(open.handle) : page.report(report));
    },
    showChanges: () => {
      const shown = open.shownReport();
      const older = shown === undefined ? undefined : previousVersion(shown.versions, shown.version);
      if (shown === undefined || older === undefined) return;
      const side = (report: number) => ({ handle: open.handle, report });
      open.choose({ tab: "timeline", compare: { from: side(older.id), to: side(shown.version.id) } });
    },
    showCertificate: () => open.showCertificate(),
    watch: () => watched.watch(open.handle),
    unwatch: () => watched.unwatch(open.handle),
    showNews: () => open.showNews(),
    swap: () => open.swap(),
    otherApp: async () => {
      const title = l10n.t("Compare with Another App");
      const other = await pickApp(dependencies, store, {
        title,
        suggestions: suggestedApps(store, watched),
        exclude: open.handle,
      });
      if (other !== undefined) open.compareWith(other);
    },
    ownApp: () => open.choose({ compare: undefined }),
    toggleUnchanged: () => open.toggleUnchanged(),
    share: async () => {
      const shown = open.shownReport();
      if (shown !== undefined)
        await shares.share(l10n.t("Share Report"), () => toParcel(reportExport(shown, exportContext())));
    },
    export: async () => {
      const shown = open.shownReport();
      if (shown !== undefined) await exports.export(reportExport(shown, exportContext()));
    },
    shareComparison: async () => {
      const found = open.getCompared();
      if (found !== undefined)
        await shares.share(l10n.t("Share Comparison"), () => toParcel(comparisonExport(found, exportContext())));
    },
    exportComparison: async () => {
      const found = open.getCompared();
      if (found !== undefined) await exports.export(comparisonExport(found, exportContext()));
    },
  });
}

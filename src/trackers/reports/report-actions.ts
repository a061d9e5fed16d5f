// What the buttons of a report panel do.
import { commands } from "vscode";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { suggestedApps } from "../apps/app-argument.ts";
import { pickApp } from "../apps/app-picker.ts";
import { comparisonExport, comparisonParcel } from "../export/comparison-export.ts";
import type { ExportContext } from "../export/export-parts.ts";
import { reportExport, reportParcel } from "../export/report-export.ts";
import { previousVersion } from "../model/changes.ts";
import { ABOUT_KEYS, pages } from "../model/exodus-urls.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import type { ReportActions } from "./open-report.ts";

type Parts = Pick<Shared, "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares">;

export function reportActions(parts: Parts, store: Store, watched: WatchList): ReportActions {
  const { dialogs, exports, log, openSettings, shares } = parts;
  const openPage = async (address: string): Promise<void> => {
    await dialogs.openExternal(address);
  };
  const run = async (command: "triptych.trackers.findApp" | "triptych.trackers.setKey"): Promise<void> => {
    await commands.executeCommand(command);
  };
  const given = (): ExportContext => ({ list: store.knownTrackers, base: store.base, now: parts.now() });
  return {
    refresh: (open) => open.refresh(),
    find: () => run("triptych.trackers.findApp"),
    setKey: () => run("triptych.trackers.setKey"),
    howToGetKey: () => openPage(ABOUT_KEYS),
    analyse: ({ handle }) => openPage(pages(store.base).analysis(handle)),
    web: (open) => {
      const page = pages(store.base);
      const report = open.shownReport()?.version.id;
      return openPage(report === undefined ? page.app(open.handle) : page.report(report));
    },
    log: () => log.show(),
    settings: () => openSettings("triptych.trackers"),
    whatChanged: (open) => {
      const looked = open.shownReport();
      const older = looked === undefined ? undefined : previousVersion(looked.versions, looked.version);
      if (looked === undefined || older === undefined) return;
      const side = (report: number) => ({ handle: open.handle, report });
      open.choose({ tab: "timeline", compare: { from: side(older.id), to: side(looked.version.id) } });
    },
    watch: (open) => watched.watch(open.handle),
    unwatch: (open) => watched.unwatch(open.handle),
    showNews: (open) => open.showNews(),
    swap: (open) => open.swap(),
    otherApp: async (open) => {
      const title = l10n.t("Compare with Another App");
      const offered = suggestedApps(store, watched).filter(({ handle }) => handle !== open.handle);
      const other = await pickApp(parts, store, { title, offered, without: open.handle });
      if (other !== undefined) open.compareWith(other);
    },
    ownApp: (open) => open.choose({ compare: undefined }),
    share: async (open) => {
      const looked = open.shownReport();
      if (looked !== undefined) await shares.share(l10n.t("Share Report"), () => reportParcel(looked, given()));
    },
    export: async (open) => {
      const looked = open.shownReport();
      if (looked !== undefined) await exports.export(reportExport(looked, given()));
    },
    shareComparison: async (open) => {
      const found = open.compared();
      if (found !== undefined) await shares.share(l10n.t("Share Comparison"), () => comparisonParcel(found, given()));
    },
    exportComparison: async (open) => {
      const found = open.compared();
      if (found !== undefined) await exports.export(comparisonExport(found, given()));
    },
  };
}

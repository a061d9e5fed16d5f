// The wing's command table: what each command does.
import { oneOf, plain, type CommandId, type CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import type { View } from "../workbench/wings/views.ts";
import { scanApk, scanSelectedApks } from "./apk/commands.ts";
import type { ApkState } from "./apk/protocol.ts";
import { suggestedApps } from "./watch/suggested-apps.ts";
import { manageAppList } from "./apps/app-list-commands.ts";
import { findApp } from "./apps/find-app.ts";
import * as arrangeCommands from "./tracker/arrange-commands.ts";
import type { TrackerArrangement } from "./tracker/tracker-arrangement.ts";
import { openTracker } from "./tracker/commands.ts";
import type { TrackerPanels } from "./tracker/panel.ts";
import * as connectionCommands from "./store/connection-commands.ts";
import { exportReport, shareReport } from "./report-panel/export-commands.ts";
import { copyLink, copyPackageName, openOnWeb } from "./report-panel/app-commands.ts";
import type { ReportPanels } from "./report-panel/panel.ts";
import type { Store } from "./store/store.ts";
import { compareReports } from "./report-panel/compare-commands.ts";
import { refreshWatched, watchOrUnwatch } from "./watch/watch-commands.ts";
import type { WatchList } from "./watch/watch-list.ts";
import * as scanCommands from "./workspace/workspace-commands.ts";
import type { WorkspacePart } from "./workspace/build-workspace.ts";

/** What the commands work on. */
interface TrackersWing {
  readonly shared: Shared;
  readonly view: Pick<View, "refresh">;
  readonly store: Store;
  readonly arrangement: TrackerArrangement;
  readonly watched: WatchList;
  readonly reports: ReportPanels;
  readonly trackers: TrackerPanels;
  readonly files: Pick<WorkspacePart, "workspace">;
  readonly compareApkFiles: CommandTable[CommandId];
  readonly showApkSet: (set: ApkState) => void;
}

export function commandTable(wing: TrackersWing): CommandTable {
  const { shared, view, store, arrangement, watched, reports, trackers, files } = wing;
  const { workspace } = files;
  const { dialogs } = shared;
  const context = { shared, store, watched, reports };
  return {
    "triptych.trackers.refresh": plain(async () => {
      store.refresh();
      view.refresh();
      await refreshWatched(dialogs, watched);
    }),
    "triptych.trackers.setKey": connectionCommands.setKey(shared, store),
    "triptych.trackers.removeKey": connectionCommands.removeKey(shared, store),
    "triptych.openOnWeb": openOnWeb(shared, store),
    "triptych.copyLink": copyLink(store),
    "triptych.copy": copyPackageName(),
    "triptych.export": oneOf(exportReport(context), scanCommands.exportFindings(shared, workspace, store)),
    "triptych.share": shareReport(context),
    "triptych.trackers.openTracker": openTracker(dialogs, store, trackers),
    "triptych.trackers.findApp": findApp(shared, store, wing, () => suggestedApps(store, watched)),
    "triptych.trackers.readApps": manageAppList(shared, store),
    "triptych.group": arrangeCommands.groupTrackers(dialogs, arrangement),
    "triptych.sort": arrangeCommands.sortTrackers(dialogs, arrangement),
    "triptych.trackers.filterTrackers": arrangeCommands.filterTrackers(dialogs, arrangement),
    "triptych.clearFilter": arrangeCommands.clearFilter(arrangement),
    "triptych.trackers.watch": watchOrUnwatch(shared, store, watched),
    "triptych.trackers.compare": compareReports(context),
    "triptych.trackers.scanApk": scanApk(shared),
    "triptych.trackers.scanSelectedApks": scanSelectedApks(wing.showApkSet),
    "triptych.trackers.compareApk": wing.compareApkFiles,
    "triptych.trackers.compareSelectedApks": wing.compareApkFiles,
    "triptych.trackers.scanWorkspace": scanCommands.scanWorkspace(shared, workspace),
    "triptych.trackers.clearWorkspace": scanCommands.clearWorkspace(workspace),
    "triptych.trackers.findInWorkspace": scanCommands.findInWorkspace(shared, workspace, store),
  };
}

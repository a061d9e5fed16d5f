// What each command of the wing does.
import type { CommandTable } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import type { View } from "../workbench/views.ts";
import type { Arranging } from "./arranging.ts";
import * as service from "./commands.ts";
import * as appList from "./commands/app-list.ts";
import * as arrange from "./commands/arrange.ts";
import { likely } from "./commands/asked-app.ts";
import * as comparing from "./commands/comparing.ts";
import { findApp } from "./commands/find-app.ts";
import { openTracker } from "./commands/open-tracker.ts";
import * as watching from "./commands/watching.ts";
import * as scanning from "./commands/workspace.ts";
import type { Reports } from "./panel.ts";
import type { TrackerPanels } from "./panel/tracker.ts";
import type { Store } from "./store.ts";
import type { WatchList } from "./watch.ts";
import type { WorkspacePart } from "./workspace/door.ts";

export interface CommandParts {
  readonly shared: Shared;
  readonly view: Pick<View, "refresh">;
  readonly store: Store;
  readonly arranging: Arranging;
  readonly watched: WatchList;
  readonly reports: Reports;
  readonly trackers: TrackerPanels;
  readonly files: Pick<WorkspacePart, "workspace" | "acceptedHosts">;
}

export function commandTable(parts: CommandParts): CommandTable {
  const { shared, view, store, arranging, watched, reports, trackers, files } = parts;
  const { workspace, acceptedHosts } = files;
  const { dialogs } = shared;
  const around = { shared, store, watched, reports };
  return {
    "triptych.trackers.openWebsite": service.openWebsite(shared),
    "triptych.trackers.openSettings": service.openSettings(shared),
    "triptych.trackers.openReport": service.openReport(reports),
    "triptych.trackers.refresh": service.refresh(store, () => view.refresh()),
    "triptych.trackers.setKey": service.setKey(shared, store),
    "triptych.trackers.removeKey": service.removeKey(shared, store),
    "triptych.trackers.checkConnection": service.checkConnection(shared, store),
    "triptych.trackers.openOnWeb": service.openOnWeb(shared, store),
    "triptych.trackers.copyHandle": service.copyHandle(),
    "triptych.trackers.copyName": service.copyOf(({ name }) => name),
    "triptych.trackers.copySignature": service.copyOf(({ codeSignature }) => codeSignature),
    "triptych.trackers.copyNetworkSignature": service.copyOf(({ networkSignature }) => networkSignature),
    "triptych.trackers.openTracker": openTracker(dialogs, store, trackers),
    "triptych.trackers.findApp": findApp(shared, store, reports, () => likely(store, watched)),
    "triptych.trackers.readApps": appList.readAppList(shared, store),
    "triptych.trackers.refreshApps": appList.refreshAppList(shared, store),
    "triptych.trackers.stopReadingApps": appList.stopReadingApps(store),
    "triptych.trackers.forgetApps": appList.forgetAppList(shared, store),
    "triptych.trackers.groupTrackers": arrange.groupTrackers(dialogs, arranging),
    "triptych.trackers.sortTrackers": arrange.sortTrackers(dialogs, arranging),
    "triptych.trackers.filterTrackers": arrange.filterTrackers(dialogs, arranging),
    "triptych.trackers.clearFilter": arrange.clearFilter(arranging),
    "triptych.trackers.watch": watching.watchApp(shared, store, watched),
    "triptych.trackers.unwatch": watching.unwatchApp(shared, watched),
    "triptych.trackers.refreshWatched": watching.refreshWatched(shared, watched),
    "triptych.trackers.compareVersions": comparing.compareVersions(around),
    "triptych.trackers.compareApps": comparing.compareApps(around),
    "triptych.trackers.exportReport": comparing.exportReport(around),
    "triptych.trackers.shareReport": comparing.shareReport(around),
    "triptych.trackers.scanWorkspace": scanning.scanWorkspace(shared, workspace),
    "triptych.trackers.clearWorkspace": scanning.clearWorkspace(workspace),
    "triptych.trackers.exportFindings": scanning.exportFindings(shared, workspace, store),
    "triptych.trackers.findInWorkspace": scanning.findInWorkspace(shared, workspace, store),
    "triptych.trackers.acceptHost": scanning.acceptHost(acceptedHosts),
    "triptych.trackers.showHost": scanning.showHost(acceptedHosts),
    "triptych.trackers.openFinding": scanning.openFinding(),
  };
}

// Builds the wing on first use, and connects its parts.
import { join } from "node:path";
import { commands, Disposable, type Uri } from "vscode";
import { offerTools } from "../base/tools/tool.ts";
import type { Shared } from "../workbench/wings/shared.ts";
import { inLine } from "../workbench/text/encode.ts";
import type { View } from "../workbench/wings/views.ts";
import type { Wing as AnyWing } from "../workbench/wings/wing.ts";
import { ApkThread } from "../scan/index.ts";
import { apkPanels, apkSetPanels } from "./apk/panel.ts";
import { compareApks } from "./apk-comparison/commands.ts";
import { apkComparisonPanels } from "./apk-comparison/panel.ts";
import { TrackerArrangement } from "./tracker/tracker-arrangement.ts";
import { TrackerPanels } from "./tracker/panel.ts";
import { parentRows } from "./tracker/tracker-rows.ts";
import { commandTable } from "./commands.ts";
import { extensionApi, type TrackersApi } from "./extension-api.ts";
import { openFolders } from "./open-folders.ts";
import { ReportPanels } from "./report-panel/panel.ts";
import { INSTANCE_URL } from "./store/settings.ts";
import { Store, type Change } from "./store/store.ts";
import { trackerTools } from "./tools/tools.ts";
import { roots } from "./top-rows.ts";
import { WatchList } from "./watch/watch-list.ts";
import { watchedRow } from "./watch/watch-rows.ts";
import { connectWatchList, decorateNews } from "./watch/watch-view.ts";
import { FindingMarkers } from "./workspace/diagnostics.ts";
import { createWorkspacePart, type WorkspacePart } from "./workspace/build-workspace.ts";

export { codeLensesFor } from "./workspace/code-lenses.ts";

export interface Wing extends AnyWing {
  readonly files: WorkspacePart;
  readonly extensionApi: TrackersApi;
}

export function serverOptions({ settings }: Pick<Shared, "settings">): readonly string[] {
  return ["--exodus", settings.get(INSTANCE_URL)];
}

export function build(shared: Shared, view: View): Wing {
  const { now, panels, settings, state } = shared;
  const store = new Store({ ...shared, program: join(shared.dist, "trackers-app-list.cjs") });
  const arrangement = new TrackerArrangement(state);
  const watched = new WatchList(store, shared);
  const files = createWorkspacePart(shared, view, store);
  const reports = new ReportPanels(store, watched, shared);
  const apkThread = new ApkThread(join(shared.dist, "scan.cjs"));
  const apkComparisons = apkComparisonPanels({ ...shared, store, thread: apkThread });
  const compareApkFiles = compareApks(shared, (pair) => panels.show(apkComparisons, pair));
  const apkServices = {
    ...shared,
    store,
    workspace: files.workspace,
    thread: apkThread,
    showReport: (handle: string) => reports.show({ handle }),
    compare: async (uri: Uri) => compareApkFiles.run(uri),
  };
  const apkSets = apkSetPanels(apkServices);
  const trackers = new TrackerPanels(store, watched, { ...shared, showReport: (app) => reports.show(app) });

  /** Shows the host in the view, unless it is the public instance. */
  const describe = (): void => view.describe(inLine(store.isOfficial ? "" : store.host));

  function follow(change: Change): void {
    switch (change.about) {
      case "trackers":
      case "counts":
        view.redraw();
        break;
      case "carriers":
        for (const id of parentRows(store, change.tracker, arrangement.current)) view.redraw(id);
        break;
      case "service":
        describe();
        view.refresh();
        break;
      case "apps":
        // Until something is set up, the app list is a top-level row.
        view.redraw();
        view.redraw("applications");
        break;
      case "icon":
        view.redraw("watched");
        break;
      case "app":
        break;
    }
  }

  const setContexts = (): void => {
    void commands.executeCommand("setContext", "triptych.trackers.isWatching", watched.list().length > 0);
    void commands.executeCommand("setContext", "triptych.trackers.hasFindings", files.workspace.found !== undefined);
  };
  const owned = Disposable.from(
    watched.onDidChange(setContexts),
    files.workspace.onDidChange(setContexts),
    files,
    watched,
    decorateNews(),
    connectWatchList(watched, view),
    apkThread,
    store,
    store.onDidChange(follow),
    store.onDidAnswer((origin) => view.recover(origin)),
    arrangement,
    arrangement.onDidChange(() => {
      // The row of all trackers describes the arrangement; its children change with it.
      view.redraw();
      view.redraw("trackers");
    }),
    new FindingMarkers(files.workspace, store, settings),
  );
  describe();
  setContexts();
  return {
    files,
    extensionApi: extensionApi(store, reports),
    roots: roots({
      store,
      arrangement: () => arrangement.current,
      now,
      isWatched: (handle) => watched.has(handle),
      isWatching: () => watched.list().length > 0,
      own: [() => watchedRow(watched, store, now), () => files.row()],
    }),
    actions: { signIn: () => commands.executeCommand("triptych.trackers.setKey") },
    commands: commandTable({
      shared,
      view,
      store,
      arrangement,
      watched,
      reports,
      trackers,
      files,
      compareApkFiles,
      showApkSet: (set) => panels.show(apkSets, set),
    }),
    tools: offerTools(trackerTools, { store, now, files: openFolders(files.workspace, apkThread, store) }),
    panels: {
      "triptych.apk": panels.serializer(apkPanels(apkServices)),
      "triptych.apkComparison": panels.serializer(apkComparisons),
      "triptych.apkSet": panels.serializer(apkSets),
      "triptych.report": panels.serializer(reports.kind),
      "triptych.tracker": panels.serializer(trackers.kind),
    },
    dispose: () => owned.dispose(),
  };
}

import { commands as registered, Disposable } from "vscode";
import { once } from "../workbench/once.ts";
import type { Shared } from "../workbench/shared.ts";
import { View } from "../workbench/views.ts";
import type { Arranging } from "./arranging.ts";
import type { Reports } from "./panel.ts";
import type { TrackerPanels } from "./panel/tracker.ts";
import type { Change, Store } from "./store.ts";
import type { WatchList } from "./watch.ts";
import { openWorkspace } from "./workspace/door.ts";

/** What is behind the door. */
interface Wing {
  readonly arranging: Arranging;
  readonly store: Store;
  readonly reports: Reports;
  readonly trackers: TrackerPanels;
  readonly watched: WatchList;
}

/** The door of the wing: what is behind it is loaded when it is first used. */
export function open(shared: Shared): Disposable {
  const { commands, dialogs, now, panels } = shared;
  const owned: Disposable[] = [];
  const wing = once(load);
  const view = new View(
    "triptych.trackers",
    async () => {
      const [{ roots }, { watchedRow }, { arranging, store, watched }] = await Promise.all([
        import("./tree.ts"),
        import("./tree/watched.ts"),
        wing(),
      ]);
      const ownFiles = await workspace.section();
      return roots({
        store,
        arrangement: () => arranging.current,
        now,
        isWatched: (handle) => watched.has(handle),
        above: [() => watchedRow(watched, store, now), ownFiles],
      });
    },
    shared,
    { signIn: () => registered.executeCommand("triptych.trackers.setKey") },
  );

  const workspace = openWorkspace(
    shared,
    () => view,
    async () => (await wing()).store,
  );

  async function load(): Promise<Wing> {
    const [{ Store }, { WatchList }, { keepWatch }, { markNews }, { Arranging }, { rowsAbove }, panels] =
      await Promise.all([
        import("./store.ts"),
        import("./watch.ts"),
        import("./watch/door.ts"),
        import("./marks.ts"),
        import("./arranging.ts"),
        import("./tree/trackers.ts"),
        loadPanels(),
      ]);
    const store = new Store(shared);
    const arranging = new Arranging(shared.state);
    const watched = new WatchList(store, shared);
    const reports = new panels.Reports(store, watched, shared);
    const trackers = new panels.TrackerPanels(store, watched, shared);
    owned.push(watched, markNews(), keepWatch(watched, view));
    owned.push(
      store,
      store.onDidChange(follow),
      store.onDidAnswer((origin) => view.recover(origin)),
    );
    owned.push(arranging, arranging.onDidChange(rearrange));
    describe(store);
    return { arranging, store, reports, trackers, watched };

    /** The row above the trackers says how they are arranged, and what is under it is arranged otherwise. */
    function rearrange(): void {
      view.redraw();
      view.redraw("trackers");
    }

    function follow(change: Change): void {
      switch (change.about) {
        case "trackers":
        case "counts":
          view.redraw();
          break;
        case "carriers":
          for (const id of rowsAbove(store, change.tracker, arranging.current)) view.redraw(id);
          break;
        case "service":
          describe(store);
          view.refresh();
          break;
        case "apps":
          view.redraw("applications");
          break;
        case "app":
          break;
      }
    }
  }

  async function loadPanels() {
    const [{ Reports }, { TrackerPanels }] = await Promise.all([import("./panel.ts"), import("./panel/tracker.ts")]);
    return { Reports, TrackerPanels };
  }

  /** Which instance it is, where it is not the public one. */
  function describe(store: Store): void {
    view.describe(store.isOfficial ? "" : store.host);
  }

  const around = async () => ({ shared, ...(await wing()) });
  const watches = () => import("./commands/watching.ts");
  const compares = () => import("./commands/comparing.ts");
  const does = () => import("./commands.ts");
  const listed = () => import("./commands/app-list.ts");
  const arranges = () => import("./commands/arrange.ts");
  return Disposable.from(
    {
      dispose: () => {
        for (const each of owned.splice(0)) each.dispose();
      },
    },
    view,
    workspace,
    panels.restore("triptych.report", async () => (await wing()).reports.kind),
    panels.restore("triptych.tracker", async () => (await wing()).trackers.kind),
    commands.handle("triptych.trackers.openWebsite", async () => (await does()).openWebsite(shared)),
    commands.handle("triptych.trackers.openSettings", async () => (await does()).openSettings(shared)),
    commands.handle("triptych.trackers.findApp", async () => {
      const [{ findApp }, { likely }, { store, reports, watched }] = await Promise.all([
        import("./commands/find-app.ts"),
        import("./commands/asked-app.ts"),
        wing(),
      ]);
      return findApp(shared, store, reports, () => likely(store, watched));
    }),
    commands.handle("triptych.trackers.readApps", async () =>
      (await listed()).readAppList(shared, (await wing()).store),
    ),
    commands.handle("triptych.trackers.refreshApps", async () =>
      (await listed()).refreshAppList(shared, (await wing()).store),
    ),
    commands.handle("triptych.trackers.stopReadingApps", async () =>
      (await listed()).stopReadingApps((await wing()).store),
    ),
    commands.handle("triptych.trackers.forgetApps", async () =>
      (await listed()).forgetAppList(shared, (await wing()).store),
    ),
    commands.handle("triptych.trackers.openReport", async () => (await does()).openReport((await wing()).reports)),
    commands.handle("triptych.trackers.openTracker", async () => {
      const [{ openTracker }, { store, trackers }] = await Promise.all([import("./commands/open-tracker.ts"), wing()]);
      return openTracker(dialogs, store, trackers);
    }),
    commands.handle("triptych.trackers.refresh", async () =>
      (await does()).refresh((await wing()).store, () => view.refresh()),
    ),
    commands.handle("triptych.trackers.setKey", async () => (await does()).setKey(shared, (await wing()).store)),
    commands.handle("triptych.trackers.removeKey", async () => (await does()).removeKey(shared, (await wing()).store)),
    commands.handle("triptych.trackers.checkConnection", async () =>
      (await does()).checkConnection(shared, (await wing()).store),
    ),
    commands.handle("triptych.trackers.openOnWeb", async () => (await does()).openOnWeb(shared, (await wing()).store)),
    commands.handle("triptych.trackers.copyHandle", async () => (await does()).copyHandle()),
    commands.handle("triptych.trackers.copyName", async () => (await does()).copyOf(({ name }) => name)),
    commands.handle("triptych.trackers.copySignature", async () =>
      (await does()).copyOf(({ codeSignature }) => codeSignature),
    ),
    commands.handle("triptych.trackers.copyNetworkSignature", async () =>
      (await does()).copyOf(({ networkSignature }) => networkSignature),
    ),
    commands.handle("triptych.trackers.watch", async () => {
      const { store, watched } = await wing();
      return (await watches()).watchApp(shared, store, watched);
    }),
    commands.handle("triptych.trackers.unwatch", async () =>
      (await watches()).unwatchApp(shared, (await wing()).watched),
    ),
    commands.handle("triptych.trackers.refreshWatched", async () =>
      (await watches()).refreshWatched(shared, (await wing()).watched),
    ),
    commands.handle("triptych.trackers.compareVersions", async () =>
      (await compares()).compareVersions(await around()),
    ),
    commands.handle("triptych.trackers.compareApps", async () => (await compares()).compareApps(await around())),
    commands.handle("triptych.trackers.exportReport", async () => (await compares()).exportReport(await around())),
    commands.handle("triptych.trackers.shareReport", async () => (await compares()).shareReport(await around())),
    commands.handle("triptych.trackers.groupTrackers", async () =>
      (await arranges()).groupTrackers(dialogs, (await wing()).arranging),
    ),
    commands.handle("triptych.trackers.sortTrackers", async () =>
      (await arranges()).sortTrackers(dialogs, (await wing()).arranging),
    ),
    commands.handle("triptych.trackers.filterTrackers", async () =>
      (await arranges()).filterTrackers(dialogs, (await wing()).arranging),
    ),
    commands.handle("triptych.trackers.clearFilter", async () =>
      (await arranges()).clearFilter((await wing()).arranging),
    ),
  );
}

import { commands as registered, Disposable } from "vscode";
import { once } from "../workbench/once.ts";
import type { Shared } from "../workbench/shared.ts";
import { View } from "../workbench/views.ts";
import type { Reports } from "./panel.ts";
import type { Change, Store } from "./store.ts";

/** What is behind the door. */
interface Wing {
  readonly store: Store;
  readonly reports: Reports;
}

/** The door of the wing: what is behind it is loaded when it is first used. */
export function open(shared: Shared): Disposable {
  const { commands, now, panels } = shared;
  const owned: Disposable[] = [];
  const wing = once(load);
  const view = new View(
    "triptych.trackers",
    async () => {
      const [{ roots }, { store }] = await Promise.all([import("./tree.ts"), wing()]);
      return roots(store, now);
    },
    shared,
    { signIn: () => registered.executeCommand("triptych.trackers.setKey") },
  );

  async function load(): Promise<Wing> {
    const [{ Store }, { rowsAbove }, { Reports }] = await Promise.all([
      import("./store.ts"),
      import("./tree.ts"),
      import("./panel.ts"),
    ]);
    const store = new Store(shared);
    const reports = new Reports(store, shared);
    owned.push(store, store.onDidChange(follow));
    describe(store);
    return { store, reports };

    function follow(change: Change): void {
      switch (change.about) {
        case "trackers":
        case "counts":
          view.redraw();
          break;
        case "carriers":
          for (const id of rowsAbove(store, change.tracker)) view.redraw(id);
          break;
        case "service":
          describe(store);
          view.refresh();
          break;
        case "app":
          break;
      }
    }
  }

  /** Which instance it is, where it is not the public one. */
  function describe(store: Store): void {
    view.describe(store.isOfficial ? "" : store.host);
  }

  const does = () => import("./commands.ts");
  return Disposable.from(
    {
      dispose: () => {
        for (const each of owned.splice(0)) each.dispose();
      },
    },
    view,
    panels.restore("triptych.report", async () => (await wing()).reports.kind),
    commands.handle("triptych.trackers.openWebsite", async () => (await does()).openWebsite(shared)),
    commands.handle("triptych.trackers.openSettings", async () => (await does()).openSettings(shared)),
    commands.handle("triptych.trackers.findApp", async () => (await does()).findApp(shared, (await wing()).reports)),
    commands.handle("triptych.trackers.openReport", async () => (await does()).openReport((await wing()).reports)),
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
    commands.handle("triptych.trackers.copySignature", async () => (await does()).copySignature()),
  );
}

import { Disposable } from "vscode";
import { wait } from "../base/wait.ts";
import { plain } from "../workbench/commands.ts";
import { every } from "../workbench/every.ts";
import { once } from "../workbench/once.ts";
import type { Shared } from "../workbench/shared.ts";
import { View } from "../workbench/views.ts";
import { Mentions } from "./mentions.ts";
import { chosenNetwork } from "./model.ts";

/** Milliseconds after which the ages in the view are told anew. */
const AGES = 10_000;
/** Since when the tail is paused, in milliseconds since 1970. */
const PAUSED = "triptych.blocks.pausedSince";

/** The door of the wing: what is behind it is loaded when it is first used. */
export function open(shared: Shared): Disposable {
  const { commands, now, panels, references, settings, state, tell } = shared;
  const made: Disposable[] = [];
  const wing = once(async () => {
    const [{ Store }, { blockPanel }, { rangePanel }, { networkPanel }, { Tail }, { Pins }, { newestId }, { Pointer }] =
      await Promise.all([
        import("./store.ts"),
        import("./panel.ts"),
        import("./range/panel.ts"),
        import("./networks/panel.ts"),
        import("./store/tail.ts"),
        import("./store/pins.ts"),
        import("./tree.ts"),
        import("./panel/pointer.ts"),
      ]);
    const store = new Store(shared);
    const pins = new Pins(state);
    const pausedSince = state.get<unknown>(PAUSED);
    const tail = new Tail({
      ask: (signal) => store.catchUp(store.network, { signal, retries: 0 }),
      wait,
      now,
      random: Math.random,
      pausedSince: typeof pausedSince === "number" ? pausedSince : undefined,
    });
    const pointer = new Pointer();
    made.push(
      store,
      tail,
      pins,
      every(AGES, () => view.repaint()),
      tail.onDidChange((changed) => {
        if (changed.is !== "failing") void state.update(PAUSED, changed.is === "paused" ? changed.since : undefined);
        view.redraw();
      }),
      pins.onDidChange(() => view.refresh()),
      // On a second screen the view is seen while another window has the focus.
      view.onDidChangeVisibility(() => tail.watch(view.visible)),
    );
    store.onDidStartOver(() => view.refresh());
    store.onDidDate(() => view.repaint());
    store.onDidSeeNewest((network) => view.redraw(newestId(network)));
    tail.watch(view.visible);
    const goToBlock = async (): Promise<void> => (await work()).goToBlock(store, { panel, pointer }, shared).run();
    const panel = blockPanel(store, { ...shared, pins, pointer, goToBlock });
    const networks = networkPanel(store, { ...shared, every });
    return { store, panel, tail, pins, pointer, networks, ranges: rangePanel(store, panel, shared) };
  });
  const work = () => import("./commands.ts");
  const networkWork = () => import("./networks/commands.ts");
  const rangeWork = () => import("./range/commands.ts");
  const told = () => import("./networks/export.ts");
  const taking = () => import("./range/take.ts");
  const view = new View(
    "triptych.blocks",
    async () => {
      const [{ rootsOf }, { store, tail, pins }] = await Promise.all([import("./tree.ts"), wing()]);
      return rootsOf({ store, tail, pins, now });
    },
    shared,
  );
  const describe = (): void => {
    const named = settings.get("triptych.blocks.network");
    const network = chosenNetwork(settings.get("triptych.blocks.networks"), named);
    if (network.name !== named) tell({ about: "setting", id: "triptych.blocks.network", fault: "unknownNetwork" });
    view.describe(network.name);
  };
  describe();
  return Disposable.from(
    view,
    { dispose: () => Disposable.from(...made).dispose() },
    settings.onDidChange((id) => {
      if (id !== "triptych.blocks.network" && id !== "triptych.blocks.networks") return;
      describe();
      view.refresh();
    }),
    references.offer(
      new Mentions(async () => {
        const [{ mentioned }, { goTo }, { store, ...shown }] = await Promise.all([
          import("./mentioned.ts"),
          work(),
          wing(),
        ]);
        return mentioned(store, { ...shared, goTo: (reading) => goTo(reading, store, shown, shared) });
      }, settings),
    ),
    panels.restore("triptych.block", async () => (await wing()).panel),
    panels.restore("triptych.blocks.range", async () => (await wing()).ranges),
    panels.restore("triptych.blocks.network", async () => (await wing()).networks),
    commands.handle("triptych.blocks.showNetwork", async () => {
      const { store, networks } = await wing();
      return (await networkWork()).showNetwork(store, networks, shared);
    }),
    commands.handle("triptych.blocks.exportNetwork", async () => {
      const [{ takeNetwork }, { exportNetwork }, { store }] = await Promise.all([networkWork(), told(), wing()]);
      return takeNetwork(store, exportNetwork, shared);
    }),
    commands.handle("triptych.blocks.shareNetwork", async () => {
      const [{ takeNetwork }, { shareNetwork }, { store }] = await Promise.all([networkWork(), told(), wing()]);
      return takeNetwork(store, shareNetwork, shared);
    }),
    commands.handle("triptych.blocks.copyAccount", async () => (await networkWork()).copyAccount()),
    commands.handle("triptych.blocks.showRange", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).showRange(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.verifyRange", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).verifyRange(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.chooseNetwork", async () =>
      (await networkWork()).chooseNetwork((await wing()).store, shared),
    ),
    commands.handle("triptych.blocks.addNetwork", async () =>
      (await networkWork()).addNetwork((await wing()).store, shared),
    ),
    commands.handle("triptych.blocks.removeNetwork", async () =>
      (await networkWork()).removeNetwork((await wing()).store, shared),
    ),
    commands.handle("triptych.blocks.openCharts", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).openCharts(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.verifyThisRange", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).verifyThisRange(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.verifyFromHere", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).verifyFromHere(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.exportRange", async () => {
      const [{ takeThisRange }, { exportRange }, { store }] = await Promise.all([rangeWork(), taking(), wing()]);
      return takeThisRange(store, exportRange, shared);
    }),
    commands.handle("triptych.blocks.shareRange", async () => {
      const [{ takeThisRange }, { shareRange }, { store }] = await Promise.all([rangeWork(), taking(), wing()]);
      return takeThisRange(store, shareRange, shared);
    }),
    commands.handle("triptych.blocks.copyRange", async () => (await rangeWork()).copyRange((await wing()).store)),
    commands.handle("triptych.blocks.openSettings", async () => (await work()).openSettings(shared)),
    commands.handle("triptych.blocks.refresh", async () => {
      const { store } = await wing();
      return plain(() => {
        store.markStale(store.network);
        view.refresh();
      });
    }),
    commands.handle("triptych.blocks.goToBlock", async () => {
      const { store, ...shown } = await wing();
      return (await work()).goToBlock(store, shown, shared);
    }),
    commands.handle("triptych.blocks.openBlock", async () => (await work()).openBlock((await wing()).panel, shared)),
    commands.handle("triptych.blocks.openTransactions", async () =>
      (await work()).openTransactions(await wing(), shared),
    ),
    commands.handle("triptych.blocks.lookInLogs", async () => {
      const { store, ...shown } = await wing();
      return (await work()).lookInLogs(store, shown, shared);
    }),
    commands.handle("triptych.blocks.openInHashScan", async () => (await work()).openInHashScan(shared)),
    commands.handle("triptych.blocks.copyHash", async () => (await work()).copyHash((await wing()).store)),
    commands.handle("triptych.blocks.copyNumber", async () => (await work()).copyNumber((await wing()).store)),
    commands.handle("triptych.blocks.exportBlock", async () => {
      const [{ takeBlock }, { exportBlock }, { store }] = await Promise.all([work(), import("./export.ts"), wing()]);
      return takeBlock(store, exportBlock, shared);
    }),
    commands.handle("triptych.blocks.shareBlock", async () => {
      const [{ takeBlock }, { shareBlock }, { store }] = await Promise.all([work(), import("./export.ts"), wing()]);
      return takeBlock(store, shareBlock, shared);
    }),
    commands.handle("triptych.blocks.pauseTail", async () => {
      const { tail } = await wing();
      return plain(() => tail.pause());
    }),
    commands.handle("triptych.blocks.resumeTail", async () => {
      const { tail } = await wing();
      return plain(() => tail.resume());
    }),
    commands.handle("triptych.blocks.pinBlock", async () => {
      const { store, pins } = await wing();
      return (await work()).pinBlock(store, pins);
    }),
    commands.handle("triptych.blocks.unpinBlock", async () => {
      const { store, pins } = await wing();
      return (await work()).unpinBlock(store, pins);
    }),
  );
}

import { Disposable } from "vscode";
import { plain } from "../workbench/commands.ts";
import { every } from "../workbench/every.ts";
import { once } from "../workbench/once.ts";
import type { Shared } from "../workbench/shared.ts";
import { View } from "../workbench/views.ts";
import { chosenNetwork } from "./model.ts";

/** Milliseconds after which the ages in the view are told anew. */
const AGES = 10_000;

/** The door of the wing: what is behind it is loaded when it is first used. */
export function open(shared: Shared): Disposable {
  const { commands, panels, settings, tell } = shared;
  const made: Disposable[] = [];
  const wing = once(async () => {
    const [{ Store }, { blockPanel }, { rangePanel }] = await Promise.all([
      import("./store.ts"),
      import("./panel.ts"),
      import("./range/panel.ts"),
    ]);
    const store = new Store(shared);
    made.push(
      store,
      every(AGES, () => view.repaint()),
    );
    store.onDidSeeNewest(() => view.redraw());
    const goToBlock = async (): Promise<void> => (await work()).goToBlock(store, panel, shared).run();
    const panel = blockPanel(store, { ...shared, goToBlock });
    return { store, panel, ranges: rangePanel(store, panel, shared) };
  });
  const work = () => import("./commands.ts");
  const rangeWork = () => import("./range/commands.ts");
  const view = new View(
    "triptych.blocks",
    async () => {
      const [{ rootsOf }, { store }] = await Promise.all([import("./tree.ts"), wing()]);
      return rootsOf(store, shared);
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
    panels.restore("triptych.block", async () => (await wing()).panel),
    panels.restore("triptych.blocks.range", async () => (await wing()).ranges),
    commands.handle("triptych.blocks.showRange", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).showRange(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.verifyRange", async () => {
      const { store, ranges } = await wing();
      return (await rangeWork()).verifyRange(store, ranges, shared);
    }),
    commands.handle("triptych.blocks.chooseNetwork", async () =>
      (await work()).chooseNetwork((await wing()).store, shared),
    ),
    commands.handle("triptych.blocks.openSettings", async () => (await work()).openSettings(shared)),
    commands.handle("triptych.blocks.refresh", () => plain(() => view.refresh())),
    commands.handle("triptych.blocks.goToBlock", async () => {
      const { store, panel } = await wing();
      return (await work()).goToBlock(store, panel, shared);
    }),
    commands.handle("triptych.blocks.openBlock", async () => (await work()).openBlock((await wing()).panel, shared)),
    commands.handle("triptych.blocks.openInHashScan", async () => (await work()).openInHashScan(shared)),
    commands.handle("triptych.blocks.copyHash", async () => (await work()).copyHash((await wing()).store)),
  );
}

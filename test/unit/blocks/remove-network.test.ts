// Removing a custom network while the settings change.
import assert from "node:assert/strict";
import type { Action } from "../../../src/workbench/dialogs/dialogs.ts";
import { importTexts } from "../import-texts.ts";
import { NETWORKS } from "../../../src/blocks/store/settings.ts";
import { mirror } from "./ledgers.ts";

interface Module {
  readonly networkCommands: (
    store: unknown,
    panel: unknown,
    parts: unknown,
  ) => { readonly choose: { run(): Promise<void> } };
}

describe("Removing a network", () => {
  const world = mirror();

  it("keeps networks that were added since, also on Undo", async () => {
    const { networkCommands } = (await importTexts("src/blocks/network/commands.ts", "en")) as Module;
    const { store, settings } = world.open();
    const add = async (name: string): Promise<void> =>
      await settings.set(NETWORKS, [...settings.get(NETWORKS), `${name} http://127.0.0.1:1`]);
    const dialogs = {
      pick: async (title: string, choices: readonly { readonly label: unknown; readonly value: unknown }[]) => {
        if (title === "Switch Network")
          return choices.find(({ label }) => String(label).includes("Remove Network"))?.value;
        await add("first");
        return choices.find(({ label }) => label === "mine")?.value;
      },
      message: async (_weight: string, _sentence: string, [undo]: readonly Pick<Action, "run">[]) => {
        assert.deepEqual(settings.get(NETWORKS), ["first http://127.0.0.1:1"]);
        await add("second");
        await undo?.run();
      },
    };
    await networkCommands(store, {}, { dialogs, settings }).choose.run();
    const names = settings.get(NETWORKS).map((entry) => String(entry).split(" ")[0]);
    assert.deepEqual(names, ["mine", "first", "second"]);
    assert.deepEqual(store.network, world.network);
  });
});

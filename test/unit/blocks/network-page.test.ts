// What the panel of a network offers.
import assert from "node:assert/strict";
import type * as Content from "../../../src/blocks/network/content.ts";
import type { NetworkSnapshot } from "../../../src/blocks/network/network-facts.ts";
import { importTexts } from "../import-texts.ts";

describe("The page of a network", () => {
  it("offers to export and share facts once there are any", async () => {
    const { networkPage } = (await importTexts("src/blocks/network/content.ts", "en")) as typeof Content;
    const none = { value: undefined, problem: undefined };
    const unknown: NetworkSnapshot = { readAt: 0, nodes: none, fees: none, rate: none, supply: none, stake: none };
    const buttons = (snapshot: NetworkSnapshot | undefined) => {
      const { head } = networkPage({
        address: { network: "mine" },
        network: { name: "mine", address: "https://mine.example" },
        snapshot,
        ...{ isLoading: false, problem: undefined, actions: {}, now: 0 },
      });
      return head.toolbar.buttons.map(({ label }) => label);
    };
    assert.deepEqual(buttons(undefined), ["Refresh"]);
    assert.deepEqual(buttons(unknown), ["Refresh"]);
    const nodes = { value: { all: [], skipped: 0 }, problem: undefined };
    assert.deepEqual(buttons({ ...unknown, nodes }), ["Export…", "Share…", "Refresh"]);
  });
});

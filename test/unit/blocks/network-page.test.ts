// What the panel of a network offers.
import assert from "node:assert/strict";
import type * as Content from "../../../src/blocks/network/content.ts";
import type { NetworkSnapshot } from "../../../src/blocks/store/network-states.ts";
import { Problem } from "../../../src/base/problem.ts";
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
        isLoading: false,
        problem: undefined,
        now: 0,
      });
      return head.toolbar.buttons.map(({ label }) => label);
    };
    assert.deepEqual(buttons(undefined), ["Refresh"]);
    assert.deepEqual(buttons(unknown), ["Refresh"]);
    const nodes = { value: { all: [], skipped: 0 }, problem: undefined };
    assert.deepEqual(buttons({ ...unknown, nodes }), ["Export…", "Share…", "Refresh"]);
  });

  it("reports that nothing could be loaded even if the node doesn't provide everything", async () => {
    const { networkPage } = (await importTexts("src/blocks/network/content.ts", "en")) as typeof Content;
    const none = { value: undefined, problem: undefined };
    const failed = { value: undefined, problem: new Problem("server", { status: 503 }) };
    const start = (snapshot: Omit<NetworkSnapshot, "readAt">) => {
      const { parts } = networkPage({
        address: { network: "mine" },
        network: { name: "mine", address: "https://mine.example" },
        snapshot: { readAt: 0, ...snapshot },
        isLoading: false,
        problem: undefined,
        now: 0,
      });
      return parts.flatMap((part) => (part.kind === "banner" ? [part.start] : []));
    };
    const old = { nodes: failed, fees: failed, supply: failed, rate: none, stake: none };
    assert.deepEqual(start(old), ["Could not load the network."]);
    const nodes = { value: { all: [], skipped: 0 }, problem: undefined };
    assert.deepEqual(start({ ...old, nodes }), ["Some data could not be loaded."]);
    assert.deepEqual(start({ ...old, nodes: { ...failed, value: nodes.value } }), ["Could not load the network."]);
  });
});

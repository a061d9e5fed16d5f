// The row of the live updates.
import assert from "node:assert/strict";
import type * as TreeRows from "../../../src/blocks/tree/top-rows.ts";
import { importTexts } from "../import-texts.ts";
import { mirror } from "./ledgers.ts";

describe("The row of the live updates", () => {
  const world = mirror();

  it("states no interval in its tooltip, because users can set it", async () => {
    const { buildRoots } = (await importTexts("src/blocks/tree/top-rows.ts", "en")) as typeof TreeRows;
    const { store } = world.open();
    const pins = { of: () => [], has: () => false };
    const { signal } = new AbortController();
    const { nodes } = await buildRoots({ store, tail: { state: { kind: "live" } }, pins, now: Date.now })(signal);
    const tooltip = await nodes[0]?.tooltip?.(signal);
    assert.match(String(tooltip), /^Checks for new blocks while this view is visible\./);
  });
});

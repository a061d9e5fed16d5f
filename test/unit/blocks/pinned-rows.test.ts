// Rows of pinned blocks that the node doesn't have.
import assert from "node:assert/strict";
import type * as BlockRows from "../../../src/blocks/tree/block-rows.ts";
import { importTexts } from "../import-texts.ts";
import { mirror } from "./ledgers.ts";

describe("The row of a pinned block", () => {
  const world = mirror();

  it("explains below it that the node doesn't have the block", async () => {
    const { pinnedRow } = (await importTexts("src/blocks/tree/block-rows.ts", "en")) as typeof BlockRows;
    const { store } = world.open();
    const { signal } = new AbortController();
    const row = pinnedRow(5000n, world.network, "pinned", { store, now: Date.now, isPinned: () => true });
    const page = await row.children?.(signal);
    const [note, ...others] = page?.nodes ?? [];
    assert.deepEqual([note?.label, others.length], ["Block 5,000 does not exist yet", 0]);
    assert.match(String(await note?.tooltip?.(signal)), /^The latest on mine is 1,999\./);
  });
});

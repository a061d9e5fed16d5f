// What a screen reader says about the rows of ranges.
import assert from "node:assert/strict";
import type * as RangeRows from "../../../src/blocks/tree/range-rows.ts";
import { importTexts } from "../import-texts.ts";
import { mirror } from "./ledgers.ts";

describe("The row of a range of blocks", () => {
  const world = mirror();

  it("is read aloud with the days that it shows", async () => {
    const { allBlocks } = (await importTexts("src/blocks/tree/range-rows.ts", "en")) as typeof RangeRows;
    const { store } = world.open();
    const { signal } = new AbortController();
    const all = allBlocks(world.network, { store, now: () => Date.UTC(2026, 10, 22), isPinned: () => false });
    const [row] = (await all.children?.(signal))?.nodes ?? [];
    const text = (given: string | (() => string) = "") => (typeof given === "string" ? given : given());
    assert.match(text(row?.description), /^~\d\d? Nov, /);
    assert.equal(text(row?.accessibleLabel), `Blocks 1,900 to 1,999, about ${text(row?.description).slice(1)}`);
  });
});

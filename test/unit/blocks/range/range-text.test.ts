// Text about ranges of blocks.
import assert from "node:assert/strict";
import type * as Texts from "../../../../src/blocks/range/range-text.ts";
import { importTexts } from "../../import-texts.ts";

describe("The text about a range of blocks", () => {
  it("has a singular for the latest block", async () => {
    const texts = (await importTexts("src/blocks/range/range-text.ts", "en")) as typeof Texts;
    assert.deepEqual(
      [1n, 2n, 600n].map((last) => texts.latestBlocksTitle(last)),
      ["Latest Block", "Latest 2 Blocks", "Latest 600 Blocks"],
    );
  });
});

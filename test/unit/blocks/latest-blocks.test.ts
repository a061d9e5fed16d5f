// The latest blocks of a node that omits the previous hash, as older ones do.
import assert from "node:assert/strict";
import type { BlocksOptions } from "../../../src/blocks/api/mirror-node.ts";
import { LatestBlocks } from "../../../src/blocks/store/latest-blocks.ts";
import { type Block, block } from "../../../src/blocks/model/block.ts";
import { decode } from "../../../src/base/decode.ts";

describe("The latest blocks of an older node", () => {
  it("keep the pages that were loaded before a refresh", async () => {
    const all = Array.from({ length: 200 }, (_, index) => blockAt(199 - index));
    const read = ({ limit = 50, number = {} }: BlocksOptions) => {
      const below = "lt" in number && number.lt !== undefined ? number.lt : 200n;
      const values = all.filter((each) => each.number < below).slice(0, limit);
      return Promise.resolve({ values, skipped: 0, reasons: [], next: () => assert.fail("not used") });
    };
    const nothing = (): void => undefined;
    const latest = new LatestBlocks(read, {
      reloaded: nothing,
      advanced: nothing,
      listed: nothing,
      startedOver: () => assert.fail("the network is the same"),
    });
    const page = await latest.page();
    await page.next?.();
    const loaded = latest.all.length;
    latest.markStale();
    await latest.page();
    assert.equal(loaded, 100);
    assert.equal(latest.all.length, loaded);
  });
});

function blockAt(number: number): Block {
  const hash = `0x${number.toString(16).padStart(96, "0")}`;
  return decode(block, { number: BigInt(number), hash, timestamp: {} }, "block");
}

// Opens random blocks of a ledger as long as mainnet's, and counts the rows expanded and the requests sent.
import assert from "node:assert/strict";
import { Clock } from "../../services/core/clock.js";
import { Random } from "../../services/core/random.js";
import { blocksService } from "../../services/blocks/index.js";
import type { Network } from "../../../src/blocks/model/network.ts";
import { subranges, listTopRanges } from "../../../src/blocks/tree/nested-ranges.ts";
import { machine } from "../../unit/blocks/store-of.ts";

/** 2,000 blocks each. */
const SCALE = 50_000;
const LAST = 99_999_999n;
const MOST = 5;
const WALKS = 20;

describe("walking back through 10^8 blocks", () => {
  const { service } = blocksService({ seed: "1", scale: SCALE, clock: new Clock() });
  let home: Awaited<ReturnType<typeof machine>>;

  before(async () => {
    await service.listen(0);
    home = await machine();
  });
  after(async () => {
    await service.close();
    await home.close();
  });

  /** Expands one row after another down to the block, as a user does in the view. */
  async function walk(network: Network, number: bigint) {
    const { store } = home.open({ mine: service.origin });
    service.journal = [];
    const newest = (await store.newest(network)).values[0] ?? assert.fail("there is no block");
    const oldest = (await store.oldest(network)) ?? assert.fail("there is no block");
    let unfolded = 1;
    let level = listTopRanges({ from: oldest.number, to: newest.number });
    for (;;) {
      assert.ok(level.length < 1000, `${level.length} rows stand side by side`);
      const rung = level.find(({ from, to }) => from <= number && number <= to) ?? assert.fail("there is no way");
      unfolded += 1;
      level = subranges(rung);
      if (level.length > 0) continue;
      const page = await store.rangePage(network, rung);
      assert.ok(page.values.some((block) => block.number === number));
      return { unfolded, requests: service.journal.length };
    }
  }

  it(`reaches any block in at most ${MOST} expansions and ${MOST} requests`, async () => {
    const network = { name: "mine", address: service.origin };
    const random = new Random("walk");
    const numbers = [0n, 1n, LAST, ...Array.from({ length: WALKS }, () => BigInt(random.between(0, Number(LAST))))];
    const startedAt = performance.now();
    let [unfolded, requests] = [0, 0];
    for (const number of numbers) {
      const one = await walk(network, number);
      unfolded = Math.max(unfolded, one.unfolded);
      requests = Math.max(requests, one.requests);
    }
    const each = (performance.now() - startedAt) / numbers.length;
    console.log(`      expansions to a block: ${unfolded} (at most ${MOST})`);
    console.log(`      requests to a block: ${requests} (at most ${MOST}), ${each.toFixed(0)} ms a walk`);
    assert.ok(unfolded <= MOST && requests <= MOST);
  }).timeout(120_000);
});

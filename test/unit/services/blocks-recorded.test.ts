import assert from "node:assert/strict";
import { blocksService, int64BlocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { asked, differences, recordings, unlisted } from "../../services/real/replay.js";

/** What the sandbox answers otherwise than the recorded service, on purpose. */
const ON_PURPOSE = {
  blocks: [
    {
      asked: "GET /api/v1/transactions?limit=2",
      differs: "transactions[].entity_id: recorded string, here null or string",
      because: "a transfer is about no single entity; the two recorded transactions happen to be about one each",
    },
  ],
  "blocks-int64": [],
};

describe("the Blocks service of the sandbox", () => {
  for (const [name, create, count] of [
    ["blocks", blocksService, 40],
    ["blocks-int64", int64BlocksService, 5],
  ] as const) {
    it(`answers as the recorded service did, but for what is listed (${name})`, async () => {
      const { service } = create({ seed: "1", scale: 1, clock: new Clock() });
      const origin = await service.listen(0);
      try {
        const all = [];
        const taken = recordings(name);
        for (const { request, answer } of taken) {
          const found = differences(answer, await asked(origin, request));
          all.push(...found.map((differs) => ({ asked: `${request.method} ${request.path}`, differs })));
        }
        assert.equal(taken.length, count);
        assert.deepEqual(unlisted(all, ON_PURPOSE[name]), { unexpected: [], stale: [] });
      } finally {
        await service.close();
      }
    });
  }
});

// The sandbox's mirror node responds like the recorded one, except for listed differences.
import assert from "node:assert/strict";
import { blocksService, int64BlocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { differences, recordings, sendRequest, unlisted } from "../../services/real/replay.js";

/** Intended differences from the recorded server. */
const INTENDED = {
  blocks: [
    {
      request: "GET /api/v1/transactions?limit=2",
      differs: "transactions[].entity_id: recorded string, here null or string",
      because: "a transfer has no single entity; the two recorded transactions happen to have one",
    },
  ],
  "blocks-int64": [],
  entities: [
    ...["accounts/0.0.1024?limit=1", "transactions?account.id=0.0.1024&limit=1"].map((path) => ({
      request: `GET /api/v1/${path}`,
      differs: "transactions[].entity_id: recorded string, here null",
      because: "the latest transaction of the account is a transfer here, which has no single entity",
    })),
    {
      request: "GET /api/v1/contracts/results?block.number=1500&limit=1",
      differs: "results[].error_message: recorded string, here null",
      because: "the last call of this block reverted in the recorded ledger, and succeeds here",
    },
    ...["block_number", "block_gas_used"].map((field) => ({
      request: "GET /api/v1/contracts/results?block.number=1200&internal=true&limit=2",
      differs: `results[].${field}: recorded null, here number`,
      because: "only an action (detachResults) makes results lack their block",
    })),
  ],
};

describe("The recorded responses of the mirror node", () => {
  for (const [name, create, count] of [
    ["blocks", blocksService, 40],
    ["blocks-int64", int64BlocksService, 5],
    ["entities", blocksService, 73],
  ] as const) {
    it(`match the sandbox's, except for the listed differences (${name})`, async () => {
      const { service } = create({ seed: "1", scale: 1, clock: new Clock() });
      const origin = await service.listen(0);
      try {
        const all = [];
        const taken = recordings(name);
        for (const { request, answer } of taken) {
          const found = differences(answer, await sendRequest(origin, request));
          all.push(...found.map((differs) => ({ request: `${request.method} ${request.path}`, differs })));
        }
        assert.equal(taken.length, count);
        assert.deepEqual(unlisted(all, INTENDED[name]), { unexpected: [], stale: [] });
      } finally {
        await service.close();
      }
    });
  }
});

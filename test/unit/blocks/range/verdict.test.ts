// What the check of a range says it has checked.
import assert from "node:assert/strict";
import type * as Verdicts from "../../../../src/blocks/range/verdict.ts";
import type { TransactionCount } from "../../../../src/blocks/range/verify.ts";
import { importTexts } from "../../import-texts.ts";

describe("The verdict on a range of blocks", () => {
  let verdicts: typeof Verdicts;

  before(async () => {
    verdicts = (await importTexts("src/blocks/range/verdict.ts", "en")) as typeof Verdicts;
  });

  const countCheck = (counted: Partial<TransactionCount>) => {
    const tally = { numbers: 10, hashes: 9, times: 10 };
    const { checks } = verdicts.verdictContent(
      {
        range: { from: 0n, to: 9n },
        verdict: { broken: undefined, tally, requests: 1, blocks: [] },
        at: 0,
        took: 0,
        counted: { good: 0, wrong: undefined, late: 0, unread: 0, ...counted },
      },
      1n,
    );
    const check = checks.at(-1);
    return [check?.result, check?.blocks, check?.tone];
  };

  it("says that all counts match only if all blocks have one", () => {
    assert.deepEqual(countCheck({ good: 10 }), ["All", "10", "good"]);
    assert.deepEqual(countCheck({ good: 7 }), ["Not recorded for 3", "7", "caution"]);
    assert.deepEqual(countCheck({}), ["Not recorded for 10", "0", "caution"]);
  });
});

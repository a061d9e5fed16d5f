// What the verification of a range reports as checked.
import assert from "node:assert/strict";
import type * as Verdicts from "../../../../src/blocks/range/verdict.ts";
import type { TransactionCount, Verdict } from "../../../../src/blocks/range/verify-chain.ts";
import { importTexts } from "../../import-texts.ts";

describe("The verification of a range of blocks", () => {
  let verdicts: typeof Verdicts;

  before(async () => {
    verdicts = (await importTexts("src/blocks/range/verdict.ts", "en")) as typeof Verdicts;
  });

  const verify = (counted: TransactionCount | undefined) => {
    const tally = { numbers: 10, hashes: 9, times: 10 };
    const verdict = { broken: undefined, tally, requests: 1, blocks: [] };
    return verdicts.verdictContent({ range: { from: 0n, to: 9n }, verdict, at: 0, took: 0, counted }, 1n);
  };

  const countCheck = (counted: Partial<TransactionCount>) => {
    const { checks } = verify({ good: 0, wrong: undefined, late: 0, unread: 0, ...counted });
    const check = checks.at(-1);
    return [check?.result, check?.blocks, check?.tone];
  };

  const verdictOf = (verdict: Partial<Verdict>) => {
    const tally = { numbers: 10, hashes: 9, times: 10 };
    const { heading, sentence, tone, checks, at } = verdicts.verdictContent(
      {
        range: { from: 0n, to: 9n },
        verdict: { broken: undefined, tally, requests: 1, blocks: [], ...verdict },
        at: 0,
        took: 0,
        counted: undefined,
      },
      1n,
    );
    return { heading, sentence, tone, checks, at };
  };

  it("calls the chain unbroken only if every hash and time was compared", () => {
    assert.equal(verdictOf({}).heading, "Verified.");
    assert.match(verdictOf({}).sentence, /^10 blocks form an unbroken chain\./);
    assert.equal(verdictOf({}).tone, "done");
    for (const tally of [
      { numbers: 10, hashes: 0, times: 10 },
      { numbers: 10, hashes: 9, times: 8 },
    ]) {
      const { heading, sentence, tone } = verdictOf({ tally });
      assert.equal(heading, "No break found.");
      assert.match(sentence, /^The mirror node did not record every hash and time of these blocks\./);
      assert.equal(tone, "caution");
    }
  });

  it("calls no chain broken because a block could not be read", () => {
    const tally = { numbers: 4, hashes: 3, times: 4 };
    const broken = { kind: "unread", at: 6n, after: 3n } as const;
    const { heading, sentence, tone, checks, at } = verdictOf({ broken, tally });
    assert.equal(heading, "Stopped at 6.");
    // The charts mark no break.
    assert.equal(at, undefined);
    assert.deepEqual(
      checks.map((check) => [check.result, check.tone]),
      [
        ["Stopped at 6", "caution"],
        ["Up to 3", "good"],
        ["Up to 3", "good"],
        ["Not checked.", "idle"],
      ],
    );
    assert.match(sentence, /^A block after 3 could not be read\./);
    assert.equal(tone, "caution");
  });

  it("names no block before the range, and calls none valid, if the node lacks the first blocks of the range", () => {
    const broken = { kind: "gap", at: 5n, after: -1n } as const;
    const { heading, sentence } = verdictOf({ broken, tally: { numbers: 0, hashes: 0, times: 0 } });
    assert.equal(`${heading} ${sentence}`, "Broken at 5. This mirror node does not have all earlier blocks.");
  });

  it("reports that all counts match only if all blocks have a count", () => {
    assert.deepEqual(countCheck({ good: 10 }), ["All", "10", "good"]);
    assert.deepEqual(countCheck({ good: 7 }), ["Not recorded for 3", "7", "caution"]);
    assert.deepEqual(countCheck({}), ["Not recorded for 10", "0", "caution"]);
  });

  it("counts a single transaction as one", () => {
    const counted = { good: 0, wrong: { at: 5n, expected: 1n, found: 0n }, late: 0, unread: 0 };
    assert.equal(verify(counted).sentence, "The block has 1 transaction; the mirror node lists 0.");
  });

  it("is reported under the exact name of the network", () => {
    const report = verdicts.verdictMarkdown("Blocks 0 – 9", "my*net*", verify(undefined));
    assert.match(report, /^\*\*Blocks 0 – 9, my\\\*net\\\*: Verified\.\*\*/);
  });
});

// Parsers of typed, pasted and found text survive hostile input: they return, and change nothing else.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readAddress, readRange, readTypeSubject, readWideRange } from "../../../src/blocks/model/saved-names.ts";
import { anything, harmless } from "../base/any-json.ts";
import { itReadsAnyText } from "../base/any-text.ts";
import { TEXT_READERS, WORDS } from "./text-readers.ts";

describe("Hostile text in the Blocks wing", () => {
  itReadsAnyText(TEXT_READERS, WORDS);

  it("is read as the URI of a block, a range or transactions, or rejected, and never throws", () => {
    const given = fc.oneof(
      anything,
      fc.record({ network: anything, block: anything, from: anything, to: anything, type: anything }),
    );
    for (const read of [readAddress, readRange, readWideRange, readTypeSubject]) {
      fc.assert(fc.property(given, (value) => harmless(() => void read(value))));
    }
    assert.equal(readAddress({ network: "mainnet", block: { toString: () => "5" } }), undefined);
  });
});

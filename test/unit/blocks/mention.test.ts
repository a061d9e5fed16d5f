// Finds mentions of a ledger in text, and ignores similar text.
import assert from "node:assert/strict";
import { findMentions, mentionKind } from "../../../src/blocks/references/mention-finder.ts";

const HASH = `0x${"28486b8d".repeat(12)}`;

function found(line: string): readonly (readonly [string, string])[] {
  return findMentions(line).map(({ kind, start, end }) => [kind, line.slice(start, end)]);
}

describe("References to a ledger in a text", () => {
  for (const [line, kind, text] of [
    [`the block ${HASH} is broken`, "hash", HASH],
    [`hash=${HASH.toUpperCase().replace("0X", "0x")}`, "hash", HASH.toUpperCase().replace("0X", "0x")],
    [`https://hashscan.io/mainnet/block/${HASH}`, "hash", HASH],
    ["paid in 0.0.8@1676540001.234567890.", "transaction", "0.0.8@1676540001.234567890"],
    ["paid in 0.0.8-1676540001-000000006, twice", "transaction", "0.0.8-1676540001-000000006"],
    ["0.0.8@1676540001.000000006?scheduled/2", "transaction", "0.0.8@1676540001.000000006?scheduled/2"],
    ["/api/v1/transactions/0.0.8-1676540001-000000006", "transaction", "0.0.8-1676540001-000000006"],
    ['const treasury = "0.0.1234";', "entity", "0.0.1234"],
    ["(0.0.98-vfmkw)", "entity", "0.0.98-vfmkw"],
    ["from 0.0.6421 to others", "entity", "0.0.6421"],
    ["Ends with 0.0.6421.", "entity", "0.0.6421"],
    ["timestamp: 1676540001.234500000", "time", "1676540001.234500000"],
    ["(1676540001.234500000)", "time", "1676540001.234500000"],
  ] as const) {
    it(`are found: ${line.slice(0, 60)}`, () => {
      assert.deepEqual(found(line), [[kind, text]]);
      assert.equal(mentionKind(text), kind);
    });
  }

  for (const line of [
    "",
    "1676540001",
    "1676540001.2345",
    "1676540001.2345000001",
    "11676540001.234500000",
    "-1676540001.234500000",
    "3.1676540001.234500000",
    "0676540001.234500000",
    "1,676,540,001",
    "0.0.45",
    "0.0.999",
    '"@vscode/codicons": "0.0.45"',
    '"devtools-protocol": "0.0.1312386",',
    '      "version": "0.0.1312386",',
    'version "0.0.1312386"',
    "devtools-protocol-0.0.1312386.tgz",
    "devtools-protocol@0.0.1312386",
    "^0.0.1234",
    "v0.0.1234",
    "10.0.0.1234",
    "0.0.1234.5",
    "0.0.1234-beta.1",
    "0.0.01234",
    "127.0.0.1:8080",
    `${HASH}0`,
    `a${HASH}`,
    HASH.slice(0, -1),
    HASH.slice(2),
    `0x${"ab".repeat(32)}`,
    "0.0.8@1676540001",
    "someone@0.0.8",
    "2026-11-21T15:14:22.000000000Z",
  ]) {
    it(`are not found: ${line.slice(0, 60)}`, () => {
      assert.deepEqual(found(line), []);
    });
  }

  it("are found in the order of the line, preferring a whole transaction to the entity and time in it", () => {
    assert.deepEqual(found(`0.0.6421 paid 0.0.8@1676540001.234567890 in ${HASH} at 1676540001.234567890`), [
      ["entity", "0.0.6421"],
      ["transaction", "0.0.8@1676540001.234567890"],
      ["hash", HASH],
      ["time", "1676540001.234567890"],
    ]);
  });

  it("are found in linear time", () => {
    // A search in more than linear time would not finish repeated near matches before the test times out.
    for (const piece of ["0.0.", "0x0", "1676540001.", "0.0.8@", "9,"]) {
      assert.deepEqual(found(piece.repeat(10_000 / piece.length)), []);
    }
  });
});

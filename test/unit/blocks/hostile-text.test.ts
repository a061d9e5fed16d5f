// Text that is typed, pasted or found in files, as hostile as it comes: what reads it returns, and changes nothing else.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readEvent } from "../../../src/blocks/model/event.ts";
import { mentionKind, mentions } from "../../../src/blocks/references/mention-finder.ts";
import { linkedName, printedTime } from "../../../src/blocks/model/printed.ts";
import { memoText } from "../../../src/blocks/model/transaction.ts";
import { readTyped } from "../../../src/blocks/model/typed.ts";
import { hostile } from "../base/hostile.ts";

const NOW = Date.UTC(2026, 10, 22);

/** Hostile text between the words that each reader looks for. */
const text = () =>
  fc
    .array(
      fc.oneof(
        hostile(),
        fc.constantFrom(
          "__proto__",
          "0.0.5",
          "0x5dc",
          "latest",
          "5m",
          "event Transfer(address",
          "uint",
          "(",
          ")",
          "[]",
          ",",
        ),
        fc.constantFrom(
          "https://hashscan.io/mainnet/block/",
          "1700000000.000000001",
          "18 Nov 2026, 12:00:00",
          "UTC",
          "@",
          "-",
          "%",
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

const READERS: Readonly<Record<string, (given: string) => unknown>> = {
  "what Go to Block takes": (given) => readTyped(given, NOW),
  "an event declaration": readEvent,
  "a printed time": (given) => printedTime(given, "en-GB"),
  "a URL of an explorer": linkedName,
  "a line of a file": (given) => [mentions(given), mentionKind(given)],
  "a memo": memoText,
};

describe("hostile text of blocks", () => {
  for (const [what, read] of Object.entries(READERS)) {
    it(`is read as ${what} without a throw, and reaches no prototype`, () => {
      const before = Object.getOwnPropertyNames(Object.prototype).join();
      fc.assert(
        fc.property(text(), (given) => void read(given)),
        { numRuns: 500 },
      );
      assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before);
    });
  }
});

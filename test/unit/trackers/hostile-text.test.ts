// Feeds hostile text of projects, signatures and users to everything that reads it. All of it returns, without side
// effects.
import fc from "fast-check";
import { iconUrl } from "../../../src/trackers/model/icon.ts";
import { harmless } from "../base/any-json.ts";
import { itReadsAnyText } from "../base/any-text.ts";
import { TEXT_READERS, WORDS } from "./text-readers.ts";

describe("Hostile text in the Trackers wing", () => {
  itReadsAnyText(TEXT_READERS, WORDS);

  it("is decoded as an icon or none, with any bytes", () => {
    const beginnings = [[], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [...Buffer.from("RIFF\0\0\0\0WEBPVP8 ")]];
    const bytes = fc
      .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }))
      .map(([begin, rest]) => Uint8Array.from([...begin, ...rest]));
    fc.assert(
      fc.property(bytes, (given) => harmless(() => void iconUrl(given))),
      { numRuns: 1000 },
    );
  });
});

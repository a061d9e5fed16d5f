// Feeds arbitrary text to its readers. They must not throw or change a prototype.
import fc from "fast-check";
import { harmless } from "./any-json.ts";
import { hostile } from "./hostile.ts";

export type Readers = Readonly<Record<string, (given: string) => unknown>>;

/** Hostile text between the words that a reader looks for. */
const between = (words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(hostile(), fc.constantFrom("__proto__", "constructor", ...words)), { maxLength: 12 })
    .map((parts) => parts.join(""));

/** Tests every reader with hostile text around these words. */
export function itReadsAnyText(readers: Readers, words: readonly string[]): void {
  for (const [what, read] of Object.entries(readers)) {
    it(`is read as ${what} without an exception or a changed prototype`, () => {
      fc.assert(
        fc.property(between(words), (given) => harmless(() => void read(given))),
        { numRuns: 500 },
      );
    });
  }
}

// Text as an attacker writes it, for property-based tests.
import fc from "fast-check";

/** Arbitrary text, with more markup, line breaks and directional controls than pure chance would have. */
export const hostile = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ..."\u202A \u202B \u202C \u202D \u202E \u2066 \u2067 \u2068 \u2069 \u200E \u200F \u061C".split(" "),
        ),
        fc.constantFrom(
          "\n",
          "\r\n",
          "\r",
          "\t",
          "\u0000",
          "\u001b[31m",
          "\u007f",
          "\u0085",
          "\u2028",
          "\u2029",
          "\ud800",
        ),
        fc.constantFrom("אבג", "مرحبا", "plain", "1 < 2", "👩‍🚀", "é", " "),
        fc.constantFrom(
          "[a](command:b)",
          "](https://e.example)",
          "$(trash)",
          "\\$(trash)",
          "<img src=x>",
          "=1+1",
          "`",
          "|",
        ),
        fc.string({ unit: "binary" }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(""));

/**
 * Counts the unpaired controls of a text by UAX #9: embeddings, overrides and isolates without an end, and vice versa.
 */
export function loose(text: string): number {
  const open: string[] = [];
  let loose = 0;
  for (const [control] of text.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (control === "\u202C") {
      if (open.at(-1) === "embedding") open.pop();
      else loose += 1;
    } else if (control === "\u2069") {
      const last = open.lastIndexOf("isolate");
      if (last === -1) loose += 1;
      else open.length = last;
    } else open.push(control >= "\u2066" ? "isolate" : "embedding");
  }
  return loose + open.length;
}

// How lists compare names for sorting.
import assert from "node:assert/strict";
import { compareText } from "../../../../src/trackers/model/search-text.ts";

const NAMES = [
  "",
  "a",
  "A",
  "B",
  "ab",
  "a b",
  "A B",
  "aB",
  "Analytics",
  "Crash reporting",
  "crash",
  "é",
  "1a",
  "a1",
  "a-b",
];

describe("Comparing names", () => {
  it("sorts words of Latin letters like Intl, without its slow start", () => {
    const { Collator } = Intl;
    const collator = new Collator("en", { sensitivity: "base", numeric: true });
    const words = NAMES.filter((name) => /^[a-z ]*$/i.test(name));
    Object.assign(Intl, { Collator: () => assert.fail("asked Intl") });
    try {
      for (const one of words)
        for (const other of words)
          assert.equal(compareText(one, other), collator.compare(one, other), `${one} and ${other}`);
    } finally {
      Object.assign(Intl, { Collator });
    }
  });

  it("sorts all other names with Intl", () => {
    const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });
    for (const one of NAMES)
      for (const other of NAMES)
        assert.equal(compareText(one, other), collator.compare(one, other), `${one} and ${other}`);
  });
});

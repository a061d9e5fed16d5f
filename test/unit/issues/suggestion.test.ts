// Code blocks of suggested changes that no editor would write, and comments with several.
import assert from "node:assert/strict";
import { readSuggestion, writeSuggestion } from "../../../src/issues/model/suggestion.ts";

describe("A suggested change", () => {
  it("is read as it was written, whatever its lines are", () => {
    for (const lines of [["one"], ["one", "", "three"], ["```", "code", "````"], ["~~~"], [""]]) {
      const text = `Please:\n\n${writeSuggestion(lines)}`;
      assert.deepEqual(readSuggestion(text), { above: lines.length - 1, below: 0, lines });
      assert.deepEqual(readSuggestion(text.replaceAll("\n", "\r\n")), { above: lines.length - 1, below: 0, lines });
    }
  });

  it("can delete lines, and replace some after its own", () => {
    assert.deepEqual(readSuggestion("~~~suggestion:-0+2\n~~~"), { above: 0, below: 2, lines: [] });
  });

  it("is none if there are several, or it has no end", () => {
    const one = "```suggestion\na\n```\n";
    assert.equal(readSuggestion(one + one), undefined);
    assert.equal(readSuggestion("```suggestion\na"), undefined);
    assert.equal(readSuggestion("```rust\na\n```"), undefined);
    assert.equal(readSuggestion("a `suggestion`"), undefined);
  });
});

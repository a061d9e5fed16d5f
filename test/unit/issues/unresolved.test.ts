// Finds the conflicts left in a merged text, whatever the editor shows instead of them.
import assert from "node:assert/strict";
import fc from "fast-check";
import { findConflict } from "../../../src/issues/editing/unresolved.ts";

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

describe("A merged text has conflicts", () => {
  const has = (
    base: readonly string[],
    { mine, theirs }: { readonly mine: readonly string[]; readonly theirs: readonly string[] },
    merged: readonly string[],
  ): boolean =>
    findConflict({ base: lines(...base), mine: lines(...mine), theirs: lines(...theirs) }, lines(...merged)) !==
    undefined;

  it("if a line that both sides changed still has its original text", () => {
    const sides = { mine: ["a", "B", "c"], theirs: ["a", "b!", "c"] };
    assert.equal(has(["a", "b", "c"], sides, ["a", "b", "c"]), true);
    for (const line of ["B", "b!", "B!", "something else"])
      assert.equal(has(["a", "b", "c"], sides, ["a", line, "c"]), false, line);
  });

  it("if it has nothing in a place where both sides added something", () => {
    const sides = { mine: ["a", "mine"], theirs: ["a", "theirs"] };
    assert.equal(has(["a"], sides, ["a"]), true);
    for (const added of [["mine"], ["theirs"], ["mine", "theirs"], ["ours"]])
      assert.equal(has(["a"], sides, ["a", ...added]), false, added.join(" "));
  });

  it("if adjacent lines, one changed by each side, are still the original ones", () => {
    const sides = { mine: ["A", "b"], theirs: ["a", "B"] };
    assert.equal(has(["a", "b"], sides, ["a", "b"]), true);
    assert.equal(has(["a", "b"], sides, ["A", "B"]), false);
  });

  it("until the last of several is resolved", () => {
    const base = ["a", "b", "c", "d", "e"];
    const sides = { mine: ["A", "b", "c", "d", "E"], theirs: ["a!", "b", "c", "d", "e!"] };
    assert.equal(has(base, sides, ["A", "b", "c", "d", "e"]), true);
    assert.equal(has(base, sides, ["a", "b", "c", "d", "E"]), true);
    assert.equal(has(base, sides, ["A", "b", "c", "d", "e!"]), false);
  });

  it("unless the sides changed different lines, or made the same change", () => {
    const base = ["a", "b", "c"];
    assert.equal(has(base, { mine: ["A", "b", "c"], theirs: ["a", "b", "C"] }, ["A", "b", "C"]), false);
    assert.equal(has(base, { mine: ["A", "b", "c"], theirs: ["A", "b", "c"] }, ["A", "b", "c"]), false);
  });

  it("while it has conflict markers that are in neither side", () => {
    const quoted = ["Git says:", "<<<<<<< HEAD", "one", "=======", "other", ">>>>>>> main"];
    const sides = { mine: [...quoted, "Mine."], theirs: [...quoted, "Theirs."] };
    assert.equal(has(quoted, sides, ["<<<<<<< dave", ...sides.theirs, "=======", ...sides.mine, ">>>>>>>"]), true);
    assert.equal(has(quoted, sides, [...quoted, "Mine.", "Theirs."]), false);
  });

  it("never if it is one of the sides", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        assert.equal(has(base, { mine, theirs }, mine), false);
        assert.equal(has(base, { mine, theirs }, theirs), false);
      }),
    );
  });
});

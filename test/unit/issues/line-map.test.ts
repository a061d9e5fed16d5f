// Finding lines in other versions of a file, compared with what Git says.
import assert from "node:assert/strict";
import { endsAt, readHunk } from "../../../src/issues/model/hunk.ts";
import { mapLines, splitLines } from "../../../src/issues/model/line-map.ts";
import { compareWithGit } from "./random-lines.ts";

const fates = (before: string, after: string) => {
  const [one, other] = [before.split(" "), after.split(" ")];
  const find = mapLines(one, other);
  return one.map((_line, place) => find(place + 1));
};

describe("A line in another version of its file", () => {
  it("is found where lines were added or removed before it", () => {
    assert.deepEqual(fates("a b c", "a b c"), [1, 2, 3]);
    assert.deepEqual(fates("a b c", "x y a b c"), [3, 4, 5]);
    assert.deepEqual(fates("a b c d", "c d"), ["changed", "changed", 1, 2]);
    assert.deepEqual(fates("a b c d e", "a x c e f"), [1, "changed", 3, "changed", 4]);
  });

  it("has changed if nothing is left of the file", () => {
    assert.deepEqual(fates("a b", "x y z"), ["changed", "changed"]);
    assert.deepEqual(mapLines(["a"], [])(1), "changed");
    assert.deepEqual(mapLines([], ["a"])(1), "changed");
  });

  it("is unclear if it could be either of two equal lines", () => {
    assert.deepEqual(fates("f } g }", "f } h } g }").slice(0, 2), [1, "unclear"]);
    assert.deepEqual(fates("a a a", "a a"), ["unclear", "unclear", "unclear"]);
  });

  it("is unclear if only equal lines are around it, which may be others", () => {
    assert.deepEqual(fates("a } } b", "x } } y"), ["changed", "unclear", "unclear", "changed"]);
    assert.deepEqual(fates("a } b }", "a } b x }"), [1, 2, 3, "unclear"]);
    assert.deepEqual(fates("a } b } c", "a } b x } c"), [1, 2, 3, "unclear", 6]);
  });

  it("is unclear if it was moved", () => {
    assert.deepEqual(fates("a b c d", "c d a b"), ["unclear", "unclear", "unclear", "unclear"]);
  });

  it("is unclear if there are more differences than can be compared", () => {
    const lines = (mark: string) => Array.from({ length: 3000 }, (_each, place) => `${mark}${place}`);
    assert.equal(mapLines([...lines("a"), "same"], [...lines("b"), "same"])(3001), "unclear");
    assert.equal(mapLines([...lines("a"), "same"], [...lines("a"), "new", "same"])(3001), 3002);
  });

  it("counts like an editor, and isn't looked for in a file that editors count differently", () => {
    assert.deepEqual(splitLines("\uFEFFa\r\nb\n\n"), ["a", "b", ""]);
    assert.deepEqual(splitLines("a"), ["a"]);
    assert.deepEqual(splitLines(""), []);
    assert.equal(splitLines("a\rb\n"), undefined);
  });

  it("is where Git says in a file that changes at random, or nowhere", async () => {
    const { wrong, found, lines } = await compareWithGit({ seed: 1, lines: 80, commits: 8, comments: 60 });
    assert.deepEqual(wrong, []);
    assert.ok(found >= lines * 0.3, `${found} of ${lines} lines were found`);
  });
});

describe("The hunk of a comment on a line", () => {
  const HUNK = "@@ -10,3 +10,1 @@\n line 9\n-line 10\n-line 11\n+line ten";

  it("ends with the line, on its side", () => {
    assert.deepEqual(readHunk(HUNK, "new"), ["line 9", "line ten"]);
    assert.equal(readHunk(HUNK, "old"), undefined);
    assert.deepEqual(readHunk("@@ -1,2 +1,1 @@\n one\r\n-two\r\n", "old"), ["one", "two"]);
    assert.equal(readHunk("", "new"), undefined);
    assert.equal(readHunk("@@ -1 +1 @@", "new"), undefined);
  });

  it("fits a file only if all its lines are there, in order", () => {
    const lines = ["line 8", "line 9", "line ten", "line 11"];
    assert.equal(endsAt(["line 9", "line ten"], lines, 3), true);
    assert.equal(endsAt(["line 9", "line ten"], lines, 4), false);
    assert.equal(endsAt(["line 8"], lines, 1), true);
    assert.equal(endsAt(["line 7", "line 8"], lines, 1), false);
  });
});

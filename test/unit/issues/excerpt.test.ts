// Selected lines are found in a commit, and linked and quoted without breaking Markdown.
import assert from "node:assert/strict";
import { fenceCode, findInCommit, linkText, permalink } from "../../../src/issues/model/excerpt.ts";

const home = { base: "https://forge.example/git", owner: "lantern", name: "almanac" };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const FILE = "one\ntwo\nthree\ntwo\nfour\n";

describe("Selected lines of a file", () => {
  it("are found in the commit at their line in the editor", () => {
    assert.deepEqual(findInCommit(FILE, ["two", "three"], { first: 2, last: 3 }), { first: 2, last: 3 });
    assert.deepEqual(findInCommit(FILE.replaceAll("\n", "\r\n"), ["two"], { first: 4, last: 4 }), {
      first: 4,
      last: 4,
    });
  });

  it("are found at their new line if they moved and occur once", () => {
    assert.deepEqual(findInCommit(FILE, ["three", "two"], { first: 9, last: 10 }), { first: 3, last: 4 });
    assert.deepEqual(findInCommit(FILE, ["two"], { first: 9, last: 9 }), undefined);
  });

  it("are found once or not at all if their beginning repeats", () => {
    const all = "a\na\nb\na\na\na\nb\nc\n";
    const at = { first: 20, last: 22 };
    assert.deepEqual(findInCommit(all, ["a", "a", "b", "c"], at), { first: 5, last: 8 });
    assert.deepEqual(findInCommit(all, ["a", "a", "b"], at), undefined);
    assert.deepEqual(findInCommit("a\na\na", ["a", "a"], at), undefined);
  });

  it("are not found if they were changed or the file is new", () => {
    assert.deepEqual(findInCommit(FILE, ["TWO"], { first: 2, last: 2 }), undefined);
    assert.deepEqual(findInCommit(undefined, ["two"], { first: 2, last: 2 }), undefined);
  });

  it("have a URL at the commit in the server's format", () => {
    assert.equal(
      permalink(home, COMMIT, "src/a b#c.ts", { first: 2, last: 5 }),
      `https://forge.example/git/lantern/almanac/src/commit/${COMMIT}/src/a%20b%23c.ts#L2-L5`,
    );
    assert.match(permalink(home, COMMIT, "README.md", { first: 7, last: 7 }), /README\.md\?display=source#L7$/);
    assert.match(permalink(home, COMMIT, "README.md", undefined), /README\.md$/);
  });

  it("are put in a fence that nothing in them closes, with their language", () => {
    assert.equal(fenceCode("a\nb\n", "typescript"), "```typescript\na\nb\n```");
    assert.equal(fenceCode("```js\nx\n```", "markdown"), "````markdown\n```js\nx\n```\n````");
    assert.equal(fenceCode("x", "plaintext"), "```\nx\n```");
  });

  it("are described without characters that would end the link", () => {
    assert.equal(linkText("a_[b].ts"), "a\\_\\[b\\].ts");
  });
});

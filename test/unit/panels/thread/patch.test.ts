// Line numbers of the code that a review comment is about.
import assert from "node:assert/strict";
import { parsePatch } from "../../../../src/panels/thread/parts/patch.ts";

describe("A hunk of a patch", () => {
  it("numbers its lines as the files do", () => {
    const patch =
      "diff --git a/x b/x\n@@ -41,3 +51,4 @@ class X\n same\n-old\n+new\n+more\n end\n\\ No newline at end of file\n";
    assert.deepEqual(
      parsePatch(patch).map(({ kind, number, text }) => `${number} ${kind} ${text}`),
      ["51 same same", "42 removed old", "52 added new", "53 added more", "54 same end"],
    );
  });
});

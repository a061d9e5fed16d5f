// A thousand comments on random lines of a file, whose head moves by twenty commits.
import assert from "node:assert/strict";
import { compareWithGit } from "./random-lines.ts";

describe("A thousand comments on random lines", () => {
  for (const seed of [2, 3, 4, 5]) {
    it(`are where Git says, or nowhere, after twenty commits (seed ${seed})`, async () => {
      const { wrong, found } = await compareWithGit({ seed, lines: 400, commits: 20, comments: 1000 });
      assert.deepEqual(wrong, []);
      assert.ok(found > 400, `${found} were found`);
    });
  }
});

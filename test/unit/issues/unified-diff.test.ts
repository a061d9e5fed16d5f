// The diff that agents read, compared with Git.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { unifiedDiff } from "../../../src/issues/tools/unified-diff.ts";

const numbered = (count: number): string[] => Array.from({ length: count }, (_none, at) => `line ${at + 1}`);
const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

describe("The diff of two versions", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-diff-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("has three unchanged lines around each change, and a hunk for each place", () => {
    const before = numbered(30);
    const after = before.toSpliced(19, 1, "twenty").toSpliced(4, 0, "new");
    assert.deepEqual(unifiedDiff(before, after), [
      "@@ -2,6 +2,7 @@\n line 2\n line 3\n line 4\n+new\n line 5\n line 6\n line 7",
      "@@ -17,7 +18,7 @@\n line 17\n line 18\n line 19\n-line 20\n+twenty\n line 21\n line 22\n line 23",
    ]);
    assert.deepEqual(unifiedDiff(before, before), []);
  });

  it("turns the old version into the new one in Git, whatever has changed", async () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "{", "}", ""), { minLength: 1, maxLength: 40 });
    const versions = fc.sample(fc.tuple(lines, lines), { numRuns: 200, seed: 7 });
    const patches: string[] = [];
    for (const [at, [before, after]] of versions.entries()) {
      await writeFile(join(folder, `${at}`), fileOf(before));
      const hunks = unifiedDiff(before, after) ?? assert.fail("too many lines differ");
      if (hunks.length > 0) patches.push(`--- a/${at}\n+++ b/${at}\n${hunks.join("\n")}\n`);
    }
    await writeFile(join(folder, "patch"), patches.join(""));
    const { status, stderr } = spawnSync("git", ["apply", "patch"], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    for (const [at, [, after]] of versions.entries())
      assert.equal(await readFile(join(folder, `${at}`), "utf8"), fileOf(after));
  });
});

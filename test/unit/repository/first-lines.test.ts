// The first line of every file says what the file is for.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const FOLDERS = ["src", "test"];
/** Types of packages that have none, and files that are data. */
const NOT_OURS = /\.d\.ts$|[/\\](?:fixtures|data)[/\\]/;

describe("Every source file", () => {
  it("starts with a comment that says what it is for", async () => {
    const found = await Promise.all(FOLDERS.map((folder) => readdir(folder, { recursive: true })));
    const files = FOLDERS.flatMap((folder, place) => (found[place] ?? []).map((file) => join(folder, file)))
      .filter((file) => /\.(?:ts|js|mjs)$/.test(file) && !NOT_OURS.test(file))
      .toSorted();
    assert.ok(files.length > 900, `${files.length} files were found`);
    const silent: string[] = [];
    for (const file of files) {
      const text = await readFile(file, "utf8");
      if (!/^(?:#!.*\n)?(?:\/\/ (?!oxlint-|@ts-)|\/\*)/.test(text)) silent.push(file);
    }
    assert.deepEqual(silent, []);
  });
});

// Holds docs/architecture.md against the sources.
import assert from "node:assert/strict";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";

describe("The architecture", () => {
  it("names only files that exist", async () => {
    const text = await readFile("docs/architecture.md", "utf8");
    const named = [...text.matchAll(/\bsrc\/[\w/-]+\.ts\b/g)].map(([path]) => path);
    assert.ok(named.length > 10);
    for (const path of named) await assert.doesNotReject(access(join(process.cwd(), path)), path);
  });
});

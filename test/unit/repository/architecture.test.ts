// Holds docs/architecture.md against the sources, and the workbench against its promise to know no wing.
import assert from "node:assert/strict";
import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

describe("The architecture", () => {
  it("names only files that exist", async () => {
    const text = await readFile("docs/architecture.md", "utf8");
    const named = [...text.matchAll(/\bsrc\/[\w/-]+\.ts\b/g)].map(([path]) => path);
    assert.ok(named.length > 10);
    for (const path of named) await assert.doesNotReject(access(join(process.cwd(), path)), path);
  });
});

describe("The workbench", () => {
  it("names no wing, also not in strings", async () => {
    const folders = await readdir("src");
    const isWing = async (folder: string) =>
      await access(join("src", folder, "wing.ts")).then(
        () => true,
        () => false,
      );
    const wings = (await Promise.all(folders.map(async (each) => ((await isWing(each)) ? each : [])))).flat();
    assert.ok(wings.length >= 3);
    const inString = new RegExp(`["'\`](?:triptych\\.)?(?:${wings.join("|")})\\b`);
    const files = (await readdir("src/workbench", { recursive: true })).filter((name) => name.endsWith(".ts"));
    const found = await Promise.all(
      files.map(async (name) => {
        const lines = (await readFile(join("src/workbench", name), "utf8")).split("\n");
        return lines.flatMap((line, at) => (inString.test(line) ? `${name}:${at + 1}` : []));
      }),
    );
    assert.deepEqual(found.flat(), []);
  });
});

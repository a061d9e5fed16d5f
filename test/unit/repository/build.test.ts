// Holds what the build makes against the sources.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EXTENSION, PANELS } from "../../../esbuild.js";

const ROOT = process.cwd();
const built = new Set(EXTENSION.flatMap(({ entryPoints }) => Object.keys(entryPoints)));

describe("The build", () => {
  it("starts with the file that the manifest names", async () => {
    const { main } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { main: string };
    assert.equal(main, "./dist/extension.cjs");
    assert.ok(built.has("extension"));
  });

  it("creates a file for each thread", async () => {
    const names = (await readdir(join(ROOT, "src"), { recursive: true })).filter((name) => name.endsWith(".ts"));
    const texts = await Promise.all(names.map((name) => readFile(join(ROOT, "src", name), "utf8")));
    const threads = texts.flatMap((text) => [...text.matchAll(/"([\w-]+)\.cjs"/g)].map(([, name = ""]) => name));
    assert.ok(threads.length > 0);
    for (const each of threads) assert.ok(built.has(each), each);
  });

  it("creates a script for each folder of panels that has a page", async () => {
    const folders = await readdir(join(ROOT, "src/panels"), { withFileTypes: true });
    const pages = folders.filter((each) => each.isDirectory() && each.name !== "kit").map(({ name }) => name);
    const { kit, ...scripts } = PANELS.entryPoints;
    assert.equal(kit, "src/panels/kit/kit.css");
    assert.deepEqual(scripts, Object.fromEntries(pages.map((name) => [name, `src/panels/${name}/main.ts`])));
  });
});

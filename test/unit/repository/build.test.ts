// Holds what the build makes against the sources.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { EXTENSION, PANELS } from "../../../esbuild.js";
import { licenseFaults } from "../../manifest/licenses.js";
import { describeLicenses } from "../../runner/notices.js";

interface Package {
  readonly name: string;
  readonly version: string;
}

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

  it("makes the same files each time", async () => {
    const buildOnce = async () => {
      const builds = await Promise.all(
        [...EXTENSION, PANELS].map((each) => build({ ...each, minify: true, write: false, logLevel: "silent" })),
      );
      return builds.flatMap(({ outputFiles }) => outputFiles.map(({ path, hash }) => `${path} ${hash}`));
    };
    const first = await buildOnce();
    assert.ok(first.length > 10);
    assert.deepEqual(await buildOnce(), first);
  });

  it("lists every package in the bundles with its license", async () => {
    const builds = await Promise.all(
      [...EXTENSION, PANELS].map((each) => build({ ...each, write: false, metafile: true, logLevel: "silent" })),
    );
    const text = await describeLicenses(
      ROOT,
      builds.map(({ metafile }) => metafile),
    );
    const titles = text.matchAll(/^(\S+) (\d\S+) \(.+\)\n\n=+$/gm);
    const listed = new Set([...titles].map(([, name, version]) => `${name} ${version}`));
    // Without minification, esbuild names each module in a comment above its code.
    const outputs = builds.flatMap(({ outputFiles }) => outputFiles.map((file) => file.text));
    const modules = outputs.flatMap((output) =>
      [...output.matchAll(/^ *\/[/*] (node_modules\/\S+)/gm)].map(([, path]) => path),
    );
    const folders = new Set(modules.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path ?? "")?.[0] ?? ""));
    const bundled = await Promise.all(
      [...folders, "node_modules/@vscode/codicons"].map(async (folder) => {
        const { name, version } = JSON.parse(await readFile(join(ROOT, folder, "package.json"), "utf8")) as Package;
        return `${name} ${version}`;
      }),
    );
    assert.ok(bundled.length > 10);
    assert.deepEqual(
      bundled.filter((each) => !listed.has(each)),
      [],
    );
    assert.match(text, /^axios \d.*\n\n=+\n\n.*Permission is hereby granted/ms);
  });

  it("reports a dependency whose license isn't accepted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-licenses-"));
    const packages = {
      "": { name: "triptych" },
      "node_modules/copyleft": { license: "GPL-3.0" },
      "node_modules/unknown": {},
      "node_modules/tool": { license: "GPL-3.0", dev: true },
      "node_modules/free": { license: "MIT" },
    };
    await writeFile(join(folder, "package-lock.json"), JSON.stringify({ packages }));
    const faults = await licenseFaults(folder);
    await rm(folder, { recursive: true });
    assert.deepEqual(faults, [
      "package-lock.json: node_modules/copyleft has GPL-3.0, which is not accepted",
      "package-lock.json: node_modules/unknown has no license, which is not accepted",
    ]);
  });
});

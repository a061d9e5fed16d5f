// Holds the list of what the build makes against the sources.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { LAZY_ENTRIES, PANEL_ENTRIES, START_ENTRY, STYLE_ENTRIES } from "../../../entries.js";

const ROOT = process.cwd();

/** The modules of the extension, by their path in the repository. */
async function modules(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(ROOT, "src"), { recursive: true });
  const found = new Map<string, string>();
  for (const name of names.map((each) => each.replaceAll("\\", "/")).sort()) {
    if (!name.endsWith(".ts") || name.startsWith("panels/")) continue;
    found.set(`src/${name}`, await readFile(join(ROOT, "src", name), "utf8"));
  }
  return found;
}

describe("The build", () => {
  it("creates a file for everything that is loaded on first use, and for nothing else", async () => {
    const loaded = new Set<string>();
    for (const [name, text] of await modules()) {
      const [, ...calls] = text.split(/(?<!typeof )\bimport\(\s*"/);
      for (const call of calls) {
        const path = call.slice(0, call.indexOf('"'));
        if (path.startsWith(".")) loaded.add(posix.join(posix.dirname(name), path));
      }
    }
    // A thread is started by the name of its file.
    loaded.add("src/trackers/scan/worker.ts");
    loaded.add("src/trackers/command-line/main.ts");
    assert.deepEqual([...loaded].sort(), Object.values(LAZY_ENTRIES).sort());
  });

  it("starts each thread with a file that it creates", async () => {
    const named = [...(await modules()).values()].flatMap((text) =>
      [...text.matchAll(/"([\w-]+)\.cjs"/g)].map(([, name]) => name),
    );
    assert.deepEqual([...new Set(named)], ["trackers-worker"]);
    assert.ok("trackers-worker" in LAZY_ENTRIES);
  });

  it("creates a script for each folder of panels that has a page", async () => {
    const folders = await readdir(join(ROOT, "src/panels"), { withFileTypes: true });
    const pages = folders.filter((each) => each.isDirectory() && each.name !== "kit").map(({ name }) => name);
    assert.deepEqual(Object.keys(PANEL_ENTRIES).sort(), pages.sort());
    for (const [name, path] of Object.entries(PANEL_ENTRIES)) assert.equal(path, `src/panels/${name}/main.ts`);
  });

  it("creates one style sheet for all panels, which none of them includes again", async () => {
    assert.deepEqual(STYLE_ENTRIES, { kit: "src/panels/kit/kit.css" });
    for (const path of Object.values(PANEL_ENTRIES)) {
      assert.doesNotMatch(await readFile(join(ROOT, path), "utf8"), /kit\.css"/, path);
    }
  });

  it("starts with the file that the manifest names", async () => {
    const { main } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { main: string };
    assert.equal(START_ENTRY, "src/extension.ts");
    assert.equal(main, "./dist/extension.cjs");
  });
});

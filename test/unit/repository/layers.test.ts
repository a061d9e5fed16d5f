// Imports point down only, and a wing never imports another wing. The linter can't tell a wing from a feature by its path.
import assert from "node:assert/strict";
import { join } from "node:path/posix";
import { listImports, readSources } from "./circles.ts";

/** What the folders of `src` import besides themselves. Any other folder is a wing. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  scan: ["base"],
  panels: ["base", "workbench"],
  workbench: ["base", "panels", "scan"],
};
const WING = ["base", "panels", "scan", "workbench"];
/** What is above the wings: the files beside the folders, and what the extension offers to others. */
const TOP = new Set(["", "extension-api", "mcp"]);

/** Returns the first folder of a path. Empty for the files beside the folders. */
function topFolder(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "";
}

function findWrongImports(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources].flatMap(([file, text]) => {
    const from = topFolder(file);
    if (TOP.has(from)) return [];
    const allowed = new Set([from, ...(LAYERS[from] ?? WING)]);
    return listImports(file, text).flatMap((path) => (allowed.has(topFolder(path)) ? [] : [`${file} imports ${path}`]));
  });
}

describe("Imports", () => {
  it("point down only, and never from one wing to another", async () => {
    assert.deepEqual(findWrongImports(await readSources()), []);
  });

  for (const [file, path] of [
    ["base/time.ts", "../issues/index.ts"],
    ["scan/scanner.ts", "../trackers/api/exodus-api.ts"],
    ["workbench/share/shares.ts", "../../issues/index.ts"],
    ["panels/thread/main.ts", "../../issues/model/task.ts"],
    ["trackers/commands.ts", "../issues/index.ts"],
    ["issues/lists/tree-rows.ts", "../../blocks/index.ts"],
    ["issues/wing.ts", "../extension.ts"],
    ["echo/wing.ts", "../issues/wing.ts"],
  ] as const) {
    it(`are reported if ${file} imports ${path}`, () => {
      assert.deepEqual(findWrongImports(new Map([[file, `import { any } from "${path}";`]])), [
        `${file} imports ${join(file, "..", path)}`,
      ]);
    });
  }
});

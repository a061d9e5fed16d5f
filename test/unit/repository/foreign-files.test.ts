// Files that others wrote are read by one module, which stops at links, pipes and files that never end.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../runner/tools.js";

/** All files that read files, each with the reason why it may. */
const READERS: ReadonlyMap<string, string> = new Map([
  ["base/foreign-file.ts", "reads the files of others, within limits"],
  ["base/processes/shared-state.ts", "reads what Triptych's windows wrote"],
  ["scan/apk/byte-source.ts", "reads ranges of an app, which can be larger than the memory"],
  ["scan/command-line/scan-command.ts", "reads the list that is named on the command line, which may be a pipe"],
  ["workbench/storage/cache.ts", "reads what Triptych's windows wrote"],
  ["workbench/storage/shared-files.ts", "reads what Triptych's windows wrote"],
]);

describe("The files of others", () => {
  it("are read by one module", () => {
    const src = join(ROOT, "src");
    const found = readdirSync(src, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => {
        const imports = readFileSync(join(src, file), "utf8").matchAll(
          /import \{([^}]*)\} from "node:fs(?:\/promises)?"/g,
        );
        return [...imports].some(([, names = ""]) =>
          /\b(?:readFile|open|read|createReadStream)(?:Sync)?\b/.test(names),
        );
      });
    assert.deepEqual(found.sort(), [...READERS.keys()].sort());
  });
});

// The lint rules of this repository really fail on code that breaks them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../runner/tools.js";

/** Code that breaks a lint rule. The linter must fail on each with this message. */
const BROKEN: readonly (readonly [rule: string, file: string, source: string, words: RegExp])[] = [
  [
    "base imports nothing of VS Code",
    "src/base/time.ts",
    `import { window } from "vscode";\nexport const shown = window;\n`,
    /must not import vscode/,
  ],
  [
    "base imports nothing from the workbench",
    "src/base/time.ts",
    `import { cache } from "../workbench/cache.ts";\nexport const kept = cache;\n`,
    /base must not import from the workbench/,
  ],
  [
    "only the HTTP client imports axios in base",
    "src/base/network/budget.ts",
    `import { get } from "axios";\nexport const ask = get;\n`,
    /Only base\/http.ts/,
  ],
  [
    "only the HTTP client imports axios in a wing",
    "src/blocks/ledger/store.ts",
    `import { get } from "axios";\nexport const ask = get;\n`,
    /Only base\/http.ts/,
  ],
  [
    "the workbench imports no wing",
    "src/workbench/share.ts",
    `import { open } from "../issues/index.ts";\nexport const door = open;\n`,
    /workbench must not import from the wings/,
  ],
  [
    "a wing never imports another wing",
    "src/trackers/command-table.ts",
    `import { open } from "../issues/index.ts";\nexport const door = open;\n`,
    /never imports another wing/,
  ],
  [
    "a wing's folder never imports another wing",
    "src/issues/lists/tree-rows.ts",
    `import { open } from "../../blocks/index.ts";\nexport const door = open;\n`,
    /never imports another wing/,
  ],
  [
    "a wing's endpoints import nothing of VS Code",
    "src/issues/api/forge.ts",
    `import { window } from "vscode";\nexport const shown = window;\n`,
    /must not import vscode/,
  ],
  [
    "a wing's model imports nothing of VS Code",
    "src/blocks/model/block.ts",
    `import { window } from "vscode";\nexport const shown = window;\n`,
    /must not import vscode/,
  ],
  [
    "a wing's model imports nothing of the workbench",
    "src/blocks/model/block.ts",
    `import { cache } from "../../workbench/cache.ts";\nexport const kept = cache;\n`,
    /api and model import only base/,
  ],
  [
    "a wing's endpoints don't import its store",
    "src/trackers/api/exodus-api.ts",
    `import { store } from "../store.ts";\nexport const kept = store;\n`,
    /must not import features/,
  ],
  [
    "a wing's views don't import endpoints",
    "src/trackers/catalog/tracker-rows.ts",
    `import { ask } from "../api/exodus-api.ts";\nexport const asked = ask;\n`,
    /must not import api/,
  ],
  [
    "the endpoints of blocks don't import its features",
    "src/blocks/api/mirror-node.ts",
    `import { store } from "../ledger/store.ts";\nexport const kept = store;\n`,
    /must not import features/,
  ],
  [
    "the ledger store doesn't import its rows",
    "src/blocks/ledger/store.ts",
    `import { rows } from "./block-rows.ts";\nexport const shown = rows;\n`,
    /must not import rows, panels or commands/,
  ],
  [
    "the rows of blocks don't import endpoints",
    "src/blocks/ledger/block-rows.ts",
    `import { ask } from "../api/mirror-node.ts";\nexport const asked = ask;\n`,
    /must not import api/,
  ],
  [
    "a panel imports nothing from the extension",
    "src/panels/page/main.ts",
    `import { parse } from "../../base/json.ts";\nexport const read = parse;\n`,
    /imports only message types/,
  ],
  [
    "the extension imports only types from its panels",
    "src/blocks/block/panel.ts",
    `import { post } from "../../panels/thread/messages.ts";\nexport const send = post;\n`,
    /imports only message types/,
  ],
  [
    "no promise is left floating",
    "src/base/time.ts",
    `async function wait(): Promise<void> {\n  await Promise.resolve();\n}\nexport function go(): void {\n  wait();\n}\n`,
    /no-floating-promises/,
  ],
  [
    "no type is any",
    "src/base/time.ts",
    `export const anything = (given: any): string => String(given);\n`,
    /no-explicit-any/,
  ],
  ["there are no default exports", "src/base/time.ts", `export default 1;\n`, /no-default-export/],
];

describe("The linter", () => {
  let house: string;

  beforeEach(async () => {
    house = await mkdtemp(join(tmpdir(), "triptych-lint-"));
    for (const file of [".oxlintrc.json", "tsconfig.json", "src/panels/tsconfig.json", "package.json"]) {
      await mkdir(dirname(join(house, file)), { recursive: true });
      await cp(join(ROOT, file), join(house, file));
    }
    await symlink(join(ROOT, "node_modules"), join(house, "node_modules"), "junction");
  });

  afterEach(async () => {
    await rm(house, { recursive: true, force: true });
  });

  async function build(file: string, source: string): Promise<void> {
    await mkdir(dirname(join(house, file)), { recursive: true });
    await writeFile(join(house, file), source);
  }

  function lint(): { status: number | null; said: string } {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, "node_modules/oxlint/bin/oxlint"), "--type-aware", "--deny-warnings", "src"],
      { cwd: house, encoding: "utf8" },
    );
    return { status, said: stdout };
  }

  for (const [rule, file, source, words] of BROKEN) {
    it(`reports code that breaks the rule that ${rule}`, async () => {
      await build(file, source);
      const { status, said } = lint();
      assert.match(said, words);
      assert.equal(status, 1);
    });
  }

  it("accepts code that keeps the rules", async () => {
    await build("src/panels/thread/messages.ts", `export interface Shown {\n  readonly number: bigint;\n}\n`);
    await build(
      "src/blocks/block/panel.ts",
      `import type { Shown } from "../../panels/thread/messages.ts";\nexport const first = (all: readonly Shown[]): Shown | undefined => all[0];\n`,
    );
    const { status, said } = lint();
    assert.equal(status, 0, said);
  });
});

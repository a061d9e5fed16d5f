// The lint rules of this repository really fail on code that breaks them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../runner/tools.js";

/** Code that keeps the rules: a panel's file of message types, and a file of the extension that imports them. */
const SOUND: readonly (readonly [what: string, file: string, source: string])[] = [
  ["types of messages", "src/panels/thread/messages.ts", `export interface Shown {\n  readonly number: bigint;\n}\n`],
  [
    "a protocol",
    "src/panels/thread/protocol.ts",
    `import * as v from "valibot";\nexport const written = v.object({ text: v.string() });\n`,
  ],
  [
    "its use",
    "src/issues/lists/panel.ts",
    `import { written } from "../../panels/thread/protocol.ts";\nexport const declared = [written];\n`,
  ],
  [
    "the use of types",
    "src/blocks/range/panel.ts",
    `import type { Shown } from "../../panels/thread/messages.ts";\nexport const first = (all: readonly Shown[]): Shown | undefined => all[0];\n`,
  ],
];

/** Code that breaks a lint rule. The linter must report each with this message. */
const BROKEN: readonly (readonly [rule: string, file: string, source: string, words: RegExp])[] = [
  [
    "base imports nothing of VS Code",
    "src/base/time.ts",
    `import { window } from "vscode";\nexport const shown = window;\n`,
    /must not import vscode/,
  ],
  [
    "base imports nothing from the workbench",
    "src/base/time-2.ts",
    `import { cache } from "../workbench/cache.ts";\nexport const kept = cache;\n`,
    /base must not import from the scanner, the workbench or the panels/,
  ],
  [
    "only the HTTP client imports axios in base",
    "src/base/http/budget.ts",
    `import { get } from "axios";\nexport const ask = get;\n`,
    /Only base\/http\/client.ts/,
  ],
  [
    "only the HTTP client imports axios in a wing",
    "src/blocks/store/live-tail.ts",
    `import { get } from "axios";\nexport const ask = get;\n`,
    /Only base\/http\/client.ts/,
  ],
  [
    "tools for agents can't reach what sends",
    "src/issues/tools/write-drafts.ts",
    `import { Sender } from "../writing/sender.ts";\nexport const sends = Sender;\n`,
    /must not reach what sends or changes anything/,
  ],
  [
    "tools for agents can't reach what closes issues",
    "src/issues/tools/list-issues.ts",
    `import { IssueChanges } from "../triage/changes.ts";\nexport const changes = IssueChanges;\n`,
    /must not reach what sends or changes anything/,
  ],
  [
    "tools for agents know nothing of VS Code",
    "src/blocks/tools/get-block.ts",
    `import { window } from "vscode";\nexport const shown = window;\n`,
    /must not import vscode/,
  ],
  [
    "the scanner imports nothing of VS Code",
    "src/scan/scanner.ts",
    `import { window } from "vscode";\nexport const shown = window;\n`,
    /must not import vscode/,
  ],
  [
    "the scanner imports nothing of the workbench",
    "src/scan/scanner-2.ts",
    `import { cache } from "../workbench/cache.ts";\nexport const kept = cache;\n`,
    /scan must not import from the workbench/,
  ],
  [
    "the rest of the extension imports only the entrance of the scanner",
    "src/trackers/workspace/find-files.ts",
    `import { scanFile } from "../../scan/scan-file.ts";\nexport const scan = scanFile;\n`,
    /The scanner has one entrance/,
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
    "src/blocks/model/block-2.ts",
    `import { cache } from "../../workbench/cache.ts";\nexport const kept = cache;\n`,
    /api and model import only base and scan/,
  ],
  [
    "a wing's endpoints don't import its store",
    "src/trackers/api/exodus-api.ts",
    `import { store } from "../instance/store.ts";\nexport const kept = store;\n`,
    /must not import features/,
  ],
  [
    "a wing's views don't import endpoints",
    "src/trackers/tracker/tracker-rows.ts",
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
    "a feature doesn't import the commands of its wing",
    "src/blocks/store/store.ts",
    `import { commandTable } from "../commands.ts";\nexport const commands = commandTable;\n`,
    /Only the files beside a wing's index.ts/,
  ],
  [
    "the rows of blocks don't import endpoints",
    "src/blocks/tree/block-rows.ts",
    `import { ask } from "../api/mirror-node.ts";\nexport const asked = ask;\n`,
    /must not import api/,
  ],
  [
    "a panel imports nothing from the extension",
    "src/panels/content/main.ts",
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
    "src/base/time-3.ts",
    `async function wait(): Promise<void> {\n  await Promise.resolve();\n}\nexport function go(): void {\n  wait();\n}\n`,
    /no-floating-promises/,
  ],
  [
    "no type is any",
    "src/base/time-4.ts",
    `export const anything = (given: any): string => String(given);\n`,
    /no-explicit-any/,
  ],
  ["there are no default exports", "src/base/time-5.ts", `export default 1;\n`, /no-default-export/],
];

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

describe("The linter", () => {
  let folder: string;
  let diagnostics: readonly Diagnostic[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-lint-"));
    for (const file of [".oxlintrc.json", "tsconfig.json", "src/panels/tsconfig.json", "package.json"]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(ROOT, file), join(folder, file));
    }
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
    for (const [, file, source] of [...BROKEN, ...SOUND]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), source);
    }
    const linter = join(ROOT, "node_modules/oxlint/bin/oxlint");
    const { status, stdout } = spawnSync(
      process.execPath,
      [linter, "--type-aware", "--deny-warnings", "--format", "json", "src"],
      { cwd: folder, encoding: "utf8" },
    );
    assert.equal(status, 1, stdout);
    ({ diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const reportOn = (file: string): string =>
    diagnostics
      .filter(({ filename }) => filename === file)
      .map(({ code, message, help }) => `${code}: ${message} ${help}`)
      .join("\n");

  for (const [rule, file, , words] of BROKEN) {
    it(`reports code that breaks the rule that ${rule}`, () => {
      assert.match(reportOn(file), words);
    });
  }

  it("accepts code that keeps the rules", () => {
    assert.equal(SOUND.map(([, file]) => reportOn(file)).join(""), "");
  });
});

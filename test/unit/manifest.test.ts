// The manifest matches the code, and the check of it finds faults.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestFaults } from "../manifest/faults.js";

const ROOT = process.cwd();

/** Replacements in a file (an empty `from` appends), and what the check must report. */
const BROKEN: readonly (readonly [what: string, file: string, from: string, to: string, words: RegExp])[] = [
  [
    "an undeclared command",
    "src/workbench/wings/workbench-commands.ts",
    `"triptych.showLog": `,
    `"triptych.lost": plain(() => undefined),\n    "triptych.showLog": `,
    /command triptych\.lost is in a command table but not in package\.json/,
  ],
  [
    "a command registered without the workbench",
    "src/services.ts",
    "",
    `registerCommand("x");`,
    /bypasses the workbench: services\.ts/,
  ],
  [
    "an unused nls key",
    "package.nls.json",
    "{",
    `{ "triptych.unused": "Nobody",`,
    /nls key triptych\.unused is in package\.nls\.json but not in package\.json/,
  ],
  [
    "a setting that nothing reads",
    "src/issues/repositories/settings.ts",
    "",
    `export const UNREAD = { id: "triptych.issues.unread", decode: url };`,
    /setting triptych\.issues\.unread is declared but never read/,
  ],
  [
    "a menu on an unknown row",
    "package.json",
    "viewItem == workspace.found",
    "viewItem == lots",
    /names a row that no tree has/,
  ],
  [
    "a panel that is lost on a reload",
    "src/extension.ts",
    "",
    `export const lost = { id: "triptych.lost", script: "lost" };`,
    /panel triptych\.lost is in a PanelKind but not in activationEvents/,
  ],
];

describe("The manifest", () => {
  it("matches the code", async () => {
    assert.deepEqual(await manifestFaults(ROOT), []);
  });

  it("is rejected with each kind of fault", async () => {
    const copy = await mkdtemp(join(tmpdir(), "triptych-manifest-"));
    try {
      for (const part of ["package.json", "package.nls.json", "src", "media"])
        await cp(join(ROOT, part), join(copy, part), { recursive: true });
      for (const [, file, from, to] of BROKEN) {
        const path = join(copy, file);
        const whole = await readFile(path, "utf8");
        const broken = from === "" ? `${whole}\n${to}\n` : whole.replace(from, to);
        assert.notEqual(broken, whole, `${file} no longer has ${from}`);
        await writeFile(path, broken);
      }
      const faults = (await manifestFaults(copy)).join("\n");
      for (const [what, , , , words] of BROKEN) assert.match(faults, words, what);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
});

// Breaks a copy of the sources in one place at a time, to show that the check of the manifest finds every fault.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestFaults } from "../manifest/faults.js";

const ROOT = process.cwd();

/** Replacements in a file (an empty `from` appends), and what the check must report. */
const BROKEN: readonly (readonly [what: string, file: string, from: string | RegExp, to: string, said: RegExp])[] = [
  [
    "an undeclared command",
    "src/workbench/own-commands.ts",
    `"triptych.showLog": `,
    `"triptych.lost": plain(() => undefined),\n    "triptych.showLog": `,
    /command triptych\.lost is in a command table but not in package\.json/,
  ],
  [
    "a command without a handler",
    "src/workbench/own-commands.ts",
    `"triptych.showLog": `,
    `showLog: `,
    /command triptych\.showLog is in package\.json but not in a command table/,
  ],
  [
    "a command with two handlers",
    "src/blocks/block/commands.ts",
    `"triptych.blocks.copyLink": `,
    `"triptych.showLog": `,
    /command triptych\.showLog is handled twice/,
  ],
  [
    "a row that runs an undeclared command",
    "src/extension.ts",
    "",
    `export const click = { command: "triptych.lost", title: "", args: [] };`,
    /command triptych\.lost is used but not declared/,
  ],
  [
    "code that runs an undeclared command",
    "src/extension.ts",
    "",
    `void executeCommand("triptych.lost");`,
    /command triptych\.lost is used but not declared/,
  ],
  [
    "a command registered without the workbench",
    "src/services.ts",
    "",
    `registerCommand("x");`,
    /bypasses the workbench: services\.ts/,
  ],
  [
    "a text with a button for an unknown command",
    "package.nls.json",
    `"triptych.description": "`,
    `"triptych.description": "[Find App…](command:triptych.lost) `,
    /command triptych\.lost is used but not declared/,
  ],
  [
    "a menu with an unknown command",
    "package.json",
    /("command": )"triptych.tree.loadAll"(,\s*"when": "view)/,
    `$1"triptych.tree.lost"$2`,
    /command triptych\.tree\.lost is used but not declared/,
  ],
  [
    "a hidden command that nothing offers",
    "package.json",
    /("command": )"triptych.tree.loadAll"(,\s*"when": "view)/,
    `$1"triptych.showLog"$2`,
    /command triptych\.tree\.loadAll is hidden from the palette and offered nowhere else/,
  ],
  [
    "an unused nls key",
    "package.nls.json",
    "{",
    `{ "triptych.unused": "Nobody",`,
    /nls key triptych\.unused is in package\.nls\.json but not in package\.json/,
  ],
  [
    "a missing nls key",
    "package.nls.json",
    `"triptych.view.issues"`,
    `"triptych.view.tissues"`,
    /nls key triptych\.view\.issues is in package\.json but not in package\.nls\.json/,
  ],
  [
    "an empty nls string",
    "package.nls.json",
    `"triptych.view.issues": "Issues"`,
    `"triptych.view.issues": " "`,
    /nls key triptych\.view\.issues is empty/,
  ],
  [
    "a title in plain text",
    "package.json",
    `"name": "%triptych.view.issues%"`,
    `"name": "Issues"`,
    /can't be translated: Issues/,
  ],
  [
    "a message that bypasses the dialogs",
    "src/extension.ts",
    "",
    `void window.showErrorMessage(reason);`,
    /bypasses the workbench: extension\.ts: .*Message/,
  ],
  [
    "a text that bypasses its sink",
    "src/extension.ts",
    "",
    `const lens = new CodeLens(range, { title, command: "" });`,
    /bypasses the workbench: extension\.ts: .*CodeLens/,
  ],
  [
    "a text beside a view's title that is not encoded",
    "src/extension.ts",
    "",
    `view.describe(host);`,
    /bypasses the workbench: extension\.ts: .*describe/,
  ],
  [
    "a badge whose tooltip is not encoded",
    "src/extension.ts",
    "",
    `view.badge(news, () =>\n  tooltip(news));`,
    /bypasses the workbench: extension\.ts: .*badge/,
  ],
  [
    "a sentence that does not isolate its placeholders",
    "src/blocks/index.ts",
    "",
    `import { l10n } from "vscode";\n`,
    /bypasses the workbench: blocks.index\.ts: .*l10n/,
  ],
  [
    "a declared setting that is not listed",
    "src/workbench/settings.ts",
    `"triptych.issues.url": address,`,
    "",
    /setting triptych\.issues\.url is in package\.json but not in workbench\/settings\.ts/,
  ],
  [
    "a listed setting that is not declared",
    "src/workbench/settings.ts",
    `"triptych.issues.url": address,`,
    `"triptych.issues.url": address, "triptych.issues.lost": address,`,
    /setting triptych\.issues\.lost is in workbench\/settings\.ts but not in package\.json/,
  ],
  [
    "a setting that nothing reads",
    "src/workbench/settings.ts",
    `"triptych.issues.url": address,`,
    `"triptych.issues.url": address, "triptych.issues.unread": address,`,
    /setting triptych\.issues\.unread is declared but never read/,
  ],
  [
    "a setting read without the workbench",
    "src/extension.ts",
    "",
    `getConfiguration();`,
    /bypasses the workbench: extension\.ts/,
  ],
  [
    "a setting that names a host and can be set by a workspace",
    "package.json",
    /("default": "https:\/\/codeberg.org",\s*"scope": )"application"/,
    `$1"window"`,
    /setting triptych\.issues\.url names a host but does not have application scope/,
  ],
  [
    "a text that names an unknown setting",
    "package.nls.json",
    "`#triptych.blocks.networks#`",
    "`#triptych.blocks.ledgers#`",
    /setting triptych\.blocks\.ledgers is named in a text but not declared/,
  ],
  [
    "a view without an entry point",
    "src/issues/index.ts",
    `view: "triptych.issues"`,
    `vista: "triptych.issues"`,
    /view triptych\.issues is in workbench\/views\.ts but not in a wing's index\.ts/,
  ],
  [
    "an undeclared view",
    "src/workbench/views.ts",
    `VIEW_IDS = [`,
    `VIEW_IDS = ["triptych.lost", `,
    /view triptych\.lost is in workbench\/views\.ts but not in package\.json/,
  ],
  [
    "a menu in an unknown view",
    "package.json",
    `"view == triptych.issues"`,
    `"view == triptych.tissues"`,
    /names an unknown view/,
  ],
  [
    "a menu on an unknown row",
    "package.json",
    "viewItem == more.all",
    "viewItem == lots",
    /names a row that no tree has/,
  ],
  [
    "a context key that is never set",
    "package.json",
    `"view == triptych.issues"`,
    `"view == triptych.issues && triptych.signedIn"`,
    /context key triptych\.signedIn is in package\.json but not in a setContext/,
  ],
  [
    "a context key that is never used",
    "src/extension.ts",
    "",
    `void run("setContext", "triptych.idle", true);`,
    /context key triptych\.idle is in a setContext but not in package\.json/,
  ],
  [
    "a panel that is lost on a reload",
    "src/extension.ts",
    "",
    `export const lost = { id: "triptych.lost", script: "lost" };`,
    /panel triptych\.lost is in a PanelKind but not in activationEvents/,
  ],
  [
    "an activation event for an unknown panel",
    "package.json",
    `"activationEvents":`,
    `"activationEvents": ["onWebviewPanel:triptych.lost"], "before":`,
    /panel triptych\.lost is in activationEvents but not in a PanelKind/,
  ],
  [
    "an activation event that VS Code infers",
    "package.json",
    `"activationEvents":`,
    `"activationEvents": ["onView:triptych.issues"], "before":`,
    /activation event onView:triptych\.issues is inferred/,
  ],
  [
    "a missing icon",
    "package.json",
    `"media/triptych.png"`,
    `"media/lost.png"`,
    /media\/lost\.png, which does not exist/,
  ],
];

describe("The manifest", () => {
  it("matches the code", async () => {
    assert.deepEqual(await manifestFaults(ROOT), []);
  });

  describe("is rejected with", () => {
    let copy: string;
    before(async () => {
      copy = await mkdtemp(join(tmpdir(), "triptych-manifest-"));
      for (const part of ["package.json", "package.nls.json", "src", "media"]) {
        await cp(join(ROOT, part), join(copy, part), { recursive: true });
      }
    });
    after(() => rm(copy, { recursive: true, force: true }));

    for (const [what, file, from, to, said] of BROKEN) {
      it(what, async () => {
        const path = join(copy, file);
        const whole = await readFile(path, "utf8");
        const broken = from === "" ? `${whole}\n${to}\n` : whole.replace(from, to);
        assert.notEqual(broken, whole, `${file} no longer has ${from}`);
        await writeFile(path, broken);
        try {
          assert.match((await manifestFaults(copy)).join("\n"), said);
        } finally {
          await writeFile(path, whole);
        }
      });
    }
  });
});

// Shows that activation is cheap: it reads one small file.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { commands } from "vscode";
import { loadedModules, triptych } from "./extension.ts";

type Call = (...given: unknown[]) => unknown;

/** The modules of Node that reach the disk, the network or other processes. */
const OUTSIDE = [
  "node:fs",
  "node:fs/promises",
  "node:net",
  "node:http",
  "node:https",
  "node:child_process",
  "node:dns",
];

/** Records the extension's own calls to these modules, except those that load its own code. */
function watchOutside(root: string): { readonly calls: string[]; readonly stop: () => void } {
  const calls: string[] = [];
  const undo: (() => void)[] = [];
  for (const name of OUTSIDE) {
    const module = require(name) as Record<string, unknown>;
    for (const key of Object.keys(module)) {
      const original = module[key];
      if (typeof original !== "function" || /^[A-Z]|^_/.test(key)) continue;
      if (Object.getOwnPropertyDescriptor(module, key)?.writable !== true) continue;
      module[key] = function (this: unknown, ...given: unknown[]) {
        const ours = new Error().stack?.includes(join(root, "dist")) === true;
        if (ours && !String(given[0]).startsWith(join(root, "dist"))) calls.push(`${name}.${key}(${String(given[0])})`);
        return Reflect.apply(original as Call, this, given);
      };
      undo.push(() => (module[key] = original));
    }
  }
  return { calls, stop: () => undo.forEach((each) => each()) };
}

describe("Activation", () => {
  it("doesn't happen before the user uses the extension", () => {
    assert.equal(triptych().isActive, false);
    assert.deepEqual(loadedModules(), []);
  });

  it("uses no disk, network or other process", async () => {
    const { calls, stop } = watchOutside(triptych().extensionPath);
    try {
      await triptych().activate();
    } finally {
      stop();
    }
    assert.deepEqual(calls, []);
  });

  it("reads one file of at most 20 KB", async () => {
    assert.deepEqual(loadedModules(), ["extension.cjs"]);
    const { size } = await stat(join(triptych().extensionPath, "dist", "extension.cjs"));
    assert.ok(size <= 20 * 1024, `${size} bytes`);
  });

  it("offers its API to other extensions without loading more", () => {
    assert.equal(triptych().exports.getApi(1)?.version, 1);
    assert.deepEqual(loadedModules(), ["extension.cjs"]);
  });

  it("gives every command of the manifest a handler, and registers no other", async () => {
    const manifest = triptych().packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = manifest.contributes.commands.map(({ command }) => command).sort();
    const there = await commands.getCommands(true);
    // VS Code adds commands of its own for each view and container.
    const made = /^triptych\.(trackers|issues|blocks)\.(focus|open|resetViewLocation|removeView|toggleVisibility)$/;
    const registered = there.filter((each) => each.startsWith("triptych.") && !made.test(each)).sort();
    assert.deepEqual(registered, declared);
  });

  it("loads the rest of the extension on first use", async () => {
    await commands.executeCommand("triptych.trackers.refresh");
    assert.deepEqual(loadedModules().sort(), ["app.cjs", "extension.cjs"]);
  });
});

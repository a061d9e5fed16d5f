// Gives tests in the extension host access to the running extension.
import assert from "node:assert/strict";
import { join } from "node:path";
import { extensions, type Extension, type TextDocument } from "vscode";
import type { TriptychExports } from "../../src/extension-api/declaration.ts";
import type { ForTests, Shared } from "../../src/workbench/wings/shared.ts";

type Exports = TriptychExports & Partial<ForTests>;

export function triptych(): Extension<Exports> {
  return extensions.getExtension<Exports>("triptych.triptych") ?? assert.fail("the extension is not there");
}

/** The shared parts of the running extension. */
export async function sharedParts(): Promise<Shared> {
  const { shared } = await triptych().activate();
  return (await shared?.()) ?? assert.fail("the extension gives no parts to its tests");
}

/** The path of a file that the build makes. */
export function builtFile(name: string): string {
  return join(triptych().extensionPath, "dist", name);
}

/** The modules of the extension that are loaded, by their path under dist. */
export function loadedModules(): string[] {
  const dist = `${triptych().extensionPath}/dist/`;
  const keys = Object.keys(require.cache).map((path) => path.replaceAll("\\", "/"));
  return keys.filter((path) => path.startsWith(dist)).map((path) => path.slice(dist.length));
}

/** Waits until the condition holds; fails after many checks rather than wait forever. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 4000; look += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`It never came to this: ${what}`);
}

/** Saves a document until nothing is left to save. VS Code may still be saving an older version by itself. */
export async function save(document: TextDocument): Promise<void> {
  await until("the document is saved", async () => {
    await document.save();
    return !document.isDirty;
  });
}

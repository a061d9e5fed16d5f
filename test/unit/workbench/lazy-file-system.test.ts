// Files that are opened before the wing that provides them is loaded.
import assert from "node:assert/strict";
import type { Uri } from "vscode";
import type * as lazyFileSystem from "../../../src/workbench/lazy-file-system.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { importTexts } from "../import-texts.ts";

describe("A file of a wing", () => {
  it("can be read if the wing loads at the second attempt", async () => {
    const code = (await importTexts("src/workbench/lazy-file-system.ts", "en")) as typeof lazyFileSystem;
    let attempts = 0;
    const content = Buffer.from("kept");
    const files: lazyFileSystem.TextFiles = {
      onDidChangeFile: new Emitter<never>().event,
      stat: () => ({ type: 1, ctime: 0, mtime: 0, size: content.length }),
      readFile: () => content,
      writeFile: () => undefined,
      delete: () => undefined,
    };
    const lazy = new code.LazyFileSystem(() => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error("too many open files")) : Promise.resolve(files);
    });
    const uri: Uri = JSON.parse("{}");
    await assert.rejects(lazy.readFile(uri), /too many open files/);
    assert.equal(await lazy.readFile(uri), content);
  });
});

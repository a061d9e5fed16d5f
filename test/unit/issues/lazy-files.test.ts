// The files of drafts before the wing is loaded.
import assert from "node:assert/strict";
import type { Uri } from "vscode";
import type * as LazyFileSystem from "../../../src/issues/parts/lazy-files.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { importTexts } from "../import-texts.ts";

describe("The file of a draft", () => {
  it("can be read if the wing loads at the second attempt", async () => {
    const { LazyFiles } = (await importTexts("src/issues/parts/lazy-files.ts", "en")) as typeof LazyFileSystem;
    let attempts = 0;
    const content = Buffer.from("kept");
    const files: LazyFileSystem.TextFiles = {
      onDidChangeFile: new Emitter<never>().event,
      stat: () => ({ type: 1, ctime: 0, mtime: 0, size: content.length }),
      readFile: () => content,
      writeFile: () => undefined,
      delete: () => undefined,
    };
    const lazy = new LazyFiles(() => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error("too many open files")) : Promise.resolve(files);
    });
    const uri: Uri = JSON.parse("{}");
    await assert.rejects(lazy.readFile(uri), /too many open files/);
    assert.equal(await lazy.readFile(uri), content);
  });
});

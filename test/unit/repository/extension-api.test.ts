// The API's declaration that authors of other extensions copy from docs/api.md is the one that Triptych is built with.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

describe("The documented API", () => {
  it("has the declaration of the sources", async () => {
    const source = await readFile("src/extension-api/declaration.ts", "utf8");
    const [, declaration] = /^(?:\/\/[^\n]*\n)+\n([^]*)$/.exec(source) ?? [];
    const [, documented] = /```ts\n([^]*?)```\n$/.exec(await readFile("docs/api.md", "utf8")) ?? [];
    assert.ok(declaration !== undefined);
    assert.equal(documented, declaration);
  });
});

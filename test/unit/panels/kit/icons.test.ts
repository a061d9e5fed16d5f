// The icons that panels draw, compared with the package of codicons.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { icons } from "../../../../src/panels/kit/icons.ts";

describe("Icons", () => {
  it("have the code points of the codicons package", () => {
    const path = createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css");
    const sheet = readFileSync(path, "utf8");
    const codes = new Map(
      [...sheet.matchAll(/\.codicon-([\w-]+):before \{ content: "\\(\w+)"/g)].map((m) => [m[1], m[2]]),
    );
    assert.ok(codes.size > 500);
    for (const [name, glyph] of Object.entries(icons))
      assert.equal(glyph.codePointAt(0)?.toString(16), codes.get(name), name);
  });
});

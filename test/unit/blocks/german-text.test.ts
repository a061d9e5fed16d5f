// Texts about entities in a VS Code whose display language is German.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { decode } from "../../../src/base/decode.ts";
import type * as EntityText from "../../../src/blocks/entity/entity-text.ts";
import { token } from "../../../src/blocks/model/entity.ts";

describe("The supply of a token in German", () => {
  let folder: string;
  let texts: typeof EntityText;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-german-"));
    const outfile = join(folder, "entity-text.mjs");
    await build({
      entryPoints: ["src/blocks/entity/entity-text.ts"],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
      plugins: [
        {
          name: "german-vscode",
          setup(building) {
            building.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "german" }));
            building.onLoad({ filter: /.*/, namespace: "german" }, () => ({
              contents: 'module.exports = { env: { language: "de" }, l10n: { t: (text) => text } };',
            }));
          },
        },
      ],
    });
    texts = (await import(pathToFileURL(outfile).href)) as typeof EntityText;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("has the decimal sign of German where it groups digits with points", () => {
    for (const [units, decimals, shown] of [
      ["123450", "2", "1.234,50 TRAM"],
      ["5", "2", "0,05 TRAM"],
      ["123450", "0", "123.450 TRAM"],
    ]) {
      const answer = { token_id: "0.0.5", symbol: "TRAM", decimals, total_supply: units };
      assert.equal(texts.formatSupply(decode(token, answer, "token")), shown);
    }
  });
});

// Why a draft was not sent, in a VS Code whose display language is German.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { Problem } from "../../../src/base/problem.ts";
import type * as DraftText from "../../../src/issues/editing/draft-text.ts";

describe("The reason of a draft that was not sent, in German", () => {
  let folder: string;
  let texts: typeof DraftText;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-german-"));
    const outfile = join(folder, "draft-text.mjs");
    const translations = await readFile("src/workbench/l10n/de.json", "utf8");
    await build({
      entryPoints: ["src/issues/editing/draft-text.ts"],
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
              contents: `const german = ${translations};
                module.exports = { env: { language: "de" }, l10n: { t: (text) => german[text] ?? text } };`,
            }));
          },
        },
      ],
    });
    texts = (await import(pathToFileURL(outfile).href)) as typeof DraftText;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("has nouns with their capital letters", () => {
    for (const [kind, shown] of [
      ["server", "Serverfehler"],
      ["malformed", "Ungültige Antwort"],
      ["rateLimited", "Anfragelimit erreicht"],
    ] as const)
      assert.equal(texts.refusalReason("problem", new Problem(kind), 0), shown);
  });
});

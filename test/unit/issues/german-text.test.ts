// Why a draft was not sent, in a VS Code whose display language is German.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Problem } from "../../../src/base/problem.ts";
import type * as DraftText from "../../../src/issues/editing/draft-text.ts";
import { importTexts } from "../import-texts.ts";

describe("The reason of a draft that was not sent, in German", () => {
  it("has nouns with their capital letters", async () => {
    const translations = await readFile("src/workbench/l10n/de.json", "utf8");
    const texts = (await importTexts("src/issues/editing/draft-text.ts", "de", translations)) as typeof DraftText;
    for (const [kind, shown] of [
      ["server", "Serverfehler"],
      ["malformed", "Ungültige Antwort"],
      ["rateLimited", "Anfragelimit erreicht"],
    ] as const)
      assert.equal(texts.refusalReason("problem", new Problem(kind), 0), shown);
  });
});

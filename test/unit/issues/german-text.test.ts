// Texts in a VS Code whose display language is German.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Problem } from "../../../src/base/problem.ts";
import type * as DraftText from "../../../src/issues/editing/draft-text.ts";
import type * as QueryText from "../../../src/issues/lists/query-text.ts";
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

describe("The filter of a list, in German", () => {
  it("has German quotation marks", async () => {
    const translations = await readFile("src/issues/l10n/de.json", "utf8");
    const texts = (await importTexts("src/issues/lists/query-text.ts", "de", translations)) as typeof QueryText;
    assert.equal(texts.describeFilter({ words: "tide" }), "„tide“");
  });
});

// Messages about typed text that refers to no block.
import assert from "node:assert/strict";
import type * as GoTo from "../../../src/blocks/references/go-to.ts";
import { importTexts } from "../import-texts.ts";

describe("The message about an entity without a block", () => {
  it("names the entity, whichever of its choices was picked", async () => {
    const { describeLocated } = (await importTexts("src/blocks/references/go-to.ts", "en")) as typeof GoTo;
    const network = { name: "mine", address: "https://mine.example" };
    for (const is of ["entity", "about"] as const) {
      const reading = { is, id: "0.0.9999" };
      assert.match(describeLocated({ unknown: "entity" }, reading, network) ?? "", / 0\.0\.9999\.$/);
      assert.match(describeLocated({ unknown: "activity", of: "topic" }, reading, network) ?? "", / 0\.0\.9999 /);
    }
  });
});

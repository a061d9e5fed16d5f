// What the panel of an entity shows after a failed load.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import type * as Content from "../../../src/blocks/entity/content.ts";
import { importTexts } from "../import-texts.ts";

describe("The page of an entity", () => {
  it("reports no failed activity after the entity turned out to be missing", async () => {
    const { entityPage } = (await importTexts("src/blocks/entity/content.ts", "en")) as typeof Content;
    const { parts } = entityPage({
      address: { network: "mine", entity: "0.0.2001" },
      network: { name: "mine", address: "https://mine.example" },
      entity: "absent",
      recent: { kind: "contract", skipped: 0, problem: new Problem("server", { status: 503 }) },
      ...{ isEntityCurrent: true, isLoading: false, problem: undefined, ways: {}, now: 0 },
    });
    assert.deepEqual(
      parts.map(({ kind }) => kind),
      ["empty"],
    );
  });
});

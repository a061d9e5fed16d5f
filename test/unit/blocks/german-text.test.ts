// Texts about entities in a VS Code in German.
import assert from "node:assert/strict";
import { decode } from "../../../src/base/decode.ts";
import type * as EntityText from "../../../src/blocks/entity/entity-text.ts";
import { token } from "../../../src/blocks/model/entity.ts";
import { importTexts } from "../import-texts.ts";

describe("The supply of a token in German", () => {
  let texts: typeof EntityText;

  before(async () => {
    texts = (await importTexts("src/blocks/entity/entity-text.ts", "de")) as typeof EntityText;
  });

  it("has a decimal comma if its digits are grouped with points", () => {
    for (const [units, decimals, shown] of [
      ["123450", "2", "1.234,50 TRAM"],
      ["5", "2", "0,05 TRAM"],
      ["123450", "0", "123.450 TRAM"],
      // The ledger accepts any 31-bit number.
      ["123450", "2147483647", "123.450e-2147483647 TRAM"],
    ]) {
      const answer = { token_id: "0.0.5", symbol: "TRAM", decimals, total_supply: units };
      assert.equal(texts.formatSupply(decode(token, answer, "token")), shown);
    }
  });
});

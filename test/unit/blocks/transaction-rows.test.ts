// Transactions as rows of a table.
import assert from "node:assert/strict";
import { decode } from "../../../src/base/decode.ts";
import type * as Rows from "../../../src/blocks/block/transaction-rows.ts";
import { transaction } from "../../../src/blocks/model/transaction.ts";
import { importTexts } from "../import-texts.ts";

describe("A transaction as a row", () => {
  it("cuts a long memo between two letters, and never within one", async () => {
    const { transactionColumns } = (await importTexts("src/blocks/block/transaction-rows.ts", "en")) as typeof Rows;
    const cut = "a".repeat(119);
    const memo = `${cut}😀 and more`;
    const answer = {
      consensus_timestamp: "1700000000.000000001",
      memo_base64: Buffer.from(memo).toString("base64"),
    };
    const columns = transactionColumns();
    const column = columns.find(({ head }) => head.name === "Transfers and memo");
    const cell = column?.cell(decode(transaction, answer, "transaction"), 1_700_000_000_000_000_000n);
    assert.equal(JSON.stringify(cell), JSON.stringify([{ text: cut, tip: cut, looks: ["quiet"] }]));
  });
});

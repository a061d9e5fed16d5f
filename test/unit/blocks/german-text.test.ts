// Texts about entities in a VS Code in German.
import assert from "node:assert/strict";
import { decode } from "../../../src/base/decode.ts";
import type * as BlockFacts from "../../../src/blocks/block/block-facts.ts";
import type * as Formats from "../../../src/blocks/wording/block-text.ts";
import type * as Columns from "../../../src/blocks/block/list-columns.ts";
import type * as Rows from "../../../src/blocks/block/transaction-rows.ts";
import type * as EntityText from "../../../src/blocks/wording/entity-text.ts";
import type * as RecentTables from "../../../src/blocks/entity/recent-tables.ts";
import { account, token } from "../../../src/blocks/model/entity.ts";
import { transaction } from "../../../src/blocks/model/transaction.ts";
import { importTexts } from "../import-texts.ts";

describe("The supply of a token in German", () => {
  let texts: typeof EntityText;

  before(async () => {
    texts = (await importTexts("src/blocks/wording/entity-text.ts", "de")) as typeof EntityText;
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

describe("Amounts of hbars in German", () => {
  const paid = decode(
    transaction,
    {
      consensus_timestamp: "1700000000.000000001",
      charged_tx_fee: 1_234,
      transfers: [
        { account: "0.0.1001", amount: -123_456_000_000 },
        { account: "0.0.1002", amount: 123_456_000_000 },
      ],
      token_transfers: [{ token_id: "0.0.5", account: "0.0.1001", amount: -1_234 }],
    },
    "transaction",
  );

  it("have a decimal comma in a transaction, too", async () => {
    const rows = (await importTexts("src/blocks/block/transaction-rows.ts", "de")) as typeof Rows;
    const symbol = decode(token, { token_id: "0.0.5", symbol: "TRAM", decimals: "2" }, "token");
    const readFacts = (tokens: ReadonlyMap<string, typeof symbol>): ReadonlyMap<string, string | undefined> =>
      new Map(
        rows
          .transactionFacts(paid, { tokens, reason: undefined, children: [] })
          .map(({ name, value, copy }) => [name, typeof value === "string" ? value : copy]),
      );
    const facts = readFacts(new Map());
    assert.equal(facts.get("Fee"), "0,00001234 ℏ");
    assert.equal(facts.get("Transfers"), "0.0.1001 −1.234,56 ℏ\n0.0.1002 +1.234,56 ℏ");
    assert.equal(facts.get("Tokens"), "0.0.1001 −1.234 smallest units of 0.0.5");
    assert.equal(readFacts(new Map([["0.0.5", symbol]])).get("Tokens"), "0.0.1001 −12,34 TRAM");
    assert.equal(rows.describeTransfers(paid), "0.0.1001 → 0.0.1002 1.234,56 ℏ · 0.0.5");
    assert.equal(rows.totalFigures([paid])[1]?.value, "0,00001234 ℏ");
  });

  it("have a decimal comma in the hover and the transactions of an account", async () => {
    const { entityLines } = (await importTexts("src/blocks/wording/entity-text.ts", "de")) as typeof EntityText;
    const answer = { account: "0.0.5", balance: { balance: 150_000_000, timestamp: "1700000000.000000001" } };
    assert.match(String(entityLines(decode(account, answer, "account"))[0]), /1\\?,5 ℏ/);
    const { recentTables } = (await importTexts("src/blocks/entity/recent-tables.ts", "de")) as typeof RecentTables;
    const [table] = recentTables({ kind: "account", transactions: [paid], skipped: 0 }, 0);
    assert.ok(table !== undefined && !("id" in table.rows));
    assert.equal(table.rows[0]?.cells[3], "0,00001234");
  });
});

describe("Durations in German", () => {
  it("have a decimal comma, as in charts", async () => {
    const facts = (await importTexts("src/blocks/block/block-facts.ts", "de")) as typeof BlockFacts;
    const columns = (await importTexts("src/blocks/block/list-columns.ts", "de")) as typeof Columns;
    const { formatBlockSpan } = (await importTexts("src/blocks/wording/block-text.ts", "de")) as typeof Formats;
    const span = { from: 1_700_000_000_000_000_000n, to: 1_700_000_001_986_182_811n };
    assert.equal(facts.exactSeconds(span.to - span.from), "1,986182811 s");
    assert.match(formatBlockSpan(span) ?? "", /, 1,986 s$/);
    const [after] = columns.timeCell(span.to, span.from) ?? [];
    assert.equal(typeof after === "object" ? after.text : after, "+1,986");
  });
});

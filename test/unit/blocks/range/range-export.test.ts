// What the export of a range contains.
import assert from "node:assert/strict";
import type * as Exports from "../../../../src/blocks/range/export.ts";
import { formatDuration } from "../../../../src/base/time.ts";
import { importTexts } from "../../import-texts.ts";
import { mirror } from "../ledgers.ts";

describe("The export of a range", () => {
  const world = mirror();

  it("counts a single transaction as one", async () => {
    const { rangeExport } = (await importTexts("src/blocks/range/export.ts", "en")) as typeof Exports;
    const found = await world.open().store.find(world.network, { number: 100n });
    const block = "block" in found ? found.block : assert.fail("the block is not there");
    const text = async (count: bigint) => await rangeExport("mine", [{ ...block, count }], undefined).markdown();
    assert.match(await text(1n), / · 1 transaction · /);
    assert.match(await text(2n), / · 2 transactions · /);
  });

  it("has no interval for a block whose previous one is missing", async () => {
    const { rangeExport } = (await importTexts("src/blocks/range/export.ts", "en")) as typeof Exports;
    const { values } = await world.open().store.rangePage(world.network, { from: 99n, to: 105n });
    const [before, , first, second, , fourth] = values.toReversed();
    assert.ok(first !== undefined && second !== undefined && fourth !== undefined);
    const { columns, rows } = await rangeExport("mine", [first, second, fourth], before).table();
    const intervals = rows.map((row) => row[columns.indexOf("interval")]);
    assert.deepEqual(intervals, [undefined, formatDuration((second.to ?? 0n) - (first.to ?? 0n)), undefined]);
  });
});

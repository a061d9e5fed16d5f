import assert from "node:assert/strict";
import { formatSeconds } from "../../../src/base/time.ts";
import { readTyped } from "../../../src/blocks/model/typed.ts";
import { locate } from "../../../src/blocks/store/locate.ts";
import { mirror } from "./ledgers.ts";

describe("blocks: the way from what is typed to a block", () => {
  const world = mirror();

  const open = () => world.open().store;

  async function from(typed: string, nth = 0) {
    const found = readTyped(typed, Date.now());
    const reading = "readings" in found ? found.readings[nth] : undefined;
    return await locate(open(), world.network, reading ?? assert.fail(`${typed} is not understood`));
  }

  it("leads from a moment in a block to that block, and from one between two to the later", async () => {
    const { to } = await world.node.api().block({ number: 500n });
    assert.ok(to !== undefined);
    assert.deepEqual(await from(formatSeconds(to)), { name: { number: 500n } });
    assert.deepEqual(await from(formatSeconds(to + 1n)), { name: { number: 501n }, beside: "between" });
    assert.deepEqual(await from("2017-08-01"), { name: { number: 0n }, beside: "between" });
  });

  it("says what is the newest where the moment is after it", async () => {
    const found = await from("2200-01-01");
    assert.ok("absent" in found && found.absent.newest?.number === 1999n);
  });

  it("leads from a transaction's id, in any spelling, and its hash, to its block and its place there", async () => {
    const block = await world.node.api().block({ number: 100n });
    assert.ok(block.from !== undefined && block.to !== undefined);
    const { values } = await world.node.api().transactions({ from: block.from, to: block.to, order: "asc" });
    const transaction = values[5] ?? assert.fail("the block has no sixth transaction");
    const id = transaction.id ?? "";
    const [payer, whole, fraction] = id.split("-");
    for (const typed of [id, `${payer}@${whole}.${fraction}`, transaction.hash ?? ""]) {
      const found = await from(typed);
      assert.ok("name" in found, typed);
      assert.deepEqual(found.name, { number: 100n }, typed);
    }
    const hex = Buffer.from(transaction.hash ?? "", "base64").toString("hex");
    assert.deepEqual(await from(hex, 1), { name: { number: 100n }, transaction: formatSeconds(transaction.time) });
    assert.deepEqual(await from("0.0.8@1700000000.000000001"), { unknown: "transaction" });
  });

  it("leads from a record file to its block, and says where none has that name", async () => {
    const { name } = await world.node.api().block({ number: 300n });
    assert.match(name ?? "", /\.rcd$/);
    assert.deepEqual(await from(name ?? ""), { name: { number: 300n } });
    assert.deepEqual(await from(`${name}.gz`), { name: { number: 300n } });
    const other = (name ?? "").replace(/\d{4}Z/, "0000Z");
    assert.deepEqual(await from(other), { name: { number: 300n }, beside: "file" });
  });

  it("leads from a hash that was seen to the number that a panel may be open for", async () => {
    const store = open();
    const found = await store.find(world.network, { number: 7n });
    assert.ok("block" in found);
    const { hash } = found.block;
    assert.deepEqual(await locate(store, world.network, { is: "block", name: { hash } }), { name: { number: 7n } });
    const unseen = { is: "block", name: { hash: `0x${"ab".repeat(48)}` } } as const;
    assert.deepEqual(await locate(store, world.network, unseen), { name: unseen.name });
  });
});

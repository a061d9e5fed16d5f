// Finds the block that typed text refers to.
import assert from "node:assert/strict";
import { formatSeconds } from "../../../src/base/time.ts";
import { readTyped } from "../../../src/blocks/search/typed-text.ts";
import { locate } from "../../../src/blocks/search/find-block.ts";
import { mirror } from "./ledgers.ts";

describe("Locating a block by typed text", () => {
  const world = mirror();

  const open = () => world.open().store;

  async function from(typed: string, nth = 0) {
    const found = readTyped(typed, Date.now());
    const reading = "readings" in found ? found.readings[nth] : undefined;
    return await locate(open(), world.network, reading ?? assert.fail(`${typed} is not understood`));
  }

  it("finds the block at a time, or the next one if the time is between two", async () => {
    const { to } = await world.node.api().block({ number: 500n });
    assert.ok(to !== undefined);
    assert.deepEqual(await from(String(to / 1_000_000n)), { name: { number: 500n } });
    assert.deepEqual(await from(formatSeconds(to + 1n)), { name: { number: 501n }, beside: "between" });
    assert.deepEqual(await from("2017-08-01"), { name: { number: 0n }, beside: "between" });
  });

  it("finds the transaction at a consensus time, and in a HashScan URL", async () => {
    const { from: first, to } = await world.node.api().block({ number: 500n });
    assert.ok(first !== undefined && to !== undefined);
    const { values } = await world.node.api().transactions({ from: first, to });
    const time = formatSeconds(values.find((each) => each.time % 1000n !== 0n)?.time ?? 0n);
    for (const typed of [time, `https://hashscan.io/mainnet/transaction/${time}`])
      assert.deepEqual(await from(typed), { name: { number: 500n }, transaction: time }, typed);
  });

  it("reports the latest block if the time is after it", async () => {
    const found = await from("2200-01-01");
    assert.ok("absent" in found && found.absent.newest?.number === 1999n);
  });

  it("finds a transaction in its block by its ID, in any format, or by its hash", async () => {
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
    // Neither form shows whether the hash is that of a block or a transaction.
    for (const nth of [0, 1])
      assert.deepEqual(await from(hex, nth), { name: { number: 100n }, transaction: formatSeconds(transaction.time) });
    assert.deepEqual(await from("0.0.8@1700000000.000000001"), { unknown: "transaction" });
  });

  it("distinguishes a transaction from its children, and from the scheduled one with its ID", async () => {
    const { values } = await world.node.api().transactions({ from: 0n, order: "asc" });
    const child = values.find(({ nonce }) => nonce === 1n) ?? assert.fail("no transaction has a child");
    const parent = values.find(({ id, nonce }) => id === child.id && nonce === 0n) ?? assert.fail("it has no parent");
    const found = async (typed: string) => {
      const located = await from(typed);
      return "transaction" in located ? located.transaction : located;
    };
    assert.equal(await found(`${parent.id}`), formatSeconds(parent.time));
    assert.equal(await found(`${parent.id}/0`), formatSeconds(parent.time));
    assert.equal(await found(`${parent.id}/1`), formatSeconds(child.time));
    assert.deepEqual(await found(`${parent.id}?scheduled`), { unknown: "transaction" });
  });

  it("reports that the node lacks the block of a transaction if the next one starts later", async () => {
    const [block, later] = await Promise.all([100n, 300n].map((number) => world.node.api().block({ number })));
    assert.ok(block?.from !== undefined && later !== undefined);
    const { values } = await world.node.api().transactions({ from: block.from, order: "asc" });
    world.node.answer("/api/v1/blocks\\?", { blocks: [later.sent], links: { next: null } });
    assert.deepEqual(await from(values[0]?.id ?? ""), { name: { number: 300n }, beside: "between" });
  });

  it("finds an Ethereum transaction by its 64-digit hash, through its contract result", async () => {
    const { number, hash = "", time } = await ethereumResult();
    assert.deepEqual(await from(hash, 1), { name: { number }, transaction: formatSeconds(time) });
    assert.deepEqual(await from(hash), await from(hash, 1));
    assert.deepEqual(await from(`0x${"ab".repeat(32)}`, 1), { unknown: "transaction" });
  });

  async function ethereumResult() {
    for (let number = 1000n; number > 900n; number -= 1n) {
      const { values } = await world.node.api().contractResults(number, { limit: 100, order: "asc" });
      const found = values.find(({ hash }) => hash?.length === 66);
      if (found !== undefined) return { ...found, number };
    }
    return assert.fail("no block has an Ethereum transaction");
  }

  it("distinguishes a format that the node rejects from a missing transaction", async () => {
    world.node.answer("/transactions/", { _status: { messages: [{ message: "Invalid Transaction id." }] } }, 400);
    await assert.rejects(from("0.0.8@1700000000.000000001"), /400/);
  });

  it("finds the latest block, and the latest transaction of an entity or EVM address", async () => {
    assert.deepEqual(await from("latest"), { name: { number: 1999n } });
    const { values } = await world.node.api().transactions({ account: "0.0.1024", limit: 1 });
    const time = formatSeconds(values[0]?.time ?? 0n);
    for (const typed of ["0.0.1024", "0x0000000000000000000000000000000000000400"]) {
      const found = await from(typed);
      assert.ok("name" in found && found.transaction === time, typed);
    }
    // The transaction list has none of a contract, but its results are listed.
    assert.deepEqual((await world.node.api().transactions({ account: "0.0.2001", limit: 1 })).values, []);
    const call = await from("0.0.2001");
    assert.ok("name" in call && call.transaction !== undefined);
    assert.deepEqual(await from("0.0.99999999"), { unknown: "entity" });
    const [message] = (await world.node.api().entities.messages("0.0.4001", { limit: 1 })).values;
    const submitted = await from("0.0.4001");
    assert.ok("name" in submitted && submitted.transaction === formatSeconds(message?.time ?? 0n));
    assert.deepEqual(await from("0.0.5001"), { unknown: "activity", of: "schedule" });
  });

  it("finds the block of a record file, and reports if no block has that file", async () => {
    const { name } = await world.node.api().block({ number: 300n });
    assert.match(name ?? "", /\.rcd$/);
    assert.deepEqual(await from(name ?? ""), { name: { number: 300n } });
    for (const file of [`${name}.gz`, `${name}_sig`, name?.replace(".rcd", "_01.rcd.gz")])
      assert.deepEqual(await from(file ?? ""), { name: { number: 300n } }, file);
    const other = (name ?? "").replace(/\d{4}Z/, "0000Z");
    assert.deepEqual(await from(other), { name: { number: 300n }, beside: "file" });
  });

  it("maps the hash of a loaded block to its number, under which a panel may be open", async () => {
    const store = open();
    const found = await store.find(world.network, { number: 7n });
    assert.ok("block" in found);
    const { hash } = found.block;
    assert.deepEqual(await locate(store, world.network, { kind: "block", name: { hash } }), { name: { number: 7n } });
    const unseen = { kind: "block", name: { hash: `0x${"ab".repeat(48)}` } } as const;
    assert.deepEqual(await locate(store, world.network, unseen), { name: unseen.name });
  });
});

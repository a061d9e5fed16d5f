// Lists of transactions, results, logs and nodes from a mirror node.
import assert from "node:assert/strict";
import type { Api, ListPage } from "../../../src/blocks/api/mirror-node.ts";
import { walkPages } from "../../../src/blocks/api/paged-answers.ts";
import type { Transaction } from "../../../src/blocks/model/transaction.ts";
import { problemOf } from "../base/service.ts";
import { startBlocks, startInt64Blocks, type BlocksService } from "./service.ts";

/** All values of all pages. */
async function all<Value>(first: Promise<ListPage<Value>>): Promise<readonly Value[]> {
  const values: Value[] = [];
  let page: ListPage<Value> | undefined = await first;
  while (page !== undefined) {
    values.push(...page.values);
    page = await page.next?.();
  }
  return values;
}

describe("Endpoints for transactions and the network", () => {
  let node: BlocksService;
  let api: Api;

  before(async () => {
    node = await startBlocks();
    api = node.api();
  });
  after(() => node.close());
  afterEach(() => node.reset());

  async function ofBlock(number: bigint, limit = 100) {
    const block = await api.block({ number });
    const { from, to } = block;
    assert.ok(from !== undefined && to !== undefined);
    const transactions = await all(api.transactions({ from, to, order: "asc", limit }));
    return { block, transactions };
  }

  it("list the transactions of a block by its times, including the first and the last", async () => {
    const { block, transactions } = await ofBlock(100n, 25);
    assert.equal(BigInt(transactions.length), block.count);
    assert.equal(transactions[0]?.time, block.from);
    assert.equal(transactions.at(-1)?.time, block.to);
    assert.ok(transactions.length > 100);
    assert.match(
      node.targets()[1] ?? "",
      /\?timestamp=gte:\d{10}\.\d{9}&timestamp=lte:\d{10}\.\d{9}&limit=25&order=asc$/,
    );
  });

  it("list the only transaction of a block that starts and ends at the same time", async () => {
    for (let number = 110n; ; number += 1n) {
      const block = await api.block({ number });
      if (block.count !== 1n) continue;
      assert.equal((await ofBlock(number)).transactions.length, 1);
      return;
    }
  });

  it("continue after empty pages, because old nodes search sixty days at a time", async () => {
    const asked = { account: "0.0.1022", limit: 100 } as const;
    const expected = await all(api.transactions(asked));
    node.service.journal = [];
    node.act("setWindow", { seconds: 20 });
    const pages: ListPage<Transaction>[] = [];
    for await (const page of walkPages(await api.transactions(asked))) pages.push(page);
    assert.deepEqual(
      pages.flatMap(({ values }) => values),
      expected,
    );
    // Callers never get an empty page before the last one.
    assert.ok(pages.slice(0, -1).every(({ values }) => values.length > 0));
    assert.ok(node.targets().length > pages.length, `${pages.length} pages`);
  });

  it("stop after too many empty pages", async () => {
    let asked = 0;
    node.service.faults.add({ kind: "status", status: 200, path: "/transactions", body: "{}" });
    node.service.faults.clear();
    const original = node.service.handle;
    node.service.handle = () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ transactions: [], links: { next: `/api/v1/transactions?timestamp=lt:${(asked += 1)}` } }),
    });
    try {
      const { kind, facts } = await problemOf(all(api.transactions()));
      assert.equal(kind, "malformed");
      assert.equal(facts.at, "links.next");
      assert.ok(asked < 300, String(asked));
    } finally {
      node.service.handle = original;
    }
  });

  it("drop one malformed transaction, and count it", async () => {
    const good = { consensus_timestamp: "5.000000001", transaction_id: "0.0.2-1-000000001" };
    node.answer("/transactions", { transactions: [good, { consensus_timestamp: 5 }], links: { next: null } });
    const page = await api.transactions();
    assert.equal(page.values.length, 1);
    assert.equal(page.skipped, 1);
    assert.equal(page.reasons[0]?.facts.at, "transactions[1].consensus_timestamp");
  });

  it("return undefined for fields that older nodes don't send", async () => {
    node.answer("/transactions", { transactions: [{ consensus_timestamp: "5.000000001" }] });
    const [bare] = (await api.transactions()).values;
    assert.equal(bare?.fee, undefined);
    assert.equal(bare?.maxFee, undefined);
    assert.equal(bare?.result, undefined);
    assert.deepEqual(bare?.transfers, []);
  });

  it("return all transactions for an ID or a hash", async () => {
    const { transactions } = await ofBlock(100n);
    const parent = transactions.find(({ parent }) => parent !== undefined) ?? assert.fail("no child is in the block");
    const family = await api.transaction(parent.id ?? "");
    assert.ok(family.values.length > 1);
    assert.ok(family.values.every(({ id }) => id === parent.id));
    const [whole] = (await api.transaction(Buffer.from(parent.hash ?? "", "base64").toString("hex"))).values;
    assert.equal(whole?.time, parent.time);
    assert.equal((await problemOf(api.transaction("0.0.2-1-000000001"))).kind, "notFound");
    assert.equal((await problemOf(api.transaction("0.0.2@1.2"))).kind, "invalid");
  });

  it("list the contract results of a block, and none for an unknown block", async () => {
    const { transactions } = await ofBlock(100n);
    const results = await all(api.contractResults(100n, { order: "asc", limit: 10 }));
    const calls = transactions.filter(
      ({ type, parent }) => type?.includes("CONTRACT") === true && parent === undefined,
    );
    assert.ok(results.length > 10);
    assert.ok(results.length >= calls.length - 5);
    assert.ok(results.every(({ gasUsed, gasLimit }) => gasUsed !== undefined && gasLimit === 400_000n));
    assert.deepEqual(await all(api.contractResults(99_999_999n)), []);
    node.act("detachResults", { number: 100 });
    assert.equal((await all(api.contractResults(100n))).length, results.length);
  });

  it("page through all nodes, and leave out the stake of a node without any", async () => {
    const nodes = await all(api.nodes());
    assert.deepEqual(
      nodes.map(({ id }) => Number(id)),
      Array.from({ length: 31 }, (_, id) => id),
    );
    assert.equal(nodes.at(-1)?.stake, undefined);
    assert.equal(nodes[1]?.endpoints[0], "198.51.100.2:50211");
    assert.equal(nodes[1]?.maxStake, 45_000_000_000_000_000n);
    assert.equal(nodes[1]?.since?.to, undefined);
  });

  it("return fees, supply, exchange rate and stake exactly, and not found if the node is too old", async () => {
    assert.deepEqual(
      (await api.fees()).fees.map(({ type, gas }) => `${type} ${gas}`),
      ["ContractCall 49", "ContractCreate 65", "EthereumTransaction 56"],
    );
    const { released, total } = await api.supply();
    assert.equal(total, 5_000_000_000_000_000_000n);
    assert.equal(released, 3_799_999_999_999_955_000n);
    assert.equal((await problemOf(api.exchangeRate())).kind, "notFound");
    assert.equal((await problemOf(api.stake())).kind, "notFound");
    node.act("setNewer");
    const rate = await api.exchangeRate();
    assert.deepEqual([rate.now.cents, rate.now.hbars], [596_987n, 30_000n]);
    const stake = await api.stake();
    assert.equal(stake.total, 1_351_246_000_000_000_000n);
    assert.equal(stake.feeFraction, 0.1);
  });
});

describe("Amounts beyond 2^53", () => {
  it("keep every digit", async () => {
    const node = await startInt64Blocks();
    try {
      const api = node.api();
      const amounts = (await all(api.transactions({ limit: 100 }))).flatMap(({ transfers }) =>
        transfers.map(({ amount }) => amount),
      );
      assert.ok(amounts.includes(9_223_372_036_847_275_807n));
      assert.ok(amounts.some((amount) => amount < -9_223_372_036_847_275_807n));
    } finally {
      await node.close();
    }
  });
});

// The sandbox's transactions agree with its blocks, and can be queried.
import assert from "node:assert/strict";
import { mirrorNode, type Block, type Results } from "./blocks-sandbox.ts";

type Transaction = {
  consensus_timestamp: string;
  transaction_id: string;
  transaction_hash: string;
  name: string;
  result: string;
  nonce: number;
  scheduled: boolean;
  entity_id: string | null;
  memo_base64: string | null;
  charged_tx_fee: number;
  parent_consensus_timestamp: string | null;
  transfers: { account: string; amount: number }[];
  token_transfers: { account: string; amount: number }[];
};
type Transactions = { transactions: Transaction[]; links: { next: string | null } };

describe("Transactions of the sandbox's mirror node", () => {
  const { act, ask, read, message, block } = mirrorNode();
  const list = (query: string): Promise<Transactions> => read<Transactions>(`/api/v1/transactions?${query}`);

  /** Loads all transactions of a block. */
  async function ofBlock({ timestamp: { from, to } }: Block, order = "desc"): Promise<Transaction[]> {
    const all = [];
    let path: string | null = `/api/v1/transactions?timestamp=gte:${from}&timestamp=lte:${to}&limit=100&order=${order}`;
    for (let pages = 0; path !== null && pages < 2000; pages += 1) {
      const page: Transactions = await read<Transactions>(path);
      all.push(...page.transactions);
      path = page.links.next;
    }
    return all;
  }

  it("are as many as their block reports, from its start to its end, in either order", async () => {
    for (const number of [0, 5, 100, 1003, 1999]) {
      const here = await block(number);
      const [down, up] = [await ofBlock(here), await ofBlock(here, "asc")];
      assert.equal(up.length, here.count);
      assert.deepEqual(down.toReversed(), up);
      const times = up.map(({ consensus_timestamp }) => consensus_timestamp);
      assert.deepEqual([...new Set(times)].sort(), times);
      if (here.count > 1) assert.deepEqual([times[0], times.at(-1)], [here.timestamp.from, here.timestamp.to]);
    }
  });

  it("have many types, failures, memos, children, and transfers that add up to zero", async () => {
    const all: Transaction[] = [];
    for (let path: string | null = "/api/v1/transactions?limit=100"; path !== null && all.length < 3000;) {
      const page: Transactions = await read<Transactions>(path);
      all.push(...page.transactions);
      path = page.links.next;
    }
    assert(new Set(all.map(({ name }) => name)).size > 12);
    assert(new Set(all.map(({ result }) => result)).size > 4);
    assert(new Set(all.map(({ memo_base64 }) => memo_base64)).size > 6);
    assert(all.some(({ scheduled }) => scheduled));
    assert(all.some(({ result }) => result === "DUPLICATE_TRANSACTION"));
    for (const { transfers, token_transfers } of all) {
      for (const moved of [transfers, token_transfers]) {
        // JSON.parse rounds numbers beyond 2^53.
        if (moved.some(({ amount }) => Math.abs(amount) > 2 ** 53)) continue;
        assert.equal(
          moved.reduce((sum, { amount }) => sum + amount, 0),
          0,
        );
      }
    }
    const child = all.find(({ nonce }) => nonce === 1);
    const parent = all.find(({ consensus_timestamp }) => consensus_timestamp === child?.parent_consensus_timestamp);
    assert.equal(parent?.transaction_id, child?.transaction_id);
    assert.equal(parent?.name, "CONTRACTCALL");
  });

  it("are found by their ID with hyphens, and by their hash in each of its forms", async () => {
    const all = await ofBlock(await block(100));
    for (const transaction of [all[0], all[7], all.at(-1)]) {
      assert(transaction !== undefined);
      const hex = Buffer.from(transaction.transaction_hash, "base64").toString("hex");
      const url = transaction.transaction_hash.replaceAll("+", "-").replaceAll("/", "_");
      for (const id of [hex, `0x${hex}`, hex.toUpperCase(), encodeURIComponent(transaction.transaction_hash), url]) {
        const { transactions } = await read<Transactions>(`/api/v1/transactions/${id}`);
        assert.deepEqual(transactions, [{ ...transaction, assessed_custom_fees: [] }], id);
      }
      const { transactions } = await read<Transactions>(`/api/v1/transactions/${transaction.transaction_id}`);
      assert(transactions.some(({ consensus_timestamp }) => consensus_timestamp === transaction.consensus_timestamp));
      assert(transactions.every(({ transaction_id }) => transaction_id === transaction.transaction_id));
    }
  });

  it("have one ID for a parent and its children, each with its own nonce", async () => {
    const child = (await ofBlock(await block(100))).find(({ nonce }) => nonce === 1);
    const path = `/api/v1/transactions/${child?.transaction_id}`;
    assert.deepEqual(
      (await read<Transactions>(path)).transactions.map(({ nonce }) => nonce),
      [0, 1],
    );
    assert.deepEqual(
      (await read<Transactions>(`${path}?nonce=1`)).transactions.map(({ nonce }) => nonce),
      [1],
    );
    assert.equal(await message(`${path}?nonce=7`), "404 Not found");
    assert.equal(await message(`${path}?nonce=x`), "400 Invalid parameter: nonce");
  });

  it("reject IDs in other formats, and are not found by unknown ones", async () => {
    const [first] = (await list("limit=1")).transactions;
    const wrong = /^400 Invalid Transaction id\. Please use/;
    assert.match(await message("/api/v1/transactions/0.0.8@123.456"), wrong);
    assert.match(await message(`/api/v1/transactions/${first?.consensus_timestamp}`), wrong);
    assert.match(await message(`/api/v1/transactions/0x${"a".repeat(64)}`), wrong);
    // Without 0x, 64 digits are parsed as the base64 of an unknown hash. Contract results accept both forms.
    assert.equal(await message(`/api/v1/transactions/${"a".repeat(64)}`), "404 Not found");
    assert.equal(await message(`/api/v1/contracts/results/${"a".repeat(64)}`), "404 Not found");
    assert.equal(await message(`/api/v1/contracts/results/${"a".repeat(64)}/actions`), "404 Not found");
    const { results } = await read<Results>("/api/v1/contracts/results?limit=100");
    const hash = results.map((each) => each.hash).find((each) => each.length === 66) ?? "";
    assert.equal((await read<{ hash: string }>(`/api/v1/contracts/results/${hash.slice(2)}`)).hash, hash);
    assert.equal(await message("/api/v1/transactions/0.0.8-1234567890-000000006"), "404 Not found");
    assert.equal(await message(`/api/v1/transactions/${"a".repeat(96)}`), "404 Not found");
    assert.equal(
      await message(`/api/v1/transactions/${first?.transaction_id}?limit=1`),
      "400 Unknown query parameter: limit",
    );
  });

  it("are filtered by type, result, account and direction", async () => {
    const kinds = (await list("transactiontype=cryptotransfer&transactiontype=TOKENMINT&limit=100")).transactions;
    assert.deepEqual([...new Set(kinds.map(({ name }) => name))].sort(), ["CRYPTOTRANSFER", "TOKENMINT"]);
    const failed = (await list("result=fail")).transactions;
    assert(
      failed.length === 25 &&
        failed.every(({ result }) => !["SUCCESS", "FEE_SCHEDULE_FILE_PART_UPLOADED"].includes(result)),
    );
    for (const [direction, sign] of [
      ["credit", 1],
      ["debit", -1],
    ] as const) {
      const { transactions } = await list(`account.id=0.0.1007&type=${direction}`);
      assert(transactions.length > 0);
      for (const { transfers, token_transfers } of transactions) {
        assert(
          [...transfers, ...token_transfers].some(({ account, amount }) => account === "0.0.1007" && amount * sign > 0),
        );
      }
    }
    assert.equal(
      await message("/api/v1/transactions?transactiontype=nothing"),
      "400 Invalid parameter: transactiontype",
    );
    assert.equal(await message("/api/v1/transactions?result=maybe"), "400 Invalid parameter: result");
  });

  it("accept one time bound per side, but not together with an exact time", async () => {
    const refusals: readonly (readonly [path: string, why: string])[] = [
      ["gt:1&timestamp=gt:2", "Multiple gt or gte operators not permitted for timestamp param"],
      ["gt:1&timestamp=gte:2", "Multiple gt or gte operators not permitted for timestamp param"],
      ["lt:1&timestamp=lte:2", "Multiple lt or lte operators not permitted for timestamp param"],
      ["gt:1&timestamp=2", "Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param"],
      ["ne:1&timestamp=eq:2", "Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param"],
    ];
    for (const [times, why] of refusals) {
      assert.equal(await message(`/api/v1/transactions?timestamp=${times}`), `400 ${why}`);
      assert.equal(await message(`/api/v1/contracts/results?timestamp=${times}`), `400 ${why}`);
    }
    assert.equal((await ask("/api/v1/contracts/0.0.2001/results?timestamp=gt:1&timestamp=gte:2&limit=1")).status, 200);
  });

  it("link to the same page forever if one time is excluded", async () => {
    const { links } = await list("timestamp=ne:5&limit=1");
    assert.equal(links.next, "/api/v1/transactions?timestamp=ne:5&limit=1");
  });

  it("repeat the requested result in lowercase in the link to the next page", async () => {
    assert.match((await list("result=SUCCESS&limit=1")).links.next ?? "", /\?result=success&limit=1&timestamp=lt:/);
  });

  it("include custom fees only in the route of one transaction", async () => {
    const { transactions } = await list("transactiontype=CRYPTOTRANSFER&limit=100");
    assert(transactions.every((each) => !("assessed_custom_fees" in each)));
    const fees: unknown[] = [];
    for (const { transaction_hash, token_transfers } of transactions.slice(0, 60)) {
      const place = `/api/v1/transactions/${encodeURIComponent(transaction_hash)}`;
      const [one] = (await read<{ transactions: { assessed_custom_fees: { token_id: string }[] }[] }>(place))
        .transactions;
      const [fee] = one?.assessed_custom_fees ?? [];
      if (fee === undefined) continue;
      assert.equal(fee.token_id, (token_transfers[0] as { token_id: string } | undefined)?.token_id);
      fees.push(fee);
    }
    assert(fees.length > 0);
  });

  it("replace the time bound that the next page supersedes", async () => {
    const { timestamp } = await block(100);
    const query = `timestamp=gte:${timestamp.from}&timestamp=lte:${timestamp.to}&limit=2`;
    const { transactions, links } = await list(query);
    const last = transactions.at(-1)?.consensus_timestamp;
    assert.equal(links.next, `/api/v1/transactions?timestamp=gte:${timestamp.from}&timestamp=lt:${last}&limit=2`);
  });

  it("arrive later than their block if the replica lags, and are few for a while", async () => {
    const newest = await block(1999);
    act("setLag", { blocks: 1 });
    assert.deepEqual(await ofBlock(newest), []);
    assert.equal((await block(1999)).count, newest.count);
    act("setLag", { blocks: 1, transactions: 4 });
    assert.equal((await ofBlock(newest)).length, 4);
    assert.equal((await ofBlock(await block(1998))).length, (await block(1998)).count);
    act("append", { count: 1 });
    assert.equal((await ofBlock(newest)).length, newest.count);
    act("setLag", {});
    assert.equal((await ofBlock(await block(2000))).length, (await block(2000)).count);
  });

  it("can have an empty page with a link to the next if the time range of a search is limited", async () => {
    const { timestamp } = await block(0);
    act("setWindow", { seconds: 1 });
    const empty = await list("result=fail&transactiontype=UTILPRNG");
    assert.deepEqual(empty.transactions, []);
    assert.match(empty.links.next ?? "", /&timestamp=lt:\d+\.\d{9}$/);
    const bounded = await list(`timestamp=gte:${timestamp.from}&result=fail&transactiontype=UTILPRNG`);
    assert(bounded.transactions.length > 0);
    assert.equal(bounded.links.next, null);
  });
});

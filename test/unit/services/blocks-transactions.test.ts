// The sandbox's transactions, contract results and network state agree with its blocks, and can be queried.
import assert from "node:assert/strict";
import { blocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { asked } from "../../services/real/replay.js";

type Block = {
  number: number;
  hash: string;
  count: number;
  gas_used: number;
  logs_bloom: string;
  timestamp: { from: string; to: string };
};
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
type Result = {
  block_number: number | null;
  block_hash: string;
  gas_used: number;
  bloom: string;
  timestamp: string;
  from: string;
  hash: string;
  transaction_index: number;
};
type Results = { results: Result[]; links: { next: string | null } };

describe("Transactions of the sandbox's mirror node", () => {
  const controlled = blocksService({ seed: "1", scale: 1, clock: new Clock() });
  let origin = "";

  before(async () => {
    origin = await controlled.service.listen(0);
  });
  beforeEach(() => controlled.reset());
  after(() => controlled.service.close());

  const act = (action: string, body: unknown): unknown => controlled.actions[action]?.(body);

  async function ask(path: string): Promise<{ status: number; body: string }> {
    const answer = await asked(origin, { method: "GET", path, headers: {} });
    assert("status" in answer, JSON.stringify(answer));
    return answer;
  }

  async function read<T>(path: string): Promise<T> {
    const { status, body } = await ask(path);
    assert.equal(status, 200, `${path}: ${body}`);
    return JSON.parse(body) as T;
  }

  async function message(path: string): Promise<string> {
    const { status, body } = await ask(path);
    const { _status: refusal } = JSON.parse(body);
    return `${status} ${refusal.messages[0].message}`;
  }

  const list = (query: string): Promise<Transactions> => read<Transactions>(`/api/v1/transactions?${query}`);
  const block = (number: number): Promise<Block> => read<Block>(`/api/v1/blocks/${number}`);

  /** All transactions of a block, as a reader gets them. */
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

  it("are as many as their block says, from its start to its end, in either order", async () => {
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
        // Numbers beyond 2^53 are not exact here.
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

  it("are found by their ID with hyphens and by their hash in each of its forms", async () => {
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
    // Without 0x, 64 digits are the base64 of a hash that nothing has; a contract result takes both forms.
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

  it("accept one time bound per side, and no exact time beside it", async () => {
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

  it("lead to the same page forever if one time is left out", async () => {
    const { links } = await list("timestamp=ne:5&limit=1");
    assert.equal(links.next, "/api/v1/transactions?timestamp=ne:5&limit=1");
  });

  it("repeat the requested result in lowercase in the link to the next page", async () => {
    assert.match((await list("result=SUCCESS&limit=1")).links.next ?? "", /\?result=success&limit=1&timestamp=lt:/);
  });

  it("include a token's custom fees only if they are requested one by one", async () => {
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

  it("may have an empty page with a link to the next if the search looks back only so far", async () => {
    const { timestamp } = await block(0);
    act("setWindow", { seconds: 1 });
    const empty = await list("result=fail&transactiontype=UTILPRNG");
    assert.deepEqual(empty.transactions, []);
    assert.match(empty.links.next ?? "", /&timestamp=lt:\d+\.\d{9}$/);
    const bounded = await list(`timestamp=gte:${timestamp.from}&result=fail&transactiontype=UTILPRNG`);
    assert(bounded.transactions.length > 0);
    assert.equal(bounded.links.next, null);
  });

  it("can be a hundred thousand in one block", async () => {
    act("growBlock", { number: 1500, transactions: 100_000 });
    const huge = await block(1500);
    assert.equal(huge.count, 100_000);
    const { from, to } = huge.timestamp;
    const ends = [
      ...(await list(`timestamp=gte:${from}&timestamp=lte:${to}&limit=1&order=asc`)).transactions,
      ...(await list(`timestamp=gte:${from}&timestamp=lte:${to}&limit=1&order=desc`)).transactions,
    ].map(({ consensus_timestamp }) => consensus_timestamp);
    assert.deepEqual(ends, [from, to]);
    const all = await ofBlock(huge, "asc");
    assert.equal(new Set(all.map(({ transaction_hash }) => transaction_hash)).size, 100_000);
  });

  describe("that call contracts", () => {
    const results = (query: string): Promise<Results> => read<Results>(`/api/v1/contracts/results?${query}`);

    it("use the gas and set the bits that their block reports", async () => {
      const here = await block(100);
      const all = (await results("block.number=100&limit=100")).results;
      assert(all.length > 5);
      assert.equal(
        all.reduce((sum, { gas_used }) => sum + gas_used, 0),
        here.gas_used,
      );
      const bloom = BigInt(here.logs_bloom);
      assert(all.every(({ bloom: bits }) => (bloom | BigInt(bits)) === bloom));
      assert(all.every(({ block_number, block_hash }) => block_number === 100 && block_hash === here.hash));
    });

    it("are found by number or by lowercase hash, not by both, and an unknown block has none", async () => {
      const { hash } = await block(100);
      const byNumber = await results("block.number=100");
      assert.deepEqual((await results(`block.hash=${hash}`)).results, byNumber.results);
      assert.deepEqual((await results("block.number=7&block.number=100")).results, byNumber.results);
      assert.deepEqual((await results(`block.hash=0x${hash.slice(2).toUpperCase()}`)).results, []);
      assert.deepEqual(await results("block.number=99999999"), { results: [], links: { next: null } });
      assert.equal(
        await message(`/api/v1/contracts/results?block.number=100&block.hash=${hash}`),
        "400 Invalid parameter usage: block.hash - cannot combine block.number and block.hash",
      );
      assert.equal(
        await message("/api/v1/contracts/results?transaction.index=0"),
        "400 Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified",
      );
      assert.equal(await message("/api/v1/contracts/results?block.number=gt:5"), "400 Invalid parameter: block.number");
      assert.equal(await message("/api/v1/contracts/results?hbar=true"), "400 Unknown query parameter: hbar");
      act("setNewer", { newer: true });
      assert((await results("block.number=100&hbar=true")).results.length > 0);
    });

    it("leave out internal calls unless they are requested", async () => {
      const [outer, all] = [
        await results("block.number=100&limit=100"),
        await results("block.number=100&limit=100&internal=true"),
      ];
      assert(all.results.length > outer.results.length);
      const [first] = outer.results;
      const one = await results(`block.number=100&transaction.index=${first?.transaction_index}`);
      assert.deepEqual(one.results, [first]);
      const mine = (await results(`block.number=100&from=${first?.from}`)).results;
      assert(mine.length > 0 && mine.every(({ from }) => from === first?.from));
    });

    it("write logs that are paged by time and index together", async () => {
      const logs = "/api/v1/contracts/results/logs";
      const topics = "400 Cannot search topics without a valid timestamp range";
      for (const [query, why] of [
        ["timestamp=gt:1&timestamp=gte:2", "400 Only one gt/gte operator is allowed for timestamp"],
        ["timestamp=1&timestamp=2", "400 Only one equal (eq) operator is allowed for timestamp"],
        ["timestamp=lt:1&timestamp=2", "400 Can't support both range and equal for timestamp"],
        ["timestamp=ne:1", "400 Not equal (ne) operator is not supported for timestamp"],
        ["timestamp=gt:1&index=gt:0", "400 timestamp must have gte or eq operator"],
        ["timestamp=lt:1&index=lte:0", "400 timestamp must have lte or eq operator"],
        ["timestamp=gte:1&index=0", "400 timestamp must have eq operator"],
        [
          `topic0=0x1&timestamp=gt:1`,
          `${topics}: Timestamp range must have gt (or gte) and lt (or lte), or eq operator`,
        ],
        [`topic0=0x1`, `${topics}: No timestamp range or eq operator provided`],
      ])
        assert.equal(await message(`${logs}?${query}`), why, query);
      assert.equal((await ask(`${logs}?timestamp=gte:1&index=gte:0&limit=1`)).status, 200);
    });

    it("may not know their block", async () => {
      act("detachResults", { number: 100 });
      const { timestamp } = await block(100);
      const { results: lost } = await results(`timestamp=gte:${timestamp.from}&timestamp=lte:${timestamp.to}`);
      assert(lost.length > 0);
      assert(lost.every(({ block_hash, block_number }) => block_hash === "0x" && block_number === null));
    });
  });

  describe("beside data of a network", () => {
    type Nodes = {
      nodes: { node_id: number; stake: number | null; staking_period: unknown }[];
      links: { next: string | null };
    };
    const nodes = (query: string): Promise<Nodes> => read<Nodes>(`/api/v1/network/nodes?${query}`);

    it("with nodes that come ten at once, and never more than 25", async () => {
      assert.equal((await nodes("")).nodes.length, 10);
      const { nodes: first, links } = await nodes("limit=100");
      assert.equal(first.length, 25);
      assert.equal(links.next, "/api/v1/network/nodes?limit=100&node.id=gt:24");
      const rest = await read<Nodes>(links.next ?? "");
      assert.deepEqual(
        [...first, ...rest.nodes].map(({ node_id }) => node_id),
        Array.from({ length: 31 }, (_, id) => id),
      );
      assert.equal(rest.links.next, null);
      assert(rest.nodes.some(({ stake, staking_period }) => stake === null && staking_period === null));
      assert.deepEqual(
        (await nodes("node.id=gte:29&order=desc")).nodes.map(({ node_id }) => node_id),
        [30, 29],
      );
      assert.equal(await message("/api/v1/network/nodes?node.id=x"), "400 Invalid parameter: node.id");
    });

    it("with a supply in tinybars, or as plain text in hbars", async () => {
      assert.equal((await ask("/api/v1/network/supply?q=totalcoins")).body, "50000000000.00000000");
      assert.equal((await ask("/api/v1/network/supply?q=circulating")).body, "37999999999.99955000");
      assert.equal(await message("/api/v1/network/supply?q=all"), "400 Invalid parameter: q");
    });

    it("with a supply that is known from the first snapshot on", async () => {
      const { timestamp } = await read<{ timestamp: string }>("/api/v1/network/supply");
      for (const time of [timestamp, `lte:${timestamp}`, "9000000000"])
        assert.deepEqual(await read(`/api/v1/network/supply?timestamp=${time}`), await read("/api/v1/network/supply"));
      for (const time of ["1", "lt:5", `gt:${timestamp}`])
        assert.equal(await message(`/api/v1/network/supply?timestamp=${time}`), "404 Not found");
      assert.match(await message("/api/v1/network/supply?timestamp=ne:1"), /^400 Not equals operator not supported/);
    });

    it("with nodes listed in one of two files", async () => {
      assert.equal((await nodes("file.id=0.0.102&limit=1")).nodes.length, 1);
      assert.deepEqual(await nodes("file.id=0.0.5"), { nodes: [], links: { next: null } });
      assert.equal(await message("/api/v1/network/nodes?file.id=gt:0.0.101"), "400 Invalid parameter: file.id");
    });
  });
});

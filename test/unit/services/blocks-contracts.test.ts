// The sandbox's contract results agree with its blocks, and can be queried.
import assert from "node:assert/strict";
import { mirrorNode, type Results } from "./blocks-sandbox.ts";

describe("Contract results of the sandbox's mirror node", () => {
  const { act, ask, read, message, block } = mirrorNode();

  const results = (query: string): Promise<Results> => read<Results>(`/api/v1/contracts/results?${query}`);

  it("add up to the gas and the bloom that their block reports", async () => {
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

  it("are found by number or lowercase hash of their block, but not by both, and an unknown block has none", async () => {
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
      [`topic0=0x1&timestamp=gt:1`, `${topics}: Timestamp range must have gt (or gte) and lt (or lte), or eq operator`],
      [`topic0=0x1`, `${topics}: No timestamp range or eq operator provided`],
    ])
      assert.equal(await message(`${logs}?${query}`), why, query);
    assert.equal((await ask(`${logs}?timestamp=gte:1&index=gte:0&limit=1`)).status, 200);
  });

  it("can lack their block", async () => {
    act("detachResults", { number: 100 });
    const { timestamp } = await block(100);
    const { results: lost } = await results(`timestamp=gte:${timestamp.from}&timestamp=lte:${timestamp.to}`);
    assert(lost.length > 0);
    assert(lost.every(({ block_hash, block_number }) => block_hash === "0x" && block_number === null));
  });
});

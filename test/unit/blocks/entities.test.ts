// The latest activity of an entity, at a node that searches only a limited time at once.
import assert from "node:assert/strict";
import { problemOf } from "../base/service.ts";
import { mirror } from "./ledgers.ts";

describe("The latest activity of an entity", () => {
  const world = mirror();
  const times = (transactions: readonly { readonly time: bigint }[] = []) => transactions.map(({ time }) => time);

  it("is found however old it is, though the node searches only a limited time at once", async () => {
    const { entities } = world.open().store;
    const account = { kind: "account", id: "0.0.1024" } as const;
    const { transactions } = await entities.recent(world.network, account);
    assert.equal(transactions?.length, 25);
    world.node.act("setWindow", { seconds: 60 });
    const { transactions: gathered, skipped } = await entities.recent(world.network, account);
    assert.deepEqual(times(gathered), times(transactions));
    assert.equal(skipped, 0);
  });

  it("is listed as far as it can be loaded if a page fails", async () => {
    const { entities } = world.open().store;
    world.node.act("setWindow", { seconds: 60 });
    world.node.service.faults.add({ kind: "status", status: 400, path: "timestamp=lt" });
    const { transactions, problem } = await entities.recent(world.network, { kind: "account", id: "0.0.1024" });
    assert.equal(transactions?.length, 4);
    assert.equal(problem?.kind, "invalid");
  });

  it("of a contract is its last call, without a search through all earlier transactions", async () => {
    const { entities } = world.open().store;
    const contract = { kind: "contract", id: "0.0.2001" } as const;
    const latest = await entities.latest(world.network, contract);
    world.node.act("setWindow", { seconds: 60 });
    world.node.service.journal = [];
    assert.deepEqual(await entities.latest(world.network, contract), latest);
    assert.equal(latest?.kind, "result");
    assert.equal(world.node.targets().length, 2, world.node.targets().join("\n"));
  });

  it("is reported as malformed, and not as missing, if it can't be decoded", async () => {
    const { entities } = world.open().store;
    world.node.answer("/messages", { messages: [{}], links: { next: null } });
    world.node.answer("/results", { results: [{}], links: { next: null } });
    world.node.answer("/transactions", { transactions: [{}], links: { next: null } });
    for (const kind of ["topic", "contract", "account"] as const) {
      assert.equal((await problemOf(entities.latest(world.network, { kind, id: "0.0.1024" }))).kind, "malformed", kind);
    }
  });

  it("is not requested for a token or a schedule, because no list covers them", async () => {
    const { entities } = world.open().store;
    for (const [kind, id] of [
      ["token", "0.0.3001"],
      ["schedule", "0.0.5001"],
    ] as const) {
      assert.equal(await entities.latest(world.network, { kind, id }), undefined);
    }
    assert.deepEqual(world.node.targets(), []);
  });
});

describe("An entity", () => {
  const world = mirror();

  it("of any kind is found by the address that is derived from its number", async () => {
    const { entities } = world.open().store;
    for (const [id, address] of [
      ["0.0.1024", "0x0000000000000000000000000000000000000400"],
      ["0.0.3001", "0x0000000000000000000000000000000000000BB9"],
      ["0.0.5001", "0x0000000000000000000000000000000000001389"],
    ] as const) {
      assert.equal((await entities.find(world.network, address))?.id, id);
    }
  });

  it("with an alias is an account, so only that route is asked", async () => {
    const { entities } = world.open().store;
    const alias = "HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA";
    assert.equal(await entities.find(world.network, alias), undefined);
    entities.forget(world.network, alias);
    world.node.answer(`/accounts/${alias}`, { account: "0.0.1024" });
    assert.equal((await entities.find(world.network, alias))?.id, "0.0.1024");
    assert.deepEqual(world.node.targets(), Array(2).fill(`/api/v1/accounts/${alias}?transactions=false`));
  });
});

// The latest messages of a topic, as its panel lists them.
import assert from "node:assert/strict";
import { problemOf } from "../base/service.ts";
import { mirror } from "./ledgers.ts";

describe("Messages of a topic", () => {
  const world = mirror();

  it("are listed newest first, as many as a panel shows, each with its transaction's time", async () => {
    const { store } = world.open();
    const recent = await store.entities.recent(world.network, { kind: "topic", id: "0.0.4003" });
    const messages = recent.messages ?? assert.fail("no messages are listed");
    assert.equal(messages.length, 25);
    assert.equal(recent.transactions ?? recent.results ?? recent.logs, undefined);
    const numbers = messages.map(({ sequence }) => sequence ?? assert.fail("it has no number"));
    assert.deepEqual(
      numbers,
      numbers.map((_, nth) => (numbers[0] ?? 0n) - BigInt(nth)),
    );
    assert.match(world.node.targets().at(-1) ?? "", /^\/api\/v1\/topics\/0\.0\.4003\/messages\?limit=25&order=desc$/);
    assert.ok(messages.some(({ part }) => part !== undefined && part.total === 3n));
  });

  it("are the latest activity of a topic", async () => {
    const { store } = world.open();
    const latest = await store.entities.latest(world.network, { kind: "topic", id: "0.0.4003" });
    const { messages } = await store.entities.recent(world.network, { kind: "topic", id: "0.0.4003" });
    assert.equal(latest?.is, "message");
    assert.equal(latest.time, messages?.[0]?.time);
  });

  it("are empty for a topic without any", async () => {
    const { store } = world.open();
    const { messages, skipped } = await store.entities.recent(world.network, { kind: "topic", id: "0.0.77" });
    assert.deepEqual([messages, skipped], [[], 0]);
    assert.equal(await store.entities.latest(world.network, { kind: "topic", id: "0.0.77" }), undefined);
  });

  it("keep what can be decoded, and count the rest", async () => {
    const { store } = world.open();
    world.node.answer("/topics/", {
      messages: [
        { consensus_timestamp: "1795247613.000000009", sequence_number: 9, message: "aGk=", chunk_info: null },
        { consensus_timestamp: "yesterday", sequence_number: 8, message: "aGk=" },
        {
          consensus_timestamp: "1795247611.000000007",
          sequence_number: null,
          message: null,
          chunk_info: { number: 1 },
        },
        { consensus_timestamp: "1795247610.000000007", chunk_info: { number: 1, total: 1 } },
      ],
      links: { next: null },
    });
    const { messages, skipped } = await store.entities.recent(world.network, { kind: "topic", id: "0.0.4003" });
    assert.equal(skipped, 1);
    assert.deepEqual(
      messages?.map(({ sequence, content, part }) => [sequence, content, part]),
      [
        [9n, "aGk=", undefined],
        [undefined, undefined, undefined],
        [undefined, undefined, undefined],
      ],
    );
  });

  it("keep every digit of a number that a double can't hold", async () => {
    const { store } = world.open();
    world.node.answer(
      "/topics/",
      `{"messages":[{"consensus_timestamp":"1795247613.000000009","sequence_number":9007199254740993}],"links":{"next":null}}`,
    );
    const { messages } = await store.entities.recent(world.network, { kind: "topic", id: "0.0.4003" });
    assert.equal(messages?.[0]?.sequence, 9_007_199_254_740_993n);
  });

  it("are not requested for a token or a schedule, because no route lists them", async () => {
    const { store } = world.open();
    for (const kind of ["token", "schedule"] as const) {
      const { kind: of, skipped, ...lists } = await store.entities.recent(world.network, { kind, id: "0.0.3001" });
      assert.deepEqual([of, skipped], [kind, 0]);
      assert.ok(Object.values(lists).every((list) => list === undefined));
    }
    assert.deepEqual(world.node.targets(), []);
  });

  it("fail with the node's reason if it rejects the request", async () => {
    const { store } = world.open();
    world.node.answer("/topics/", { _status: { messages: [{ message: "Invalid parameter: topic.id" }] } }, 400);
    const problem = await problemOf(store.entities.recent(world.network, { kind: "topic", id: "0.0.4003" }));
    assert.equal(problem.kind, "invalid");
  });
});

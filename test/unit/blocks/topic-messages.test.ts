// The latest messages of a topic, as its panel lists them.
import assert from "node:assert/strict";
import type * as Tables from "../../../src/blocks/entity/recent-tables.ts";
import type { TopicMessage } from "../../../src/blocks/model/entity.ts";
import { importTexts } from "../import-texts.ts";
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
    assert.equal(latest?.kind, "message");
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

  it("are shown as text even if a part starts and ends inside a character", async () => {
    const { recentTables } = (await importTexts("src/blocks/entity/recent-tables.ts", "en")) as typeof Tables;
    const show = (bytes: Uint8Array, part?: TopicMessage["part"]) => {
      const content = Buffer.from(bytes).toString("base64");
      const messages = [{ time: 0n, sequence: 1n, payer: "0.0.5", content, part }];
      const [table] = recentTables({ kind: "topic", messages, skipped: 0 }, 0);
      return table !== undefined && !("id" in table.rows) ? table.rows[0]?.cells.at(-1) : undefined;
    };
    const text = Buffer.from("Grüße ☕");
    const part = { number: 2n, total: 3n };
    // The second byte of ü, and the first two of ☕.
    assert.equal(show(text.subarray(3, -1), part), "Part 2 of 3: ße ");
    assert.equal(show(text.subarray(3, -1)), "0xbcc39f6520e298");
    assert.equal(show(Uint8Array.of(0x80, 0xff), part), "Part 2 of 3: 0x80ff");
    assert.equal(show(Uint8Array.of(0x80), part), "Part 2 of 3: 0x80");
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

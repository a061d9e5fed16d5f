// The routes for one block and for lists of blocks, and every digit that a node sends.
import assert from "node:assert/strict";
import { readBlockName, type BlockName } from "../../../src/blocks/model/block-name.ts";
import { stringifyJson } from "../../../src/base/json/json.ts";
import { MAX_TIME_NS } from "../../../src/base/time.ts";
import { recordings } from "../../services/real/replay.js";
import { problemOf } from "../base/service.ts";
import { nodeAt, startBlocks, startInt64Blocks } from "./service.ts";

const HIGHEST = 2n ** 63n - 1n;

describe("Mirror node endpoints", () => {
  const node = nodeAt();

  describe("One block", () => {
    it("is found by number, including 0, and by its full or short hash, in any case", async () => {
      const api = node.api();
      const first = await api.block({ number: 0n });
      assert.equal(first.number, 0n);
      const seven = await api.block({ number: 7n });
      assert.equal(seven.number, 7n);
      assert.deepEqual(await api.block({ hash: seven.hash }), seven);
      assert.deepEqual(await api.block({ hash: seven.hash.slice(0, 66) }), seven);
    });

    it("is not found if no block has the number or hash, or if two hashes start alike", async () => {
      const api = node.api();
      node.act("twinHash", { number: 20 });
      const { hash } = await api.block({ number: 20n });
      for (const name of [{ number: 99_999_999n }, { hash: `0x${"ab".repeat(48)}` }, { hash: hash.slice(0, 66) }]) {
        assert.equal((await problemOf(api.block(name))).kind, "notFound");
      }
      assert.equal((await api.block({ hash })).number, 20n);
    });

    it("is never requested with a number beyond 64 bits", async () => {
      for (const number of [-1n, HIGHEST + 1n]) {
        assert.equal((await problemOf(node.api().block({ number }))).kind, "invalid");
      }
      assert.deepEqual(node.service.journal, []);
    });

    it("is malformed if the node returns another block", async () => {
      const other = await node.api().block({ number: 8n });
      node.answer("/blocks/7$", stringifyJson(other.sent));
      assert.equal((await problemOf(node.api().block({ number: 7n }))).kind, "malformed");
    });

    it("returns undefined for null values and for those that older nodes don't return", async () => {
      const three = await node.api().block({ number: 3n });
      assert.equal(three.gasUsed, undefined);
      assert.equal(three.size, undefined);
      assert.equal(three.hapiVersion, undefined);
      assert.equal(three.logsBloom, undefined);
      assert.equal(three.receiptsRoot, undefined);
      assert.equal((await node.api().block({ number: 6n })).logsBloom, "0x");
      node.answer("/blocks/7$", { number: 7, hash: `0x${"a".repeat(96)}` });
      const bare = await node.api().block({ number: 7n });
      assert.deepEqual(
        [bare.from, bare.to, bare.count, bare.previousHash],
        [undefined, undefined, undefined, undefined],
      );
    });

    it("has a receipts root on newer nodes", async () => {
      node.act("setNewer");
      assert.match((await node.api().block({ number: 7n })).receiptsRoot ?? "", /^0x[0-9a-f]{64}$/);
    });
  });

  describe("A list of blocks", () => {
    it("starts with the newest, returns 25 by default and 100 at most", async () => {
      const usual = await node.api().blocks();
      assert.deepEqual([usual.values.length, usual.values[0]?.number, usual.values.at(-1)?.number], [25, 1999n, 1975n]);
      assert.equal((await node.api().blocks({ limit: 1000 })).values.length, 100);
      const oldest = await node.api().blocks({ limit: 2, order: "asc" });
      assert.deepEqual(
        oldest.values.map(({ number }) => number),
        [0n, 1n],
      );
    });

    it("supports every operator on numbers", async () => {
      const numbers = async (is: "eq" | "gt" | "gte" | "lt" | "lte", than: bigint) => {
        const { values } = await node.api().blocks({ number: { [is]: than }, order: "asc", limit: 100 });
        return [values[0]?.number, values.at(-1)?.number, values.length];
      };
      assert.deepEqual(await numbers("eq", 5n), [5n, 5n, 1]);
      assert.deepEqual(await numbers("gt", 1997n), [1998n, 1999n, 2]);
      assert.deepEqual(await numbers("gte", 1997n), [1997n, 1999n, 3]);
      assert.deepEqual(await numbers("lt", 2n), [0n, 1n, 2]);
      assert.deepEqual(await numbers("lte", 2n), [0n, 2n, 3]);
    });

    it("supports all conditions at once", async () => {
      const { values } = await node.api().blocks({
        number: { gte: 5n, lte: 7n },
        order: "asc",
      });
      assert.deepEqual(
        values.map(({ number }) => number),
        [5n, 6n, 7n],
      );
      const both = await node.api().blocks({
        number: { gt: 2n, lt: 2n },
      });
      assert.deepEqual([both.values, both.next], [[], undefined]);
    });

    it("supports every operator on times, which apply to the end of a block", async () => {
      const api = node.api();
      const { to } = await api.block({ number: 7n });
      assert.ok(to !== undefined);
      const numbers = async (is: "eq" | "ne" | "gt" | "gte" | "lt" | "lte", order: "asc" | "desc") => {
        const { values } = await api.blocks({ timestamp: { [is]: to }, order, limit: 1 });
        return values[0]?.number;
      };
      assert.equal(await numbers("eq", "asc"), 7n);
      assert.equal(await numbers("ne", "asc"), 0n);
      assert.equal(await numbers("gt", "asc"), 8n);
      assert.equal(await numbers("gte", "asc"), 7n);
      assert.equal(await numbers("lt", "desc"), 6n);
      assert.equal(await numbers("lte", "desc"), 7n);
    });

    it("is never requested with conditions that the node rejects", async () => {
      const api = node.api();
      const asked = [
        api.blocks({ limit: 0 }),
        api.blocks({ limit: 1.5 }),
        api.blocks({ number: { gt: -1n } }),
        api.blocks({ number: { gt: HIGHEST + 1n } }),
        api.blocks({ timestamp: { gte: MAX_TIME_NS + 1n } }),
        api.blocks({ timestamp: { gte: -1n } }),
      ];
      for (const each of asked) assert.equal((await problemOf(each)).kind, "invalid");
      assert.deepEqual(node.service.journal, []);
      assert.deepEqual((await api.blocks({ timestamp: { gt: MAX_TIME_NS } })).values, []);
    });

    it("drops only blocks that can't be decoded, and counts them", async () => {
      const good = (await node.api().block({ number: 7n })).sent;
      const body = `{"blocks":[{"number":9},${stringifyJson(good)},null],"links":{"next":null}}`;
      node.answer("/blocks$", body);
      const { values, skipped, reasons } = await node.api().blocks();
      assert.deepEqual(
        values.map(({ number }) => number),
        [7n],
      );
      assert.equal(skipped, 2);
      assert.deepEqual(
        reasons.map(({ facts }) => facts.at),
        ["blocks[0].hash", "blocks[2]"],
      );
    });
  });

  it("decode every recorded block of a real node, digit for digit", async () => {
    const bodies = ["blocks", "blocks-int64"].flatMap((name) =>
      recordings(name).flatMap(({ request, answer }) => {
        if ("error" in answer || answer.status !== 200 || request.method !== "GET") return [];
        return request.path.startsWith("/api/v1/blocks") ? [{ path: request.path, body: answer.body }] : [];
      }),
    );
    assert.ok(bodies.length > 15);
    for (const { path, body } of bodies) {
      const single = /\/blocks\/(\d+)$/.exec(path)?.[1];
      node.answer("/api/v1/blocks", body);
      if (single === undefined) {
        const { values, skipped } = await node.api().blocks();
        assert.equal(skipped, 0);
        assert.equal(
          `[${values.map(({ sent }) => stringifyJson(sent)).join(",")}]`,
          /"blocks":(\[.*\]),"links"/.exec(body)?.[1],
        );
      } else {
        const block = await node.api().block(named(single));
        assert.equal(stringifyJson(block.sent), body);
      }
      node.service.faults.clear();
    }
  });
});

describe("64-bit integers of a mirror node", () => {
  const node = nodeAt(startInt64Blocks);

  it("are never rounded, in a list or elsewhere", async () => {
    const { values } = await node.api().blocks({ limit: 3 });
    assert.deepEqual(
      values.map(({ number }) => number),
      [HIGHEST, HIGHEST - 1n, HIGHEST - 2n],
    );
    assert.equal(values[0]?.count, HIGHEST);
    assert.equal(values[0].to, MAX_TIME_NS);
    const odd = await node.api().block({ number: 9_007_199_254_740_993n });
    assert.equal(odd.number, 9_007_199_254_740_993n);
    assert.equal(odd.count, 9_990_000_000_000_222n);
    assert.match(stringifyJson(odd.sent), /"number":9007199254740993\b/);
  });

  it("are sent with every digit", async () => {
    await node.api().block({ number: HIGHEST });
    await node.api().blocks({ number: { gte: 9_007_199_254_740_993n }, order: "asc", limit: 1 });
    assert.deepEqual(node.targets().slice(-2), [
      "/api/v1/blocks/9223372036854775807",
      "/api/v1/blocks?block.number=gte:9007199254740993&limit=1&order=asc",
    ]);
  });
});

describe("A mirror node below a path", () => {
  it("is requested below the path, for the first page and the next", async () => {
    const node = await startBlocks();
    try {
      const inner = node.service.handle;
      node.service.handle = (request) =>
        request.path.startsWith("/mirror/")
          ? inner({ ...request, path: request.path.slice("/mirror".length) })
          : { status: 404, body: "" };
      const api = node.api(`${node.service.origin}/mirror`);
      const page = await api.blocks({ limit: 2 });
      const next = await page.next?.();
      assert.deepEqual(
        next?.values.map(({ number }) => number),
        [1997n, 1996n],
      );
    } finally {
      await node.close();
    }
  });
});

function named(text: string): BlockName {
  const name = readBlockName(text);
  assert.ok(name !== undefined);
  return name;
}

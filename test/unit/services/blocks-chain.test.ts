// The sandbox's mirror node generates a consistent chain from a seed.
import assert from "node:assert/strict";
import { blocksService, int64BlocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { sendRequest } from "../../services/real/replay.js";

type Block = {
  number: number;
  hash: string;
  previous_hash: string;
  count: number;
  size: number | null;
  gas_used: number | null;
  hapi_version: string | null;
  logs_bloom: string | null;
  name: string;
  receipts_root?: string | null;
  timestamp: { from: string; to: string };
};
type Page = { blocks: Block[]; links: { next: string | null } };

describe("The chain of the sandbox's mirror node", () => {
  const clock = new Clock();
  const controlled = blocksService({ seed: "1", scale: 0.06, clock });
  let origin = "";

  before(async () => {
    origin = await controlled.service.listen(0);
  });
  beforeEach(() => {
    clock.set(Date.UTC(2026, 10, 21, 12));
    controlled.reset();
  });
  after(() => controlled.service.close());

  async function read<T>(path: string): Promise<T> {
    const answer = await sendRequest(origin, { method: "GET", path, headers: {} });
    assert("status" in answer && answer.status === 200, path);
    return JSON.parse(answer.body) as T;
  }

  const act = (action: string, body: unknown): unknown => controlled.actions[action]?.(body);
  const newest = async (): Promise<number | undefined> =>
    (await read<Page>("/api/v1/blocks?limit=1")).blocks[0]?.number;

  /** Follows the links from a page to the last one. */
  async function walk(first: string): Promise<{ blocks: Block[]; last: Page; pages: number }> {
    const blocks = [];
    let pages = 0;
    for (let path: string | null = first; path !== null && pages < 100; pages += 1) {
      const page: Page = await read<Page>(path);
      blocks.push(...page.blocks);
      path = page.links.next;
      if (path === null) return { blocks, last: page, pages: pages + 1 };
    }
    throw new Error("the links have no end");
  }

  it("leads from the latest block to block 0 without a gap or a duplicate, in pages of any size", async () => {
    for (const limit of [7, 40, 100]) {
      const { blocks, last } = await walk(`/api/v1/blocks?limit=${limit}`);
      assert.deepEqual(
        blocks.map(({ number }) => number),
        Array.from({ length: 120 }, (_, step) => 119 - step),
      );
      // If the last page is full, an empty page follows.
      assert.equal(last.blocks.length === 0, 120 % limit === 0);
    }
    const up = await walk("/api/v1/blocks?limit=11&order=asc");
    assert.deepEqual(
      up.blocks.map(({ number }) => number),
      Array.from({ length: 120 }, (_, step) => step),
    );
  });

  it("is valid: each block contains the previous hash, starts after the previous block, and is found by its hash", async () => {
    const { blocks } = await walk("/api/v1/blocks?limit=100&order=asc");
    for (const [place, block] of blocks.entries()) {
      const before = blocks[place - 1];
      assert.equal(block.previous_hash, before?.hash ?? `0x${"0".repeat(96)}`);
      assert(before === undefined || Number(block.timestamp.from) > Number(before.timestamp.to));
      assert.match(block.hash, /^0x[0-9a-f]{96}$/);
      assert.deepEqual(await read(`/api/v1/blocks/${block.hash}`), block);
    }
    assert.equal(new Set(blocks.map(({ hash }) => hash)).size, 120);
  });

  it("has empty blocks, and lacks everything that older nodes lack", async () => {
    const { blocks } = await walk("/api/v1/blocks?limit=100");
    const empty = blocks.filter(({ count }) => count === 0);
    assert(empty.length > 1);
    assert(empty.every(({ timestamp }) => timestamp.from === timestamp.to));
    for (const key of ["size", "gas_used", "hapi_version", "logs_bloom"] as const) {
      assert(
        blocks.some((block) => block[key] === null),
        key,
      );
      assert(
        blocks.some((block) => block[key] !== null),
        key,
      );
    }
    assert(blocks.some(({ logs_bloom }) => logs_bloom === "0x"));
    assert(blocks.every(({ logs_bloom }) => logs_bloom === null || /^0x([0-9a-f]{512})?$/.test(logs_bloom)));
    for (const form of [/\.rcd$/, /\.rcd\.gz$/, /^\d{36}\.blk$/]) assert(blocks.some(({ name }) => form.test(name)));
    assert(blocks.every((block) => !("receipts_root" in block)));
  });

  it("has the fields and routes of a newer node", async () => {
    const status = async (path: string) => {
      const answer = await sendRequest(origin, { method: "GET", path, headers: {} });
      return "status" in answer ? answer.status : 0;
    };
    for (const route of ["stake", "exchangerate", "registered-nodes"]) {
      assert.equal(await status(`/api/v1/network/${route}`), 404);
    }
    act("setNewer", { newer: true });
    for (const route of ["stake", "exchangerate", "registered-nodes"]) {
      assert.equal(await status(`/api/v1/network/${route}`), 200);
    }
    const { blocks } = await read<Page>("/api/v1/blocks?limit=100");
    assert(blocks.every(({ receipts_root }) => receipts_root === null || /^0x[0-9a-f]{64}$/.test(receipts_root ?? "")));
  });

  it("grows on demand, and at the pace of the clock", async () => {
    act("append", { count: 3 });
    assert.equal(await newest(), 122);
    act("setPace", { every: 2000 });
    assert.equal(await newest(), 122);
    clock.advance(1999);
    assert.equal(await newest(), 122);
    clock.advance(4001);
    assert.equal(await newest(), 125);
    act("setPace", { every: 0 });
    clock.advance(60_000);
    assert.equal(await newest(), 125);
  });

  it("continues after its end by number, although the link of a short page isn't a cursor", async () => {
    const seen: number[] = [];
    let last = (await newest()) ?? 0;
    for (const burst of [0, 130, 2]) {
      act("append", { count: burst });
      for (let full = true; full;) {
        const { blocks } = await read<Page>(`/api/v1/blocks?block.number=gt:${last}&order=asc&limit=100`);
        seen.push(...blocks.map(({ number }) => number));
        last = seen.at(-1) ?? last;
        full = blocks.length === 100;
      }
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 132 }, (_, step) => 120 + step),
    );
  });

  it("moves in time, so that its latest block closes now", async () => {
    act("moveTo", { time: clock.now() });
    const [block] = (await read<Page>("/api/v1/blocks?limit=1")).blocks;
    assert.equal(block?.timestamp.to, `${clock.now() / 1000}.000000000`);
  });

  it("is broken only by an action", async () => {
    const before = (await walk("/api/v1/blocks?limit=100")).blocks;
    act("breakChain", { number: 50 });
    act("breakChain", { number: 60, what: "count" });
    act("breakChain", { number: 70, what: "time" });
    const after = (await walk("/api/v1/blocks?limit=100")).blocks;
    const changed = after.flatMap((block, place) =>
      Object.entries(block)
        .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[place]?.[key as keyof Block]))
        .map(([key]) => `${block.number} ${key}`),
    );
    assert.deepEqual(changed, ["70 timestamp", "60 count", "50 previous_hash"]);
    const [seventy, sixtyNine] = after.filter(({ number }) => number === 70 || number === 69);
    assert(Number(seventy?.timestamp.from) < Number(sixtyNine?.timestamp.to));
    controlled.reset();
    assert.deepEqual((await walk("/api/v1/blocks?limit=100")).blocks, before);
  });
});

describe("Generated data of the sandbox's mirror node", () => {
  it("includes numbers up to 2^63 - 1 unchanged", async () => {
    const { service } = int64BlocksService({ seed: "1", clock: new Clock() });
    const origin = await service.listen(0);
    const text = async (path: string) => {
      const answer = await sendRequest(origin, { method: "GET", path, headers: {} });
      return "body" in answer ? answer.body : "";
    };
    try {
      const newest = await text("/api/v1/blocks/9223372036854775807");
      assert.match(newest, /^{"count":9223372036854775807,.*"number":9223372036854775807,/);
      assert.match(newest, /"to":"9223372036\.854775807"/);
      assert.match(
        await text("/api/v1/blocks?timestamp=gte:9223372036.854775807&order=asc"),
        /"number":9223372036854775807/,
      );
      assert.match(await text("/api/v1/blocks/9007199254740993"), /^{"count":9990000000000222,/);
      // The server parses hex digits as a double, which can't distinguish this number from its neighbor.
      assert.match(await text("/api/v1/blocks?block.number=0x20000000000001"), /"number":9007199254740992,/);
      const hash = /"hash":"(0x[0-9a-f]+)"/.exec(newest)?.[1] ?? "";
      assert.equal(await text(`/api/v1/blocks/${hash}`), newest);
      const numbers = [];
      for (let path: string | undefined = "/api/v1/blocks?limit=32"; path !== undefined;) {
        const page = await text(path);
        numbers.push(...[...page.matchAll(/"number":(\d+)/g)].map(([, number]) => BigInt(number ?? 0)));
        path = /"next":"([^"]+)"/.exec(page)?.[1];
      }
      const last = 2n ** 63n - 1n;
      assert.deepEqual(numbers, [
        ...Array.from({ length: 40 }, (_, step) => last - BigInt(step)),
        ...Array.from({ length: 40 }, (_, step) => 9_007_199_254_741_019n - BigInt(step)),
      ]);
      assert.match(await text("/api/v1/transactions?limit=100"), /"amount":9223372036847275807/);
    } finally {
      await service.close();
    }
  });
});

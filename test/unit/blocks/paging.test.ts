// Loads lists of blocks page by page, also from a node whose pages never end.
import assert from "node:assert/strict";
import { clientOf, json, problemOf, Services } from "../base/service.ts";
import { nodeAt } from "./service.ts";
import { Api, type BlockPage } from "../../../src/blocks/api/mirror-node.ts";

/** More pages than any list here has. */
const ENOUGH = 1000;

/** The numbers of the blocks, page by page. */
async function walked(first: Promise<BlockPage>): Promise<bigint[][]> {
  const pages: bigint[][] = [];
  for (let page: BlockPage | undefined = await first; page !== undefined; page = await page.next?.()) {
    pages.push(page.values.map(({ number }) => number));
    assert.ok(pages.length < ENOUGH, "the walk does not end");
  }
  return pages;
}

describe("Pages of blocks", () => {
  const node = nodeAt();

  it("lead from the latest block to block 0, each block once and in order", async () => {
    const numbers = (await walked(node.api().blocks({ limit: 100 }))).flat();
    assert.deepEqual(
      numbers,
      Array.from({ length: 2000 }, (_, place) => BigInt(1999 - place)),
    );
  });

  it("lead from block 0 to the latest", async () => {
    const numbers = (await walked(node.api().blocks({ limit: 90, order: "asc" }))).flat();
    assert.deepEqual(
      numbers,
      Array.from({ length: 2000 }, (_, place) => BigInt(place)),
    );
  });

  it("end with an empty page if the page size divides the ledger evenly", async () => {
    const pages = await walked(node.api().blocks({ limit: 2, number: { lt: 4n } }));
    assert.deepEqual(pages, [[3n, 2n], [1n, 0n], []]);
  });

  it("end if a page links to itself", async () => {
    const pages = await walked(node.api().blocks({ limit: 1, number: { eq: 5n } }));
    assert.deepEqual(pages, [[5n]]);
    assert.deepEqual(node.targets(), ["/api/v1/blocks?block.number=eq:5&limit=1"]);
  });

  it("are loaded from the same origin, whatever host the link names", async () => {
    node.act("setHostInLink");
    const pages = await walked(node.api().blocks({ limit: 2, number: { lt: 5n } }));
    assert.deepEqual(pages.flat(), [4n, 3n, 2n, 1n, 0n]);
    const services = new Services();
    try {
      const stranger = await services.start();
      const one = await node.api().block({ number: 9n });
      const [block] = (await node.api().blocks({ limit: 1, number: { eq: 9n } })).values;
      assert.equal(block?.hash, one.hash);
      node.answer("/blocks$", {
        blocks: [{ number: 9, hash: one.hash }],
        links: { next: `${stranger.origin}/api/v1/blocks?limit=1&block.number=lt:9` },
      });
      const page = await node.api().blocks();
      assert.deepEqual(
        (await page.next?.())?.values.map(({ number }) => number),
        [8n],
      );
      assert.deepEqual(stranger.journal, []);
    } finally {
      await services.close();
    }
  });

  it("keep the time filter and skip no block between two pages", async () => {
    const { to } = await node.api().block({ number: 10n });
    assert.ok(to !== undefined);
    const pages = await walked(node.api().blocks({ limit: 4, timestamp: { lt: to } }));
    assert.deepEqual(pages.flat(), [9n, 8n, 7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n]);
  });

  it("can be loaded again after one of them failed", async () => {
    const page = await node.api().blocks({ limit: 2 });
    node.service.faults.add({ kind: "status", status: 500, path: "lt", times: 1 });
    assert.equal((await problemOf(page.next?.() ?? Promise.resolve())).kind, "server");
    const second = await page.next?.();
    assert.deepEqual(
      second?.values.map(({ number }) => number),
      [1997n, 1996n],
    );
    assert.deepEqual((await page.next?.())?.values, second.values);
    assert.ok((await second.next?.()) !== undefined);
  });

  describe("of a node whose links never stop", () => {
    const services = new Services();
    after(() => services.close());

    const hash = `0x${"ab".repeat(48)}`;
    const block = (number: number) => ({ number, hash });

    /** Returns one page after another, and then the last one again and again. */
    async function walk(pages: readonly { blocks: unknown[]; next: string | null }[]) {
      let asked = 0;
      const service = await services.start(() => {
        const page = pages[Math.min(asked++, pages.length - 1)];
        return json(200, { blocks: page?.blocks, links: { next: page?.next } });
      });
      const found = await walked(new Api(clientOf(service.origin)).blocks());
      return { found, asked };
    }

    it("end with the first page without new blocks, even if its link is new", async () => {
      const again = { blocks: [block(5), block(4)], next: "/api/v1/blocks?again=1" };
      const { found, asked } = await walk([{ ...again, next: "/api/v1/blocks?x=1" }, again]);
      assert.deepEqual(found, [[5n, 4n], []]);
      assert.equal(asked, 2);
    });

    it("contain an element once that two neighboring pages share, but others with the same number", async () => {
      const other = { number: 4, hash: `0x${"cd".repeat(48)}` };
      const { found } = await walk([
        { blocks: [block(5), block(4)], next: "/api/v1/blocks?x=1" },
        { blocks: [block(5), block(4), other, block(3)], next: "/api/v1/blocks?x=2" },
        { blocks: [other, block(3), block(2)], next: null },
      ]);
      assert.deepEqual(found, [[5n, 4n], [4n, 3n], [2n]]);
    });

    it("end with an empty page, wherever it links to", async () => {
      const { asked } = await walk([
        { blocks: [block(5)], next: "/api/v1/blocks?x=1" },
        { blocks: [], next: "/api/v1/blocks?x=2" },
      ]);
      assert.equal(asked, 2);
    });

    it("end if a link repeats, even on an unreadable page", async () => {
      const { found, asked } = await walk([{ blocks: [{ number: 5 }], next: "/api/v1/blocks?x=1" }]);
      assert.deepEqual(found, [[], []]);
      assert.equal(asked, 2);
    });

    it("fail after many unreadable pages in a row, for example if two pages link to each other", async () => {
      let asked = 0;
      const service = await services.start(({ target }) => {
        asked += 1;
        return json(200, {
          blocks: [{ number: "?" }],
          links: { next: `/api/v1/blocks?${target.endsWith("x=1") ? "x=2" : "x=1"}` },
        });
      });
      const { kind, facts } = await problemOf(walked(new Api(clientOf(service.origin)).blocks()));
      assert.deepEqual([kind, facts.at], ["malformed", "links.next"]);
      assert.ok(asked < 300, String(asked));
    });

    it("continue after an unreadable page", async () => {
      const { found } = await walk([
        { blocks: [{ number: 5 }], next: "/api/v1/blocks?x=1" },
        { blocks: [block(4)], next: null },
      ]);
      assert.deepEqual(found, [[], [4n]]);
    });

    it("end at an invalid link", async () => {
      const { asked } = await walk([{ blocks: [block(5)], next: "javascript:alert(1)" }]);
      assert.equal(asked, 1);
    });
  });
});

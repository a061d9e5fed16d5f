// Checks that a real mirror node, which an environment variable names, behaves as Triptych expects.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Contacts } from "../../../src/base/http/contacts.ts";
import { Budget } from "../../../src/base/http/budget.ts";
import { Client } from "../../../src/base/http/client.ts";
import { asProblem } from "../../../src/base/problem.ts";
import { Api } from "../../../src/blocks/api/mirror-node.ts";
import { HIGHEST_BLOCK, type Block } from "../../../src/blocks/model/block.ts";
import { ChainCheck } from "../../../src/blocks/model/block-sequence.ts";
import { USER_AGENT } from "../../../src/workbench/user-agent.ts";
import { named } from "../named.ts";

const live = named("A mirror node", ["TRIPTYCH_LIVE_BLOCKS_URL"]);

if (live !== undefined) {
  const base = live.TRIPTYCH_LIVE_BLOCKS_URL;

  describe(`the mirror node at ${base}`, function () {
    this.timeout(300_000);
    let folder = "";
    let api: Api;
    let newest: readonly Block[] = [];

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "triptych-live-"));
      // Stays within the same limits as the extension.
      const budget = new Budget({ folder, rules: [{ id: "requests", capacity: 5, perSecond: 10 }] });
      api = new Api(
        new Client({
          base,
          userAgent: USER_AGENT,
          contacts: new Contacts({ now: Date.now }),
          purpose: "ledger",
          budget,
        }),
      );
      const page = await api.blocks({ limit: 25 });
      assert.equal(page.skipped, 0, page.reasons.map(({ message }) => message).join("; "));
      newest = page.values;
      assert.ok(newest.length > 1, "it has too few blocks to be tried");
    });
    after(() => rm(folder, { recursive: true, force: true }));

    const kindOf = (asked: Promise<unknown>): Promise<string | undefined> =>
      asked.then(
        () => undefined,
        (error: unknown) => asProblem(error).kind,
      );

    it("lists the newest blocks first, each linked to the previous one", () => {
      const check = new ChainCheck(newest.at(-1)?.number ?? 0n);
      for (const block of newest.toReversed()) assert.equal(check.next(block), undefined);
    });

    it("returns a block by its number, hash and short hash, in upper or lower case", async () => {
      const [, block] = newest;
      assert.ok(block !== undefined);
      assert.equal((await api.block({ number: block.number })).hash, block.hash);
      assert.equal((await api.block({ hash: block.hash })).number, block.number);
      assert.equal((await api.block({ hash: block.hash.slice(0, 66) })).number, block.number);
    });

    it("pages forward and backward without duplicate or missing blocks", async () => {
      for (const order of ["asc", "desc"] as const) {
        const first = await api.blocks({ limit: 3, order });
        const second = await first.next?.();
        const numbers = [...first.values, ...(second?.values ?? [])].map(({ number }) => number);
        const step = order === "asc" ? 1n : -1n;
        for (const [place, number] of numbers.entries())
          assert.equal(number, (numbers[0] ?? 0n) + step * BigInt(place));
      }
    });

    it("accepts each operator on numbers and times", async () => {
      const [, block] = newest;
      assert.ok(block?.from !== undefined && block.to !== undefined);
      const { number } = block;
      const at = async (conditions: Partial<Record<"gt" | "gte" | "lt" | "lte", bigint>>) =>
        (await api.blocks({ number: conditions, order: "asc", limit: 5 })).values.map((each) => each.number);
      assert.deepEqual(await at({ gte: number, lte: number }), [number]);
      assert.deepEqual(await at({ gt: number - 1n, lt: number + 1n }), [number]);
      const held = await api.blocks({ timestamp: { gte: block.from }, order: "asc", limit: 1 });
      assert.equal(held.values[0]?.number, number);
    });

    it("returns its first block, and none that has not closed yet", async () => {
      const [oldest] = (await api.blocks({ order: "asc", limit: 1 })).values;
      assert.ok(oldest !== undefined);
      assert.equal((await api.block({ number: oldest.number })).hash, oldest.hash);
      const beyond = (newest[0]?.number ?? 0n) + 1_000_000n;
      if (beyond <= HIGHEST_BLOCK) assert.equal(await kindOf(api.block({ number: beyond })), "notFound");
      assert.equal(await kindOf(api.block({ hash: `0x${"ab".repeat(48)}` })), "notFound");
    });

    it("lists the transactions and contract results of a block, and returns one transaction by its ID", async () => {
      // The latest transactions may not have reached the node's replica yet.
      const block = newest.findLast(({ count }) => (count ?? 0n) > 0n);
      if (block?.from === undefined || block.to === undefined) return;
      const page = await api.transactions({ from: block.from, to: block.to, limit: 100, order: "asc" });
      assert.equal(page.skipped, 0, page.reasons.map(({ message }) => message).join("; "));
      for (const { time } of page.values) assert.ok(time >= block.from && time <= block.to);
      if ((block.count ?? 0n) <= 100n) assert.equal(BigInt(page.values.length), block.count);
      const id = page.values[0]?.id;
      if (id !== undefined) assert.ok((await api.transaction(id)).values.some((each) => each.id === id));
      assert.equal((await api.contractResults(block.number)).skipped, 0);
    });

    it("returns the network data that it provides, and leaves out the rest", async () => {
      const asked = [api.nodes(), api.fees(), api.exchangeRate(), api.supply(), api.stake()];
      for (const outcome of await Promise.allSettled(asked)) {
        if (outcome.status === "rejected") assert.equal(asProblem(outcome.reason).kind, "notFound");
      }
    });
  });
}

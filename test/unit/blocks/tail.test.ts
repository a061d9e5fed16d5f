// Live updates: which blocks the tail requests, how often, and which it keeps.
import assert from "node:assert/strict";
import fc from "fast-check";
import { Problem } from "../../../src/base/problem.ts";
import type { BlockPage, BlocksOptions } from "../../../src/blocks/api/mirror-node.ts";
import type { Block } from "../../../src/blocks/model/block.ts";
import { LatestBlocks } from "../../../src/blocks/store/latest-blocks.ts";
import { Tail, type TailState } from "../../../src/blocks/store/live-tail.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import { Random } from "../../services/core/random.js";
import { until } from "../workbench/until.ts";
import { startBlocks, type BlocksService } from "./service.ts";

/** A tail whose clock is set by the test: it waits until the test lets it continue. */
function governed(ask: (signal: AbortSignal) => Promise<boolean>, pausedSince?: number) {
  let on: (() => void) | undefined;
  let rests: (() => void) | undefined;
  const waits: number[] = [];
  let now = 1_000_000;
  const tail = new Tail({
    ask,
    now: () => now,
    random: () => 0.5,
    pausedSince,
    after: (milliseconds, run) => {
      waits.push(milliseconds);
      rests?.();
      const next = (): void => {
        now += milliseconds;
        run();
      };
      on = next;
      return { dispose: () => void (on = on === next ? undefined : on) };
    },
  });
  return {
    tail,
    waits,
    /** Lets one tick pass, and returns when the tail waits for the next. */
    tick: async () => {
      const rested = new Promise<void>((resolve) => (rests = resolve));
      const next = on;
      on = undefined;
      next?.();
      await rested;
    },
    /** Returns when the tail waits for its first tick. */
    started: async () => {
      if (waits.length === 0) await new Promise<void>((resolve) => (rests = resolve));
    },
  };
}

describe("The latest blocks", () => {
  let node: BlocksService;

  before(async () => {
    node = await startBlocks();
  });
  after(() => node.close());
  afterEach(() => node.reset());

  function open() {
    const api = node.api();
    return new LatestBlocks((asked) => api.blocks(asked), {
      reloaded: () => undefined,
      advanced: () => undefined,
      listed: () => undefined,
      startedOver: () => undefined,
    });
  }

  const numbers = (blocks: readonly Block[]): readonly number[] => blocks.map(({ number }) => Number(number));

  /** Catches up as a tail does: until a page is short. */
  async function caughtUp(head: LatestBlocks): Promise<void> {
    while (await head.catchUp()) assert.ok(node.service.journal.length < 50, "it asks for ever");
  }

  it("miss none of a burst of 250 between two requests", async () => {
    const head = open();
    await head.page();
    node.act("append", { count: 250 });
    await caughtUp(head);
    assert.equal(node.targets().length, 4);
    assert.equal(node.targets()[1], "/api/v1/blocks?block.number=gt:1999&limit=100&order=asc");
    assert.deepEqual(
      numbers(head.all),
      Array.from({ length: 300 }, (_, place) => 2249 - place),
    );
  });

  it("are not requested again: pages come from the loaded blocks, and continue after them", async () => {
    const head = open();
    await head.page();
    node.act("append", { count: 20 });
    await caughtUp(head);
    const asked = node.targets().length;
    head.listAll();
    const first = await head.page();
    assert.equal(first.values[0]?.number, 2019n);
    const second = await first.next?.();
    assert.deepEqual(
      numbers(second?.values ?? []),
      Array.from({ length: 20 }, (_, place) => 1969 - place),
    );
    assert.equal(node.targets().length, asked);
    const third = await second?.next?.();
    assert.equal(third?.values[0]?.number, 1949n);
    assert.equal(node.targets().at(-1), "/api/v1/blocks?block.number=lt:1950&limit=50");
  });

  it("don't grow over hours of live updates unless the user loaded more", async () => {
    const head = open();
    await head.page();
    const live = async (): Promise<void> => {
      for (let burst = 0; burst < 6; burst += 1) {
        node.act("append", { count: 100 });
        await caughtUp(head);
        head.listAll();
        await head.page();
        node.service.journal = [];
      }
    };
    await live();
    assert.equal(head.all.length, 400);
    let page = await head.page();
    for (let pages = 1; pages < 14 && page.next !== undefined; pages += 1) page = await page.next();
    node.act("append", { count: 100 });
    await caughtUp(head);
    assert.ok(head.all.length >= 14 * 50, String(head.all.length));
    // From now on, the view loads only its first page.
    await live();
    await live();
    await live();
    assert.equal(head.all.length, 400);
  });

  it("wait, unlisted, until the user asks for them or loads the list again", async () => {
    const head = open();
    const first = async (): Promise<unknown> => (await head.page()).values[0]?.number;
    assert.deepEqual([await first(), head.waiting], [1999n, 0n]);
    node.act("append", { count: 3 });
    await caughtUp(head);
    assert.deepEqual([await first(), head.waiting, head.newest?.number], [1999n, 3n, 2002n]);
    head.listAll();
    assert.deepEqual([await first(), head.waiting], [2002n, 0n]);
    node.act("append", { count: 2 });
    await caughtUp(head);
    head.markStale();
    assert.deepEqual([await first(), head.waiting], [2004n, 0n]);
    // So many that the listed ones are no longer kept.
    node.act("append", { count: 500 });
    await caughtUp(head);
    assert.deepEqual([await first(), head.waiting], [2004n, 500n]);
  });

  it("are requested once if the view and live updates need them at the same time", async () => {
    const head = open();
    await Promise.all([head.page(), head.catchUp(), head.page()]);
    assert.deepEqual(node.targets(), ["/api/v1/blocks?limit=50"]);
  });

  it("are requested again by a refresh while an older request hangs, also for callers that wait for the older one", async () => {
    const head = open();
    node.service.faults.add({ kind: "stall", times: 1 });
    const [view, tail] = [head.page(), head.catchUp()];
    while (node.service.journal.length < 1) await new Promise((resolve) => setImmediate(resolve));
    head.markStale();
    assert.equal((await head.page()).values.length, 50);
    assert.equal((await view).values.length, 50);
    await tail;
    assert.deepEqual(node.targets().slice(0, 2), ["/api/v1/blocks?limit=50", "/api/v1/blocks?limit=50"]);
    assert.ok(node.service.journal.length <= 3);
  });

  it("are requested again by a refresh even if the older response arrives after it", async () => {
    const read = node.api();
    const page = await read.blocks({ limit: 50 });
    const arrivals: ((page: BlockPage) => void)[] = [];
    const head = new LatestBlocks(() => new Promise((resolve) => arrivals.push(resolve)), {
      reloaded: () => undefined,
      advanced: () => undefined,
      listed: () => undefined,
      startedOver: () => undefined,
    });
    const early = head.page();
    head.markStale();
    arrivals[0]?.(page);
    await until(() => arrivals.length === 2);
    node.act("append", { count: 1 });
    arrivals[1]?.(await read.blocks({ limit: 50 }));
    assert.equal((await early).values[0]?.number, 2000n);
    assert.equal((await head.page()).values[0]?.number, 2000n);
    assert.equal(arrivals.length, 2);
  });

  it("are not requested again for the others if one caller cancels", async () => {
    let requests = 0;
    const page = await node.api().blocks({ limit: 50 });
    const leaving = new AbortController();
    const read = async ({ signal }: BlocksOptions): Promise<BlockPage> => {
      requests += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted === true) throw new Problem("canceled");
      return page;
    };
    const head = new LatestBlocks(read, {
      reloaded: () => undefined,
      advanced: () => undefined,
      listed: () => undefined,
      startedOver: () => undefined,
    });
    const canceled = assert.rejects(head.page({ signal: leaving.signal }));
    const waiting = [head.page(), head.page(), head.page()];
    leaving.abort();
    await canceled;
    for (const { values } of await Promise.all(waiting)) assert.equal(values.length, 50);
    assert.equal(requests, 1);
  });

  it("count every block that was skipped in older pages", async () => {
    const [newest, older] = (await node.api().blocks({ limit: 2 })).values;
    const last: BlockPage = { values: older === undefined ? [] : [older], skipped: 2, reasons: [], next: undefined };
    const unreadable: BlockPage = { values: [], skipped: 3, reasons: [], next: () => Promise.resolve(last) };
    const first: BlockPage = {
      values: newest === undefined ? [] : [newest],
      skipped: 0,
      reasons: [],
      next: () => Promise.resolve(unreadable),
    };
    const pages = [first, unreadable];
    const head = new LatestBlocks(() => Promise.resolve(pages.shift() ?? last), {
      reloaded: () => undefined,
      advanced: () => undefined,
      listed: () => undefined,
      startedOver: () => undefined,
    });
    const page = await (await head.page()).next?.();
    assert.deepEqual([numbers(page?.values ?? []), page?.skipped], [[1998], 5]);
  });

  it("count each unreadable block once, and continue after a page of them", async () => {
    const { values } = await node.api().blocks({ limit: 9 });
    const at = (...numbers: readonly bigint[]): readonly Block[] =>
      numbers.flatMap((number) => values.find((block) => block.number === number) ?? []);
    const page = (blocks: readonly Block[], skipped: number, next?: BlockPage): BlockPage => {
      return { values: blocks, skipped, reasons: [], next: next && (() => Promise.resolve(next)) };
    };
    const responses = [
      // 1994 and 1992 could not be read,
      page(at(1993n, 1991n), 2, page([], 0)),
      page([], 1),
      // then 1995 and 1997,
      page(at(1996n), 3),
      page(at(1993n), 0),
      page([], 1),
      // and after a page of others 1999.
      page([], 1, page(at(1998n), 1)),
      page(at(1996n), 0),
      page([], 1),
    ];
    let redrawn = 0;
    const head = new LatestBlocks(() => Promise.resolve(responses.shift() ?? assert.fail("nothing is left")), {
      reloaded: () => undefined,
      advanced: () => (redrawn += 1),
      listed: () => undefined,
      startedOver: () => undefined,
    });
    const seen: unknown[] = [];
    while (responses.length > 0) {
      await head.catchUp();
      head.listAll();
      const {
        values: [newest],
        skipped,
      } = await head.page();
      seen.push([Number(newest?.number), skipped, redrawn]);
    }
    assert.deepEqual(seen, [
      [1993, 2, 1],
      [1993, 2, 1],
      [1996, 4, 2],
      [1996, 4, 2],
      [1996, 4, 2],
      [1998, 5, 3],
      [1998, 5, 3],
    ]);
  });

  it("request only the last of many pages of unreadable blocks again", async () => {
    const [newest] = (await node.api().blocks({ limit: 1 })).values;
    assert.ok(newest !== undefined);
    let requests = 0;
    const load = (left: number) => (): Promise<BlockPage> => {
      requests += 1;
      return Promise.resolve({ values: [], skipped: 100, reasons: [], next: left === 0 ? undefined : load(left - 1) });
    };
    const first = { values: [newest], skipped: 0, reasons: [], next: undefined };
    let read: () => Promise<BlockPage> = () => Promise.resolve(first);
    const head = new LatestBlocks(() => read(), {
      reloaded: () => undefined,
      advanced: () => undefined,
      listed: () => undefined,
      startedOver: () => undefined,
    });
    await head.catchUp();
    read = load(5);
    while (await head.catchUp()) assert.ok(requests < 20);
    assert.equal((await head.page()).skipped, 600);
    const before = requests;
    for (let polls = 0; polls < 20; polls += 1) assert.equal(await head.catchUp(), false);
    assert.equal(requests, before + 20);
    assert.equal((await head.page()).skipped, 600);
  });

  it("end at block 0", async () => {
    const head = open();
    let page = await head.page();
    let seen = page.values.length;
    while (page.next !== undefined) {
      page = await page.next();
      seen += page.values.length;
    }
    assert.equal(seen, 2000);
  });

  it("are kept while requests fail, and connect to the new ones when requests succeed again", async () => {
    const head = open();
    await head.page();
    head.markStale();
    node.service.faults.add({ kind: "status", status: 500 });
    await assert.rejects(head.page());
    assert.equal(head.all.length, 50);
    node.service.faults.clear();
    node.act("append", { count: 50 });
    await head.page();
    assert.equal(head.all.length, 100);
    // Blocks below a gap are dropped, because they would look like neighbors of those above it.
    node.act("append", { count: 51 });
    head.markStale();
    await head.page();
    assert.deepEqual(
      numbers(head.all),
      Array.from({ length: 50 }, (_, place) => 2100 - place),
    );
  });

  it("stay as they are if the node sends older blocks instead of newer ones", async () => {
    const head = open();
    await head.page();
    const [block] = head.all;
    // The node returns older blocks to a request for newer ones.
    node.answer("gt:", {
      blocks: [{ number: 5, hash: block?.hash }],
      links: { next: "/api/v1/blocks?block.number=gt:5" },
    });
    assert.equal(await head.catchUp(), false);
    assert.equal(head.newest?.number, 1999n);
  });

  for (const faulty of [false, true]) {
    it(`miss no block and have none twice after 300 polls, with one request per poll${faulty ? " and faults in every tenth response" : ""}`, async () => {
      const random = new Random(faulty ? "faulty" : "calm");
      const api = node.api();
      const seen: bigint[] = [];
      const counted = new LatestBlocks(
        async (asked) => {
          const page = await api.blocks(asked);
          for (const { number } of page.values) seen.push(number);
          return page;
        },
        {
          reloaded: () => undefined,
          advanced: () => undefined,
          listed: () => undefined,
          startedOver: () => assert.fail("it did not start over"),
        },
      );
      let asks = 0;
      const { tail, tick, started } = governed((signal) => {
        asks += 1;
        return counted.catchUp({ signal, retries: 0 });
      });
      await counted.page();
      node.service.journal = [];
      const kinds = ["status", "html", "refuse", "truncate", "wrongType"] as const;
      tail.watch(true);
      await started();
      for (let tickAt = 1; tickAt < 300; tickAt += 1) {
        const count = random.chance(0.03) ? 250 : random.between(0, 3);
        if (count > 0) node.act("append", { count });
        node.service.faults.clear();
        if (faulty && tickAt % 10 === 0) node.service.faults.add({ kind: random.pick(kinds), status: 503, times: 1 });
        await tick();
      }
      node.service.faults.clear();
      await tick();
      tail.dispose();
      const { newest } = node.state() as { readonly newest: bigint };
      assert.equal(counted.newest?.number, newest);
      assert.equal(new Set(seen).size, seen.length, "a block was read twice");
      assert.equal(BigInt(seen.length), 50n + newest - 1999n);
      assert.ok(asks >= 300, String(asks));
      // The client repeats a request only if it finds its connection closed.
      const closed = node.service.journal.filter(({ fault }) => fault === "refuse").length;
      assert.equal(node.service.journal.length, asks + closed);
    });
  }
});

describe("Live updates of blocks", () => {
  it("send no requests while hidden, and one as soon as they are visible", async () => {
    let asked = 0;
    const { tail, waits } = governed(() => {
      asked += 1;
      return Promise.resolve(false);
    });
    assert.equal(asked, 0);
    tail.watch(true);
    await until(() => waits.length === 1);
    tail.watch(true);
    assert.equal(asked, 1);
    tail.watch(false);
    tail.watch(true);
    await until(() => waits.length === 2);
    assert.equal(asked, 2);
    tail.dispose();
  });

  it("run while their view is visible, even if another window has the focus", async () => {
    let asked = 0;
    const { tail, waits } = governed(() => {
      asked += 1;
      return Promise.resolve(false);
    });
    const changed = new Emitter<void>();
    const view = { visible: true, watched: false, onDidChangeVisibility: changed.event };
    tail.follow(view);
    await until(() => waits.length === 1);
    view.visible = false;
    changed.fire();
    view.visible = true;
    changed.fire();
    await until(() => waits.length === 2);
    assert.equal(asked, 2);
    tail.dispose();
  });

  it("send no requests while paused, and state since when", async () => {
    let asked = 0;
    const { tail, waits } = governed(() => {
      asked += 1;
      return Promise.resolve(false);
    });
    const heard: TailState["kind"][] = [];
    tail.onDidChange(({ kind }) => heard.push(kind));
    tail.watch(true);
    await until(() => waits.length === 1);
    tail.pause();
    tail.watch(false);
    tail.watch(true);
    assert.equal(asked, 1);
    assert.deepEqual(tail.state, { kind: "paused", since: 1_000_000 });
    tail.resume();
    await until(() => waits.length === 2);
    assert.equal(asked, 2);
    assert.deepEqual(heard, ["paused", "live"]);
    tail.dispose();
  });

  it("stay paused after a restart", () => {
    const { tail } = governed(() => assert.fail("it asked"), 5);
    tail.watch(true);
    assert.deepEqual(tail.state, { kind: "paused", since: 5 });
  });

  it("request more right away if more is waiting, and every two seconds otherwise", async () => {
    const more = [true, true, false];
    let asked = 0;
    const { tail, waits } = governed(() => Promise.resolve(more[asked++] ?? false));
    tail.watch(true);
    await until(() => waits.length === 1);
    assert.equal(asked, 3);
    assert.deepEqual(waits, [2000]);
    tail.dispose();
  });

  it("report a failing node, and wait longer after every failure, at least as long as the node asks for", async () => {
    const problem = new Problem("server", { status: 503 });
    let failing = true;
    const { tail, waits, tick } = governed(() => (failing ? Promise.reject(problem) : Promise.resolve(false)));
    tail.watch(true);
    await until(() => waits.length === 1);
    assert.deepEqual(tail.state, { kind: "failing", problem, retryAt: 1_004_000 });
    for (let each = 0; each < 6; each += 1) await tick();
    assert.deepEqual(waits, [4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    failing = false;
    await tick();
    assert.equal(tail.state.kind, "live");
    assert.equal(waits.at(-1), 2000);
    tail.dispose();
    const limited = governed(() => Promise.reject(new Problem("rateLimited", { retryAt: 1_090_000 })));
    limited.tail.watch(true);
    await until(() => limited.waits.length === 1);
    assert.deepEqual(limited.waits, [90_000]);
    limited.tail.dispose();
  });

  it("request another network at once, and forget that the previous one failed", async () => {
    const problem = new Problem("offline");
    let failing = true;
    const { tail, waits } = governed(() => (failing ? Promise.reject(problem) : Promise.resolve(false)));
    tail.watch(true);
    await until(() => waits.length === 1);
    failing = false;
    tail.restart();
    assert.equal(tail.state.kind, "live");
    await until(() => waits.length === 2);
    assert.deepEqual(waits, [4000, 2000]);
    tail.pause();
    tail.restart();
    assert.equal(tail.state.kind, "paused");
    tail.dispose();
  });

  it("start with short pauses on another network, however long the previous one failed", async () => {
    const { tail, waits, tick } = governed(() => Promise.reject(new Problem("offline")));
    tail.watch(true);
    await until(() => waits.length === 1);
    for (let each = 0; each < 4; each += 1) await tick();
    tail.restart();
    await until(() => waits.length === 6);
    assert.deepEqual(waits, [4000, 8000, 16_000, 32_000, 60_000, 4000]);
    tail.dispose();
  });

  it("drop a late response of the previous network", async () => {
    const asked: AbortSignal[] = [];
    const { tail, waits } = governed((signal) => {
      asked.push(signal);
      return asked.length > 1
        ? Promise.resolve(false)
        : new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new Problem("canceled")));
          });
    });
    tail.watch(true);
    tail.restart();
    await until(() => waits.length === 1);
    assert.deepEqual([asked.map(({ aborted }) => aborted), tail.state.kind], [[true, false], "live"]);
    tail.dispose();
  });

  it("vary their interval a little, so windows don't fall into step", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), async (drawn) => {
        const waits: number[] = [];
        const tail = new Tail({
          ask: () => Promise.resolve(false),
          now: () => 0,
          random: () => drawn,
          after: (milliseconds) => {
            waits.push(milliseconds);
            return { dispose: () => undefined };
          },
        });
        tail.watch(true);
        await until(() => waits.length === 1);
        tail.dispose();
        assert.ok((waits[0] ?? 0) >= 1800 && (waits[0] ?? 0) <= 2200);
      }),
      { numRuns: 20 },
    );
  });
});

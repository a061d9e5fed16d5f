// What the panel of a range shows while it loads.
import assert from "node:assert/strict";
import { Problem } from "../../../../src/base/problem.ts";
import type { PanelContent } from "../../../../src/panels/kit/content/content-model.ts";
import { importTexts } from "../../import-texts.ts";
import { until } from "../../workbench/until.ts";
import { mirror } from "../ledgers.ts";

interface Opened {
  readonly receive: (message: unknown) => void | Promise<void>;
  readonly page: () => PanelContent;
}

interface Sent {
  readonly from?: number;
  readonly places?: readonly { readonly values: readonly unknown[] }[];
}

interface Module {
  readonly OpenRange: new (first: unknown, port: unknown, store: unknown, services: unknown) => Opened;
}

const TRANSFER = "Transfer(address,address,uint256)";

describe("The panel of a range", () => {
  const world = mirror();
  let module: Module;

  before(async () => {
    module = (await importTexts("src/blocks/range/open-range.ts", "en")) as Module;
  });

  function open(
    from: string,
    to: string,
    {
      sent = () => undefined,
      placed = () => undefined,
      store = world.open().store,
      exports = { export: () => undefined },
      blocks = { show: () => undefined },
    }: {
      readonly sent?: (page: Opened) => void;
      readonly placed?: (first: number, places: readonly { readonly values: readonly unknown[] }[]) => void;
      readonly store?: unknown;
      readonly exports?: { readonly export: (thing: { readonly fileName: string }) => void };
      readonly blocks?: { readonly show: (address: { readonly block: string }) => void };
    } = {},
  ) {
    const send = ({ from: first, places }: Sent): void => {
      if (places !== undefined) placed(first ?? 0, places);
      sent(opened);
    };
    const port = { send, update: () => undefined, move: () => true };
    const opened = new module.OpenRange({ network: "mine", from, to }, port, store, { exports, blocks, now: Date.now });
    return opened;
  }

  const isLoading = (opened: Opened): boolean => opened.page().parts.some(({ kind }) => kind === "busy");
  const answer = (opened: Opened): string =>
    opened
      .page()
      .parts.flatMap((part) => (part.kind === "section" ? part.parts : []))
      .flatMap((part) => (part.kind === "text" && typeof part.text === "string" ? part.text : []))
      .join("");

  it("searches the logs of all blocks, even if the search began before they were loaded", async () => {
    const early: string[] = [];
    const page = open("100", "399", {
      sent: (opened) => {
        if (early.length > 0) return;
        void opened.receive({ type: "searchLogs", typed: TRANSFER });
        early.push(answer(opened));
      },
    });
    await until(() => !isLoading(page));
    const shown = answer(page);
    await page.receive({ type: "searchLogs", typed: TRANSFER });
    assert.notEqual(early[0], shown);
    assert.equal(shown, answer(page));
  });

  it("shows the time since the previous block also where a response ends and the next begins", async () => {
    const starts: (readonly [number, unknown])[] = [];
    const page = open("100", "399", {
      placed: (first, [place]) => starts.push([100 + first, place?.values.at(-1)]),
    });
    await until(() => !isLoading(page));
    assert.ok(starts.length > 1);
    for (const [number, interval] of starts) {
      let expected: unknown;
      const alone = open(String(number), String(number), {
        placed: (_first, [place]) => (expected = place?.values.at(-1)),
      });
      await until(() => !isLoading(alone));
      assert.equal(interval, expected);
    }
  });

  it("shows no blocks of another range if its own can't be loaded", async () => {
    const page = open("100", "109");
    await until(() => !isLoading(page));
    const kinds = (): readonly string[] => page.page().parts.map(({ kind }) => kind);
    const shown = kinds();
    world.node.service.faults.add({ kind: "status", status: 400, path: "/blocks" });
    await page.receive({ type: "refresh" });
    await until(() => !isLoading(page));
    assert.deepEqual(kinds(), [shown[0], "banner", ...shown.slice(1)]);
    await page.receive({ type: "move", to: "later" });
    await until(() => !isLoading(page));
    assert.deepEqual(kinds(), ["fields", "banner"]);
  });

  it("explains at block 0 why there are no earlier blocks", async () => {
    for (const [from, idle] of [
      ["0", "The first block is block 0"],
      ["1", undefined],
    ] as const) {
      const page = open(from, "9");
      await until(() => !isLoading(page));
      const [fields] = page.page().parts;
      assert.equal(fields?.kind === "fields" ? fields.before?.idle : fields, idle);
    }
  });

  it("ignores blocks that arrive after it has moved to another range", async () => {
    const { store } = world.open();
    const { value: earlier } = await store.walk(world.network, { from: 99n, to: 109n }).next();
    const arrivals: ((page: unknown) => void)[] = [];
    const slow = {
      networkNamed: () => world.network,
      onDidReplace: () => ({ dispose: () => undefined }),
      async *walk() {
        yield await new Promise((resolve) => arrivals.push(resolve));
      },
    };
    const page = open("100", "109", { store: slow });
    await until(() => arrivals.length === 1);
    await page.receive({ type: "move", to: "later" });
    await until(() => arrivals.length === 2);
    arrivals[0]?.(earlier);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      page.page().parts.map(({ kind }) => kind),
      ["fields", "busy"],
    );
  });

  it("offers to export and share blocks once there are any", async () => {
    const buttons = (opened: Opened): readonly string[] => opened.page().head.toolbar.buttons.map(({ label }) => label);
    const empty = open("5000", "5009");
    await until(() => !isLoading(empty));
    assert.deepEqual(buttons(empty), ["Refresh"]);
    const page = open("100", "109");
    assert.deepEqual(buttons(page), ["Refresh"]);
    await until(() => !isLoading(page));
    assert.deepEqual(buttons(page), ["Export…", "Share…", "Refresh"]);
  });

  it("exports all blocks again once a selection in its charts is gone with the blocks", async () => {
    const names: string[] = [];
    const page = open("100", "109", { exports: { export: ({ fileName }) => void names.push(fileName) } });
    await until(() => !isLoading(page));
    await page.receive({ type: "choose", from: 5, to: 9 });
    const exportNow = async (): Promise<string | undefined> => {
      await page.receive({ type: "export" });
      return names.at(-1);
    };
    const refresh = async (): Promise<void> => {
      await page.receive({ type: "refresh" });
      await until(() => !isLoading(page));
    };
    assert.equal(await exportNow(), "blocks-105-109-mine");
    // The same blocks keep their selection.
    await refresh();
    assert.equal(await exportNow(), "blocks-105-109-mine");
    const { sent } = await world.node.api().block({ number: 100n });
    world.node.answer("/blocks", { blocks: [sent], links: { next: null } });
    await refresh();
    assert.equal(await exportNow(), "blocks-100-100-mine");
    world.node.service.faults.clear();
    await refresh();
    assert.equal(await exportNow(), "blocks-100-109-mine");
  });

  it("exports the selection that its charts keep while more blocks arrive", async () => {
    const exported: string[] = [];
    let portions = 0;
    const page = open("100", "399", {
      sent: (opened) => {
        if (++portions === 1) void opened.receive({ type: "choose", from: 5, to: 9 });
      },
      exports: { export: ({ fileName }) => void exported.push(fileName) },
    });
    await until(() => !isLoading(page));
    assert.ok(portions > 1);
    await page.receive({ type: "export" });
    assert.deepEqual(exported, ["blocks-105-109-mine"]);
  });

  it("searches the logs of all shown blocks again if the rest can't be loaded", async () => {
    const { store } = world.open();
    const pages: unknown[] = [];
    for await (const page of store.walk(world.network, { from: 99n, to: 399n })) pages.push(page);
    const failing = {
      networkNamed: () => world.network,
      onDidReplace: () => ({ dispose: () => undefined }),
      *walk() {
        yield pages[0];
        yield pages[1];
        throw new Problem("server");
      },
    };
    let searched = false;
    const page = open("100", "399", {
      store: failing,
      sent: (opened) => {
        if (searched) return;
        searched = true;
        void opened.receive({ type: "searchLogs", typed: TRANSFER });
      },
    });
    await until(() => !isLoading(page));
    const shown = answer(page);
    await page.receive({ type: "searchLogs", typed: TRANSFER });
    assert.equal(shown, answer(page));
  });

  it("opens the blocks at both ends of a gap, and not a missing one", async () => {
    const { store } = world.open();
    const [first, last] = await Promise.all([100n, 105n].map((number) => world.node.api().block({ number })));
    world.node.answer("/blocks", { blocks: [first?.sent, last?.sent], links: { next: null } });
    const shown: string[] = [];
    const page = open("100", "109", { store, blocks: { show: ({ block }) => void shown.push(block) } });
    await until(() => !isLoading(page));
    await page.receive({ type: "verify" });
    await until(() => JSON.stringify(page.page().parts).includes("Open 105"));
    const buttons = JSON.stringify(page.page().parts).matchAll(/\{"type":"openBlock","number":"\d+"\}/g);
    for (const [act] of buttons) await page.receive(JSON.parse(act));
    assert.deepEqual(shown, ["100", "105"]);
  });

  it("verifies or counts again on Retry after that failed, instead of loading the range", async () => {
    const page = open("100", "104");
    const isRunning = (): boolean => JSON.stringify(page.page()).includes('"cancelVerify"');
    const run = async (message: object): Promise<string> => {
      const start = world.node.targets().length;
      await page.receive(message);
      await until(() => !isRunning() && !isLoading(page));
      const { parts } = page.page();
      assert.ok(world.node.targets().length > start);
      return ["Could not verify", "Could not count", "Could not load", "Check (", "All"]
        .filter((text) => JSON.stringify(parts).includes(text))
        .join();
    };
    const retry = { type: "remedy", remedy: "retry" };
    await until(() => !isLoading(page));
    world.node.service.faults.add({ kind: "status", status: 500, path: "/blocks" });
    assert.equal(await run({ type: "verify" }), "Could not verify");
    world.node.service.faults.clear();
    assert.equal(await run(retry), "Check (,All");
    world.node.service.faults.add({ kind: "status", status: 500, path: "/transactions" });
    assert.equal(await run({ type: "count" }), "Could not count");
    world.node.service.faults.clear();
    assert.equal(await run(retry), "All");
  });
});

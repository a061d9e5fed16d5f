// What the panel of a block shows while it loads.
import assert from "node:assert/strict";
import type { PanelContent } from "../../../src/panels/kit/content/content-model.ts";
import { importTexts } from "../import-texts.ts";
import { until } from "../workbench/until.ts";
import { mirror } from "./ledgers.ts";

interface Opened {
  readonly receive: (message: unknown) => void | Promise<void>;
  readonly page: () => PanelContent;
  readonly dispose: () => void;
}

interface Module {
  readonly OpenBlock: new (first: unknown, port: unknown, store: unknown, services: unknown) => Opened;
}

describe("The panel of a block", () => {
  const world = mirror();
  let module: Module;

  before(async () => {
    module = (await importTexts("src/blocks/block/open-block.ts", "en")) as Module;
  });

  function open(block: string, store: unknown) {
    const port = { send: () => undefined, update: () => undefined, move: () => true };
    const heard = () => ({ dispose: () => undefined });
    const services = {
      log: { debug: () => undefined },
      now: Date.now,
      pins: { has: () => false, onDidChange: heard },
    };
    return new module.OpenBlock({ network: "mine", block }, port, store, services);
  }

  const kinds = (opened: Opened) => opened.page().parts.map(({ kind }) => kind);

  it("doesn't load forever if the user cancels just as the block arrives", async () => {
    const { store } = world.open();
    const found = await store.find(world.network, { number: 7n });
    let arrive: ((found: unknown) => void) | undefined;
    const page = open("7", {
      networkNamed: () => world.network,
      onDidReplace: () => ({ dispose: () => undefined }),
      getKnown: () => undefined,
      find: () => new Promise((resolve) => (arrive = resolve)),
    });
    assert.deepEqual(kinds(page), ["busy"]);
    arrive?.(found);
    await page.receive({ type: "cancel" });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(kinds(page), ["empty"]);
  });

  it("shows the answer of the last of two searches for one entity, whichever arrives last", async () => {
    const { store } = world.open();
    const block = await store.find(world.network, { number: 7n });
    const arrivals: ((found: unknown) => void)[] = [];
    const page = open("7", {
      networkNamed: () => world.network,
      onDidReplace: () => ({ dispose: () => undefined }),
      getKnown: () => undefined,
      find: () => Promise.resolve(block),
      loadPrevious: () => Promise.resolve(undefined),
      contents: { transactions: () => undefined, loadedLogs: () => undefined },
      entities: { find: () => new Promise((resolve) => arrivals.push(resolve)) },
    });
    const address = (digit: string): string => `0x${digit.repeat(40)}`;
    const searches = [1, 2].map(() => page.receive({ type: "searchLogs", typed: "0.0.2001" }));
    arrivals[1]?.({ evmAddress: address("b") });
    await searches[1];
    arrivals[0]?.({ evmAddress: address("a") });
    await searches[0];
    const shown = JSON.stringify(page.page());
    assert.ok(shown.includes(address("b")));
    assert.ok(!shown.includes(address("a")));
  });

  it("explains why a block without times lists neither transactions nor logs", async () => {
    const { hash } = await world.node.api().block({ number: 7n });
    world.node.answer("/blocks/7$", { number: 7, hash, timestamp: { from: null, to: null } });
    const page = open("7", world.open().store);
    await until(() => kinds(page).includes("tabs"));
    for (const tab of ["transactions", "logs"]) {
      await page.receive({ type: "chooseTab", tab });
      const tabs = page.page().parts.find((part) => part.kind === "tabs");
      assert.deepEqual(tabs?.kind === "tabs" && tabs.parts.map(({ kind }) => kind), ["empty"], tab);
    }
  });
});

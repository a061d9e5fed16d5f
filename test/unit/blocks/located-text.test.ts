// Messages about typed text that refers to no block.
import assert from "node:assert/strict";
import type * as AskForBlock from "../../../src/blocks/search/ask-for-block.ts";
import { importTexts } from "../import-texts.ts";

interface NavigationModule {
  readonly Navigation: new (
    store: unknown,
    services: unknown,
  ) => {
    readonly ask: () => Promise<void>;
    readonly openTransaction: (network: unknown, time: bigint) => Promise<void>;
  };
}

describe("The message about an entity without a block", () => {
  it("names the entity, whichever of its choices was picked", async () => {
    const { describeLocated } = (await importTexts("src/blocks/search/ask-for-block.ts", "en")) as typeof AskForBlock;
    const network = { name: "mine", address: "https://mine.example" };
    for (const kind of ["entity", "about"] as const) {
      const reading = { kind, id: "0.0.9999" };
      assert.match(describeLocated({ unknown: "entity" }, reading, network) ?? "", / 0\.0\.9999\.$/);
      assert.match(describeLocated({ unknown: "activity", of: "topic" }, reading, network) ?? "", / 0\.0\.9999 /);
    }
  });
});

describe("The message about a transaction whose block is missing", () => {
  const network = { name: "mine", address: "https://mine.example" };

  it("names the block that is shown instead", async () => {
    const { describeLocated } = (await importTexts("src/blocks/search/ask-for-block.ts", "en")) as typeof AskForBlock;
    const { Navigation } = (await importTexts("src/blocks/references/go-to-block.ts", "en")) as NavigationModule;
    const text = "No block on mine contains this transaction. Block 1,200 is the first one after it.";
    const located = { name: { number: 1200n }, beside: "between" } as const;
    assert.equal(describeLocated(located, { kind: "transaction", id: "", shown: "" }, network), text);
    assert.equal(describeLocated(located, { kind: "entity", id: "0.0.9999" }, network), text);
    const said: string[] = [];
    const shown: unknown[] = [];
    const store = { findAt: () => Promise.resolve({ block: { number: 1200n }, between: true }) };
    const dialogs = { message: (_kind: string, message: string) => said.push(message) };
    const blocks = { show: (address: unknown) => shown.push(address) };
    await new Navigation(store, { dialogs, blocks }).openTransaction(network, 5n);
    assert.deepEqual([said, shown], [[text], [{ network: "mine", block: "1200" }]]);
  });
});

describe("Go to Block", () => {
  it("stays on the network that it names, even if another one is selected while it asks", async () => {
    const { Navigation } = (await importTexts("src/blocks/references/go-to-block.ts", "en")) as NavigationModule;
    const store = { network: { name: "mine" }, getKnown: () => undefined };
    const shown: unknown[] = [];
    const search = ({ title }: { readonly title: string }) => {
      assert.equal(title, "Go to Block on mine");
      store.network = { name: "yours" };
      return Promise.resolve({ kind: "block", name: { number: 7n } });
    };
    const blocks = { show: (address: unknown) => shown.push(address) };
    await new Navigation(store, { dialogs: { search }, now: () => 0, blocks }).ask();
    assert.deepEqual(shown, [{ network: "mine", block: "7" }]);
  });
});

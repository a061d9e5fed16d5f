import assert from "node:assert/strict";
import { env } from "vscode";
import { chooseNetwork, copyHash, goToBlock, openInHashScan } from "../../../src/blocks/commands.ts";
import { blockPanel } from "../../../src/blocks/panel.ts";
import type { Store } from "../../../src/blocks/store.ts";
import { rootsOf } from "../../../src/blocks/tree.ts";
import type { Settings } from "../../../src/workbench/settings.ts";
import type { Shared } from "../../../src/workbench/shared.ts";
import type { Node, Page } from "../../../src/workbench/tree/node.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine } from "../../unit/blocks/store-of.ts";
import { sharedParts } from "../extension.ts";
import { blocksService } from "./service.ts";
import type { BlocksService } from "./service.ts";

const SIGNAL = new AbortController().signal;
const drawn = (text: string | (() => string) | undefined): string | undefined =>
  typeof text === "function" ? text() : text;

describe("The rows of blocks", () => {
  let node: BlocksService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let settings: Settings;
  /** The newest block of the ledger closed then. */
  const newest = Date.UTC(2026, 10, 21, 12, 0, 0);
  let now = newest;

  before(async () => {
    node = await blocksService();
    home = await machine();
  });
  after(() => home.close());
  beforeEach(async () => {
    await node.reset();
    await node.act("moveTo", { time: newest });
    ({ store, settings } = home.open({ testnet: node.origin, int64: node.int64 }));
    now = newest;
  });
  afterEach(() => node.reset());

  async function roots(): Promise<Page> {
    return await rootsOf(store, { now: () => now })(SIGNAL);
  }

  async function blocks(): Promise<Page> {
    const [group] = (await roots()).nodes;
    return (await group?.children?.(SIGNAL)) ?? assert.fail("nothing is under the first row");
  }

  const row = (page: Page, label: string): Node =>
    page.nodes.find((each) => each.label === label) ?? assert.fail(`there is no row ${label}`);

  it("ask for nothing before they are unfolded, and then say which is the newest", async () => {
    const [before] = (await roots()).nodes;
    assert.equal(before?.label, "Newest");
    assert.equal(before.description, undefined);
    assert.deepEqual(await node.targets(), []);
    await blocks();
    assert.equal((await roots()).nodes[0]?.description, "1,999 and older");
  });

  it("have number, age, transactions and gas, and their age stays true", async () => {
    const page = await blocks();
    const block = row(page, "1,999");
    assert.equal(drawn(block.description), "0 s · 16 tx · 181.77K gas");
    now += 59_000;
    assert.equal(drawn(block.description), "59 s · 16 tx · 181.77K gas");
    now += 120_000;
    assert.equal(drawn(block.description), "2 min · 16 tx · 181.77K gas");
    assert.equal(drawn(block.spoken), "Block 1,999, 2 min, 16 tx, 181.77K gas");
    assert.match(drawn(row(page, "1,988").description) ?? "", / · empty$/);
  });

  it("leave out gas that was not recorded, and say so in the tooltip", async () => {
    const page = await blocks();
    const block = row(page, "1,990");
    assert.match(drawn(block.description) ?? "", / · 10 tx$/);
    const tooltip = (await block.tooltip?.(SIGNAL)) ?? "";
    assert.match(tooltip, /^\*\*Block 1,990\*\* on testnet/);
    assert.match(tooltip, /21 November 2026, 11:59:\d\d\.\d{3} – 11:59:\d\d\.\d{3} UTC, [\d.]+ s/);
    assert.match(tooltip, /10 transactions/);
    assert.match(tooltip, /Gas not recorded/);
  });

  it("come in pages, and lead from the last to the one before", async () => {
    const page = await blocks();
    assert.equal(page.nodes.length, 50);
    const second = await page.next?.(SIGNAL);
    assert.equal(second?.nodes[0]?.label, "1,949");
  });

  it("have no rows of one network below the name of another", async () => {
    const [first] = (await roots()).nodes;
    await settings.set("triptych.blocks.network", "int64");
    const [second] = (await roots()).nodes;
    assert.notEqual(first?.id, second?.id);
    assert.equal(row(await blocks(), "9,223,372,036,854,775,807").contextValue, "block");
  });

  describe("and their commands", () => {
    async function withDialogs(...answers: string[]): Promise<Shared & { readonly dialogs: ScriptedDialogs }> {
      return { ...(await sharedParts()), settings, dialogs: new ScriptedDialogs(...answers) };
    }

    it("copy the whole hash", async () => {
      const [block] = (await blocks()).nodes;
      const command = copyHash(store);
      await command.run(...(command.accepts([block?.subject]) ?? assert.fail("the row is not accepted")));
      assert.match(await env.clipboard.readText(), /^0x[0-9a-f]{96}$/);
    });

    it("open the explorer where it knows the network", async () => {
      const shared = await withDialogs();
      const command = openInHashScan(shared);
      const [block] = (await blocks()).nodes;
      await command.run(...(command.accepts([block?.subject]) ?? assert.fail("the row is not accepted")));
      assert.deepEqual(shared.dialogs.opened, ["https://hashscan.io/testnet/block/1999"]);
      const other = command.accepts([{ network: "int64", block: "5" }]) ?? assert.fail("it is not accepted");
      await assert.rejects(async () => command.run(...other), /HashScan does not know this network/);
    });

    it("work on nothing but a block", () => {
      for (const given of [undefined, 5, "7", {}, { network: "testnet" }, { network: "testnet", block: "x" }]) {
        assert.equal(copyHash(store).accepts([given]), undefined);
      }
    });

    it("switch the network", async () => {
      const shared = await withDialogs("int64");
      await chooseNetwork(store, shared).run();
      assert.equal(store.network.name, "int64");
      assert.deepEqual(shared.dialogs.asked, ["Switch Network: mainnet, testnet, int64"]);
    });

    it("say what a typed text will do", async () => {
      const told = async (typed: string): Promise<string | undefined> => {
        const shared = await withDialogs(typed);
        const openSettings = (): Promise<void> => Promise.resolve();
        const panel = blockPanel(store, { ...shared, openSettings, goToBlock: () => undefined });
        const shown: string[] = [];
        const panels: Pick<Shared["panels"], "show"> = {
          show: (_kind, thing) => void shown.push(JSON.stringify(thing)),
        };
        await goToBlock(store, panel, { ...shared, panels }).run();
        return [...shared.dialogs.told, ...shown].join(" → ");
      };
      assert.equal(
        await told("9,007,199,254,740,993"),
        '$(package) Go to Block 9,007,199,254,740,993 → {"network":"testnet","block":"9007199254740993"}',
      );
      assert.equal(await told("0"), '$(package) Go to Block 0 → {"network":"testnet","block":"0"}');
      const hash = "AB".repeat(48);
      assert.equal(
        await told(hash),
        `$(search) Find Block 0xabababab… → {"network":"testnet","block":"0x${hash.toLowerCase()}"}`,
      );
      assert.equal(await told("0x12"), "$(info) A hash has 96 or 64 digits; this has 2");
      assert.equal(await told("-1"), "$(warning) The first block is block 0");
      assert.equal(await told("soon"), "$(warning) This is neither a number nor a hash");
    });
  });
});

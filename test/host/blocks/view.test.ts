// What the rows of the Blocks view show, and their commands.
import assert from "node:assert/strict";
import { env } from "vscode";
import { Problem } from "../../../src/base/problem.ts";
import { blockCommands } from "../../../src/blocks/block/commands.ts";
import type { EntityAddress } from "../../../src/blocks/entity/protocol.ts";
import { EntityPanels } from "../../../src/blocks/entity/panel.ts";
import { networkCommands } from "../../../src/blocks/network/commands.ts";
import { Navigation } from "../../../src/blocks/references/go-to-block.ts";
import { BlockPanels } from "../../../src/blocks/block/panel.ts";
import type { Store } from "../../../src/blocks/store/store.ts";
import { buildRoots } from "../../../src/blocks/tree/top-rows.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import type { TailState } from "../../../src/blocks/store/live-tail.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { selectNetwork } from "../../../src/blocks/store/network-list.ts";
import type { Settings } from "../../../src/workbench/settings.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import type { Node, RowPage } from "../../../src/workbench/tree/node.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts } from "../extension.ts";
import { openPage } from "../page.ts";
import { ledgers } from "./ledgers.ts";
import { shown } from "../shown.ts";
import { onlyChildren } from "../only-children.ts";
import { noLinks } from "./links.ts";

const SIGNAL = new AbortController().signal;
const drawn = (text: string | (() => string) | undefined): string | undefined =>
  typeof text === "function" ? text() : text;

describe("The rows of blocks", () => {
  const world = ledgers();
  let store: Store;
  let settings: Settings;
  /** When the latest block of the ledger closed. */
  const newest = Date.UTC(2026, 10, 21, 12, 0, 0);
  let now = newest;

  beforeEach(async () => {
    await world.node.act("moveTo", { time: newest });
    ({ store, settings } = world.open());
    now = newest;
    pins = new Pins(memento());
    tail = { state: { kind: "live" } };
  });

  let pins: Pins;
  let tail: { state: TailState };

  async function roots(): Promise<RowPage> {
    return await buildRoots({ store, pins, tail, now: () => now })(SIGNAL);
  }

  async function under(node: Node): Promise<RowPage> {
    return (await node.children?.(SIGNAL)) ?? assert.fail(`nothing is under ${node.label}`);
  }

  async function blocks(): Promise<RowPage> {
    return await under(row(await roots(), "Latest Blocks"));
  }

  const row = (page: RowPage, label: string): Node =>
    page.nodes.find((each) => each.label === label) ?? assert.fail(`there is no row ${label}`);

  it("request nothing before they are expanded, and then show the latest block", async () => {
    const group = row(await roots(), "Latest Blocks");
    assert.equal(drawn(group.description), "");
    assert.deepEqual(await world.node.targets(), []);
    await blocks();
    assert.equal(drawn(group.description), "from 1,999");
  });

  it("show number, age, transactions and gas, and update the age", async () => {
    const page = await blocks();
    const block = row(page, "1,999");
    assert.equal(drawn(block.description), "0 sec · 16 tx · 182K gas");
    now += 59_000;
    assert.equal(drawn(block.description), "59 sec · 16 tx · 182K gas");
    now += 120_000;
    assert.equal(drawn(block.description), "2 min · 16 tx · 182K gas");
    assert.equal(drawn(block.accessibleLabel), "Block 1,999, 2 min, 16 tx, 182K gas");
    assert.match(drawn(row(page, "1,988").description) ?? "", / · empty$/);
  });

  it("show how far in the future a block is if the clocks differ by more than seconds", async () => {
    const block = row(await blocks(), "1,999");
    now = newest - 3000;
    assert.match(drawn(block.description) ?? "", /^0 sec · /);
    now = newest - 90_000;
    assert.match(drawn(block.description) ?? "", /^in 2 minutes · /);
    now = newest - 3 * 86_400_000;
    assert.match(drawn(block.description) ?? "", /^in 3 days · /);
  });

  it("leave out gas that was not recorded, and mention it in the tooltip", async () => {
    const page = await blocks();
    const block = row(page, "1,990");
    assert.match(drawn(block.description) ?? "", / · 10 tx$/);
    const tooltip = shown(await block.tooltip?.(SIGNAL));
    assert.match(tooltip, /^\*\*Block 1,990\*\* on testnet/);
    assert.match(tooltip, /21 November 2026, 11:59:\d\d\.\d{3} – 11:59:\d\d\.\d{3} UTC, [\d.]+ s/);
    assert.match(tooltip, /10 transactions/);
    assert.match(tooltip, /Gas not recorded/);
  });

  it("have no level with a single row, except where users need it", async () => {
    const levels = () => onlyChildren(buildRoots({ store, pins, tail, now: () => now }));
    // All transactions of some blocks are of one type.
    assert.deepEqual(await levels(), ["block.explored > txtype"]);
    await pins.add({ network: "testnet", number: 1990n });
    // Pinned blocks have their own menu and number, even while there is one.
    assert.deepEqual(await levels(), ["block.explored > txtype", "pinned > block.explored"]);
    ({ store } = world.open({ int64: world.node.int64 }));
    // A node may lack some blocks, and a row then shows that.
    assert.deepEqual(await levels(), ["blocks.range > note"]);
  });

  it("load in pages, each from the last block of the previous one", async () => {
    const page = await blocks();
    assert.equal(page.nodes.length, 50);
    const second = await page.next?.(SIGNAL);
    assert.equal(second?.nodes[0]?.label, "1,949");
  });

  it("show that updates are live, or since when they are paused, and what a click does", async () => {
    const live = row(await roots(), "Live Tail");
    assert.deepEqual([live.contextValue, live.icon?.name], ["tail", "debug-start"]);
    assert.equal(live.click?.command, "triptych.blocks.showNewBlocks");
    tail.state = { kind: "paused", since: now - 180_000 };
    const paused = row(await roots(), "Live Tail");
    assert.equal(drawn(paused.description), "paused 3 min ago");
    assert.deepEqual([paused.contextValue, paused.icon?.name], ["tail", "debug-pause"]);
    assert.equal(paused.click?.command, "triptych.blocks.toggleLiveUpdates");
    tail.state = { kind: "failing", problem: new Problem("offline"), retryAt: now + 8000 };
    assert.equal(drawn(row(await roots(), "Live Tail").description), "Offline · retrying in 8 sec");
    const problem = new Problem("forbiddenServer", { origin: "https://mirror.example" });
    tail.state = { kind: "failing", problem, retryAt: now + 8000 };
    assert.equal(drawn(row(await roots(), "Live Tail").description), "Server forbidden");
  });

  it("show how many blocks wait, and list them when the user asks", async () => {
    await blocks();
    const live = row(await roots(), "Live Tail");
    await world.node.act("append", { count: 3 });
    await store.catchUp(store.network);
    assert.equal(drawn(live.description), "3 new · live");
    assert.equal(drawn(live.accessibleLabel), "Live Tail, 3 new · live");
    assert.equal((await blocks()).nodes[0]?.label, "1,999");
    store.listWaiting(store.network);
    assert.equal(drawn(live.description), "live");
    assert.equal((await blocks()).nodes[0]?.label, "2,002");
  });

  it("show for how long no block has arrived although updates are live, whatever the ledger's clock", async () => {
    for (const ahead of [-86_400_000, 0, 86_400_000]) {
      await world.node.reset();
      await world.node.act("moveTo", { time: newest + ahead });
      now = newest;
      ({ store } = world.open(undefined, { now: () => now }));
      await blocks();
      const live = row(await roots(), "Live Tail");
      assert.equal(drawn(live.description), "live");
      now = newest + 720_000;
      assert.equal(drawn(live.description), "live", "no response has confirmed it");
      await store.catchUp(store.network);
      assert.equal(drawn(live.description), "live · no new block for 12 min");
      assert.equal(drawn(live.accessibleLabel), "Live Tail, live · no new block for 12 min");
      await world.node.act("append", { count: 1 });
      await store.catchUp(store.network);
      assert.equal(drawn(live.description), "1 new · live");
    }
  });

  it("mark blocks that are missing between two others", async () => {
    const { int64 } = world.node;
    ({ store } = world.open({ int64 }));
    const group = row(await roots(), "Latest Blocks");
    const first = await under(group);
    const missing = first.nodes.filter(({ contextValue }) => contextValue === "note");
    assert.deepEqual(
      missing.map(({ label, description }) => [label, description]),
      [["9,007,199,254,741,020 – 9,223,372,036,854,775,767", "9,214,364,837,600,034,748 missing"]],
    );
    assert.equal(
      first.nodes[first.nodes.findIndex((each) => each === missing[0]) - 1]?.label,
      "9,223,372,036,854,775,768",
    );
  });

  it("show that the network started over, until the next refresh", async () => {
    await blocks();
    await world.node.act("startOver", { count: 2100 });
    await store.catchUp(store.network);
    await store.catchUp(store.network);
    const over = row(await roots(), "Network Started Over");
    assert.match(
      drawn(over.accessibleLabel) ?? "",
      /^testnet started over with different blocks\. Everything loaded before/,
    );
    assert.equal((await blocks()).nodes[0]?.label, "2,099");
    store.markStale(store.network);
    assert.ok(!(await roots()).nodes.some(({ label }) => label === "Network Started Over"));
  });

  it("count the transactions of a block by type, once for all views", async () => {
    const block = row(await blocks(), "1,999");
    const types = await under(block);
    assert.deepEqual(
      types.nodes.reduce((sum, each) => sum + Number(drawn(each.description)), 0),
      16,
    );
    const message = row(types, "Submit Message");
    assert.equal(message.icon?.name, "comment");
    assert.deepEqual(message.click?.args, [{ network: "testnet", block: "1999", type: "CONSENSUSSUBMITMESSAGE" }]);
    const asked = (await world.node.targets()).length;
    await under(block);
    assert.equal((await world.node.targets()).length, asked);
  });

  it("show that a node lacks transactions of a block that it has, and load them again", async () => {
    await world.node.act("setLag", { blocks: 1, transactions: 5 });
    const block = row(await blocks(), "1,999");
    const note = row(await under(block), "5 of 16 loaded");
    assert.match(shown(await note.tooltip?.(SIGNAL)), /Transactions are still arriving/);
    await world.node.act("setLag", {});
    assert.ok(!(await under(block)).nodes.some(({ contextValue }) => contextValue === "note"));
  });

  it("count the first thousand transactions of a very large block, with a note", async () => {
    await world.node.act("growBlock", { number: 1998, transactions: 100_000 });
    const before = (await world.node.targets()).length;
    const types = await under(row(await blocks(), "1,998"));
    assert.equal(types.nodes.at(-1)?.label, "First 1,000 of 100,000");
    assert.equal((await world.node.targets()).length - before, 11);
  });

  it("have nothing under an empty block", async () => {
    assert.equal(row(await blocks(), "1,988").children, undefined);
  });

  it("lead to any block through ranges, and send requests only for the last range", async () => {
    const all = await under(row(await roots(), "All Blocks"));
    assert.deepEqual(
      all.nodes.slice(0, 2).map(({ label }) => label),
      ["1,900 – 1,999", "1,800 – 1,899"],
    );
    assert.match(drawn(all.nodes[0]?.description) ?? "", /^~21 Nov, \d\d:\d\d UTC$/);
    const lists = async (): Promise<number> =>
      (await world.node.targets()).filter((target) => target.includes("/blocks?")).length;
    const asked = await lists();
    const range = row(all, "700 – 799");
    assert.equal((await under(range)).nodes.length, 100);
    assert.equal(await lists(), asked + 1);
    assert.match(shown(await range.tooltip?.(SIGNAL)), /\*\*Blocks 700 to 799\*\*\n\n21 November 2026/);
  });

  it("are directly below All Blocks if they all fit into one range", async () => {
    await world.node.act("startOver", { count: 40 });
    const all = await under(row(await roots(), "All Blocks"));
    assert.deepEqual([all.nodes.length, all.nodes[0]?.label, all.nodes.at(-1)?.label], [40, "39", "0"]);
  });

  it("estimate when their blocks closed, even before and after the network paused for days", async () => {
    await world.node.act("pauseBefore", { number: 1450, seconds: 5 * 86_400 });
    const dated = new Promise((resolve) => store.onDidRefineTimes(resolve));
    const all = await under(row(await roots(), "All Blocks"));
    await dated;
    assert.match(drawn(row(all, "1,500 – 1,599").description) ?? "", /^~21 Nov, \d\d:\d\d UTC$/);
    assert.match(drawn(row(all, "1,400 – 1,499").description) ?? "", /^~16.+21 Nov$/);
    assert.match(drawn(row(all, "1,300 – 1,399").description) ?? "", /^~16 Nov, \d\d:\d\d UTC$/);
  });

  it("show that a range is empty, because a node may lack some blocks", async () => {
    await selectNetwork(settings, "int64");
    let level = await under(row(await roots(), "All Blocks"));
    let depth = 1;
    for (
      let at = level.nodes[0];
      at?.children !== undefined && at.contextValue === "blocks.range";
      at = level.nodes[0]
    ) {
      level = await under(level.nodes.at(-2) ?? at);
      depth += 1;
    }
    assert.ok(depth < 12);
    assert.equal(level.nodes[0]?.label, "No blocks available in this range");
  });

  it("show pinned blocks without a request", async () => {
    await pins.add({ network: "testnet", number: 7n });
    await pins.add({ network: "int64", number: 8n });
    await pins.add({ network: "testnet", number: 9_007_199_254_740_993n });
    const pinned = await under(row(await roots(), "Pinned"));
    assert.deepEqual(
      pinned.nodes.map(({ label, contextValue }) => [label, contextValue]),
      [
        ["9,007,199,254,740,993", "block.explored"],
        ["7", "block.explored"],
      ],
    );
    assert.deepEqual(await world.node.targets(), []);
    assert.match(shown(await row(pinned, "7").tooltip?.(SIGNAL)), /Block 7/);
    await pins.remove({ network: "testnet", number: 7n });
    assert.equal((await under(row(await roots(), "Pinned"))).nodes.length, 1);
  });

  it("never show rows of one network under another", async () => {
    const first = new Set((await roots()).nodes.map(({ id }) => id));
    await selectNetwork(settings, "int64");
    const second = (await roots()).nodes.map(({ id }) => id);
    assert.deepEqual(
      second.filter((id) => first.has(id)),
      ["tail"],
    );
    assert.equal(row(await blocks(), "9,223,372,036,854,775,807").contextValue, "block");
  });

  describe("have commands", () => {
    async function withDialogs(...answers: string[]): Promise<Shared & { readonly dialogs: ScriptedDialogs }> {
      return { ...(await sharedParts()), settings, dialogs: new ScriptedDialogs(...answers) };
    }

    function commandsOf(shared: Shared) {
      return blockCommands(store, new BlockPanels(store, { ...shared, ...noLinks, pins }), { ...shared, pins });
    }

    it("that copy the whole hash", async () => {
      const [block] = (await blocks()).nodes;
      const command = commandsOf(await withDialogs()).copyHash;
      await command.run(...(command.accepts([block?.subject]) ?? assert.fail("the row is not accepted")));
      assert.match(await env.clipboard.readText(), /^0x[0-9a-f]{96}$/);
    });

    it("that open the explorer if it covers the network", async () => {
      const shared = await withDialogs();
      const command = commandsOf(shared).openOnWeb;
      const [block] = (await blocks()).nodes;
      await command.run(...(command.accepts([block?.subject]) ?? assert.fail("the row is not accepted")));
      assert.deepEqual(shared.dialogs.opened, ["https://hashscan.io/testnet/block/1999"]);
      const other = command.accepts([{ network: "int64", block: "5" }]) ?? assert.fail("it is not accepted");
      await assert.rejects(async () => command.run(...other), /HashScan doesn't cover this network/);
    });

    it("that work only on a block", async () => {
      const command = commandsOf(await withDialogs()).copyHash;
      for (const given of [undefined, 5, "7", {}, { network: "testnet" }, { network: "testnet", block: "x" }]) {
        assert.equal(command.accepts([given]), undefined);
      }
    });

    it("that ask for a block, or show the current network, if the focused row isn't one", async () => {
      // From the title of a view, VS Code passes the focused row.
      const shared = await withDialogs("nothing", "nothing");
      const shown: unknown[] = [];
      const networks = { show: (address: unknown) => void shown.push(address) };
      for (const given of [undefined, row(await roots(), "Live Tail").subject, {}]) {
        for (const command of [commandsOf(shared).searchLogs, networkCommands(store, networks, shared).show])
          await command.run(...(command.accepts([given]) ?? assert.fail("it is not accepted")));
      }
      assert.deepEqual(shared.dialogs.asked, Array(3).fill("Search Logs of a Block on testnet"));
      assert.deepEqual(shown, [{ network: "testnet" }, { network: "testnet" }, { network: "testnet" }]);
    });

    it("that show a token or a schedule on Enter, and never say that it is missing", async () => {
      for (const [id, title] of [
        ["0.0.3001", /^Tram Credit 1 0\.0\.3001$/],
        ["0.0.5001", /^Scheduled transaction 0\.0\.5001$/],
      ] as const) {
        const shared = await withDialogs(id);
        const entities = new EntityPanels(store, { ...shared, ...noLinks });
        const opened: EntityAddress[] = [];
        const panels = {
          blocks: { show: () => assert.fail("a block was opened") },
          entities: { show: (address: EntityAddress) => void opened.push(address) },
        };
        await new Navigation(store, { ...shared, ...panels }).ask();
        const [address] = opened;
        assert.ok(address !== undefined && opened.length === 1);
        const page = openPage(entities.kind, address);
        page.connection.ready();
        await page.loaded();
        assert.match(page.title(), title);
        page.connection.dispose();
        assert.deepEqual(
          shared.dialogs.shown.filter((each) => !each.startsWith("$(")),
          [],
        );
      }
    });

    it("that describe what typed text will do", async () => {
      const answerTo = async (typed: string): Promise<string> => {
        const shared = await withDialogs(typed);
        const shown: string[] = [];
        const panels = { show: (address: unknown) => void shown.push(JSON.stringify(address)) };
        await new Navigation(store, { ...shared, blocks: panels, entities: panels }).ask();
        return [...shared.dialogs.shown, ...shown].join(" → ");
      };
      assert.equal(
        await answerTo("9,007,199,254,740,993"),
        '$(package) Go to Block 9,007,199,254,740,993 → {"network":"testnet","block":"9007199254740993"}',
      );
      const choice = "$(package) Go to Block 7";
      const block = `${choice} → {"network":"testnet","block":"7"}`;
      assert.equal(await answerTo("https://hashscan.io/testnet/block/7"), block);
      for (const url of [
        "https://hashscan.io/mainnet/block/7",
        "https://hashscan.io/#/mainnet/block/7",
        "https://mainnet-public.mirrornode.hedera.com/api/v1/blocks/7",
      ]) {
        assert.equal(await answerTo(url), `$(warning) This URL is for mainnet, not testnet → ${choice}`, url);
      }
      assert.equal(await answerTo("https://explorer.example/block/7"), block);
      assert.equal(await answerTo("0"), '$(package) Go to Block 0 → {"network":"testnet","block":"0"}');
      const hash = "AB".repeat(48);
      assert.equal(
        await answerTo(hash),
        `$(package) Find Block 0xabababab… → $(list-flat) Find Block with Transaction ABABABABAB… → {"network":"testnet","block":"0x${hash.toLowerCase()}"}`,
      );
      assert.equal(
        await answerTo("2026-11-21T12:00:00Z"),
        '$(clock) Find Block at 21 November 2026, 12:00:00 UTC → {"network":"testnet","block":"1999"}',
      );
      assert.match(
        await answerTo("1795184938"),
        /^\$\(clock\) Find Block at 20 November 2026, 14:28:58 UTC → \$\(package\) Go to Block 1,795,184,938/,
      );
      assert.match(
        await answerTo("2026-11-22"),
        / → No block on testnet at this time yet\. The latest on testnet is 1,999\.$/,
      );
      assert.match(
        await answerTo("2017-01-01"),
        /Block 0 is the first one after it\. → {"network":"testnet","block":"0"}$/,
      );
      assert.match(
        await answerTo("0.0.8@1700000000.6"),
        / → Transaction 0\.0\.8@1700000000\.6 not found on testnet\.$/,
      );
      assert.equal(await answerTo("0xabcdef0123456789ab"), "$(info) A hash has 96 or 64 hex digits; you entered 18");
      assert.equal(await answerTo("-1"), "$(warning) The first block is block 0");
      assert.match(await answerTo(""), /^\$\(package\) Latest Block → \{"network":"testnet","block":"1999"\}$/);
      // Enter shows the panel of an entity, which every entity has.
      assert.match(
        await answerTo("0.0.3001"),
        /^\$\(symbol-class\) Show 0\.0\.3001 → \$\(list-flat\) Find Latest Transaction of 0\.0\.3001 → \{.*"entity":"0\.0\.3001"\}$/,
      );
      assert.equal(
        await answerTo("soon"),
        "$(warning) Enter a number, hash, time, transaction ID, entity, URL or record file",
      );
    });
  });
});

// Searches in the logs of a block: from its row, the palette and the panel.
import assert from "node:assert/strict";
import { blockCommands } from "../../../src/blocks/block/commands.ts";
import type { BlockDetail } from "../../../src/blocks/block/protocol.ts";
import { BlockPanels } from "../../../src/blocks/block/panel.ts";
import { bloomContent } from "../../../src/blocks/range/content.ts";
import type { Store } from "../../../src/blocks/store/store.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import { toAddress, type BlockAddress } from "../../../src/blocks/model/saved-names.ts";
import { beginSearch, describeAnswer, finishSearch, type LogSearch } from "../../../src/blocks/block/log-search.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { ledgers } from "./ledgers.ts";
import { noLinks } from "./links.ts";

const TRANSFER = "Transfer(address,address,uint256)";
const STRANGER = `0x${"be".repeat(20)}`;

/** The result of a search, after the address of an entity has been looked up. */
async function search(store: Store, typed: string): Promise<LogSearch> {
  const started = beginSearch(typed);
  return started.kind === "lookingUp" ? await finishSearch(store, store.network, started) : started;
}

describe("The logs of a block", () => {
  const world = ledgers();

  /** A block with a call that succeeded, and its contract. */
  async function called(store: Store) {
    const { values } = await store.newest(store.network);
    for (const block of values) {
      const results = store.contents.results(store.network, block);
      await results.loadMore();
      const good = results.values.find(({ succeeded, contract }) => succeeded === true && contract !== undefined);
      if (good?.contract !== undefined && (block.logsBloom?.length ?? 0) > 2) return { block, contract: good.contract };
    }
    return assert.fail("no block has a call");
  }

  it("may contain what was logged, and certainly not what wasn't", async () => {
    const { store } = world.open();
    const { block, contract } = await called(store);
    const answer = async (typed: string) => describeAnswer(await search(store, typed), block, Date.now());
    assert.equal((await answer(contract)).found, "possibly");
    const transfer = await answer("event Transfer(address indexed from, address indexed to, uint value)");
    assert.equal(transfer.found, "possibly");
    assert.match(
      transfer.text,
      /^Block [\d,]+ may contain a log of Transfer\(address,address,uint256\) \(topic 0xddf252ad[0-9a-f]{56}\)/,
    );
    assert.deepEqual(await answer(STRANGER), {
      found: "no",
      text: `Block ${new Intl.NumberFormat("en").format(block.number)} contains no log of address ${STRANGER}.`,
    });
    assert.equal((await answer("hello")).found, "notUnderstood");
    assert.match((await answer("Swap(IERC20,uint256)")).text, /^IERC20 is not an ABI type\./);
    assert.equal((await answer(" ")).found, "nothing");
  });

  it("are searched themselves if they are loaded, so that the answer is certain", async () => {
    const { store } = world.open();
    const { network } = store;
    const { block, contract } = await called(store);
    const answer = async (typed: string) =>
      describeAnswer(await search(store, typed), block, Date.now(), store.contents.loadedLogs(network, block));
    assert.equal((await answer(contract)).found, "possibly");
    const list = store.contents.logs(network, block) ?? assert.fail("the block has no times");
    await list.until(1000);
    const own = list.values.filter((log) => log.contract === contract).length;
    const { found, text } = await answer(contract);
    assert.equal(found, own === 0 ? "no" : "yes");
    if (own > 0) assert.match(text, new RegExp(`contains ${own} logs? of ${contract.replaceAll(".", "\\.")} `));
    assert.equal((await answer(STRANGER)).found, "no");
    // The filter has all bits set, so that it can rule out nothing.
    const full = { ...block, logsBloom: `0x${"ff".repeat(256)}` };
    assert.equal(describeAnswer(beginSearch(STRANGER), full, 0).found, "possibly");
    assert.equal(describeAnswer(beginSearch(STRANGER), full, 0, list.values).found, "no");
  });

  it("are found by the EVM address of a contract, which is looked up and shown", async () => {
    const { store } = world.open();
    const { network } = store;
    // In the sandbox, 0.0.2001 was created through the EVM, and every hundredth block calls it.
    const rush = await store.find(network, { number: 1900n });
    const block = "block" in rush ? rush.block : assert.fail("block 1,900 is there");
    assert.deepEqual(beginSearch("0.0.2001"), {
      kind: "lookingUp",
      query: { kind: "address", hex: `0x${"7d1".padStart(40, "0")}`, entity: "0.0.2001" },
    });
    const found = describeAnswer(await search(store, "0.0.2001"), block, Date.now());
    assert.equal(found.found, "possibly");
    assert.match(found.text, /^Block 1,900 may contain a log of 0\.0\.2001 \(address 0x(?!0{24})[0-9a-f]{40}\)/);
    const guess = describeAnswer(await search(store, "0.0.999999"), block, Date.now());
    assert.match(guess.text, /\(address 0x0{35}f423f\).* Entity 0\.0\.999999 was not found, so the address is derived/);
    await world.node.fault({ kind: "status", status: 500, path: "/contracts/" });
    const failed = describeAnswer(await search(store, "0.0.2003"), block, Date.now());
    assert.match(failed.text, /^Could not load the EVM address of 0\.0\.2003: .*500/);
    assert.equal(failed.found, "notUnderstood");
    await world.node.mend();
  });

  it("aren't reported as empty if the bloom was not recorded", async () => {
    const { store } = world.open();
    const found = await store.find(store.network, { number: 3n });
    const block = "block" in found ? found.block : assert.fail("block 3 is there");
    assert.equal(block.logsBloom, undefined);
    const stranger = beginSearch(STRANGER);
    assert.match(describeAnswer(stranger, block, 0).text, /^Unknown: block 3 has no logs bloom/);
    const bare = { ...block, logsBloom: "0x" };
    assert.equal(bloomContent(STRANGER, stranger, [block, block], 0).answer, "2 blocks have no logs bloom recorded.");
    assert.equal(
      bloomContent(STRANGER, stranger, [block, bare], 0).answer,
      `The blocks with a recorded bloom contain no log of address ${STRANGER}. 1 block has no logs bloom recorded.`,
    );
    assert.equal(
      bloomContent(STRANGER, stranger, [bare], 0).answer,
      `These blocks contain no log of address ${STRANGER}.`,
    );
  });

  it("are searched from the row, with the answer while typing and then in the panel", async () => {
    const { store } = world.open();
    const { block, contract } = await called(store);
    const { dialogs, shown, run } = await asked(store, contract);
    await run({ network: "testnet", block: String(block.number) });
    assert.match(
      dialogs.shown[0] ?? "",
      /^\$\(question\) Block [\d,]+ may contain a log of 0\.0\.\d+ \(address 0x[0-9a-f]{40}\)/,
    );
    assert.deepEqual(shown, [{ ...toAddress("testnet", block), tab: "block", search: contract }]);
  });

  it("are searched from the palette, which asks for the block first", async () => {
    const { store } = world.open();
    const { dialogs, shown, run } = await asked(store, "1,999", TRANSFER);
    await run(undefined);
    assert.deepEqual(dialogs.asked, ["Search Logs of a Block on testnet", "Search Logs of Block 1,999"]);
    assert.deepEqual(shown, [{ network: "testnet", block: "1999", tab: "block", search: TRANSFER }]);
  });

  it("appear in the panel, and for the next block after moving to it", async () => {
    const { store } = world.open();
    const { block, contract } = await called(store);
    const { kind } = await asked(store);
    const { connection, last, send } = openPage(kind, toAddress("testnet", block));
    const field = () => {
      const [fields] = last().section("Search logs").parts;
      return fields?.kind === "fields" ? fields.fields[0]?.value : assert.fail("there is no field");
    };
    const answer = () => last().under("Search logs").notes.join("").trim();
    try {
      await until("the block is there", () => last().headings.includes("Search logs"));
      assert.deepEqual([field(), answer()], ["", ""]);
      await send({ type: "searchLogs", typed: contract });
      assert.match(answer(), /^Block [\d,]+ may contain a log of 0\.0\.\d+ \(address 0x[0-9a-f]{40}\)/);
      await send({ type: "searchLogs", typed: STRANGER });
      await send({ type: "go", to: "previous" });
      const before = new Intl.NumberFormat("en").format(block.number - 1n);
      await until(
        "the previous block is announced",
        () => last().headings.includes("Search logs") && answer().includes(`Block ${before} contains`),
      );
      assert.equal(field(), STRANGER);
      await assert.rejects(async () => send({ type: "searchLogs", typed: "0".repeat(401) }), /malformed/);
    } finally {
      connection.dispose();
    }
  });

  async function asked(store: Store, ...answers: string[]) {
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(...answers);
    const pins = new Pins(memento());
    const { kind } = new BlockPanels(store, { ...shared, ...noLinks, dialogs, pins });
    const shown: unknown[] = [];
    const blocks = {
      show: (address: BlockAddress, detail?: BlockDetail) => void shown.push({ ...address, ...detail }),
    };
    const command = blockCommands(store, blocks, { ...shared, dialogs, pins }).searchLogs;
    const run = async (given: unknown): Promise<void> => {
      await command.run(...(command.accepts([given]) ?? assert.fail("it is not accepted")));
    };
    return { dialogs, shown, run, kind };
  }
});

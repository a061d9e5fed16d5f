import assert from "node:assert/strict";
import { lookInLogs } from "../../../src/blocks/commands.ts";
import { blockPanel } from "../../../src/blocks/panel.ts";
import { Pointer } from "../../../src/blocks/panel/pointer.ts";
import type { Pointed } from "../../../src/blocks/panel/pointer.ts";
import { bloomContent } from "../../../src/blocks/range/content.ts";
import type { Store } from "../../../src/blocks/store.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import { addressOf } from "../../../src/blocks/subject.ts";
import { answerOf } from "../../../src/blocks/words/logs.ts";
import type { Show } from "../../../src/panels/block/messages.ts";
import type { Shared } from "../../../src/workbench/shared.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { ledgers } from "./ledgers.ts";

const TRANSFER = "Transfer(address,address,uint256)";
const STRANGER = `0x${"be".repeat(20)}`;

describe("The logs of a block", () => {
  const world = ledgers();

  /** A block with a call that succeeded, and its contract. */
  async function called(store: Store) {
    const { values } = await store.newest(store.network);
    for (const block of values) {
      const results = store.resultsOf(store.network, block);
      await results.more();
      const good = results.values.find(({ succeeded, contract }) => succeeded === true && contract !== undefined);
      if (good?.contract !== undefined && (block.logsBloom?.length ?? 0) > 2) return { block, contract: good.contract };
    }
    return assert.fail("no block has a call");
  }

  it("may hold what was logged, and never what was not", async () => {
    const { store } = world.open();
    const { block, contract } = await called(store);
    assert.equal(answerOf(contract, block).found, "possibly");
    assert.equal(answerOf(TRANSFER, block).found, "possibly");
    assert.deepEqual(answerOf(STRANGER, block), {
      found: "no",
      words: `No log of this address is in block ${new Intl.NumberFormat("en").format(block.number)}.`,
    });
    assert.equal(answerOf("hello", block).found, "notUnderstood");
    assert.equal(answerOf(" ", block).found, "nothing");
  });

  it("are not called empty where the bloom was not recorded", async () => {
    const { store } = world.open();
    const found = await store.find(store.network, { number: 3n });
    const block = "block" in found ? found.block : assert.fail("block 3 is there");
    assert.equal(block.logsBloom, undefined);
    assert.match(answerOf(STRANGER, block).words, /^The logs bloom of block 3 was not recorded/);
    const bare = { ...block, logsBloom: "0x" };
    assert.equal(bloomContent(STRANGER, [block, block]).answer, "2 blocks have no logs bloom recorded.");
    assert.equal(
      bloomContent(STRANGER, [block, bare]).answer,
      "No log of this address is in the blocks whose bloom is recorded. 1 block has no logs bloom recorded.",
    );
    assert.equal(bloomContent(STRANGER, [bare]).answer, "No log of this address is in these blocks.");
  });

  it("are looked into from the row, which says the answer as one types and then shows it in the panel", async () => {
    const { store } = world.open();
    const { block, contract } = await called(store);
    const { dialogs, pointed, shown, run } = await asked(store, contract);
    await run({ network: "testnet", block: String(block.number) });
    assert.match(dialogs.told[0] ?? "", /^\$\(question\) A log of this address may be in block/);
    assert.deepEqual(shown, [addressOf("testnet", block)]);
    assert.deepEqual(pointed, [{ ...addressOf("testnet", block), tab: "block", sought: contract }]);
  });

  it("are looked into from the palette, which asks for the block first", async () => {
    const { store } = world.open();
    const { dialogs, shown, run } = await asked(store, "1,999", TRANSFER);
    await run(undefined);
    assert.deepEqual(dialogs.asked, ["Look into the Logs of a Block on testnet", "Look into the Logs of Block 1,999"]);
    assert.deepEqual(shown, [{ network: "testnet", block: "1999" }]);
  });

  it("are told in the panel, and for the next block as one walks on", async () => {
    const { store } = world.open();
    const { block, contract } = await called(store);
    const { kind } = await asked(store);
    const sent: Show[] = [];
    const connection = kind.connect(addressOf("testnet", block), {
      post: (message) => void (message.type === "show" && sent.push(message)),
      retitle: () => undefined,
      move: () => true,
    });
    const last = (): Show | undefined => sent.at(-1);
    try {
      await until("the block is there", () => last()?.content.kind === "block");
      assert.deepEqual(last()?.logs, { typed: "", answer: "", icon: { name: "info", tone: "" } });
      const { seek, go } = connection.receivers;
      await seek.handle(seek.decode({ type: "seek", typed: contract }));
      assert.match(last()?.logs.answer ?? "", /^A log of this address may be in block/);
      await seek.handle(seek.decode({ type: "seek", typed: STRANGER }));
      await go.handle(go.decode({ type: "go", to: "previous" }));
      const before = new Intl.NumberFormat("en").format(block.number - 1n);
      await until("the block before is told of", () => last()?.logs.answer.includes(`block ${before}`) === true);
      assert.equal(last()?.logs.typed, STRANGER);
      assert.throws(() => seek.decode({ type: "seek", typed: "0".repeat(401) }));
    } finally {
      connection.dispose();
    }
  });

  async function asked(store: Store, ...answers: string[]) {
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(...answers);
    const pointer = new Pointer();
    const pointed: Pointed[] = [];
    pointer.onDidPoint((each) => pointed.push(each));
    const openSettings = (): Promise<void> => Promise.resolve();
    const pins = new Pins(memento());
    const kind = blockPanel(store, { ...shared, dialogs, openSettings, pins, pointer, goToBlock: () => undefined });
    const shown: unknown[] = [];
    const panels: Pick<Shared["panels"], "show"> = { show: (_kind, thing) => void shown.push(thing) };
    const command = lookInLogs(store, { panel: kind, pointer }, { dialogs, now: shared.now, panels });
    const run = async (given: unknown): Promise<void> => {
      await command.run(...(command.accepts([given]) ?? assert.fail("it is not accepted")));
    };
    return { dialogs, pointed, shown, run, kind };
  }
});

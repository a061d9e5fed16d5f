import assert from "node:assert/strict";
import type { FromEntity, Show } from "../../../src/panels/entity/messages.ts";
import { openTransaction } from "../../../src/blocks/references/go-to.ts";
import { entityPanel } from "../../../src/blocks/entity/panel.ts";
import { blockPanel } from "../../../src/blocks/block/panel.ts";
import { Pointer } from "../../../src/blocks/block/pointer.ts";
import type { Pointed } from "../../../src/blocks/block/pointer.ts";
import { Pins } from "../../../src/blocks/ledger/pins.ts";
import type { Store } from "../../../src/blocks/ledger/store.ts";
import type { Connection } from "../../../src/workbench/panels/kind.ts";
import type { Shared } from "../../../src/workbench/shared.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { ledgers } from "./ledgers.ts";

describe("The panel of an entity", () => {
  const world = ledgers();
  let store: Store;
  let opened: Connection<FromEntity>[];
  let asked: string[];

  beforeEach(() => {
    ({ store } = world.open());
    opened = [];
    asked = [];
  });
  afterEach(() => {
    for (const each of opened) each.dispose();
  });

  async function open(entity: string, network = "testnet") {
    const shared = await sharedParts();
    const pointer = new Pointer();
    const pointed: Pointed[] = [];
    pointer.onDidPoint((each) => pointed.push(each));
    const blocks: string[] = [];
    const panels: Pick<Shared["panels"], "show"> = { show: (_kind, thing) => void blocks.push(JSON.stringify(thing)) };
    const openSettings = (query: string): Promise<void> => Promise.resolve(void asked.push(query));
    const pins = new Pins(memento());
    const dialogs = new ScriptedDialogs();
    const panel = blockPanel(store, { ...shared, dialogs, openSettings, pins, pointer, goToBlock: () => undefined });
    const kind = entityPanel(store, {
      ...shared,
      openSettings,
      openTransaction: (of, time) => openTransaction(of, time, store, { panel, pointer }, { dialogs, panels }),
    });
    const shown: Show[] = [];
    let title = "";
    const connection = kind.connect(
      { network, entity },
      { post: (message) => void shown.push(message), retitle: (to) => (title = to), move: () => false },
    );
    opened.push(connection);
    const last = (): Show => shown.at(-1) ?? assert.fail("nothing was shown");
    const fact = (name: string): string | undefined => last().facts.find((each) => each.name === name)?.value;
    const loaded = async (): Promise<void> =>
      await until("it is loaded", () => shown.length > 0 && last().busy === undefined);
    return { kind, connection, last, fact, loaded, pointed, blocks, title: () => title };
  }

  it("says what a contract is, with its latest calls and logs, each of which opens its transaction", async () => {
    const panel = await open("0.0.2001");
    await panel.loaded();
    assert.equal(panel.title(), "Contract 0.0.2001");
    assert.match(panel.fact("EVM address") ?? "", /^0x[0-9a-f]{40}$/);
    const [calls, logs] = panel.last().tables;
    assert.equal(panel.last().tables.length, 2);
    assert.equal(calls?.rows.length, 25);
    assert.equal(calls.rows[0]?.cells[2], "transfer");
    assert.ok(logs !== undefined && logs.rows.length === 25);
    const transfer = logs.rows.find(({ cells }) => cells[1] === "Transfer");
    assert.match(transfer?.cells[2] ?? "", /^from \S+ · to \S+ · value \d+$/);
    const { open: act } = panel.connection.receivers;
    const time = calls.rows[3]?.time ?? "";
    await act.handle(act.decode({ type: "open", time }));
    assert.equal(panel.blocks.length, 1);
    assert.equal(panel.pointed[0]?.time, time);
    assert.equal(panel.pointed[0].tab, "transactions");
    for (const wrong of ["", "5", "1795247613.5; drop", undefined]) {
      assert.throws(() => act.decode({ type: "open", time: wrong }), /malformed/);
    }
  });

  it("says what an account holds, its memo and its latest transactions", async () => {
    const panel = await open("0.0.1024");
    await panel.loaded();
    const known = await store.entities.find(store.network, "0.0.1024");
    assert.ok(known?.kind === "account");
    assert.equal(panel.title(), "Account 0.0.1024");
    assert.equal(panel.fact("Balance") === undefined, known.balance === undefined);
    assert.equal(panel.fact("Memo"), known.memo === "" ? "None" : known.memo);
    const [transactions] = panel.last().tables;
    assert.equal(transactions?.heading, "Latest transactions");
    assert.equal(transactions.rows.length, 25);
  });

  it("says what a token is, and that no transactions are listed by token", async () => {
    const token = await open("0.0.3001");
    await token.loaded();
    assert.match(token.title(), /^Tram Credit 1 0\.0\.3001$/);
    assert.match(token.fact("Total supply") ?? "", / TRAM1$/);
    const [unlisted, ...others] = token.last().tables;
    assert.deepEqual([unlisted?.heading, unlisted?.rows, others], ["Latest transactions", [], []]);
    assert.match(unlisted?.none ?? "", /^Mirror nodes can't list transactions by token\. Open its treasury/);
  });

  it("says what a topic is, with its latest messages, each of which opens its transaction", async () => {
    const topic = await open("0.0.4003");
    await topic.loaded();
    assert.equal(topic.title(), "Topic 0.0.4003");
    assert.match(topic.fact("Submitting needs a key") ?? "", /^(Yes|No)$/);
    const [messages, ...others] = topic.last().tables;
    assert.deepEqual([messages?.heading, messages?.rows.length, others], ["Latest messages", 25, []]);
    const cells = messages?.rows.map((row) => row.cells) ?? [];
    assert.ok(cells.every(([, number]) => /^[\d,]+$/.test(number ?? "")));
    assert.ok(cells.every(([, , sender]) => /^0\.0\.\d+$/.test(sender ?? "")));
    assert.ok(cells.some(([, , , text]) => text?.includes('"stop":"Märzstraße"')));
    assert.ok(cells.some(([, , , text]) => /^(Part \d of 3: )?0x000102fafbfc$/.test(text ?? "")));
    const { open: act } = topic.connection.receivers;
    const time = messages?.rows[2]?.time ?? "";
    await act.handle(act.decode({ type: "open", time }));
    assert.deepEqual([topic.pointed[0]?.time, topic.pointed[0]?.tab], [time, "transactions"]);
  });

  it("says that there is no such entity, and keeps what it has where a refresh fails", async () => {
    const none = await open("0.0.999999999");
    await none.loaded();
    assert.equal(none.last().empty?.heading, "There is no 0.0.999999999");
    const panel = await open("0.0.2001");
    await panel.loaded();
    await world.node.fault({ kind: "status", status: 500, path: "/contracts" });
    const { refresh, remedy } = panel.connection.receivers;
    await refresh.handle(refresh.decode({ type: "refresh" }));
    await until("it failed", () => panel.last().failure !== undefined);
    assert.match(panel.last().failure?.sentence ?? "", /500/);
    assert.equal(panel.last().tables.length, 2);
    await world.node.mend();
    await remedy.handle(remedy.decode({ type: "remedy", remedy: "retry" }));
    await panel.loaded();
    assert.equal(panel.last().failure, undefined);
  });

  it("takes from what was kept only an entity", async () => {
    const { kind } = await open("0.0.2001");
    for (const kept of [undefined, {}, { network: "testnet" }, { network: "testnet", entity: "../1" }]) {
      assert.throws(() => kind.decodeThing(kept), /malformed/);
    }
    const thing = { network: "testnet", entity: "0.0.5" };
    assert.deepEqual(kind.decodeThing({ ...thing, more: 1 }), thing);
    assert.match(kind.paint(thing).body.text, /0\.0\.5/);
  });
});

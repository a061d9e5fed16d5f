// What the panel of an account, contract, token or topic shows, even when requests fail.
import assert from "node:assert/strict";
import { Navigation } from "../../../src/blocks/references/go-to-block.ts";
import type { BlockDetail } from "../../../src/blocks/block/protocol.ts";
import type { BlockAddress } from "../../../src/blocks/model/saved-names.ts";
import { EntityPanels } from "../../../src/blocks/entity/panel.ts";
import type { Store } from "../../../src/blocks/store/store.ts";
import type { Connection } from "../../../src/workbench/panels/panel-kind.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Fault } from "../../services/core/faults.js";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import type { Table } from "../../../src/panels/kit/content/table-model.ts";
import type { ContentMessage } from "../../../src/panels/kit/content/text-model.ts";
import { ledgers } from "./ledgers.ts";

describe("The panel of an entity", () => {
  const world = ledgers();
  let store: Store;
  let opened: Connection[];
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
    const pointed: (BlockDetail | undefined)[] = [];
    const shown: string[] = [];
    const openSettings = (query: string): Promise<void> => Promise.resolve(void asked.push(query));
    const dialogs = new ScriptedDialogs();
    const blocks = {
      show: (address: BlockAddress, detail?: BlockDetail) => {
        shown.push(JSON.stringify(address));
        pointed.push(detail);
      },
    };
    const services = { ...shared, dialogs, openSettings };
    const navigation: Navigation = new Navigation(store, { ...services, blocks, entities: { show: () => undefined } });
    const { kind } = new EntityPanels(store, {
      ...services,
      openEntity: (_of, id) => void shown.push(id),
      openTransaction: (of, time) => navigation.openTransaction(of, time),
    });
    const panel = openPage(kind, { network, entity });
    opened.push(panel.connection);
    return { ...panel, kind, pointed, blocks: shown, dialogs };
  }

  it("opens the entity in HashScan, which covers public networks only", async () => {
    const [contract, other, missing] = [
      await open("0.0.2001"),
      await open("0.0.2001", "int64"),
      await open("0.0.999999"),
    ];
    const tool = ({ last }: typeof contract) =>
      last().page.head.toolbar.buttons.find(({ label }) => label === "Open in HashScan");
    for (const each of [contract, other, missing]) await each.loaded();
    await contract.send(tool(contract)?.act ?? assert.fail("there is no button"));
    assert.deepEqual(contract.dialogs.opened, ["https://hashscan.io/testnet/contract/0.0.2001"]);
    for (const each of [other, missing]) assert.equal(tool(each), undefined);
  });

  it("describes a contract, with its latest calls and logs, each of which opens its transaction", async () => {
    const panel = await open("0.0.2001");
    await panel.loaded();
    assert.equal(panel.title(), "Contract 0.0.2001");
    assert.match(panel.last().value("EVM address") ?? "", /^0x[0-9a-f]{40}$/);
    assert.equal(panel.last().tables.length, 2);
    const [calls, logs] = [panel.last().rows("Latest calls"), panel.last().rows("Latest logs")];
    assert.equal(calls.length, 25);
    assert.equal(calls[0]?.[2], "transfer");
    // The list of a contract's calls has errors, but no results.
    assert.deepEqual(new Set(calls.map(([, , , result]) => result)), new Set(["Success", "Failed"]));
    assert.deepEqual(panel.last().figures, []);
    assert.ok(!panel.last().parts.some(({ kind }) => kind === "figures"));
    assert.equal(logs.length, 25);
    const transfer = logs.find(([, event]) => event === "Transfer");
    assert.match(transfer?.[2] ?? "", /^from \S+ · to \S+ · value \d+$/);
    const time = timeOf(panel.last().tables[0], 3);
    await panel.send({ type: "open", time });
    assert.equal(panel.blocks.length, 1);
    assert.equal(panel.pointed[0]?.time, time);
    assert.equal(panel.pointed[0]?.tab, "transactions");
    for (const wrong of ["", "5", "1795247613.5; drop", undefined]) {
      await assert.rejects(panel.send({ type: "open", time: wrong }), /malformed/);
    }
  });

  it("shows an account's balance, memo and latest transactions", async () => {
    const panel = await open("0.0.1024");
    await panel.loaded();
    const known = await store.entities.find(store.network, "0.0.1024");
    assert.ok(known?.kind === "account");
    assert.equal(panel.title(), "Account 0.0.1024");
    assert.equal(panel.last().value("Balance") === undefined, known.balance === undefined);
    assert.equal(panel.last().value("Memo"), known.memo === "" ? "None" : known.memo);
    assert.equal(panel.last().rows("Latest transactions").length, 25);
  });

  it("describes a token, and explains that no transactions are listed by token", async () => {
    const token = await open("0.0.3001");
    await token.loaded();
    assert.match(token.title(), /^Tram Credit 1 0\.0\.3001$/);
    assert.match(token.last().value("Total supply") ?? "", / TRAM1$/);
    const [unlisted, ...others] = token.last().tables;
    assert.deepEqual([unlisted?.label, unlisted?.rows, others], ["Latest transactions", [], []]);
    assert.match(unlisted?.none ?? "", /^Mirror nodes can't list transactions by token\. Open its treasury/);
  });

  it("describes a topic, with its latest messages, each of which opens its transaction", async () => {
    const topic = await open("0.0.4003");
    await topic.loaded();
    assert.equal(topic.title(), "Topic 0.0.4003");
    assert.match(topic.last().value("Submitting requires a key") ?? "", /^(Yes|No)$/);
    assert.equal(topic.last().tables.length, 1);
    const cells = topic.last().rows("Latest messages");
    assert.equal(cells.length, 25);
    assert.ok(cells.every(([, number]) => /^[\d,]+$/.test(number ?? "")));
    assert.ok(cells.every(([, , sender]) => /^0\.0\.\d+$/.test(sender ?? "")));
    assert.ok(cells.some(([, , , text]) => text?.includes('"stop":"Märzstraße"')));
    assert.ok(cells.some(([, , , text]) => /^(Part \d of 3: )?0x000102fafbfc$/.test(text ?? "")));
    const time = timeOf(topic.last().tables[0], 2);
    await topic.send({ type: "open", time });
    assert.deepEqual([topic.pointed[0]?.time, topic.pointed[0]?.tab], [time, "transactions"]);
  });

  it("shows that an entity doesn't exist, and keeps its facts if a refresh fails", async () => {
    const none = await open("0.0.999999999");
    await none.loaded();
    assert.equal(none.last().empty?.heading, "0.0.999999999 not found");
    const panel = await open("0.0.2001");
    await panel.loaded();
    await world.node.fault({ kind: "status", status: 500, path: "/contracts" });
    await panel.send({ type: "refresh" });
    await until("it failed", () => panel.last().failure !== undefined);
    assert.match(panel.last().failure?.sentence ?? "", /500/);
    assert.equal(panel.last().tables.length, 2);
    await world.node.mend();
    await panel.send({ type: "remedy", remedy: "retry" });
    await panel.loaded();
    assert.equal(panel.last().failure, undefined);
  });

  const BAD_ANSWERS: Readonly<Record<string, readonly [fault: Fault, sentence: RegExp]>> = {
    "an error page": [{ kind: "status", status: 500, body: "<!DOCTYPE html><h1>Error</h1>" }, /500/],
    "a page in place of JSON": [{ kind: "status", status: 200, body: "<!DOCTYPE html>" }, /can't read/],
    "an empty answer": [{ kind: "status", status: 200, body: "" }, /can't read/],
    "half an answer": [{ kind: "truncate" }, /can't read/],
    "status 401": [{ kind: "status", status: 401 }, /^\S+ requires a token\.$/],
  };

  for (const [name, [fault, sentence]] of Object.entries(BAD_ANSWERS)) {
    it(`explains ${name} for every kind of entity, and loads the entity on Retry`, async () => {
      for (const entity of ["0.0.1024", "0.0.2001", "0.0.3001", "0.0.4003", "0.0.5001"]) {
        await world.node.fault(fault);
        const panel = await open(entity);
        await panel.loaded();
        const { failure, tables, title } = panel.last();
        assert.equal(failure?.start, `Could not load ${entity}.`);
        assert.match(failure.sentence, sentence);
        assert.deepEqual([title, tables], [entity, []]);
        await world.node.mend();
        await panel.send({ type: "remedy", remedy: "retry" });
        await panel.loaded();
        assert.equal(panel.last().failure, undefined);
        assert.equal(panel.last().tables.length, entity === "0.0.2001" ? 2 : 1);
      }
    });
  }

  it("shows the calls of a contract if its logs fail to load, reports the failure, and loads both on Retry", async () => {
    await world.node.fault({ kind: "status", status: 500, path: "/results/logs" });
    const panel = await open("0.0.2001");
    await panel.loaded();
    assert.deepEqual(panel.last().headings, ["Facts", "Latest calls"]);
    assert.equal(panel.last().failure?.start, "Could not load the latest activity of Contract 0.0.2001.");
    await world.node.mend();
    await panel.send({ type: "remedy", remedy: "retry" });
    await panel.loaded();
    assert.equal(panel.last().failure, undefined);
    assert.deepEqual(panel.last().headings, ["Facts", "Latest calls", "Latest logs"]);
  });

  it("reports that the entity failed to load, not its activity, if a refresh gets neither", async () => {
    const panel = await open("0.0.1024");
    await panel.loaded();
    await world.node.fault({ kind: "status", status: 500 });
    await panel.send({ type: "refresh" });
    await until("it failed", () => panel.last().failure !== undefined);
    assert.equal(panel.last().failure?.start, "Could not load Account 0.0.1024.");
    assert.equal(panel.last().rows("Latest transactions").length, 25);
  });

  it("shows how many messages it skipped because they could not be read", async () => {
    const messages = [{ sequence_number: "three" }, { consensus_timestamp: null }];
    const body = JSON.stringify({ messages, links: { next: null } });
    await world.node.fault({ kind: "status", status: 200, body, path: "/messages" });
    const panel = await open("0.0.4003");
    await panel.loaded();
    assert.deepEqual(
      panel.last().banners.map((banner) => banner.sentence),
      ["2 entries were skipped: the response could not be read."],
    );
  });

  it("shows the result of the latest refresh while an earlier one hangs", async () => {
    const panel = await open("0.0.1024");
    await panel.loaded();
    await world.node.fault({ kind: "stall" });
    await panel.send({ type: "refresh" });
    await until("it loads", () => panel.last().busy !== undefined);
    await world.node.mend();
    await panel.send({ type: "refresh" });
    await panel.loaded();
    assert.equal(panel.last().failure, undefined);
    assert.equal(panel.last().rows("Latest transactions").length, 25);
  });

  it("accepts only an entity from a saved state", async () => {
    const { kind } = await open("0.0.2001");
    for (const kept of [undefined, {}, { network: "testnet" }, { network: "testnet", entity: "../1" }]) {
      assert.throws(() => kind.decodeSubject(kept), /malformed/);
    }
    const thing = { network: "testnet", entity: "0.0.5" };
    assert.deepEqual(kind.decodeSubject({ ...thing, more: 1 }), thing);
    assert.equal((await open("0.0.5")).connection.paint().title, "0.0.5");
  });
});

/** The consensus time of the transaction that a row opens. */
function timeOf(table: Table<ContentMessage> | undefined, at: number): string {
  const rows = table?.rows ?? [];
  const act = "id" in rows ? undefined : rows[at]?.act;
  return act !== undefined && "time" in act && typeof act.time === "string" ? act.time : assert.fail("no time");
}

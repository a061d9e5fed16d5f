import assert from "node:assert/strict";
import type {
  Content,
  Detail,
  FromBlock,
  LogRow,
  ResultList,
  ResultRow,
  Rows,
  Show,
  TransactionList,
  TransactionRow,
} from "../../../src/panels/block/messages.ts";
import { blockPanel } from "../../../src/blocks/block/panel.ts";
import { Pointer } from "../../../src/blocks/block/pointer.ts";
import { Pins } from "../../../src/blocks/ledger/pins.ts";
import { addressOf } from "../../../src/blocks/model/addresses.ts";
import type { BlockAddress } from "../../../src/blocks/model/addresses.ts";
import type { Store } from "../../../src/blocks/ledger/store.ts";
import type { ReceivingConnection } from "../../../src/workbench/panels/receivers.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { ledgers } from "./ledgers.ts";

const HIGHEST = 2n ** 63n - 1n;

/** What a page has of the lists, as it puts together what it is sent. */
class Received {
  transactions: TransactionRow[] = [];
  transactionList: TransactionList | undefined;
  results: ResultRow[] = [];
  resultList: ResultList | undefined;
  logs: LogRow[] = [];
  detail: Detail | undefined;
  largest = 0;

  take(message: Rows | Detail): void {
    if (message.type === "detail") {
      this.detail = message;
      return;
    }
    this.largest = Math.max(this.largest, message.rows.length);
    if (message.type === "transactions") {
      assert.ok(message.from <= this.transactions.length, "a page has a gap");
      this.transactions = [...this.transactions.slice(0, message.from), ...message.rows];
      this.transactionList = message.list;
    } else if (message.type === "logs") {
      this.logs = [...this.logs.slice(0, message.from), ...message.rows];
    } else {
      assert.ok(message.from <= this.results.length, "a page has a gap");
      this.results = [...this.results.slice(0, message.from), ...message.rows];
      this.resultList = message.list;
    }
  }

  /** The place of the transaction that is shown in full. */
  get opened(): number | undefined {
    return this.detail?.at;
  }

  /** The page is gone, and with it what it was sent. */
  forget(): void {
    this.transactions = [];
    this.detail = undefined;
  }

  get foot(): string | undefined {
    return this.transactionList?.foot;
  }
}

describe("The panel of a block", () => {
  const world = ledgers();
  let store: Store;
  let dialogs: ScriptedDialogs;
  let asked: string[];
  let opened: ReceivingConnection<FromBlock>[];
  let pointer: Pointer;
  let pins: Pins;

  beforeEach(() => {
    ({ store } = world.open());
    dialogs = new ScriptedDialogs();
    asked = [];
    opened = [];
    pointer = new Pointer();
    pins = new Pins(memento());
  });
  afterEach(() => {
    for (const each of opened) each.dispose();
  });

  async function kindOf() {
    const { exports, log, now, shares } = await sharedParts();
    const openSettings = (query: string): Promise<void> => Promise.resolve(void asked.push(`settings ${query}`));
    const goToBlock = (): number => asked.push("go to");
    return blockPanel(store, { dialogs, exports, log, now, openSettings, goToBlock, pointer, pins, shares });
  }

  /**
   * An open panel, with all that it was sent. `taken` are the blocks that other panels show. A page that does not listen
   * yet misses what it is sent.
   */
  async function open(address: BlockAddress, taken: readonly string[] = [], { listens = true } = {}) {
    const kind = await kindOf();
    const shown: Show[] = [];
    const lists = new Received();
    const moved: string[] = [];
    const missed: string[] = [];
    let isListening = listens;
    let title = "";
    const connection: ReceivingConnection<FromBlock> = kind.connect(address, {
      post: (message) => {
        if (!isListening) missed.push(message.type);
        else if (message.type === "show") shown.push(message);
        else lists.take(message);
      },
      retitle: (newer) => (title = newer),
      move: ({ block }) => {
        if (taken.includes(block)) return false;
        moved.push(block);
        return true;
      },
    });
    opened.push(connection);
    const last = (): Show => shown.at(-1) ?? assert.fail("nothing was shown");
    const content = async <Kind extends Content["kind"]>(kind: Kind): Promise<Extract<Content, { kind: Kind }>> => {
      await until(`it shows ${kind}`, () => shown.at(-1)?.content.kind === kind);
      return last().content as Extract<Content, { kind: Kind }>;
    };
    const send = async (message: FromBlock): Promise<void> => {
      const { receivers } = connection;
      // As the host does: by the name of the message, decoded.
      if (message.type === "read") await receivers.read.handle(receivers.read.decode(message));
      else if (message.type === "stop") await receivers.stop.handle(receivers.stop.decode(message));
      else if (message.type === "look") await receivers.look.handle(receivers.look.decode(message));
      else if (message.type === "closeDetail") await receivers.closeDetail.handle(message);
      else if (message.type === "pin") await receivers.pin.handle(receivers.pin.decode(message));
      else if (message.type === "go") await receivers.go.handle(receivers.go.decode(message));
      else if (message.type === "remedy") await receivers.remedy.handle(receivers.remedy.decode(message));
      else if (message.type === "explore") await receivers.explore.handle(receivers.explore.decode(message));
      else if (message.type === "openTransaction") {
        await receivers.openTransaction.handle(receivers.openTransaction.decode(message));
      } else if (message.type === "cancel") await receivers.cancel.handle(receivers.cancel.decode(message));
      else await receivers.ask.handle(receivers.ask.decode(message));
    };
    const fact = async (name: string) => (await content("block")).facts.find((each) => each.name === name);
    const listen = (): void => {
      isListening = true;
      connection.ready();
    };
    return { connection, lists, listen, missed, shown, moved, last, content, fact, send, title: () => title };
  }

  const at = (number: bigint, network = "testnet") => addressOf(network, { number });

  it("says that it reads, then shows every field with what can be copied", async () => {
    const panel = await open(at(7n));
    assert.deepEqual(panel.shown[0]?.content, { kind: "reading", sentence: "Loading Block 7…" });
    const { figures, facts, from, length } = await panel.content("block");
    assert.deepEqual(
      facts.map(({ name }) => name).filter((name) => name !== "Chain"),
      [
        "Hash",
        "Previous hash",
        "Number",
        "Transactions",
        "From",
        "To",
        "Duration",
        "Transactions per second",
        "Record file",
        "Size",
        "HAPI version",
        "Gas used",
        "Logs bloom",
        "Receipts root",
      ],
    );
    assert.match(from ?? "", /^2026-11-21T.*\.\d+Z$/);
    assert.match(length ?? "", /^took [\d.]+ s$/);
    assert.deepEqual(figures.map(({ word }) => word).slice(0, 2), ["transactions", "per second"]);
    const bloom = await panel.fact("Logs bloom");
    assert.equal(bloom?.value, "9 of 2,048 bits set");
    assert.equal(bloom.copy?.length, 514);
    assert.equal((await panel.fact("From"))?.copy, (await panel.fact("From"))?.value);
    assert.equal(panel.title(), "Block 7");
  });

  it("shows what is null or absent as not recorded, and never as 0", async () => {
    const panel = await open(at(3n));
    const { figures } = await panel.content("block");
    for (const name of ["Size", "HAPI version", "Gas used", "Logs bloom", "Receipts root"]) {
      const fact = await panel.fact(name);
      assert.deepEqual([fact?.value, fact?.copy], [undefined, undefined], name);
    }
    assert.ok(!figures.some(({ word }) => word === "gas used" || word === "bytes"));
    assert.equal((await (await open(at(6n))).fact("Logs bloom"))?.value, "Empty");
  });

  it("says whether the block follows the one before it", async () => {
    const panel = await open(at(8n));
    await until("the chain is known", async () => (await panel.fact("Chain")) !== undefined);
    assert.equal((await panel.fact("Chain"))?.value, "Follows 7");
    await world.node.act("breakChain", { number: 12 });
    const broken = await open(at(12n));
    await until("the chain is known", async () => (await broken.fact("Chain")) !== undefined);
    assert.match((await broken.fact("Chain"))?.value ?? "", /^Hash of 11 does not match/);
    assert.equal(await (await open(at(0n))).fact("Chain"), undefined);
  });

  it("accuses no block of a remembered neighbor when the network has started over, and shows the new one", async () => {
    await store.newest(store.network);
    const old = await open(at(1999n));
    const { json } = await old.content("block");
    await world.node.act("startOver", { count: 2100 });
    const panel = await open(at(2000n));
    await until("the chain is known", async () => (await panel.fact("Chain")) !== undefined);
    assert.equal((await panel.fact("Chain"))?.value, "Follows 1,999");
    assert.ok(!panel.shown.some(({ content }) => JSON.stringify(content).includes("does not match")));
    await until("the old one is read again", async () => (await old.content("block")).json !== json);
  });

  it("sends whole numbers as digits, up to the end of 64 bits", async () => {
    const panel = await open(at(HIGHEST, "int64"));
    const { json } = await panel.content("block");
    assert.equal(panel.last().title, "Block 9,223,372,036,854,775,807");
    assert.equal((await panel.fact("Number"))?.copy, "9223372036854775807");
    assert.equal((await panel.fact("Transactions"))?.copy, "9223372036854775807");
    assert.match(json, /"number": 9223372036854775807,/);
    assert.match(panel.last().next.idle, /This is the highest possible block number/);
    assert.equal(panel.last().previous.name, "9,223,372,036,854,775,806");
  });

  it("goes to the neighbours in place, and keeps what it is about with it", async () => {
    const panel = await open(at(7n));
    await panel.content("block");
    await panel.send({ type: "go", to: "next" });
    await until("it is about the next", () => panel.last().title === "Block 8");
    await panel.content("block");
    await panel.send({ type: "go", to: "previous" });
    await until("it is about the first again", () => panel.last().title === "Block 7");
    assert.deepEqual(panel.moved, ["8", "7"]);
  });

  it("stays where it is when another panel shows the neighbour", async () => {
    const panel = await open(at(7n), ["8"]);
    await panel.content("block");
    await panel.send({ type: "go", to: "next" });
    assert.equal(panel.last().title, "Block 7");
  });

  it("begins with block 0, before which there is nothing", async () => {
    const panel = await open(at(0n));
    await panel.content("block");
    assert.equal(panel.last().previous.idle, "This is the first block");
    await panel.send({ type: "go", to: "previous" });
    assert.deepEqual(panel.moved, []);
    assert.equal((await panel.fact("Previous hash"))?.leads, false);
  });

  it("becomes that of the number when it was opened by a hash", async () => {
    const { copy: hash = "" } = (await (await open(at(7n))).fact("Hash")) ?? {};
    const panel = await open({ network: "testnet", block: hash.slice(0, 66) });
    await panel.content("block");
    assert.deepEqual(panel.moved, ["7"]);
    assert.equal(panel.title(), "Block 7");
  });

  it("tells a block that is not there by what is, and leads to the newest", async () => {
    const panel = await open(at(203_482_916n));
    const absent = await panel.content("absent");
    assert.equal(absent.heading, "Block 203,482,916 does not exist yet");
    assert.match(
      absent.sentence,
      /^The latest on testnet is 1,999\. Expected in about 13 years \(2 seconds per block\)\.$/,
    );
    await panel.send({ type: "go", to: "newest" });
    await until("it is the newest", () => panel.last().title === "Block 1,999");
    const hash = `0x${"ab".repeat(48)}`;
    const unknown = await (await open({ network: "testnet", block: hash })).content("absent");
    assert.equal(unknown.heading, "No block has this hash");
    assert.ok(unknown.sentence.includes(hash));
  });

  it("tells a request that failed as just that, and reads again when it is asked to", async () => {
    await world.node.fault({ kind: "status", status: 500, path: "/blocks/77$" });
    const panel = await open(at(77n));
    const failed = await panel.content("failed");
    assert.equal(failed.heading, "Could not load Block 77");
    assert.deepEqual(
      failed.remedies.map(({ label }) => label),
      ["Retry", "Show Log"],
    );
    await world.node.mend();
    await panel.send({ type: "remedy", remedy: "retry" });
    await panel.content("block");
  });

  it("says which network the settings no longer know", async () => {
    const panel = await open(at(7n, "gone"));
    const failed = await panel.content("failed");
    assert.match(failed.sentence, /network gone is no longer in your settings/);
    await panel.send({ type: "remedy", remedy: "openSettings" });
    assert.deepEqual(asked, ["settings triptych.blocks"]);
  });

  it("can be cancelled while it reads", async () => {
    await world.node.fault({ kind: "stall", path: "/blocks/9$" });
    const panel = await open(at(9n));
    await panel.send({ type: "cancel" });
    assert.match((await panel.content("failed")).sentence, /Canceled/);
  });

  it("opens the explorer for a network that it knows, and offers none for another", async () => {
    const panel = await open(at(7n));
    await panel.content("block");
    assert.equal(panel.last().explorer, true);
    await panel.send({ type: "explore" });
    assert.deepEqual(dialogs.opened, ["https://hashscan.io/testnet/block/7"]);
    const other = await open(at(HIGHEST, "int64"));
    await other.content("block");
    assert.equal(other.last().explorer, false);
  });

  it("paints what is known before its script runs", async () => {
    const kind = await kindOf();
    assert.match(kind.paint(at(7n)).body.text, /Loading Block 7…/);
    await store.find(store.network, { number: 7n });
    const { title, body } = kind.paint(at(7n));
    assert.equal(title, "Block 7");
    assert.match(body.text, /<triptych-fact name="Hash" wide mono>0x[0-9a-f]{96}<\/triptych-fact>/);
    assert.match(body.text, /<triptych-figure value="\d+">transactions<\/triptych-figure>/);
  });

  it("takes nothing from the page, and nothing that was kept, that it cannot have sent", async () => {
    const kind = await kindOf();
    for (const kept of [
      undefined,
      {},
      { network: "testnet", block: 7 },
      { network: 5, block: "7" },
      { network: "x", block: "../1" },
    ]) {
      assert.throws(() => kind.decodeThing(kept), /malformed/);
    }
    assert.deepEqual(kind.decodeThing({ network: "testnet", block: "7", more: 1 }), at(7n));
    const { connection } = await open(at(7n));
    for (const body of [undefined, {}, { to: "constructor" }, { to: 5 }]) {
      assert.throws(() => connection.receivers.go.decode(body), /malformed/);
    }
    assert.throws(() => connection.receivers.remedy.decode({ remedy: "rm" }), /malformed/);
  });

  describe("and what is in the block", () => {
    it("is read as far as comes at once, and then counted by type and result, with fees", async () => {
      const panel = await open(at(1999n));
      await until("it has read", () => panel.lists.foot === "16 loaded");
      const { transactions, transactionList } = panel.lists;
      assert.equal(transactions.length, 16);
      assert.match(transactions[0]?.id ?? "", /^0\.0\.\d+@\d{10}\.\d{9}$/);
      assert.equal(transactions[0]?.after, "+0");
      assert.match(transactions.at(-1)?.after ?? "", /^\+\d\.\d+$/);
      assert.equal(transactionList?.count, "16");
      assert.equal(transactionList.part, undefined);
      const sum = (sorts: readonly { readonly count: string }[]): number =>
        sorts.reduce((all, { count }) => all + Number(count), 0);
      assert.deepEqual([sum(transactionList.types), sum(transactionList.results)], [16, 16]);
      assert.deepEqual(
        transactionList.figures.map(({ word }) => word),
        ["failed", "fees"],
      );
      assert.match(transactionList.figures[1]?.value ?? "", /^0\.\d+ ℏ$/);
    });

    it("is read page by page where it is much, on demand, and to the end where that is wanted", async () => {
      await world.node.act("growBlock", { number: 1998, transactions: 2_500 });
      const panel = await open(at(1998n));
      await until("it has read", () => panel.lists.foot === "100 of 2,500 loaded");
      assert.equal(panel.lists.transactionList?.part, "of 100 loaded");
      assert.deepEqual(panel.lists.transactionList.figures, []);
      await panel.send({ type: "read", list: "transactions", all: false });
      assert.equal(panel.lists.foot, "200 of 2,500 loaded");
      assert.equal(panel.lists.transactionList?.more, true);
      await panel.send({ type: "read", list: "transactions", all: true });
      assert.equal(panel.lists.foot, "2,500 loaded");
      assert.equal(panel.lists.transactions.length, 2_500);
      assert.equal(new Set(panel.lists.transactions.map(({ time }) => time)).size, 2_500);
      assert.ok(panel.lists.largest <= 1000, "too much is sent at once");
      const asked = (await world.node.targets()).filter((target) => target.includes("/transactions?"));
      assert.equal(asked.length, 25);
    });

    it("stays as far as it came when the reading is stopped, fails or the page comes back", async () => {
      await world.node.act("growBlock", { number: 1998, transactions: 2_500 });
      const panel = await open(at(1998n));
      await until("it has read", () => panel.lists.foot === "100 of 2,500 loaded");
      await world.node.fault({ kind: "status", status: 500, path: "/transactions" });
      await panel.send({ type: "read", list: "transactions", all: true });
      assert.match(panel.lists.transactionList?.trouble ?? "", /500/);
      assert.equal(panel.lists.transactions.length, 100);
      await world.node.mend();
      await world.node.fault({ kind: "stall", path: "/transactions" });
      const reading = panel.send({ type: "read", list: "transactions", all: true });
      await until("it reads", () => panel.lists.transactionList?.busy === true);
      await panel.send({ type: "stop" });
      await reading;
      assert.equal(panel.lists.transactionList?.trouble, undefined);
      assert.equal(panel.lists.transactionList?.busy, false);
      await world.node.mend();
      await panel.send({ type: "read", list: "transactions", all: false });
      const before = panel.lists.transactions;
      assert.equal(before.length, 200);
      panel.lists.transactions = [];
      panel.connection.ready();
      assert.deepEqual(panel.lists.transactions, before);
    });

    it("says that the node lacks transactions of the block, and asks again", async () => {
      await world.node.act("setLag", { blocks: 1, transactions: 5 });
      const panel = await open(at(1999n));
      await until("it has read", () => panel.lists.foot === "5 of 16 loaded");
      assert.match(panel.lists.transactionList?.trouble ?? "", /Transactions are still arriving/);
      await world.node.act("setLag", {});
      await panel.send({ type: "read", list: "transactions", all: false });
      assert.equal(panel.lists.foot, "16 loaded");
      assert.equal(panel.lists.transactionList?.trouble, undefined);
    });

    it("has contract results with gas, limit and error, loaded when their tab opens", async () => {
      const panel = await open(at(1949n));
      await until("it has read", () => panel.lists.transactionList?.more === false);
      assert.ok(!(await world.node.targets()).some((target) => target.includes("/contracts/results")));
      await panel.send({ type: "read", list: "results", all: false });
      const { results, resultList } = panel.lists;
      assert.equal(resultList?.count, String(results.length));
      for (const { gasLimit, percent, contract } of results) {
        assert.equal(gasLimit, "400,000");
        assert.match(percent ?? "", /^\d+(\.\d)?%$/);
        assert.match(contract ?? "", /^0\.0\.\d+$/);
      }
      if (results.length > 0)
        assert.match(resultList.gas?.words ?? "", /^[\d,]+ of [\d,]+ used by (1 call|\d+ calls)$/);
      const failed = results.filter(({ ok }) => ok === false);
      for (const { error } of failed) assert.ok(error !== undefined);
    });

    it("marks internal results, which are not added to the gas of their callers", async () => {
      const panel = await open(at(100n));
      await until("it has read", () => panel.lists.transactionList?.more === true);
      await panel.send({ type: "read", list: "results", all: true });
      const { results, resultList } = panel.lists;
      const internal = results.filter((each) => each.internal === true);
      assert.ok(internal.length > 0 && internal.length < results.length);
      const gas = (await panel.fact("Gas used"))?.value ?? assert.fail("the block has no gas");
      const words = resultList?.gas?.words ?? "";
      assert.ok(words.startsWith(`${gas} of `), words);
      const said = internal.length === 1 ? "1 internal call" : `${internal.length} internal calls`;
      assert.ok(words.endsWith(` · includes ${said}`), words);
    });

    it("opens a contract result, with its sender and function, and leads to its transaction", async () => {
      const panel = await open(at(100n));
      await until("it has read", () => panel.lists.transactionList?.more === true);
      await panel.send({ type: "read", list: "results", all: false });
      const place = panel.lists.results.findLastIndex((each) => each.internal === undefined);
      await panel.send({ type: "look", list: "results", at: place });
      const { detail } = panel.lists;
      const fact = (name: string) => detail?.facts.find((each) => each.name === name);
      assert.equal(detail?.list, "results");
      assert.match(fact("Sender")?.value ?? "", /^0\.0\.\d+$|^0x[0-9a-f]{40}$/);
      assert.equal(fact("Function")?.value, "0xa9059cbb · transfer(address to, uint256 value)");
      assert.equal(fact("Function")?.copy, "0xa9059cbb");
      assert.equal(fact("Arguments")?.value, "to 0.0.0\nvalue 0");
      assert.match(fact("Transaction hash")?.value ?? "", /^0x[0-9a-f]{64,96}$/);
      assert.equal(fact("Consensus time")?.leads, true);
      await panel.send({ type: "openTransaction", list: "results", at: place });
      await until("the transaction is open", () => panel.lists.detail?.list === "transactions");
      const value = (name: string) => panel.lists.detail?.facts.find((each) => each.name === name)?.value;
      assert.equal(value("Consensus time"), fact("Consensus time")?.value);
      assert.equal(panel.last().point?.tab, "transactions");
      assert.equal(panel.last().point?.at, panel.lists.detail?.at);
    });

    it("has the logs of its contracts, with the names of well-known events", async () => {
      const panel = await open(at(100n));
      await until("it has read", () => panel.lists.transactionList?.more === true);
      await panel.send({ type: "read", list: "logs", all: true });
      const { logs } = panel.lists;
      assert.ok(new Set(logs.map(({ time }) => time)).size === logs.length && logs.length > 20);
      assert.deepEqual(
        new Set(logs.filter(({ named }) => named).map(({ event }) => event)),
        new Set(["Transfer", "Approval"]),
      );
      const transfer = logs.findIndex(({ event }) => event === "Transfer");
      assert.match(logs[transfer]?.values ?? "", /^from \S+ · to 0\.0\.\d+ · value \d+$/);
      const unknown = logs.find(({ named }) => !named);
      assert.match(unknown?.event ?? "", /^0x[0-9a-f]{64}$/);
      await panel.send({ type: "look", list: "logs", at: transfer });
      const value = (name: string) => panel.lists.detail?.facts.find((each) => each.name === name)?.value;
      assert.equal(value("Event"), "Transfer(address from, address to, uint256 value)");
      assert.equal(value("Arguments")?.replaceAll("\n", " · "), logs[transfer]?.values);
      assert.equal(value("Topics")?.split("\n").length, 3);
    });

    it("shows all of one transaction, with every transfer and all digits", async () => {
      const panel = await open(at(HIGHEST, "int64"));
      await until("it has read", () => panel.lists.transactions.length === 2);
      await panel.send({ type: "look", list: "transactions", at: 1 });
      const { detail } = panel.lists;
      const value = (name: string): string | undefined => detail?.facts.find((each) => each.name === name)?.value;
      assert.equal(value("Consensus time"), "9223372036.854775807");
      assert.match(value("Hash") ?? "", /^0x[0-9a-f]{96}$/);
      assert.match(value("Transfers") ?? "", /^0\.0\.\d+ [+−][\d.]+ ℏ(\n0\.0\.\d+ [+−][\d.]+ ℏ)+$/);
      await panel.send({ type: "look", list: "transactions", at: 99 });
      assert.equal(panel.lists.detail, detail);
    });

    it("opens the requested row, before or after the panel opened, however far down it is", async () => {
      await world.node.act("growBlock", { number: 1998, transactions: 1_500 });
      const first = await open(at(1998n));
      await until("it has read", () => first.lists.foot === "100 of 1,500 loaded");
      await first.send({ type: "read", list: "transactions", all: true });
      const { time } = first.lists.transactions[1_234] ?? assert.fail("it is too short");
      pointer.point({ ...at(1998n), tab: "transactions", time });
      await until("it points", () => first.last().point?.at === 1_234);
      assert.equal(first.lists.detail?.at, 1_234);
      pointer.point({ ...at(1997n), tab: "transactions", type: "CRYPTOTRANSFER" });
      const second = await open(at(1997n));
      await until("it points", () => second.last().point?.only === "CRYPTOTRANSFER");
      assert.equal(first.last().point?.at, 1_234);
    });

    it("opens a transaction in a page that listens only afterwards, and again in one that was hidden", async () => {
      const first = await open(at(1997n));
      await until("it has read", () => first.lists.transactionList?.more === false);
      const { time } = first.lists.transactions[2] ?? assert.fail("it is too short");
      first.connection.dispose();
      pointer.point({ ...at(1997n), tab: "transactions", time });
      const panel = await open(at(1997n), [], { listens: false });
      await until("it has found the transaction", () => panel.missed.includes("detail"));
      panel.listen();
      assert.equal(panel.last().point?.at, 2);
      assert.equal(panel.lists.opened, 2);
      panel.lists.forget();
      panel.connection.ready();
      assert.equal(panel.lists.opened, 2);
      await panel.send({ type: "closeDetail", list: "transactions" });
      panel.lists.forget();
      panel.connection.ready();
      assert.equal(panel.lists.opened, undefined);
    });

    it("is that of the next block when the panel goes there, and nothing of the one before comes late", async () => {
      const panel = await open(at(1997n));
      await until("it has read", () => panel.lists.transactionList?.more === false);
      await panel.send({ type: "go", to: "next" });
      const { json } = await panel.content("block");
      assert.match(json, /"number"/);
      await until("it is the next", () => panel.title() === "Block 1,998" && panel.last().content.kind === "block");
      const count = await panel.fact("Transactions");
      await until("it has read", () => panel.lists.transactionList?.count === count?.value);
    });

    it("can be pinned with the block, and says whether it is", async () => {
      const panel = await open(at(7n));
      await panel.content("block");
      assert.deepEqual(panel.last().pin, { name: "Pin Block", pinned: false });
      await panel.send({ type: "pin" });
      assert.deepEqual(panel.last().pin, { name: "Unpin Block", pinned: true });
      assert.deepEqual(pins.of("testnet"), [7n]);
      await panel.send({ type: "pin" });
      assert.deepEqual(pins.of("testnet"), []);
    });
  });
});

// What the panel of a block shows, and how it moves from block to block.
import assert from "node:assert/strict";
import { blockPanel } from "../../../src/blocks/block/panel.ts";
import { Pointer } from "../../../src/blocks/block/pointer.ts";
import type { ShownBlock } from "../../../src/blocks/block/block-state.ts";
import { Pins } from "../../../src/blocks/ledger/pins.ts";
import { toAddress } from "../../../src/blocks/model/addresses.ts";
import type { Store } from "../../../src/blocks/ledger/store.ts";
import type { Section } from "../../../src/panels/kit/page/model.ts";
import type { Cell, Filter } from "../../../src/panels/kit/page/table-model.ts";
import type { Act } from "../../../src/panels/kit/page/text-model.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { ledgers } from "./ledgers.ts";

const HIGHEST = 2n ** 63n - 1n;

/** The tooltip of a cell. */
function tip(cell: Cell<Act> | undefined): string | undefined {
  return typeof cell === "string" || cell === null ? undefined : cell?.[0]?.tip;
}

describe("The panel of a block", () => {
  const world = ledgers();
  let store: Store;
  let dialogs: ScriptedDialogs;
  let asked: string[];
  let opened: { dispose: () => void }[];
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
   * An open panel and everything that its page was sent. `taken` are the blocks that other panels show. A page that
   * isn't listening yet misses its messages.
   */
  async function open(address: ShownBlock, taken: readonly bigint[] = [], { listens = true } = {}) {
    const kind = await kindOf();
    const panel = openPage(
      kind,
      address,
      taken.map((number) => kind.toKey(at(number))),
    );
    opened.push(panel.connection);
    panel.listen(listens);
    const { last, send } = panel;
    /** Returns what the panel shows once it shows the block. */
    const block = async () => {
      await until("the block is shown", () => last().parts.some(({ kind: part }) => part === "tabs"));
      return last();
    };
    /** Returns what the panel shows instead, once it shows something else. */
    const empty = async () => {
      await until("it is shown", () => last().empty !== undefined && last().figures.length === 0);
      return last().empty ?? assert.fail("nothing is shown in its place");
    };
    const fact = async (name: string) => (await block()).fact(name);
    const value = async (name: string) => (await block()).value(name);
    const choose = async (tab: string): Promise<void> => await send({ type: "chooseTab", tab });
    const json = async (): Promise<string> => {
      await block();
      await choose("json");
      return last().code;
    };
    const table = (label = "Transactions") => last().tables.find((each) => each.label === label);
    const foot = (label?: string) => table(label)?.foot?.text;
    const buttons = (label?: string) => table(label)?.foot?.buttons.map((button) => button.label);
    const trouble = () => last().banners[0]?.sentence;
    const wanted = (): Filter["wanted"] => table()?.filter?.wanted;
    /** What is shown in full below the list. */
    const detail = (): Section<Act> | undefined =>
      last().parts.find((part): part is Section<Act> => part.kind === "section" && part.reveals !== undefined);
    const detailValue = (name: string) => {
      const section = detail();
      return section === undefined ? undefined : last().under(section.heading).value(name);
    };
    const tool = (label: string) =>
      [...last().page.head.toolbar.buttons, ...(last().page.head.beside?.buttons ?? [])].find(
        (button) => button.label === label,
      );
    const neighbors = () => last().page.head.beside?.buttons ?? [];
    return {
      ...panel,
      ...{ block, empty, fact, value, choose, json, table, foot, buttons, trouble, wanted, detail, detailValue, tool },
      neighbors,
    };
  }

  const at = (number: bigint, network = "testnet") => toAddress(network, { number });

  it("shows that it is loading, then every field with its copy button", async () => {
    const panel = await open(at(7n));
    const [first] = panel.pages;
    assert.deepEqual(first?.parts, [{ kind: "busy", sentence: "Loading Block 7…", cancel: { type: "cancel" } }]);
    const { facts, figures, page } = await panel.block();
    assert.deepEqual(
      facts.map(({ name }) => name).filter((name) => name !== "Chain"),
      [
        "Hash",
        "Previous hash",
        "Number",
        "From",
        "To",
        "Transactions",
        "Duration",
        "Transactions per second",
        "Gas used",
        "Size",
        "HAPI version",
        "Record file",
        "Logs bloom",
        "Receipts root",
      ],
    );
    const folded = panel.last().section("Technical details");
    assert.equal(folded.folded, true);
    assert.equal(`${await panel.value("Transactions")} transactions`, figures[0]);
    const [moment, age, length] = page.head.under ?? [];
    assert.match(moment?.text ?? "", /^21 November 2026, \d\d:\d\d:\d\d UTC$/);
    assert.match(moment?.tip ?? "", /^2026-11-21T.*\.\d+Z$/);
    assert.equal(age?.time, moment?.tip);
    assert.match(length?.text ?? "", /^took [\d.]+ s$/);
    assert.deepEqual(figures.map((figure) => figure.replace(/^[\d.,]+ /, "")).slice(0, 2), [
      "transactions",
      "per second",
    ]);
    assert.equal(await panel.value("Logs bloom"), "9 of 2,048 bits set");
    assert.equal((await panel.fact("Logs bloom"))?.copy?.length, 514);
    assert.equal((await panel.fact("From"))?.copy, await panel.value("From"));
    assert.equal(panel.title(), "Block 7");
  });

  it("shows what is null or absent as not recorded, and never as 0", async () => {
    const panel = await open(at(3n));
    const { figures } = await panel.block();
    for (const name of ["Size", "HAPI version", "Gas used", "Logs bloom", "Receipts root"]) {
      const fact = await panel.fact(name);
      assert.deepEqual([fact?.value, fact?.copy], [undefined, undefined], name);
    }
    assert.ok(!figures.some((figure) => /gas used|bytes/.test(figure)));
    assert.equal(await (await open(at(6n))).value("Logs bloom"), "Empty");
  });

  it("says whether the block follows the one before it", async () => {
    const panel = await open(at(8n));
    await until("the chain is known", async () => (await panel.fact("Chain")) !== undefined);
    assert.equal(await panel.value("Chain"), "Follows 7");
    await world.node.act("breakChain", { number: 12 });
    const broken = await open(at(12n));
    await until("the chain is known", async () => (await broken.fact("Chain")) !== undefined);
    assert.match((await broken.value("Chain")) ?? "", /^Hash of 11 does not match/);
    assert.equal(await (await open(at(0n))).fact("Chain"), undefined);
  });

  it("reports no broken chain when the network has started over, and shows the new block", async () => {
    await store.newest(store.network);
    const old = await open(at(1999n));
    const json = await old.json();
    await world.node.act("startOver", { count: 2100 });
    const panel = await open(at(2000n));
    await until("the chain is known", async () => (await panel.fact("Chain")) !== undefined);
    assert.equal(await panel.value("Chain"), "Follows 1,999");
    assert.ok(!panel.pages.some((page) => JSON.stringify(page).includes("does not match")));
    await until("the old one is read again", async () => (await old.json()) !== json);
  });

  it("sends whole numbers as digits, up to the end of 64 bits", async () => {
    const panel = await open(at(HIGHEST, "int64"));
    assert.equal((await panel.block()).title, "Block 9,223,372,036,854,775,807");
    assert.equal((await panel.fact("Number"))?.copy, "9223372036854775807");
    assert.equal((await panel.fact("Transactions"))?.copy, "9223372036854775807");
    const [previous, next] = panel.neighbors();
    assert.equal(previous?.label, "9,223,372,036,854,775,806");
    assert.match(next?.idle ?? "", /This is the highest possible block number/);
    assert.match(await panel.json(), /"number": 9223372036854775807,/);
  });

  it("goes to the next and previous block by button and key, and saves where it is", async () => {
    const panel = await open(at(7n));
    const { keys } = (await panel.block()).page;
    await panel.send(keys?.["Alt+ArrowRight"] ?? assert.fail("there is no key"));
    await until("it is about the next", () => panel.last().title === "Block 8");
    await panel.block();
    await panel.send(panel.neighbors()[0]?.act ?? assert.fail("there is no button"));
    await until("it is about the first again", () => panel.last().title === "Block 7");
    assert.deepEqual(panel.moved, [at(8n), at(7n)]);
  });

  it("stays where it is when another panel shows the neighbor", async () => {
    const panel = await open(at(7n), [8n]);
    await panel.block();
    await panel.send({ type: "go", to: "next" });
    assert.equal(panel.last().title, "Block 7");
  });

  it("shows block 0 without a previous block", async () => {
    const panel = await open(at(0n));
    await panel.block();
    assert.equal(panel.neighbors()[0]?.idle, "This is the first block");
    await panel.send({ type: "go", to: "previous" });
    assert.deepEqual(panel.moved, []);
    assert.equal(typeof (await panel.fact("Previous hash"))?.value, "string");
  });

  it("becomes the panel of the block's number if it was opened by a hash", async () => {
    const { copy: hash = "" } = (await (await open(at(7n))).fact("Hash")) ?? {};
    const panel = await open({ network: "testnet", block: hash.slice(0, 66) });
    await panel.block();
    assert.deepEqual(panel.moved, [at(7n)]);
    assert.equal(panel.title(), "Block 7");
  });

  it("says that a block doesn't exist, and leads to the latest", async () => {
    const panel = await open(at(203_482_916n));
    const absent = await panel.empty();
    assert.equal(absent.heading, "Block 203,482,916 does not exist yet");
    // The network stopped hours ago, so there is no forecast.
    assert.match(
      absent.sentence,
      /^The latest on testnet is 1,999\. It closed on \d+ November 2026, [\d:]+ UTC, and no block has closed since\.$/,
    );
    await panel.send(absent.buttons?.[0]?.act ?? assert.fail("no button leads on"));
    await until("it is the latest", () => panel.last().title === "Block 1,999");
    const hash = `0x${"ab".repeat(48)}`;
    const unknown = await (await open({ network: "testnet", block: hash })).empty();
    assert.equal(unknown.heading, "No block has this hash");
    assert.ok(unknown.sentence.includes(hash));
  });

  it("says when a block is expected on a network that closes blocks", async () => {
    await world.node.act("moveTo", { time: Date.now() });
    const { sentence } = await (await open(at(203_482_916n))).empty();
    assert.equal(sentence, "The latest on testnet is 1,999. Expected in about 13 years (2 seconds per block).");
  });

  it("shows a failed request, and loads again on Retry", async () => {
    await world.node.fault({ kind: "status", status: 500, path: "/blocks/77$" });
    const panel = await open(at(77n));
    const failed = await panel.empty();
    assert.equal(failed.heading, "Could not load Block 77");
    assert.deepEqual(
      failed.buttons?.map(({ label }) => label),
      ["Retry", "Show Log"],
    );
    await world.node.mend();
    await panel.send({ type: "remedy", remedy: "retry" });
    await panel.block();
  });

  it("says which network is no longer in the settings", async () => {
    const panel = await open(at(7n, "gone"));
    assert.match((await panel.empty()).sentence, /network gone is no longer in your settings/);
    await panel.send({ type: "remedy", remedy: "openSettings" });
    assert.deepEqual(asked, ["settings triptych.blocks"]);
  });

  it("can be canceled while it loads", async () => {
    await world.node.fault({ kind: "stall", path: "/blocks/9$" });
    const panel = await open(at(9n));
    await panel.send({ type: "cancel" });
    assert.match((await panel.empty()).sentence, /Canceled/);
  });

  it("opens the explorer of a known network, and offers none for others", async () => {
    const panel = await open(at(7n));
    await panel.block();
    await panel.send(panel.tool("Open in HashScan")?.act ?? assert.fail("there is no explorer"));
    assert.deepEqual(dialogs.opened, ["https://hashscan.io/testnet/block/7"]);
    const other = await open(at(HIGHEST, "int64"));
    await other.block();
    assert.equal(other.tool("Open in HashScan"), undefined);
  });

  it("shows what is known before its script runs", async () => {
    const unknown = await open(at(7n), [], { listens: false });
    assert.equal(unknown.last().busy?.sentence, "Loading Block 7…");
    await store.find(store.network, { number: 7n });
    const known = await open(at(7n), [], { listens: false });
    assert.equal(known.last().title, "Block 7");
    assert.match(known.last().value("Hash") ?? "", /^0x[0-9a-f]{96}$/);
    assert.match(known.last().figures[0] ?? "", /^\d+ transactions$/);
  });

  it("rejects messages and saved states that its page can't have sent", async () => {
    const kind = await kindOf();
    for (const kept of [
      undefined,
      {},
      { network: "testnet", block: 7 },
      { network: 5, block: "7" },
      { network: "x", block: "../1" },
      { network: "testnet", block: "7", tab: "settings" },
    ]) {
      assert.throws(() => kind.decodeThing(kept), /malformed/);
    }
    assert.deepEqual(kind.decodeThing({ network: "testnet", block: "7", more: 1 }), at(7n));
    assert.deepEqual(kind.decodeThing({ ...at(7n), tab: "logs" }), { ...at(7n), tab: "logs" });
    const { send } = await open(at(7n));
    for (const body of [{ type: "go" }, { type: "go", to: "constructor" }, { type: "go", to: 5 }]) {
      await assert.rejects(async () => send(body), /malformed/);
    }
    await assert.rejects(async () => send({ type: "constructor" }), /malformed/);
    await assert.rejects(async () => send({ type: "remedy", remedy: "rm" }), /malformed/);
    await assert.rejects(async () => send({ type: "openRow", list: "transactions", at: -1 }), /malformed/);
  });

  it("keeps its tab when it goes to another block, and saves it for a reload", async () => {
    const panel = await open({ ...at(7n), tab: "json" });
    await panel.block();
    assert.match(panel.last().code, /"number": 7,/);
    await panel.choose("logs");
    assert.equal(panel.last().tabs.chosen, "logs");
    await panel.send({ type: "go", to: "next" });
    await until("it is the next", () => panel.last().title === "Block 8");
    assert.equal((await panel.block()).tabs.chosen, "logs");
    assert.deepEqual(panel.moved, [
      { ...at(7n), tab: "logs" },
      { ...at(8n), tab: "logs" },
    ]);
  });

  describe("and the contents of the block", () => {
    /** A panel whose transactions tab is open, once its foot says this. */
    async function loaded(number: bigint, wanted: RegExp | string = /loaded$/, network?: string) {
      const panel = await open({ ...at(number, network), tab: "transactions" });
      await until("it has loaded", () => {
        const { table, foot, buttons } = panel;
        return table() !== undefined && !buttons()?.includes("Stop") && new RegExp(wanted).test(foot() ?? "");
      });
      return panel;
    }

    it("are loaded up to the first page, and counted by type and result, with fees", async () => {
      const panel = await loaded(1999n, /^16 loaded$/);
      const rows = panel.rows("transactions");
      assert.equal(rows.length, 16);
      assert.match(rows[0]?.[0] ?? "", /^0\.0\.\d+@\d{10}\.\d{9}$/);
      assert.equal(rows[0]?.at(-1), "+0.000");
      assert.match(rows.at(-1)?.at(-1) ?? "", /^\+\d\.\d{3}$/);
      assert.equal(panel.last().tabCount("Transactions"), "16");
      const figures = panel.last().figures.slice(-2);
      assert.match(figures[0] ?? "", /^\d+ failed$/);
      assert.match(figures[1] ?? "", /^0\.\d+ ℏ fees$/);
      await panel.choose("block");
      for (const heading of ["By type", "By result"]) {
        const { count, parts } = panel.last().section(heading);
        const [tally] = parts;
        assert.equal(count, undefined);
        assert.ok(tally?.kind === "tally");
        assert.equal(
          tally.sorts.reduce((all, each) => all + Number(each.count), 0),
          16,
        );
      }
    });

    it("show receiver, amount and memo in a row, and all digits in its tooltip", async () => {
      const panel = await loaded(1985n);
      const cells = panel.sentRows("transactions").map((row) => row.cells);
      const transfers = cells.filter(([, type]) => type === "CRYPTOTRANSFER").map((row) => row[4]);
      const texts = transfers.map((cell) => (typeof cell === "string" || cell === null ? [] : (cell ?? [])));
      const sent = texts.filter(([transfer]) => transfer?.text?.includes(" ℏ") === true);
      assert.ok(sent.length > 0);
      for (const [transfer, memo] of sent) {
        assert.match(transfer?.text ?? "", /^→ 0\.0\.\d+ [\d.,]{1,5}[KM]? ℏ/);
        assert.match(transfer?.tip ?? "", /^0\.0\.\d+ → 0\.0\.\d+ [\d.]+ ℏ/);
        assert.ok(transfer?.tip?.endsWith(memo?.text ?? ""));
      }
      assert.ok(sent.some(([, memo]) => memo?.text?.startsWith(" · ") === true));
    });

    it("show the transactions of the selected type", async () => {
      const panel = await loaded(1999n);
      await panel.choose("block");
      const [tally] = panel.last().section("By type").parts;
      assert.ok(tally?.kind === "tally");
      const first = tally.sorts[0] ?? assert.fail("there is no type");
      await panel.send(first.act);
      assert.equal(panel.last().tabs.chosen, "transactions");
      const type = panel.wanted()?.sorts[1] ?? "";
      assert.equal(panel.table()?.columns[1]?.sorts?.[type]?.label, first.label);
      assert.equal(panel.rows("transactions").filter((row) => row[1] === type).length, Number(first.count));
    });

    it("are loaded page by page on demand, and to the end on request", async () => {
      await world.node.act("growBlock", { number: 1998, transactions: 2_500 });
      const panel = await loaded(1998n, /^100 of 2,500 loaded$/);
      await panel.choose("block");
      assert.equal(panel.last().count("By type"), "of 100 loaded");
      await panel.choose("transactions");
      assert.ok(!panel.last().figures.some((figure) => figure.endsWith("fees")));
      await panel.send(panel.table()?.more ?? assert.fail("nothing loads more at the end"));
      assert.equal(panel.foot(), "200 of 2,500 loaded");
      assert.deepEqual(panel.buttons(), ["Load More", "Load All"]);
      await panel.send({ type: "load", list: "transactions", all: true });
      assert.equal(panel.foot(), "2,500 loaded");
      assert.deepEqual(panel.buttons(), []);
      const sent = panel.sentRows("transactions");
      assert.equal(new Set(sent.map(({ cells }) => tip(cells[5]))).size, 2_500);
      assert.ok(panel.largest() <= 1000, "too much is sent at once");
      const requested = (await world.node.targets()).filter((target) => target.includes("/transactions?"));
      assert.equal(requested.length, 25);
    });

    it("stay loaded when loading is canceled or fails, or the page returns", async () => {
      await world.node.act("growBlock", { number: 1998, transactions: 2_500 });
      const panel = await loaded(1998n, /^100 of 2,500 loaded$/);
      await world.node.fault({ kind: "status", status: 500, path: "/transactions" });
      await panel.send({ type: "load", list: "transactions", all: true });
      assert.match(panel.trouble() ?? "", /500/);
      assert.equal(panel.table()?.more, undefined);
      assert.equal(panel.rows("transactions").length, 100);
      await world.node.mend();
      await world.node.fault({ kind: "stall", path: "/transactions" });
      const loading = panel.send({ type: "load", list: "transactions", all: true });
      await until("it loads", () => panel.buttons()?.[0] === "Stop");
      await panel.send({ type: "stop" });
      await loading;
      assert.equal(panel.trouble(), undefined);
      assert.deepEqual(panel.buttons(), ["Load More", "Load All"]);
      await world.node.mend();
      await panel.send({ type: "load", list: "transactions", all: false });
      const before = panel.sentRows("transactions");
      assert.equal(before.length, 200);
      panel.listen(true);
      assert.deepEqual(panel.sentRows("transactions"), before);
    });

    it("say that the node lacks transactions of the block, and load again", async () => {
      await world.node.act("setLag", { blocks: 1, transactions: 5 });
      const panel = await loaded(1999n, /^5 of 16 loaded$/);
      assert.match(panel.trouble() ?? "", /Transactions are still arriving/);
      await world.node.act("setLag", {});
      await panel.send({ type: "load", list: "transactions", all: false });
      assert.equal(panel.foot(), "16 loaded");
      assert.equal(panel.trouble(), undefined);
    });

    it("have contract results with gas, limit and error, loaded when their tab opens", async () => {
      const panel = await loaded(1949n, /^[\d,]+ loaded$/);
      assert.ok(!(await world.node.targets()).some((target) => target.includes("/contracts/results")));
      await panel.choose("results");
      await until("they are loaded", () => panel.last().tabCount("Contract Results") !== undefined);
      const results = panel.rows("results");
      assert.equal(panel.last().tabCount("Contract Results"), String(results.length));
      for (const [, contract, , , limit, percent] of results) {
        assert.equal(limit, "400,000");
        assert.match(percent ?? "", /^\d+(\.\d)?%$/);
        assert.match(contract ?? "", /^0\.0\.\d+/);
      }
      if (results.length > 0)
        assert.match(panel.last().meter?.sentence ?? "", /^[\d,]+ of [\d,]+ used by (1 call|\d+ calls)/);
      for (const { cells } of panel.sentRows("results")) {
        const [result] = typeof cells[2] === "string" || cells[2] === null ? [] : (cells[2] ?? []);
        if (result?.tone === "bad") assert.notEqual(cells[6], "");
      }
    });

    it("mark internal results and don't add their gas to their callers'", async () => {
      const panel = await loaded(100n, /of/);
      const gas = await panel.block().then(async () => {
        await panel.choose("block");
        return (await panel.value("Gas used")) ?? assert.fail("the block has no gas");
      });
      await panel.choose("results");
      await until("they are loaded", () => panel.rows("results").length > 0);
      await panel.send({ type: "load", list: "results", all: true });
      const results = panel.rows("results");
      const internal = results.filter(([, contract]) => contract?.endsWith(" internal"));
      assert.ok(internal.length > 0 && internal.length < results.length);
      const sentence = panel.last().meter?.sentence ?? "";
      assert.ok(sentence.startsWith(`${gas} of `), sentence);
      const calls = internal.length === 1 ? "1 internal call" : `${internal.length} internal calls`;
      assert.ok(sentence.endsWith(` · includes ${calls}`), sentence);
    });

    it("open a contract result with sender and function, and lead to its transaction", async () => {
      const panel = await loaded(100n, /of/);
      await panel.choose("results");
      await until("they are loaded", () => panel.rows("results").length > 0);
      const place = panel.rows("results").findLastIndex(([, contract]) => !contract?.endsWith(" internal"));
      await panel.send({ ...panel.table("Contract Results")?.open, type: "openRow", at: place });
      const value = panel.detailValue;
      assert.match(panel.detail()?.heading ?? "", /^Call of 0\.0\.\d+/);
      assert.match(value("Sender") ?? "", /^0\.0\.\d+$|^0x[0-9a-f]{40}$/);
      assert.equal(value("Function"), "0xa9059cbb · transfer(address to, uint256 value)");
      const shown = () => panel.last().under(panel.detail()?.heading ?? "");
      assert.equal(shown().fact("Function")?.copy, "0xa9059cbb");
      assert.equal(value("Arguments"), "to 0.0.0\nvalue 0");
      assert.match(value("Transaction hash") ?? "", /^0x[0-9a-f]{64,96}$/);
      const time = value("Consensus time");
      const [link] = shown().fact("Consensus time")?.value ?? [];
      assert.ok(typeof link === "object" && link.act !== undefined);
      await panel.send(link.act);
      await until("the transaction is open", () => panel.detail()?.heading.startsWith("Transaction") === true);
      assert.equal(value("Consensus time"), time);
      assert.equal(panel.last().tabs.chosen, "transactions");
      const row = panel.wanted()?.row ?? assert.fail("no row is to be shown");
      assert.equal(tip(panel.sentRows("transactions")[row]?.cells[5]), time);
    });

    it("have the logs of its contracts, with the names of well-known events", async () => {
      const panel = await loaded(100n, /of/);
      await panel.choose("logs");
      await until("they are loaded", () => panel.rows("logs").length > 0);
      await panel.send({ type: "load", list: "logs", all: true });
      const logs = panel.rows("logs");
      const sent = panel.sentRows("logs");
      assert.ok(new Set(sent.map(({ cells }) => tip(cells[3]))).size === logs.length && logs.length > 20);
      const isNamed = sent.map(({ cells }) => typeof cells[1] === "string");
      const events = logs.map(([, event]) => event ?? "");
      assert.deepEqual(new Set(events.filter((_, place) => isNamed[place])), new Set(["Transfer", "Approval"]));
      const transfer = events.indexOf("Transfer");
      assert.match(logs[transfer]?.[2] ?? "", /^from \S+ · to 0\.0\.\d+ · value \d+$/);
      assert.match(events[isNamed.indexOf(false)] ?? "", /^0x[0-9a-f]{64}$/);
      await panel.send({ type: "openRow", list: "logs", at: transfer });
      assert.equal(panel.detailValue("Event"), "Transfer(address from, address to, uint256 value)");
      assert.equal(panel.detailValue("Arguments")?.replaceAll("\n", " · "), logs[transfer]?.[2]);
      assert.equal(panel.detailValue("Topics")?.split("\n").length, 3);
    });

    it("show one transaction in full, with every transfer and all digits", async () => {
      const panel = await loaded(HIGHEST, /^2 of/, "int64");
      await panel.send({ type: "openRow", list: "transactions", at: 1 });
      const value = panel.detailValue;
      assert.equal(value("Consensus time"), "9223372036.854775807");
      assert.match(value("Hash") ?? "", /^0x[0-9a-f]{96}$/);
      assert.match(value("Transfers") ?? "", /^0\.0\.\d+ [+−][\d.]+ ℏ(\n0\.0\.\d+ [+−][\d.]+ ℏ)+$/);
      const before = panel.detail();
      await panel.send({ type: "openRow", list: "transactions", at: 99 });
      assert.deepEqual(panel.detail(), before);
    });

    it("scroll to a row when it is opened, and never because something else changed", async () => {
      const panel = await loaded(1999n);
      const reason = () => panel.detail()?.reveals;
      await panel.send({ type: "openRow", list: "transactions", at: 1 });
      const first = reason();
      await panel.send({ type: "pin" });
      assert.equal(reason(), first);
      await panel.send({ type: "openRow", list: "transactions", at: 1 });
      assert.notEqual(reason(), first);
    });

    it("open the requested row, before or after the panel opened, however far down it is", async () => {
      await world.node.act("growBlock", { number: 1998, transactions: 1_500 });
      const first = await loaded(1998n, /^100 of 1,500 loaded$/);
      await first.send({ type: "load", list: "transactions", all: true });
      const time = tip(first.sentRows("transactions")[1_234]?.cells[5]) ?? assert.fail("it is too short");
      pointer.point({ ...at(1998n), tab: "transactions", time });
      await until("it points", () => first.wanted()?.row === 1_234);
      assert.equal(first.detailValue("Consensus time"), time);
      pointer.point({ ...at(1997n), tab: "transactions", type: "CRYPTOTRANSFER" });
      const second = await loaded(1997n);
      await until("it points", () => second.wanted()?.sorts[1] === "CRYPTOTRANSFER");
      assert.equal(first.wanted()?.row, 1_234);
    });

    it("open a transaction in a page that becomes ready later, and again in one that was hidden", async () => {
      const first = await loaded(1997n);
      const time = tip(first.sentRows("transactions")[2]?.cells[5]) ?? assert.fail("it is too short");
      first.connection.dispose();
      pointer.point({ ...at(1997n), tab: "transactions", time });
      const panel = await open(at(1997n), [], { listens: false });
      await until("it has found the transaction", () => panel.connection.paint().page !== undefined && isOpen());
      panel.listen(true);
      assert.equal(panel.wanted()?.row, 2);
      assert.equal(panel.detailValue("Consensus time"), time);
      assert.equal(panel.rows("transactions").length, first.rows("transactions").length);
      panel.connection.hidden?.();
      panel.listen(true);
      assert.equal(panel.detailValue("Consensus time"), time);
      assert.equal(panel.wanted(), undefined);
      await panel.send({ type: "closeRow", list: "transactions" });
      panel.listen(true);
      assert.equal(panel.detail(), undefined);

      function isOpen(): boolean {
        return JSON.stringify(panel.connection.paint().page).includes(`"${time}"`);
      }
    });

    it("are those of the next block when the panel goes there, and nothing of the previous one arrives late", async () => {
      const panel = await loaded(1997n);
      await panel.send({ type: "openRow", list: "transactions", at: 1 });
      await panel.send({ type: "go", to: "next" });
      await until("it is the next", () => panel.title() === "Block 1,998" && panel.last().figures.length > 0);
      assert.equal(panel.detail(), undefined);
      const transactions = panel.last().figures[0]?.split(" ")[0] ?? "";
      await until("it has loaded", () => panel.foot() === `${transactions} loaded`);
      assert.equal(panel.rows("transactions").length, Number(transactions));
      assert.equal(panel.last().tabCount("Transactions"), transactions);
    });

    it("can be pinned with the block, and show whether it is", async () => {
      const panel = await open(at(7n));
      await panel.block();
      await panel.send(panel.tool("Pin Block")?.act ?? assert.fail("it can't be pinned"));
      assert.equal(panel.tool("Unpin Block")?.icon, "pinned");
      assert.deepEqual(pins.of("testnet"), [7n]);
      await panel.send(panel.tool("Unpin Block")?.act ?? assert.fail("it can't be unpinned"));
      assert.deepEqual(pins.of("testnet"), []);
    });
  });
});

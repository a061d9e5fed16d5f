// The contents of a block in its panel: transactions, contract results and logs.
import assert from "node:assert/strict";
import { until } from "../extension.ts";
import { at, blockPanels, HIGHEST, tip } from "./block-panels.ts";

describe("The contents of a block in its panel", () => {
  const here = blockPanels();
  const { world, open } = here;

  /** A panel with its transactions tab open, once its footer has this text. */
  async function loaded(number: bigint, wanted: RegExp | string = /loaded$/, network?: string) {
    const panel = await open({ ...at(number, network), tab: "transactions" });
    await until("it has loaded", () => {
      const { table, foot, buttons } = panel;
      return table() !== undefined && !buttons()?.includes("Stop") && new RegExp(wanted).test(foot() ?? "");
    });
    return panel;
  }

  it("include the first page of transactions, counted by type and result, with fees", async () => {
    const panel = await loaded(1999n, /^16 loaded$/);
    const rows = panel.rows("transactions");
    assert.equal(rows.length, 16);
    assert.match(rows[0]?.[2] ?? "", /^0\.0\.\d+$/);
    assert.match(tip(panel.sentRows("transactions")[0]?.cells[2]) ?? "", /^0\.0\.\d+@\d{10}\.\d{9}$/);
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
    const transfers = cells.filter(([type]) => type === "CRYPTOTRANSFER").map((row) => row[3]);
    const texts = transfers.map((cell) => (typeof cell === "string" || cell === null ? [] : (cell ?? [])));
    const sent = texts.filter(([transfer]) => transfer?.text?.includes(" ℏ") === true);
    assert.ok(sent.length > 0);
    for (const [transfer, memo] of sent) {
      assert.match(transfer?.text ?? "", /^→ 0\.0\.\d+ [\d.,]{1,5}[KM]? ℏ/);
      assert.match(transfer?.tip ?? "", /^0\.0\.\d+ → 0\.0\.\d+ [\d.,]+ ℏ/);
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
    const type = panel.wanted()?.sorts[0] ?? "";
    assert.equal(panel.table()?.columns[0]?.sorts?.[type]?.label, first.label);
    assert.equal(panel.rows("transactions").filter((row) => row[0] === type).length, Number(first.count));
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

  it("stay loaded when loading is canceled or fails, and when the page is shown again", async () => {
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

  it("show that the node lacks transactions of the block, and load them again", async () => {
    await world.node.act("moveTo", { time: Date.now() });
    await world.node.act("setLag", { blocks: 1, transactions: 5 });
    const panel = await loaded(1999n, /^5 of 16 loaded$/);
    assert.match(panel.trouble() ?? "", /still arriving/);
    await world.node.act("setLag", {});
    await panel.send({ type: "load", list: "transactions", all: false });
    assert.equal(panel.foot(), "16 loaded");
    assert.equal(panel.trouble(), undefined);
  });

  it("include contract results with gas, limit and error, loaded when their tab opens", async () => {
    const panel = await loaded(1949n, /^[\d,]+ loaded$/);
    assert.ok(!(await world.node.targets()).some((target) => target.includes("/contracts/results")));
    await panel.choose("results");
    await until("they are loaded", () => panel.last().tabCount("Contract results") !== undefined);
    const results = panel.rows("results");
    assert.equal(panel.last().tabCount("Contract results"), String(results.length));
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

  it("open a contract result with sender and function, and from there its transaction", async () => {
    const panel = await loaded(100n, /of/);
    await panel.choose("results");
    await until("they are loaded", () => panel.rows("results").length > 0);
    const place = panel.rows("results").findLastIndex(([, contract]) => !contract?.endsWith(" internal"));
    await panel.send({ ...panel.table("Contract results")?.open, type: "openRow", at: place });
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

  it("include the logs of its contracts, with the names of well-known events", async () => {
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

  it("show the details of a transaction, with every transfer and all digits", async () => {
    const panel = await loaded(HIGHEST, /^2 of/, "int64");
    await panel.send({ type: "openRow", list: "transactions", at: 1 });
    const value = panel.detailValue;
    assert.equal(value("Consensus time"), "9223372036.854775807");
    assert.match(value("Hash") ?? "", /^0x[0-9a-f]{96}$/);
    assert.match(value("Transfers") ?? "", /^0\.0\.\d+ [+−][\d.,]+ ℏ(\n0\.0\.\d+ [+−][\d.,]+ ℏ)+$/);
    const before = panel.detail();
    await panel.send({ type: "openRow", list: "transactions", at: 99 });
    assert.deepEqual(panel.detail(), before);
  });

  it("lead from a transaction to the panels of its payer, node, entity, accounts and tokens", async () => {
    const panel = await loaded(1985n);
    const opened = new Set<string>();
    for (const at of panel.rows("transactions").keys()) {
      await panel.send({ type: "openRow", list: "transactions", at });
      for (const { name, value = [] } of panel.last().under(panel.detail()?.heading ?? "").facts) {
        for (const { text, tip: exact, act } of typeof value === "string" ? [] : value) {
          if (act?.type !== "openEntity") continue;
          await panel.send(act);
          assert.equal(here.asked.at(-1), `${exact ?? text} on testnet`);
          opened.add(name);
        }
      }
    }
    assert.deepEqual([...opened].toSorted(), ["Entity", "NFTs", "Node", "Payer", "Tokens", "Transfers"]);
  });

  it("show amounts of tokens with their decimals and symbols", async () => {
    const panel = await loaded(1985n);
    const lines: string[] = [];
    for (const at of panel.rows("transactions").keys()) {
      await panel.send({ type: "openRow", list: "transactions", at });
      if (panel.detailValue("Tokens") === undefined) continue;
      await until("the token is loaded", () => panel.detailValue("Tokens")?.includes("smallest") === false);
      lines.push(...(panel.detailValue("Tokens") ?? "").split("\n"));
    }
    assert.ok(lines.length > 0);
    for (const line of lines) assert.match(line, /^0\.0\.\d+ [+−][\d,]+(\.\d*[1-9])? [A-Z]+\d*$/);
    assert.ok(lines.some((line) => line.includes(".", 12)));
  });

  it("show why a contract call failed, in the transaction as well", async () => {
    const panel = await loaded(1998n);
    const failed = panel
      .rows("transactions")
      .findIndex(([type, result]) => type === "CONTRACTCALL" && result !== "SUCCESS");
    assert.ok(failed >= 0);
    await panel.send({ type: "openRow", list: "transactions", at: failed });
    await until("the reason is loaded", () => panel.detailValue("Reason") !== undefined);
    await panel.choose("results");
    const time = tip(panel.sentRows("transactions")[failed]?.cells[5]);
    await until("they are loaded", () => panel.rows("results").length > 0);
    await panel.send({ type: "load", list: "results", all: true });
    const reasons = panel.rows("results").map((row) => row[6]);
    await panel.choose("transactions");
    assert.equal(panel.detailValue("Consensus time"), time);
    assert.ok(reasons.includes(panel.detailValue("Reason")));
  });

  it("lead from a transaction to those that it triggered, and back", async () => {
    const panel = await loaded(100n, /of/);
    await panel.send({ type: "load", list: "transactions", all: true });
    const link = (name: string) => {
      if (panel.detail() === undefined) return undefined;
      const value = panel
        .last()
        .under(panel.detail()?.heading ?? "")
        .fact(name)?.value;
      return typeof value === "object" ? value[0]?.act : undefined;
    };
    const parents = panel.rows("transactions").keys();
    let at = -1;
    while (link("Triggered") === undefined) {
      at = parents.next().value ?? assert.fail("no transaction has triggered another one");
      await panel.send({ type: "openRow", list: "transactions", at });
    }
    const parent = panel.detailValue("Consensus time");
    await panel.send(link("Triggered") ?? assert.fail("it is no link"));
    await until("the child is open", () => panel.detailValue("Triggered by") === parent);
    await panel.send(link("Triggered by") ?? assert.fail("it is no link"));
    await until("the parent is open", () => panel.detailValue("Consensus time") === parent);
    await panel.send({ type: "openTime", time: "1234567890.000000001" });
    assert.equal(here.asked.at(-1), "transaction 1234567890000000001");
  });

  it("scroll to a row only when it is opened", async () => {
    const panel = await loaded(1999n);
    const reason = () => panel.detail()?.reveals;
    await panel.send({ type: "openRow", list: "transactions", at: 1 });
    const first = reason();
    await panel.send({ type: "pin" });
    assert.equal(reason(), first);
    await panel.send({ type: "openRow", list: "transactions", at: 1 });
    assert.notEqual(reason(), first);
  });

  it("open the requested row, before or after the panel opens, however far down it is", async () => {
    await world.node.act("growBlock", { number: 1998, transactions: 1_500 });
    const first = await loaded(1998n, /^100 of 1,500 loaded$/);
    await first.send({ type: "load", list: "transactions", all: true });
    const time = tip(first.sentRows("transactions")[1_234]?.cells[5]) ?? assert.fail("it is too short");
    here.show(at(1998n), { tab: "transactions", time });
    await until("it points", () => first.wanted()?.row === 1_234);
    assert.equal(first.detailValue("Consensus time"), time);
    const second = await open(at(1997n));
    here.show(at(1997n), { tab: "transactions", type: "CRYPTOTRANSFER" });
    await until("it points", () => second.wanted()?.sorts[0] === "CRYPTOTRANSFER");
    assert.equal(first.wanted()?.row, 1_234);
  });

  it("open a transaction in a page that becomes ready later, and again after it was hidden", async () => {
    const first = await loaded(1997n);
    const time = tip(first.sentRows("transactions")[2]?.cells[5]) ?? assert.fail("it is too short");
    first.connection.dispose();
    const panel = await open(at(1997n), [], { listens: false });
    here.show(at(1997n), { tab: "transactions", time });
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

  it("are those of the next block after moving there, and nothing of the previous one arrives late", async () => {
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
    assert.deepEqual(here.pins.of("testnet"), [7n]);
    await panel.send(panel.tool("Unpin Block")?.act ?? assert.fail("it can't be unpinned"));
    assert.deepEqual(here.pins.of("testnet"), []);
  });
});

// What the panel of a block shows, and how it moves to other blocks.
import assert from "node:assert/strict";
import { until } from "../extension.ts";
import { at, blockPanels, HIGHEST } from "./block-panels.ts";

describe("The panel of a block", () => {
  const here = blockPanels();
  const { world, createPanels, open } = here;

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

  it("shows null or absent values as not recorded, and never as 0", async () => {
    const panel = await open(at(3n));
    const { figures } = await panel.block();
    for (const name of ["Size", "HAPI version", "Gas used", "Logs bloom", "Receipts root"]) {
      const fact = await panel.fact(name);
      assert.deepEqual([fact?.value, fact?.copy], [undefined, undefined], name);
    }
    assert.ok(!figures.some((figure) => /gas used|bytes/.test(figure)));
    assert.equal(await (await open(at(6n))).value("Logs bloom"), "Empty");
  });

  it("shows whether the block follows the previous one", async () => {
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
    await here.store.newest(here.store.network);
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

  it("stays at its block if another panel shows the neighbor", async () => {
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

  it("shows that a block doesn't exist, and links to the latest", async () => {
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

  it("shows when to expect a block on a network that is closing blocks", async () => {
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

  it("shows which network is no longer in the settings", async () => {
    const panel = await open(at(7n, "gone"));
    assert.match((await panel.empty()).sentence, /network gone is no longer in your settings/);
    await panel.send({ type: "remedy", remedy: "openSettings" });
    assert.deepEqual(here.asked, ["settings triptych.blocks"]);
  });

  it("can be canceled while it loads", async () => {
    await world.node.fault({ kind: "stall", path: "/blocks/9$" });
    const panel = await open(at(9n));
    await panel.send({ type: "cancel" });
    assert.match((await panel.empty()).sentence, /Canceled/);
  });

  it("opens the explorer if it covers the network, and doesn't offer it for others", async () => {
    const panel = await open(at(7n));
    await panel.block();
    await panel.send(panel.tool("Open in HashScan")?.act ?? assert.fail("there is no explorer"));
    assert.deepEqual(here.dialogs.opened, ["https://hashscan.io/testnet/block/7"]);
    const other = await open(at(HIGHEST, "int64"));
    await other.block();
    assert.equal(other.tool("Open in HashScan"), undefined);
  });

  it("shows what is known before its script runs", async () => {
    const unknown = await open(at(7n), [], { listens: false });
    assert.equal(unknown.last().busy?.sentence, "Loading Block 7…");
    await here.store.find(here.store.network, { number: 7n });
    const known = await open(at(7n), [], { listens: false });
    assert.equal(known.last().title, "Block 7");
    assert.match(known.last().value("Hash") ?? "", /^0x[0-9a-f]{96}$/);
    assert.match(known.last().figures[0] ?? "", /^\d+ transactions$/);
  });

  it("rejects invalid messages and saved states", async () => {
    const { kind } = await createPanels();
    for (const kept of [
      undefined,
      {},
      { network: "testnet", block: 7 },
      { network: 5, block: "7" },
      { network: "x", block: "../1" },
      { network: "testnet", block: "7", tab: "settings" },
    ]) {
      assert.throws(() => kind.decodeSubject(kept), /malformed/);
    }
    assert.deepEqual(kind.decodeSubject({ network: "testnet", block: "7", more: 1 }), at(7n));
    assert.deepEqual(kind.decodeSubject({ ...at(7n), tab: "logs" }), { ...at(7n), tab: "logs" });
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
});

// The panel of a range: its charts, its exports, and the verification of its chain.
import assert from "node:assert/strict";
import { Format } from "../../../src/base/format.ts";
import { formatGas } from "../../../src/blocks/wording/block-text.ts";
import { RangePanels } from "../../../src/blocks/range/panel.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { ledgers } from "./ledgers.ts";

describe("The panel of a range", () => {
  const world = ledgers();

  async function opened(from: string, to: string, ...answers: string[]) {
    const { store } = world.open();
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(...answers);
    const exported: string[] = [];
    const places = {
      open: (content: string) => Promise.resolve(void exported.push(content)),
      write: () => assert.fail("no file was asked for"),
    };
    const exports = new Exports(dialogs, { redactRegistered: (text) => text }, places);
    const shown: unknown[] = [];
    const blocks = { show: (address: unknown) => void shown.push(address) };
    const page = openPage(new RangePanels(store, { ...shared, exports, blocks }).kind, {
      network: "testnet",
      from,
      to,
    });
    page.connection.ready();
    await page.loaded();
    return { ...page, exported, shown };
  }

  it("shows the numbers of every block with all digits, and block 0 as the first", async () => {
    const { connection, last, places } = await opened("0", "49");
    assert.equal(last().title, "Blocks 0 – 49");
    const all = places("blocks");
    assert.equal(all.length, 50);
    assert.deepEqual([all[0]?.name, all[0]?.values[3]], ["0", "First block"]);
    assert.ok(all.slice(1).every(({ values }) => /^\d+$/.test(values[3] ?? "")));
    assert.match(all[7]?.under ?? "", /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(
      last().chart.plots.map(({ name }) => name),
      ["Transactions", "Gas", "Bytes", "Interval"],
    );
    connection.dispose();
  });

  it("shows gas in charts with the digits that it has in rows", async () => {
    const { connection, last, places } = await opened("1950", "1999");
    const at = last().chart.plots.findIndex(({ name }) => name === "Gas");
    assert.equal(last().chart.plots[at]?.shown, "short");
    const gas = places("blocks").flatMap(({ values }) =>
      /^\d+$/.test(values[at] ?? "") ? [BigInt(values[at] ?? 0)] : [],
    );
    assert.ok(gas.some((each) => each > 1000n));
    const drawn = new Format("en");
    assert.deepEqual(
      gas.map(formatGas),
      gas.map((each) => `${drawn.compact(each)} gas`),
    );
    connection.dispose();
  });

  it("exports the selection of the charts, and everything once it is cleared", async () => {
    const { connection, send, exported, listen } = await opened("100", "149", "CSV", "CSV");
    await send({ type: "choose", from: 10, to: 12 });
    await send({ type: "export" });
    const numbers = (csv = ""): readonly string[] =>
      csv
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(",")[0] ?? "");
    assert.deepEqual(numbers(exported[0]), ["110", "111", "112"]);
    listen(true);
    await send({ type: "export" });
    assert.equal(numbers(exported[1]).length, 50);
    connection.dispose();
  });

  it("opens the block at a point, moves to earlier blocks by key, and ignores unknown messages", async () => {
    const { connection, pages, send, shown, moved, last } = await opened("100", "149");
    await send({ type: "open", at: 3 });
    assert.match(JSON.stringify(shown), /103/);
    const { keys } = pages.at(-1) ?? assert.fail("there is no page");
    assert.deepEqual(Object.keys(keys ?? {}), ["Alt+ArrowLeft", "Alt+ArrowRight"]);
    await send(keys?.["Alt+ArrowLeft"] ?? assert.fail("there is no key"));
    assert.deepEqual(moved, [{ network: "testnet", from: "50", to: "99" }]);
    await until("they are loaded", () => last().title === "Blocks 50 – 99" && last().busy === undefined);
    await send({ type: "show", from: "9", to: "2" });
    assert.equal(last().failure?.start, "Not a range of blocks.");
    await assert.rejects(async () => send({ type: "open", at: -1 }), /malformed/);
    await assert.rejects(async () => send({ type: "openBlock", number: "1; rm" }), /malformed/);
    await assert.rejects(async () => send({ type: "constructor" }), /malformed/);
    connection.dispose();
  });

  it("marks a break in its charts, and shows both values that don't match", async () => {
    await world.node.act("breakChain", { number: 120 });
    const { connection, send, last } = await opened("100", "149");
    await send({ type: "verify" });
    const verdict = () => last().under("Verify");
    await until("it is checked", () => verdict().failure !== undefined);
    assert.equal(verdict().failure?.start, "Broken at 120.");
    const headings = last().headings.filter((each) => each === "Verify" || each === "Charts");
    assert.deepEqual(headings, ["Verify", "Charts"], "the verdict comes first");
    assert.deepEqual(last().chart.marks, [{ at: 20, word: "broken here", broken: true }]);
    const [before, named] = verdict().facts;
    assert.deepEqual([before?.name, named?.name], ["Hash of 119", "Previous hash in 120"]);
    assert.equal(before?.copy, before?.value);
    assert.deepEqual(verdict().rows("Verify")[1], ["Hashes link up", "Failed at 120", "19"]);
    connection.dispose();
  });
});

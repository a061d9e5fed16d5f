// What exports and shares of blocks and ranges contain.
import assert from "node:assert/strict";
import { blockExport } from "../../../src/blocks/block/export.ts";
import { shareThing } from "../../../src/blocks/parts/export-actions.ts";
import { rangeExport } from "../../../src/blocks/range/export.ts";
import type { Block } from "../../../src/blocks/model/block.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import { Shares, type SharedContent } from "../../../src/workbench/share/shares.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { ledgers } from "./ledgers.ts";

describe("The export of blocks", () => {
  const world = ledgers();

  const newest = async (): Promise<{
    readonly blocks: readonly Block[];
    readonly network: { name: string; address: string };
  }> => {
    const { store } = world.open({ high: world.node.int64 });
    const { values } = await store.newest(store.network);
    return { blocks: values.toReversed(), network: store.network };
  };
  const exported = async (form: string): Promise<string> => {
    const { blocks, network } = await newest();
    const [block] = blocks;
    const opened: string[] = [];
    const places = {
      open: (content: string) => Promise.resolve(void opened.push(content)),
      write: () => assert.fail("no file was asked for"),
    };
    const exports = new Exports(new ScriptedDialogs(form), { redactRegistered: (text) => text }, places);
    await exports.export(blockExport({ network: network.name }, block ?? assert.fail("there is no block")));
    return opened.join("");
  };

  for (const form of ["Markdown", "CSV", "JSON"]) {
    it(`has every digit of a number beyond 2^53 as ${form}`, async () => {
      const { blocks } = await newest();
      const [block] = blocks;
      assert.ok(block !== undefined && block.number > 2n ** 53n);
      const digits = (await exported(form)).replace(/[,\u00a0\u202f]/g, "");
      assert.ok(digits.includes(String(block.number)));
      assert.ok(digits.includes(block.hash));
      if (block.previousHash !== undefined) assert.ok(digits.includes(block.previousHash));
    });
  }

  it("has only numbers in number columns", async () => {
    const { store } = world.open();
    const { values } = await store.rangePage(store.network, { from: 100n, to: 199n });
    const block = values.find(({ from, to, count }) => from === to && count === 1n) ?? assert.fail("all last a while");
    const opened: string[] = [];
    const places = { open: (content: string) => Promise.resolve(void opened.push(content)), write: fail };
    const exports = new Exports(new ScriptedDialogs("CSV"), { redactRegistered: (text) => text }, places);
    await exports.export(blockExport({ network: store.network.name }, block));
    const cells = new Map(
      opened
        .join("")
        .split(/\r?\n/)
        .map((line) => [line.slice(0, line.indexOf(",")), line.slice(line.indexOf(",") + 1)]),
    );
    assert.equal(cells.get("Transactions per second"), "");
    assert.equal(cells.get("Transactions"), "1");
    assert.match(cells.get("Size") ?? "", /^\d*$/);
  });

  it("is shared as Markdown, with its title", async () => {
    const { blocks, network } = await newest();
    const taken: SharedContent[] = [];
    const place = { id: "here", label: "Here", take: (parcel: SharedContent) => void taken.push(parcel) };
    const shares = new Shares(new ScriptedDialogs("Here"), [place]);
    const exports = new Exports(
      new ScriptedDialogs(),
      { redactRegistered: (text) => text },
      { open: fail, write: fail },
    );
    const block = blocks[0] ?? assert.fail("there is no block");
    await shareThing(blockExport({ network: network.name }, block), { exports, shares });
    assert.match(taken[0]?.title ?? "", /^Block [\d,]+, high$/);
    assert.match(taken[0]?.markdown ?? "", /^## Block .*\n\n\| Field \| Value \|\n/);
  });

  it("exports a whole range with the numbers of each block", async () => {
    const { blocks } = await newest();
    const { columns, rows } = await rangeExport("high", blocks, undefined).table();
    assert.deepEqual(
      rows.map((row) => row[columns.indexOf("number")]),
      blocks.map(({ number }) => number),
    );
    const last = String(blocks.at(-1)?.number);
    assert.ok((await rangeExport("high", blocks, undefined).markdown()).includes(`| ${last} |`));
  });
});

function fail(): Promise<void> {
  assert.fail("nothing is exported");
}

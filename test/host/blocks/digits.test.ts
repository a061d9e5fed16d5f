// Numbers that a double can't hold keep every digit in rows, panels, the clipboard and exports.
import assert from "node:assert/strict";
import { env } from "vscode";
import { blockCommands } from "../../../src/blocks/block/commands.ts";
import { BlockPanels } from "../../../src/blocks/block/panel.ts";
import { rangeCommands } from "../../../src/blocks/range/commands.ts";
import { RangePanels } from "../../../src/blocks/range/panel.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import { buildRoots } from "../../../src/blocks/tree/top-rows.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { ledgers } from "./ledgers.ts";
import { openPage } from "../page.ts";
import { shown } from "../shown.ts";
import { noLinks } from "./links.ts";

const SIGNAL = new AbortController().signal;
/** Numbers that a conversion to a double would change. So would the counts and the gas of their blocks. */
const NUMBERS = ["9900000000000001", "9223372036847275807"] as const;
const COUNT = "9990000000000222";

function blockOf(number: string): string {
  const hash = `0x${number.padStart(96, "a")}`;
  const times = '{"from":"1676540001.234500000","to":"1676540001.234600000"}';
  return `{"count":${COUNT},"gas_used":${number},"hash":"${hash}","number":${number},"size":${number},"timestamp":${times}}`;
}

describe("A number that a double can't hold", () => {
  const world = ledgers();

  beforeEach(() =>
    world.node.fault({
      kind: "status",
      status: 200,
      path: "/blocks",
      body: `{"blocks":[${NUMBERS.toReversed().map(blockOf).join(",")}],"links":{"next":null}}`,
    }),
  );

  for (const number of NUMBERS) {
    const subject = { network: "high", block: number };
    const spoken = new Intl.NumberFormat("en").format(BigInt(number));

    async function opened(...answers: string[]) {
      const { store } = world.open({ high: world.node.origin });
      await store.newest(store.network);
      const written: string[] = [];
      const places = {
        open: (content: string) => Promise.resolve(void written.push(content)),
        write: () => assert.fail("no file was asked for"),
      };
      const dialogs = new ScriptedDialogs(...answers);
      const exports = new Exports(dialogs, { redactRegistered: (text) => text }, places);
      const parts = { ...(await sharedParts()), dialogs, exports };
      const pins = new Pins(memento());
      const panels = new BlockPanels(store, { ...parts, ...noLinks, pins });
      const blocks = blockCommands(store, panels, { ...parts, pins });
      const ranges = rangeCommands(store, new RangePanels(store, { ...parts, blocks: panels }), parts);
      return { store, written, panel: panels.kind, blocks, ranges };
    }

    it(`is the same in the list: ${number}`, async () => {
      const { store } = await opened();
      const tail = { state: { kind: "live" } } as const;
      const roots = await buildRoots({ store, tail, pins: new Pins(memento()), now: () => 0 })(SIGNAL);
      const newest = roots.nodes.find(({ label }) => label === "Latest Blocks");
      const rows: readonly Node[] = (await newest?.children?.(SIGNAL))?.nodes ?? [];
      const row = rows.find(({ label }) => label === spoken) ?? assert.fail(`no row ${spoken}`);
      assert.deepEqual(row.subject, subject);
      assert.match(shown(await row.tooltip?.(SIGNAL)), /9,990,000,000,000,222 transactions/);
    });

    it(`is the same in the panel, with its digits to copy: ${number}`, async () => {
      const { panel } = await opened();
      const { connection, last, send } = openPage(panel, subject);
      try {
        await until("it is shown", () => last().facts.length > 0);
        assert.equal(last().title, `Block ${spoken}`);
        const copies = ["Number", "Transactions", "Gas used", "Size"].map((name) => last().fact(name)?.copy);
        assert.deepEqual(copies, [number, COUNT, number, number]);
        await send({ type: "chooseTab", tab: "json" });
        assert.match(last().code, new RegExp(`"number": ${number},`));
      } finally {
        connection.dispose();
      }
    });

    it(`is the same on the clipboard: ${number}`, async () => {
      const { ranges } = await opened();
      const command = ranges.copy;
      const range = { network: "high", from: number, to: number };
      await command.run(...(command.accepts([range]) ?? assert.fail("it is not accepted")));
      assert.equal(await env.clipboard.readText(), `${number} – ${number}`);
    });

    for (const form of ["Markdown", "CSV", "JSON"]) {
      it(`is the same when its block or its range is exported as ${form}: ${number}`, async () => {
        const { written, blocks, ranges } = await opened(form, form);
        const block = blocks.export;
        await block.run(...(block.accepts([subject]) ?? assert.fail("it is not accepted")));
        const range = ranges.export;
        const wanted = { network: "high", from: number, to: number };
        await range.run(...(range.accepts([wanted]) ?? assert.fail("it is not accepted")));
        assert.equal(written.length, 2);
        for (const text of written) {
          const digits = text.replace(/(?<=\d),(?=\d{3})/g, "");
          assert.ok(digits.includes(number) && digits.includes(COUNT), text);
        }
      });
    }
  }
});

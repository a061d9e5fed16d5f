// Commands on the row of a range: charts, verify, export and copy.
import assert from "node:assert/strict";
import { env } from "vscode";
import { rangeCommands } from "../../../src/blocks/range/commands.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import type { Command } from "../../../src/workbench/commands.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts } from "../extension.ts";
import { ledgers } from "./ledgers.ts";

describe("The row of a range of blocks", () => {
  const world = ledgers();
  const NARROW = { network: "testnet", from: "700", to: "799" };
  const WIDE = { network: "testnet", from: "1000000", to: "1999999" };

  async function opened(...answers: string[]) {
    const { store } = world.open();
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(...answers);
    const written: string[] = [];
    const places = {
      open: (content: string) => Promise.resolve(void written.push(content)),
      write: () => assert.fail("no file was asked for"),
    };
    const shown: unknown[] = [];
    const parts = {
      ...shared,
      dialogs,
      exports: new Exports(dialogs, { redactRegistered: (text) => text }, places),
    };
    const verified: unknown[] = [];
    const ranges = {
      show: (address: unknown) => void shown.push(address),
      verify: (address: unknown) => void verified.push(address),
    };
    return { dialogs, commands: rangeCommands(store, ranges, parts), shown, verified, written };
  }

  async function run<Given extends readonly unknown[]>(
    command: Command<Given, unknown>,
    subject: unknown,
  ): Promise<void> {
    await command.run(...(command.accepts([subject]) ?? assert.fail("the row is not accepted")));
  }

  it("opens its charts and verifies its chain without asking", async () => {
    const { commands, shown, verified, dialogs } = await opened();
    await run(commands.show, NARROW);
    await run(commands.verify, NARROW);
    assert.deepEqual(shown, [NARROW]);
    assert.deepEqual(verified, [NARROW]);
    assert.deepEqual(dialogs.asked, []);
  });

  it("asks for a part if it has more blocks than can be shown", async () => {
    const { commands, shown, dialogs } = await opened("1,500,000 + 10");
    await run(commands.show, WIDE);
    assert.deepEqual(dialogs.asked, ["Show Range of Blocks on testnet"]);
    assert.deepEqual(shown, [{ network: "testnet", from: "1500000", to: "1500009" }]);
  });

  it("is exported as the node returns it, each block once", async () => {
    const { commands, written } = await opened("CSV");
    await run(commands.export, NARROW);
    const lines = (written[0] ?? "").trim().split("\r\n");
    assert.equal(lines.length, 101);
    assert.match(lines[1] ?? "", /^700,0x[0-9a-f]{96},0x[0-9a-f]{96},\d+\.\d{9},\d+\.\d{9},[\d.]+,/);
  });

  it("shows which of its blocks the node has", async () => {
    const { commands, dialogs, written } = await opened("JSON");
    await run(commands.export, { network: "testnet", from: "1950", to: "2049" });
    assert.deepEqual(dialogs.shown, ["The mirror node has 50 of 100 blocks."]);
    assert.equal((JSON.parse(written[0] ?? "") as { blocks: unknown[] }).blocks.length, 50);
    await assert.rejects(
      run(commands.export, { network: "testnet", from: "5000", to: "5099" }),
      /testnet has no blocks in this range/,
    );
  });

  it("is copied in a form that can be typed again, with every digit", async () => {
    const { commands } = await opened();
    await run(commands.copy, {
      network: "int64",
      from: "9223372036847275807",
      to: "9223372036854775807",
    });
    assert.equal(await env.clipboard.readText(), "9223372036847275807 – 9223372036854775807");
  });

  it("rejects a range that is reversed or has no network", async () => {
    const { commands } = await opened();
    for (const given of [undefined, {}, { network: "testnet", from: "9", to: "3" }, { ...NARROW, from: "x" }]) {
      assert.equal(commands.copy.accepts([given]), undefined);
    }
    await assert.rejects(run(commands.copy, { ...NARROW, network: "gone" }), /no longer in your settings/);
  });

  it("starts at the block of the selected row, and ends at the latest block at most", async () => {
    const { commands, verified } = await opened("1990 – 1999");
    await run(commands.verify, { network: "testnet", block: "1990" });
    assert.deepEqual(verified, [{ network: "testnet", from: "1990", to: "1999" }]);
  });
});

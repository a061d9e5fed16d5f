// Programs can read the CSV of a network: its numeric columns contain only digits.
import assert from "node:assert/strict";
import { networkCommands } from "../../../src/blocks/network/commands.ts";
import { NetworkPanels } from "../../../src/blocks/network/panel.ts";
import { after } from "../../../src/workbench/poller.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts } from "../extension.ts";
import { ledgers } from "./ledgers.ts";
import { noLinks } from "./links.ts";

const NUMBERS = [
  "node_id",
  "stake",
  "stake_rewarded",
  "stake_not_rewarded",
  "min_stake",
  "max_stake",
  "reward_rate_start",
  "staking_from",
  "staking_to",
];

describe("The CSV export of a network", () => {
  const world = ledgers();

  beforeEach(() => world.node.act("setNewer", {}));

  /** The lines of the export, split into cells, none of which contains a comma or a quotation mark. */
  async function exported(): Promise<readonly (readonly string[])[]> {
    const { store } = world.open();
    const written: string[] = [];
    const places = {
      open: (content: string) => Promise.resolve(void written.push(content)),
      write: () => assert.fail("no file was asked for"),
    };
    const dialogs = new ScriptedDialogs("CSV");
    const exports = new Exports(dialogs, { redactRegistered: (text) => text }, places);
    const parts = { ...(await sharedParts()), dialogs, exports };
    const commands = networkCommands(store, new NetworkPanels(store, { ...parts, ...noLinks, after }), parts);
    const command = commands.export;
    await command.run(...(command.accepts([undefined]) ?? assert.fail("it is not accepted")));
    const [text = ""] = written;
    assert.ok(!text.includes('"'), text);
    return text
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  }

  it("has only digits in the numeric columns of its nodes", async () => {
    const [columns = [], ...rows] = await exported();
    assert.equal(rows.length, 31);
    for (const name of NUMBERS) {
      const at = columns.indexOf(name);
      assert.ok(at >= 0, name);
      for (const row of rows) assert.match(row[at] ?? "", /^(\d+(\.\d+)?)?$/, `${name} of node ${row[0]}`);
    }
    // A node without stake has empty cells there, not text.
    assert.ok(rows.some((row) => row[columns.indexOf("stake")] === ""));
  });

  it("has only digits as values if the mirror node returns no nodes", async () => {
    await world.node.fault({ kind: "status", status: 404, path: "/network/nodes" });
    const [columns, ...rows] = await exported();
    assert.deepEqual(columns, ["field", "value"]);
    assert.ok(rows.length > 15, String(rows.length));
    const names = rows.map(([field]) => field);
    for (const name of ["exchange_rate.now.cents", "fees.gas.ContractCall", "supply.total", "stake.period.from"]) {
      assert.ok(names.includes(name), `${name} in ${names.join(" ")}`);
    }
    for (const [field, value, ...more] of rows) {
      assert.deepEqual(more, [], field);
      assert.match(value ?? "", /^(\d+(\.\d+)?)?$/, field);
    }
  });

  it("leaves values empty that the mirror node did not return", async () => {
    for (const path of ["/network/nodes", "/network/stake", "/network/supply"])
      await world.node.fault({ kind: "status", status: 404, path });
    const [, ...rows] = await exported();
    for (const name of ["supply", "stake"])
      assert.deepEqual(
        rows.find(([field]) => field === name),
        [name, ""],
      );
    for (const [field, value] of rows) assert.match(value ?? "", /^(\d+(\.\d+)?)?$/, field);
  });
});

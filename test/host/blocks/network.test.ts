// What the panel and the row of a network show, and when they send requests.
import assert from "node:assert/strict";
import { env } from "vscode";
import { networkCommands } from "../../../src/blocks/network/commands.ts";
import { NetworkPanels } from "../../../src/blocks/network/panel.ts";
import { feeType } from "../../../src/blocks/network/network-facts.ts";
import { networkRow } from "../../../src/blocks/tree/network-rows.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { ledgers } from "./ledgers.ts";
import { shown } from "../shown.ts";
import { noLinks } from "./links.ts";

const SIGNAL = new AbortController().signal;
const drawn = (text: string | (() => string) | undefined): string | undefined =>
  typeof text === "function" ? text() : text;

describe("A network", () => {
  const world = ledgers();

  beforeEach(() => world.node.act("setNewer", {}));

  async function opened(...answers: string[]) {
    const { store } = world.open();
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(...answers);
    const ticks: (() => void)[] = [];
    const after = (_milliseconds: number, run: () => void) => {
      ticks.push(run);
      return { dispose: () => void ticks.splice(ticks.indexOf(run), 1) };
    };
    const openSettings = (): Promise<void> => Promise.resolve();
    return {
      store,
      shared,
      dialogs,
      ticks,
      networks: new NetworkPanels(store, { ...shared, ...noLinks, after, openSettings }),
    };
  }

  async function panel(network = "testnet") {
    const { networks, ticks } = await opened();
    return { ...openPage(networks.kind, { network }), ticks };
  }

  it("shows rate, fees, supply, stake and every node, each number with all of its digits to copy", async () => {
    const { connection, loaded } = await panel();
    connection.ready();
    const show = await loaded();
    assert.deepEqual(show.figures, [
      "19.8996 ¢ per ℏ",
      "49 tinybars per gas",
      "31 nodes",
      "13.5B ℏ staked",
      "76% of supply released",
    ]);
    assert.match(show.under("Exchange rate").value("Current rate") ?? "", /^19\.8996 ¢ · 596,987 ¢ for 30,000 ℏ$/);
    assert.match(show.under("Exchange rate").value("Valid until") ?? "", /^\d+ November 2026, \d\d:00:00 UTC$/);
    assert.equal(show.under("Gas fees").value("Contract Call"), "49 tinybars, 0.00000975 ¢");
    const released = show.under("Supply").fact("Released");
    assert.deepEqual([released?.value, released?.copy], ["37,999,999,999.99955 ℏ", "3799999999999955000"]);
    assert.equal(show.under("Staking").value("Max reward per ℏ"), "6,849 tinybars, 2.5% per year");
    assert.equal(show.under("Staking").value("Fees to stakers"), "10%");
    assert.equal(show.rows("Nodes").length, 31);
    assert.equal(show.page.foot, undefined);
    connection.dispose();
  });

  it("shows an unknown type of fee under the node's name", () => {
    for (const type of ["NewType", "constructor"]) assert.equal(feeType({ type, gas: 1n }), type);
  });

  it("shows a missing stake as not recorded, without a share", async () => {
    const { connection, loaded, last, moved } = await panel();
    connection.ready();
    const newest = (await loaded()).rows("Nodes").at(-1) ?? [];
    const [name = "", id, , stake, share] = newest;
    assert.deepEqual([stake, share], [null, ""]);
    await connection.receive({ type: "choose", node: id });
    assert.equal(
      last()
        .under(name ?? "")
        .value("Stake"),
      undefined,
    );
    assert.equal(
      last()
        .under(name ?? "")
        .value("Node"),
      id,
    );
    assert.deepEqual(moved, [{ network: "testnet", node: id }]);
    await connection.receive({ type: "choose" });
    assert.ok(!last().headings.includes(name ?? ""));
    connection.dispose();
  });

  it("leaves out what the mirror node doesn't return, and lists it", async () => {
    await world.node.act("setNewer", { newer: false });
    const { connection, loaded } = await panel();
    connection.ready();
    const show = await loaded();
    assert.deepEqual(show.headings, ["Gas fees", "Supply", "Nodes"]);
    assert.equal(show.under("Gas fees").value("Contract Call"), "49 tinybars");
    assert.equal(show.page.foot, "Not provided by this mirror node: exchange rate, staking.");
    assert.equal(show.failure, undefined);
    connection.dispose();
  });

  it("shows an empty state if the node has none of the facts", async () => {
    await world.node.fault({ kind: "status", status: 404, path: "/network/" });
    const { connection, loaded } = await panel();
    connection.ready();
    const show = await loaded();
    assert.equal(show.empty?.heading, "No network information");
    assert.deepEqual([show.figures, show.headings], [[], []]);
    connection.dispose();
  });

  it("keeps its facts if a refresh fails, and loads them again on Retry", async () => {
    const { connection, loaded, last } = await panel();
    connection.ready();
    await loaded();
    await world.node.fault({ kind: "status", status: 500, path: "/network/" });
    await connection.receive({ type: "refresh" });
    await until("it fails", () => last().failure !== undefined);
    assert.equal(last().failure?.start, "Could not load the network.");
    assert.equal(last().rows("Nodes").length, 31);
    await world.node.mend();
    await connection.receive({ type: "remedy", remedy: "retry" });
    assert.equal(last().failure, undefined);
    connection.dispose();
  });

  it("sends requests only while visible, and none while its facts are fresh", async () => {
    const { connection, loaded, ticks } = await panel();
    assert.deepEqual(await world.node.targets(), []);
    connection.ready();
    await loaded();
    const asked = (await world.node.targets()).length;
    assert.equal(ticks.length, 1);
    connection.hidden?.();
    assert.equal(ticks.length, 0);
    connection.ready();
    await loaded();
    assert.equal((await world.node.targets()).length, asked);
    connection.dispose();
  });

  it("is reported missing if the settings no longer contain it", async () => {
    const { connection, last } = await panel("gone");
    connection.ready();
    assert.match(last().failure?.sentence ?? "", /gone is no longer in your settings/);
    connection.dispose();
  });

  describe("has a row in the view", () => {
    const rowOf = async (node: Node, label: string): Promise<Node> =>
      (await node.children?.(SIGNAL))?.nodes.find((each) => each.label === label) ?? assert.fail(`no row ${label}`);

    it("that requests nothing before it is expanded, and then has one row per fact", async () => {
      const { store, shared, networks } = await opened();
      const node = networkRow(store.network, { store, now: shared.now, isPinned: () => false });
      assert.equal(drawn(node.description), "");
      assert.deepEqual(await world.node.targets(), []);
      const { nodes } = (await node.children?.(SIGNAL)) ?? assert.fail("nothing is under it");
      assert.deepEqual(
        nodes.map(({ label, description }) => `${label}: ${drawn(description)}`.replace(/until .*/, "until …")),
        [
          "Exchange Rate: 19.8996 ¢",
          "Fees: 49 – 65 tinybars per gas",
          "Supply: 76% of 50B ℏ released",
          "Staking: period until …",
          "Nodes: 31 · 10.9B ℏ staked",
        ],
      );
      assert.equal(drawn(node.description), "31 nodes");
      const one = await rowOf(await rowOf(node, "Nodes"), "node 3");
      assert.match(drawn(one.description) ?? "", /^0\.0\.6 · 633M ℏ$/);
      assert.match(shown(await one.tooltip?.(SIGNAL)), /\*\*node 3\*\*[\s\S]*Max stake: 450,000,000 ℏ/);
      await run(networkCommands(store, networks, shared).copyAccount, one.subject);
      assert.equal(await env.clipboard.readText(), "0.0.6");
    });

    it("that shows which facts could not be loaded", async () => {
      await world.node.fault({ kind: "status", status: 403, path: "/network/fees" });
      const { store, shared } = await opened();
      const node = networkRow(store.network, { store, now: shared.now, isPinned: () => false });
      const fees = await rowOf(node, "Fees");
      assert.deepEqual([fees.description, fees.icon?.name], ["Not allowed", "warning"]);
    });

    it("that opens its panel and is exported with every digit", async () => {
      const { store, shared, dialogs } = await opened("CSV");
      const shown: unknown[] = [];
      const networks = { show: (address: unknown) => void shown.push(address) };
      const { show } = networkCommands(store, networks, shared);
      await run(show, undefined);
      await run(show, { network: "int64" });
      assert.deepEqual(shown, [{ network: "testnet" }, { network: "int64" }]);
      const written: string[] = [];
      const places = {
        open: (content: string) => Promise.resolve(void written.push(content)),
        write: () => assert.fail("no file was asked for"),
      };
      const exports = new Exports(dialogs, { redactRegistered: (text) => text }, places);
      const commands = networkCommands(store, networks, { ...shared, dialogs, exports });
      await run(commands.export, undefined);
      const lines = (written[0] ?? "").trim().split("\r\n");
      assert.equal(lines.length, 32);
      assert.match(lines[1] ?? "", /^0,0\.0\.3,,\d+,\d+,\d+,600000000000000,45000000000000000,\d+,/);
      assert.match(lines.at(-1) ?? "", /^30,0\.0\.33,node 30,,,,,,,/);
    });
  });
});

async function run<Given extends readonly unknown[]>(
  command: { accepts: (given: readonly unknown[]) => Given | undefined; run: (...given: Given) => unknown },
  subject: unknown,
): Promise<void> {
  await command.run(...(command.accepts([subject]) ?? assert.fail("it is not accepted")));
}

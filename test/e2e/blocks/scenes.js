// Scenes of the Blocks wing: the view, a block, and its empty and error states.
import { Row } from "../view.js";
import {
  blockPanel,
  blockRow,
  goTo,
  ledger,
  networkPanel,
  rangePanel,
  showBlocks,
  showRange,
  verifyRange,
} from "./person.js";

/** @typedef {import("../scenes.js").Scene} Scene */

/** @type {Scene[]} */
export const BLOCKS_SCENES = [
  {
    name: "blocks-view",
    async show(window) {
      // Moves the ledger to the present.
      ledger(window).act("moveTo", { time: Date.now() - 40_000 });
      const view = await showBlocks(window);
      await view.press("Refresh Blocks");
      await view.row(/1,999(\d+ sec|[1-3] min)/).row.waitFor();
      await blockRow(view, "1,985").row.waitFor();
    },
  },
  {
    name: "blocks-new",
    async show(window) {
      const view = await showBlocks(window);
      ledger(window).act("append", { count: 3 });
      await view.row(/Live Tail.*3 new/s).row.waitFor();
    },
  },
  {
    name: "block",
    async show(window) {
      const view = await showBlocks(window);
      await blockRow(view, "1,985").open();
      await blockPanel(window).fact("Chain").getByText("Follows 1,984").waitFor();
    },
  },
  {
    name: "block-transactions",
    after: "block",
    async show(window) {
      const { frame } = blockPanel(window);
      await frame.getByRole("tab", { name: "Transactions" }).click();
      await frame.getByRole("row").nth(2).click();
      await frame.getByRole("heading", { name: /^Transaction 0\.0\./ }).waitFor();
    },
  },
  {
    name: "block-results",
    async show(window) {
      const { frame } = await showBlock(window, "1,900");
      await frame.getByRole("tab", { name: "Contract results" }).click();
      await frame.getByRole("row").nth(2).waitFor();
    },
  },
  {
    name: "block-result-open",
    after: "block-results",
    async show(window) {
      const { frame } = blockPanel(window);
      await frame.getByRole("row").nth(2).click();
      await frame.getByRole("heading", { name: /^Call of 0\.0\./ }).waitFor();
    },
  },
  {
    name: "block-logs",
    after: "block-result-open",
    async show(window) {
      const { frame } = blockPanel(window);
      await frame.getByRole("tab", { name: "Logs" }).click();
      await frame.getByRole("row").filter({ hasText: "Transfer" }).first().click();
      await frame.getByRole("heading", { name: /^Log of 0\.0\./ }).waitFor();
    },
  },
  {
    name: "entity-contract",
    async show(window) {
      await goTo(window, "0.0.2001");
      await window.workbench.quickPick.widget.getByText("Show 0.0.2001").click();
      const { frame } = blockPanel(window);
      await frame.getByRole("heading", { name: "Latest logs" }).waitFor();
    },
  },
  {
    name: "block-json",
    async show(window) {
      const { frame } = await showBlock(window, "1,900");
      await frame.getByRole("tab", { name: "Raw JSON" }).click();
    },
  },
  {
    name: "block-empty",
    async show(window) {
      const { frame } = await showBlock(window, "1,988");
      await frame.getByRole("tab", { name: "Block" }).click();
      await frame.getByText("Empty block").waitFor();
    },
  },
  {
    name: "block-not-there",
    async show(window) {
      await goTo(window, "203,482,916");
      await window.workbench.quickPick.accept();
      await blockPanel(window).frame.getByText("Block 203,482,916 does not exist yet").waitFor();
    },
  },
  {
    name: "blocks-range",
    async show(window) {
      ledger(window).act("breakChain", { number: 1688 });
      await verifyRange(window, "1,400 – 1,699");
      await window.workbench.quickPick.accept();
      await rangePanel(window).verdict.getByText("Broken at 1,688.").waitFor();
      await rangePanel(window).frame.getByText("broken here").waitFor();
    },
  },
  {
    name: "blocks-range-in-order",
    async show(window) {
      await verifyRange(window, "1,000 – 1,299");
      await window.workbench.quickPick.accept();
      const { frame, verdict } = rangePanel(window);
      await verdict.getByText("Verified.").waitFor();
      await frame.getByRole("button", { name: "Verify Again" }).focus();
      await frame.getByRole("radio", { name: "Table" }).click();
    },
  },
  {
    name: "blocks-ranges",
    async show(window) {
      const view = await showBlocks(window);
      await view.row("Latest Blocks").collapse();
      const block = view.row("All Blocks");
      const range = view.row("1,900 – 1,999");
      await block.expand(range);
      const row = blockRow(view, "1,985");
      await range.expand(row);
      // The types of its transactions.
      await row.expand(new Row(view.rows.and(window.page.locator('[aria-level="4"]')).first()));
      await row.press("Pin or Unpin Block", view.row("Pinned").row);
    },
  },
  {
    name: "blocks-range-logs",
    async show(window) {
      await showRange(window, "1,300 – 1,399");
      await window.workbench.quickPick.accept();
      const { frame } = rangePanel(window);
      // Until then, the active panel is the previous range, which has the same field.
      await frame.getByRole("heading", { level: 1, name: "Blocks 1,300 – 1,399" }).waitFor();
      const field = frame.getByRole("textbox", { name: "Search Logs" });
      await field.fill("event Transfer(address indexed from, address indexed to, uint value)");
      await field.press("Enter");
      await frame.getByText(/may contain a log of Transfer\(address,address,uint256\) \(topic 0x/).waitFor();
      await frame.getByRole("button", { name: "Search", exact: true }).focus();
      await frame.getByRole("list").last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "block-logs-searched",
    async show(window) {
      const { frame } = await showBlock(window, "1,900");
      await frame.getByRole("tab", { name: "Block" }).click();
      await frame.getByRole("textbox", { name: "Search Logs" }).fill("Transfer(address,address,uint256)");
      await window.page.keyboard.press("Enter");
      await frame.getByText(/\(topic 0x/).waitFor();
      await frame.getByText(/\(topic 0x/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "blocks-network",
    async show(window) {
      ledger(window).act("setNewer");
      const view = await showBlocks(window);
      await view.row("Latest Blocks").collapse();
      await view.row("All Blocks").collapse();
      await view.row("Network").expand(view.row("Exchange Rate"));
      await view.row("Exchange Rate").open();
      await networkPanel(window).frame.getByRole("heading", { name: "Staking" }).waitFor();
    },
  },
  {
    name: "blocks-network-nodes",
    after: "blocks-network",
    async show(window) {
      const { frame } = networkPanel(window);
      const table = frame.getByRole("grid", { name: "Nodes" });
      await table.getByRole("row").nth(4).click();
      await frame.getByRole("heading", { name: "node 3", exact: true }).waitFor();
      await table.getByRole("row").nth(2).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "blocks-offline",
    async show(window) {
      const view = await showBlocks(window);
      await view.row("Network").collapse();
      await view.row("Latest Blocks").expand(blockRow(view, "1,999"));
      // The fault stays until all screenshots are taken, because no later scene shows blocks.
      ledger(window).service.faults.add({ kind: "refuse", path: "/blocks" });
      await goTo(window, "42");
      await window.workbench.quickPick.accept();
      await view.press("Refresh Blocks");
      await blockPanel(window).frame.getByText("Could not load Block 42").waitFor();
      await view.rows.filter({ hasText: "updated" }).waitFor();
    },
  },
];

/**
 * Goes to a block, and returns its panel once it shows the block.
 * @param {import("../window.js").Window} window
 * @param {string} number
 */
async function showBlock(window, number) {
  await goTo(window, number);
  await window.workbench.quickPick.accept();
  const panel = blockPanel(window);
  await panel.frame.getByRole("heading", { level: 1, name: `Block ${number}`, exact: true }).waitFor();
  return panel;
}

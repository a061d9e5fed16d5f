// Pictures of the blocks: the view, a block, and what is shown in its place.
import { blockPanel, blockRow, goTo, ledger, showBlocks } from "./person.js";

/** @typedef {import("../scenes.js").Scene} Scene */

/** @type {Scene[]} */
export const BLOCKS_SCENES = [
  {
    name: "blocks-view",
    async show(window) {
      // As if the ledger had gone on until now.
      ledger(window).act("moveTo", { time: Date.now() - 40_000 });
      const view = await showBlocks(window);
      await view.press("Refresh Blocks");
      await blockRow(view, "1,985").row.waitFor();
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
    name: "block-json",
    async show(window) {
      await blockPanel(window).frame.getByRole("tab", { name: "Raw JSON" }).click();
    },
  },
  {
    name: "block-empty",
    async show(window) {
      await blockPanel(window).frame.getByRole("tab", { name: "Block" }).click();
      await goTo(window, "1,988");
      await window.workbench.quickPick.accept();
      await blockPanel(window).frame.getByText("An empty block").waitFor();
    },
  },
  {
    name: "block-not-there",
    async show(window) {
      await goTo(window, "203,482,916");
      await window.workbench.quickPick.accept();
      await blockPanel(window).frame.getByText("There is no block 203,482,916 yet").waitFor();
    },
  },
  {
    name: "blocks-offline",
    async show(window) {
      const view = await showBlocks(window);
      const { service } = ledger(window);
      service.faults.add({ kind: "refuse", path: "/blocks" });
      await goTo(window, "42");
      await window.workbench.quickPick.accept();
      await view.press("Refresh Blocks");
      await blockPanel(window).frame.getByText("Block 42 could not be read").waitFor();
      await view.rows.filter({ hasText: "Offline" }).waitFor();
      service.faults.clear();
    },
  },
];

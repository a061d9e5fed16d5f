// The panel of a range of blocks, in the installed extension.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { blockPanel, ledger, rangePanel, showBlocks, showRange, verifyRange } from "./person.js";

const THEMES = ["Dark Modern", "Light Modern", "Default High Contrast", "Default High Contrast Light"] as const;

describe("Blocks, a range of blocks", () => {
  let window: Window;

  before(async () => {
    window = await openWindow();
    await showBlocks(window);
  });
  after(() => window?.close());

  const heading = (text: string) =>
    rangePanel(window).frame.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();

  it("shows which blocks are meant while the user types, and opens them by keyboard", async () => {
    const { quickPick } = window.workbench;
    await showRange(window, "300 – 100");
    await quickPick.widget.getByText("The first number is higher than the second").waitFor();
    await quickPick.type("1,200 – 1,499");
    await quickPick.widget.getByText("Blocks 1,200 – 1,499").waitFor();
    await quickPick.accept();
    await heading("Blocks 1,200 – 1,499");
    await rangePanel(window).frame.getByText("300 blocks", { exact: true }).waitFor();
    const asked = ledger(window).takeRequests();
    assert.equal(asked.filter((target) => target.includes("block.number=gte:1199&block.number=lte:1499")).length, 1);
  });

  it("reads the chart aloud, and shows it as a table whose rows open their block", async () => {
    const { frame, chart } = rangePanel(window);
    await frame.locator("triptych-chart canvas").nth(3).waitFor();
    await chart.focus();
    await window.page.keyboard.press("Home");
    await chart.and(frame.locator("[aria-valuetext^='Block 1,200:']")).waitFor();
    assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /^Block 1,200: transactions: \d+, gas: [\d,]+/);
    await window.page.keyboard.press("Shift+ArrowRight");
    await frame.getByText(/^2 blocks, /).waitFor();
    await window.page.keyboard.press("Escape");
    await frame.getByRole("radio", { name: "Table" }).click();
    await frame.getByRole("grid", { name: "Block" }).press("Enter");
    await blockPanel(window).frame.getByRole("heading", { level: 1, name: "Block 1,200", exact: true }).waitFor();
  });

  it("finds a planted break at its block, and opens both blocks that don't match", async () => {
    ledger(window).act("breakChain", { number: 688 });
    await verifyRange(window, "600+200");
    await window.workbench.quickPick.accept();
    await heading("Blocks 600 – 799");
    const { frame, verdict } = rangePanel(window);
    await verdict.getByText("Broken at 688.").waitFor();
    await verdict.getByText(/Its previous hash is not the hash of 687\./).waitFor();
    await frame.getByRole("term").getByText("Previous hash in 688").waitFor();
    await frame.getByText("broken here").waitFor();
    await frame.getByRole("button", { name: "Open 687" }).click();
    await blockPanel(window).frame.getByRole("heading", { level: 1, name: "Block 687", exact: true }).waitFor();
    await window.workbench.editor.show("Blocks 600 – 799");
    await heading("Blocks 600 – 799");
    await frame.getByRole("button", { name: "Open 688" }).click();
    await blockPanel(window).frame.getByRole("heading", { level: 1, name: "Block 688", exact: true }).waitFor();
  });

  it("calls block 0 the first block instead of showing an interval", async () => {
    await showRange(window, "0 – 40");
    await window.workbench.quickPick.accept();
    await heading("Blocks 0 – 40");
    const { frame } = rangePanel(window);
    await frame.getByText("41 blocks", { exact: true }).waitFor();
    await frame.getByRole("radio", { name: "Table" }).click();
    const first = frame.getByRole("row").filter({ hasText: "First block" });
    await first.waitFor();
    assert.equal(await first.count(), 1);
    await frame.getByRole("radio", { name: "Chart" }).click();
  });

  it("verifies an unbroken range with its counts", async () => {
    await verifyRange(window, "700-899");
    await window.workbench.quickPick.accept();
    await heading("Blocks 700 – 899");
    const { frame, verdict } = rangePanel(window);
    await verdict.getByText("Verified.").waitFor();
    await frame.getByRole("button", { name: /^Check \(about \d+ Requests\)$/ }).click();
    await frame.getByRole("row", { name: /Counts match the transactions.*All.*200/ }).waitFor();
  });

  it("names a block whose count differs from its transactions", async () => {
    ledger(window).act("breakChain", { number: 750, what: "count" });
    const { frame, verdict } = rangePanel(window);
    await frame.getByRole("button", { name: "Refresh" }).click();
    await frame.getByText("200 blocks", { exact: true }).waitFor();
    await frame.getByRole("button", { name: "Verify Again" }).click();
    await verdict.getByText("Verified.").waitFor();
    await frame.getByRole("button", { name: /^Check \(/ }).click();
    await verdict.getByText("Broken at 750.").waitFor();
  });

  it("goes to the previous range, and returns after a reload", async () => {
    const { frame } = rangePanel(window);
    await frame.getByRole("button", { name: "Earlier Blocks" }).click();
    await heading("Blocks 500 – 699");
    await window.workbench.reload();
    await heading("Blocks 500 – 699");
    await rangePanel(window).chart.waitFor();
  });

  it("searches the logs of the range for an event", async () => {
    const { frame } = rangePanel(window);
    const field = frame.getByRole("textbox", { name: "Search Logs" });
    await field.fill("Transfer(address,address,uint256)");
    await field.press("Enter");
    await frame
      .getByRole("status")
      .filter({ hasText: /log of Transfer\(address,address,uint256\) \(topic 0x/ })
      .waitFor();
  });

  it("keeps the loaded blocks when a refresh fails, and says why", async () => {
    const { service } = ledger(window);
    service.faults.add({ kind: "status", status: 500, path: "/blocks" });
    const { frame, chart } = rangePanel(window);
    await frame.getByRole("button", { name: "Refresh" }).click();
    await frame.getByRole("alert").filter({ hasText: "Could not load Blocks 500 – 699" }).waitFor();
    await chart.waitFor();
    service.faults.clear();
    await frame.getByRole("button", { name: "Retry" }).click();
    await frame.getByRole("alert").waitFor({ state: "detached" });
  });

  it("has no axe findings in any theme and doesn't scroll sideways", async () => {
    for (const theme of THEMES) {
      await window.workbench.useTheme(theme);
      assert.deepEqual(await window.workbench.findings(), [], theme);
    }
    await window.workbench.fitsNarrowWindow();
  });
});

// A user's work with blocks, in the installed extension.
import assert from "node:assert/strict";
import { PATIENCE, retry } from "../retry.js";
import { Row } from "../view.js";
import { openWindow, type Window } from "../window.js";
import { blockPanel, blockRow, goTo, ledger, showBlocks } from "./person.js";
import { waitForClipboard } from "../../runner/clipboard.js";

describe("Blocks, from an empty sidebar to a block and its neighbors", () => {
  let window: Window;

  before(async () => {
    window = await openWindow();
  });
  after(() => window?.close());

  const heading = async (text: string) => {
    await blockPanel(window).frame.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();
  };

  const openBlock = async (number: string) => {
    await goTo(window, number);
    await window.workbench.quickPick.accept();
    await heading(`Block ${number}`);
    return blockPanel(window);
  };

  it("shows the latest blocks of the network in the title, and more on demand", async () => {
    const view = await showBlocks(window);
    await blockRow(view, "1,999").row.waitFor();
    await view.header.filter({ hasText: "sandbox" }).waitFor();
    assert.match(await blockRow(view, "1,999").row.innerText(), / · 16 tx · [\d.]+[KM]? gas/);
    await view.row(/Latest Blocks.*from 1,999/s).row.waitFor();
    const more = view.row("Load More");
    await view.pane.getByRole("tree").focus();
    await window.page.keyboard.press("End");
    await more.row.waitFor();
    assert.match(await more.row.innerText(), /50 shown/);
    await more.open();
    await blockRow(view, "1,949").row.waitFor();
    assert.deepEqual(ledger(window).takeRequests(), [
      "/api/v1/blocks?limit=50",
      "/api/v1/blocks?block.number=lt:1950&limit=50",
    ]);
  });

  it("opens a block from its row with every field, without requesting it again", async () => {
    const view = await showBlocks(window);
    await view.pane.getByRole("tree").focus();
    await window.page.keyboard.press("Home");
    await blockRow(view, "1,998").open();
    await heading("Block 1,998");
    const { frame, fact } = blockPanel(window);
    assert.match(await fact("Hash").innerText(), /^0x[0-9a-f]{96}$/);
    assert.match(await fact("From").innerText(), /^\d{10}\.\d{9}$/);
    await fact("Chain").getByText("Follows 1,997").waitFor();
    await frame.locator("summary", { hasText: "Technical details" }).click();
    await fact("Record file").waitFor();
    assert.match(await fact("Record file").innerText(), /^0{32}1998\.blk$/);
    await fact("Receipts root").getByText("Not recorded").waitFor();
    for (const name of ["Previous hash", "Number", "Transactions", "To", "Duration", "Transactions per second"]) {
      assert.match(await fact(name).innerText(), /\d/, name);
    }
    for (const name of ["Size", "HAPI version", "Gas used", "Logs bloom"]) await fact(name).waitFor();
    await frame.getByRole("tab", { name: "Raw JSON" }).click();
    assert.match(await frame.getByRole("group", { name: "Raw JSON" }).innerText(), /"number": 1998,/);
    await frame.getByRole("tab", { name: "Block" }).click();
    const requests = ledger(window).takeRequests();
    assert.deepEqual(
      requests.filter((target) => target.includes("1998")),
      [],
    );
  });

  it("copies a hash", async () => {
    const { frame, fact } = await openBlock("1,998");
    const hash = await fact("Hash").innerText();
    // The page says so for two seconds only.
    await retry(async () => {
      await frame.getByRole("button", { name: "Copy Hash" }).click();
      await frame.getByRole("status").filter({ hasText: "Copied" }).waitFor({ timeout: PATIENCE });
    });
    await waitForClipboard(window.page, hash.trim());
  });

  it("shows transactions by keyboard: all, those of one type, and one in full", async () => {
    const { frame } = await openBlock("1,998");
    const { keyboard } = window.page;
    await frame.getByRole("button", { name: /^Submit Message/ }).click();
    await frame.getByText(/^\d+ of 12 match$/).waitFor();
    await frame.getByRole("combobox", { name: "Type" }).selectOption({ label: "All types" });
    await frame.getByText("12 loaded").waitFor();
    await frame
      .getByRole("grid", { name: "Transactions" })
      .or(frame.getByRole("table", { name: "Transactions" }))
      .focus();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await frame.getByRole("heading", { name: /^Transaction 0\.0\.\d+-/ }).waitFor();
    // The details are under their row, with the head and the tabs in sight.
    await frame.getByRole("row", { selected: true }).waitFor();
    for (const seen of [blockPanel(window).title, frame.getByRole("tab", { name: "Transactions" })])
      assert.ok(await seen.evaluate((element) => element.getBoundingClientRect().top >= 0));
    for (const name of ["Hash", "Consensus time", "Fee", "Memo", "Transfers"]) {
      assert.notEqual((await blockPanel(window).fact(name).last().innerText()).trim(), "", name);
    }
    await frame.getByRole("tab", { name: "Transactions" }).press("ArrowRight");
    await frame.getByRole("tab", { name: "Contract results", selected: true }).waitFor();
    await frame
      .getByText(/^\d+ loaded$/)
      .filter({ visible: true })
      .waitFor();
    await frame.getByRole("tab", { name: "Block" }).click();
  });

  it("goes to the next and previous block by keyboard, button and link in the same panel", async () => {
    await window.workbench.run("View: Close All Editors");
    const { frame } = await openBlock("1,998");
    await frame.getByRole("tab", { name: "Block" }).press("Alt+ArrowLeft");
    await heading("Block 1,997");
    await window.page.keyboard.press("Alt+ArrowRight");
    await heading("Block 1,998");
    await frame.getByRole("button", { name: "1,997", exact: true }).click();
    await heading("Block 1,997");
    await blockPanel(window).fact("Previous hash").getByRole("button", { name: /^0x/ }).click();
    await heading("Block 1,996");
    await window.workbench.editor.tab("Block 1,996").waitFor();
    assert.equal(await window.workbench.editor.tab(/^Block/).count(), 1);
  });

  it("opens a transaction from Go to Block and keeps it open while its tab is hidden", async () => {
    const { origin } = ledger(window).service;
    const answer = await fetch(`${origin}/api/v1/blocks/1200`);
    const { timestamp } = (await answer.json()) as {
      readonly timestamp: { readonly from: string; readonly to: string };
    };
    const list = await fetch(
      `${origin}/api/v1/transactions?timestamp=gte:${timestamp.from}&timestamp=lte:${timestamp.to}&limit=1`,
    );
    const { transactions } = (await list.json()) as { readonly transactions: readonly { transaction_id: string }[] };
    const id = transactions[0]?.transaction_id ?? assert.fail("the block has no transaction");
    await goTo(window, id);
    await window.workbench.quickPick.accept();
    await heading("Block 1,200");
    const { frame } = blockPanel(window);
    const opened = frame.getByRole("heading", { name: `Transaction ${id}` });
    await opened.waitFor();
    await openBlock("1,201");
    await openBlock("1,200");
    await opened.waitFor();
    await window.workbench.run("View: Close Editor");
    await heading("Block 1,201");
    await window.workbench.run("View: Close Editor");
  });

  it("says what Enter will do while a number or hash is typed, and does it", async () => {
    const { quickPick } = window.workbench;
    await goTo(window, "0xabcdef0123456789abcd");
    await quickPick.widget.getByText("A hash has 96 or 64 hex digits; you entered 20").waitFor();
    await quickPick.type("1,0");
    await quickPick.widget
      .getByText("Enter a number, hash, time, transaction ID, entity, URL or record file")
      .waitFor();
    await quickPick.type("99999999999999999999");
    await quickPick.widget.getByText("The highest block number is 9,223,372,036,854,775,807").waitFor();
    await quickPick.type("1,234");
    await quickPick.widget.getByText("Go to Block 1,234").waitFor();
    await quickPick.accept();
    await heading("Block 1,234");
    const hash = (await blockPanel(window).fact("Previous hash").innerText()).trim();
    await goTo(window, hash.slice(2).toUpperCase());
    await quickPick.widget.getByText(`Find Block ${hash.slice(0, 10)}…`).waitFor();
    await quickPick.accept();
    await heading("Block 1,233");
    const time = (await blockPanel(window).fact("From").innerText()).trim();
    await openBlock("1,234");
    await goTo(window, time);
    await quickPick.widget.getByText("Find Block at").waitFor();
    await quickPick.accept();
    await heading("Block 1,233");
  });

  it("opens block 0, which has no previous block", async () => {
    const { frame } = await openBlock("0");
    const previous = frame.getByRole("button", { name: "Previous", exact: true });
    assert.equal(await previous.getAttribute("aria-disabled"), "true");
    assert.equal(await previous.getAttribute("title"), "This is the first block");
  });

  it("distinguishes a missing block from a failed request", async () => {
    const { frame } = blockPanel(window);
    await goTo(window, "203482916");
    await window.workbench.quickPick.accept();
    await frame.getByText("Block 203,482,916 does not exist yet").waitFor();
    await frame
      .getByText(/The latest on sandbox is 1,999\. It closed on .* UTC, and no block has closed since\./)
      .waitFor();
    const { service } = ledger(window);
    service.faults.add({ kind: "status", status: 500, path: "/blocks/77$" });
    await goTo(window, "77");
    await window.workbench.quickPick.accept();
    await frame.getByText("Could not load Block 77").waitFor();
    service.faults.clear();
    await frame.getByRole("button", { name: "Retry" }).click();
    await blockPanel(window).fact("Hash").getByText("0x").waitFor();
  });

  it("returns after a reload to the reader's position", async () => {
    const { frame } = await openBlock("77");
    await frame.getByRole("tab", { name: "Block" }).press("Alt+ArrowRight");
    await heading("Block 78");
    await frame.getByRole("tab", { name: "Raw JSON" }).click();
    await window.workbench.reload();
    await heading("Block 78");
    const json = frame.getByRole("group", { name: "Raw JSON" });
    assert.match(await json.innerText(), /"number": 78,/);
  });

  it("opens a contract result, and the transaction from it", async () => {
    const { frame } = await openBlock("1,900");
    await frame.getByRole("tab", { name: "Contract results" }).click();
    await frame.getByRole("row").nth(1).click();
    await frame.getByRole("heading", { name: /^Call of 0\.0\.\d+/ }).waitFor();
    await frame.getByText("0xa9059cbb · transfer(address to, uint256 value)").waitFor();
    await frame.getByRole("button", { name: /^\d{10}\.\d{9}$/ }).click();
    await frame.getByRole("heading", { name: /^Transaction 0\.0\.\d+-/ }).waitFor();
    await frame.getByRole("tab", { name: "Logs" }).click();
    await frame.getByRole("row").filter({ hasText: "Transfer" }).first().click();
    await frame.getByText("Transfer(address from, address to, uint256 value)").waitFor();
  });

  it("keeps the rows when a refresh fails, and says why above them", async () => {
    const view = await showBlocks(window);
    await blockRow(view, "1,999").row.waitFor();
    const { service, act } = ledger(window);
    service.faults.add({ kind: "status", status: 500, path: "/blocks" });
    act("append", { count: 3 });
    await view.press("Refresh Blocks");
    await view.rows.filter({ hasText: "updated" }).waitFor();
    await blockRow(view, "1,999").row.waitFor();
    // Live updates keep failing, or they would list the blocks and remove the row before it is clicked.
    service.faults.clear();
    service.faults.add({ kind: "status", status: 500, path: "block.number=gt" });
    await view.row("updated").open();
    await blockRow(view, "2,002").row.waitFor();
    await view.row("from 2,002").row.waitFor();
    service.faults.clear();
  });

  it("never moves the row under the pointer: new blocks wait until the user asks for them", async () => {
    const view = await showBlocks(window);
    const { act } = ledger(window);
    const { page, workbench } = window;
    const aimed = blockRow(view, "2,001").row;
    await aimed.hover();
    const before = await aimed.boundingBox();
    for (const waiting of ["1 new", "2 new", "3 new"]) {
      act("append");
      await view.row(new RegExp(`Live Tail.*${waiting}`, "s")).row.waitFor();
      assert.deepEqual(await aimed.boundingBox(), before);
    }
    await page.mouse.down();
    await page.mouse.up();
    await heading("Block 2,001");
    await view.row("Live Tail").open();
    await blockRow(view, "2,005").row.waitFor();
    await workbench.run("Preferences: Open User Settings (JSON)");
    await workbench.editor.focused();
    act("append", { count: 2 });
    await view.row(/Live Tail.*2 new/s).row.waitFor();
    await workbench.editor.focus();
    await page.keyboard.press("Control+End");
    await blockRow(view, "2,007").row.waitFor();
    await workbench.run("View: Close Editor");
  });

  it("loads the latest blocks when live updates resume, and none while they are paused", async () => {
    const view = await showBlocks(window);
    const { act, takeRequests } = ledger(window);
    await view.row("Live Tail").press("Pause or Resume Live Updates", view.row(/Live Tail.*paused/s).row);
    takeRequests();
    act("append", { count: 250 });
    await view.row("Live Tail").press("Pause or Resume Live Updates", view.row(/Live Tail.*live/s).row);
    await blockRow(view, "2,257").row.waitFor();
    assert.deepEqual(takeRequests(), ["/api/v1/blocks?limit=50"]);
  });

  it("keeps updating while another window has the focus, for example on a second screen", async () => {
    const view = await showBlocks(window);
    const { act } = ledger(window);
    const focus = (isFocused: boolean) =>
      window.page.evaluate((has) => {
        document.hasFocus = () => has;
        globalThis.dispatchEvent(new Event(has ? "focus" : "blur"));
      }, isFocused);
    await focus(false);
    // Waits for two blocks, because the first may still be the response to an earlier request. While a panel has the
    // focus, the window doesn't report that it loses it, so the blocks wait.
    for (const waiting of ["1 new", "2 new"]) {
      const { newest } = act("append") as { readonly newest: bigint };
      const counted = view.row(new RegExp(`Live Tail.*${waiting}`, "s")).row;
      await blockRow(view, newest.toLocaleString("en")).row.or(counted).first().waitFor();
    }
    await view.row("Live Tail").row.filter({ hasText: "live" }).waitFor();
    await focus(true);
  });

  it("says that the network started over, and shows its new blocks", async () => {
    const view = await showBlocks(window);
    const { act } = ledger(window);
    act("startOver", { count: 2300 });
    await view.row("Network Started Over").row.waitFor();
    await blockRow(view, "2,299").row.waitFor();
    await view.row("Network Started Over").open();
    await view.row("Network Started Over").row.waitFor({ state: "detached" });
  });

  it("reaches any block through ranges, and pins one", async () => {
    const view = await showBlocks(window);
    await view.row("Latest Blocks").collapse();
    await view.row("All Blocks").expand(view.row("700 – 799"));
    await view.row("700 – 799").expand(blockRow(view, "799"));
    await blockRow(view, "795").press("Pin or Unpin Block", view.row("Pinned").row);
    // The rows move when one is pinned, and VS Code then may run the command without its row.
    const unpinned = view.pane.filter({ hasNotText: "Pinned" });
    await new Row(blockRow(view, "795").row.first()).press("Pin or Unpin Block", unpinned);
    await view.row("All Blocks").collapse();
    await view.row("Latest Blocks").expand(blockRow(view, "2,299"));
  });

  it("switches the network and rounds none of its numbers", async () => {
    const view = await showBlocks(window);
    await view.press("Switch Network…");
    await window.workbench.quickPick.choose("sandbox-int64");
    await blockRow(view, "9,223,372,036,854,775,807").row.waitFor();
    await view.header.filter({ hasText: "sandbox-int64" }).waitFor();
    await blockRow(view, "9,223,372,036,854,775,806").open();
    await heading("Block 9,223,372,036,854,775,806");
    const { frame } = blockPanel(window);
    await frame.getByRole("button", { name: "Copy Number" }).click();
    await waitForClipboard(window.page, "9223372036854775806");
    await frame.getByRole("tab", { name: "Raw JSON" }).click();
    const json = await frame.getByRole("group", { name: "Raw JSON" }).innerText();
    assert.match(json, /"number": 9223372036854775806,/);
  });
});

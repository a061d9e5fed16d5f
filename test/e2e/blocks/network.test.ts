// The rows and the panel of a network, and custom networks, in the installed extension.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../issues/person.js";
import { openWindow, type Window } from "../window.js";
import { blockPanel, blockRow, goTo, ledger, networkPanel, rangePanel, showBlocks } from "./person.js";
import { waitForClipboard } from "../../runner/clipboard.js";

const THEMES = ["Dark Modern", "Light Modern", "Default High Contrast", "Default High Contrast Light"] as const;

describe("Blocks, the panel of a network and custom networks", () => {
  let window: Window;

  before(async () => {
    // The settings of versions that had three of them for networks.
    window = await openWindow({
      settings: ({ blocks = "" }) => ({
        "triptych.blocks.network": "custom",
        "triptych.blocks.customNetwork": "sandbox",
        "triptych.blocks.networks": { other: "http://127.0.0.1:2", sandbox: blocks },
      }),
    });
    ledger(window).act("setNewer");
    await showBlocks(window);
  });
  after(() => window?.close());

  it("takes over the networks of former settings, and writes them as one list", async () => {
    const view = await showBlocks(window);
    await view.header.filter({ hasText: "sandbox" }).waitFor();
    const networks = async (): Promise<readonly [string, unknown][]> => {
      const text = await readFile(join(window.server.profile, "data/User/settings.json"), "utf8");
      const settings = JSON.parse(text) as Record<string, unknown>;
      return Object.entries(settings).filter(([id]) => id.startsWith("triptych.blocks."));
    };
    // The view shows the network before the settings are written, one by one.
    await until(window, async () => (await networks().catch(() => [])).length === 1, "the former settings are gone");
    assert.deepEqual(await networks(), [
      ["triptych.blocks.networks", [`sandbox ${ledger(window).service.origin}`, "other http://127.0.0.1:2"]],
    ]);
  });

  it("shows rate, fees, supply and nodes in rows, and all details in the panel", async () => {
    const view = await showBlocks(window);
    const network = view.row("Network");
    assert.deepEqual(
      ledger(window)
        .takeRequests()
        .filter((target) => target.includes("/network/")),
      [],
    );
    await network.expand(view.row(/Exchange Rate.*19\.8996 ¢/s));
    await network.row.filter({ hasText: "31 nodes" }).waitFor();
    const { title, fact, nodes } = networkPanel(window);
    await network.press("Show Network", title.getByText("Network sandbox"));
    assert.match(await fact("Current rate").innerText(), /19\.8996 ¢ · 596,987 ¢ for 30,000 ℏ/);
    await nodes.getByRole("row").nth(31).waitFor();
    assert.equal(await nodes.getByRole("row").count(), 32);
    const asked = ledger(window).takeRequests();
    assert.equal(asked.filter((target) => target.includes("/network/")).length, 6, asked.join("\n"));
  });

  it("opens a node by keyboard, with its stake in full precision", async () => {
    const { frame, nodes, fact } = networkPanel(window);
    await nodes.focus();
    await window.page.keyboard.press("End");
    await window.page.keyboard.press("Home");
    await window.page.keyboard.press("ArrowDown");
    await window.page.keyboard.press("Enter");
    await frame.getByRole("heading", { name: /^node 1/ }).waitFor();
    await frame.getByRole("button", { name: "Copy Max stake" }).click();
    await waitForClipboard(window.page, "45000000000000000");
    assert.match(await fact("Endpoints").innerText(), /198\.51\.100\.2:50211/);
  });

  it("has no axe findings in any theme and doesn't scroll sideways", async () => {
    for (const theme of THEMES) {
      await window.workbench.useTheme(theme);
      assert.deepEqual(await window.workbench.findings(), [], theme);
    }
    await window.workbench.fitsNarrowWindow();
  });

  it("returns after a reload", async () => {
    await window.workbench.reload();
    await networkPanel(window)
      .frame.getByRole("heading", { name: /^node 1/ })
      .waitFor();
  });

  it("opens charts and verifies a range from its row", async () => {
    const view = await showBlocks(window);
    await view.row("Latest Blocks").collapse();
    await view.row("All Blocks").expand(view.row("1,800 – 1,899"));
    const { frame, verdict } = rangePanel(window);
    const heading = (name: string) => frame.getByRole("heading", { level: 1, name, exact: true });
    await view.row("1,800 – 1,899").press("Verify Block Range", heading("Blocks 1,800 – 1,899"));
    await verdict.getByText("Verified.").waitFor();
    await view.row("1,700 – 1,799").press("Show Block Range", heading("Blocks 1,700 – 1,799"));
    await view.row("All Blocks").collapse();
    await view.row("Latest Blocks").expand(blockRow(view, "1,999"));
  });

  it("searches the logs of a block by keyboard, and keeps searching in the next block", async () => {
    await goTo(window, "1,900");
    await window.workbench.quickPick.accept();
    const { frame, title } = blockPanel(window);
    await title.getByText("Block 1,900").waitFor();
    const field = frame.getByRole("textbox", { name: "Search Logs" });
    await field.fill(`0x${"be".repeat(20)}`);
    await field.press("Enter");
    await frame
      .getByText("Block 1,900 contains no log of address 0xbebebebebebebebebebebebebebebebebebebebe.")
      .waitFor();
    await frame.getByRole("tab", { name: "Block" }).press("Alt+ArrowLeft");
    await frame
      .getByText("Block 1,899 contains no log of address 0xbebebebebebebebebebebebebebebebebebebebe.")
      .waitFor();
  });

  it("says in the palette what the logs contain while the user types, and shows it in the panel", async () => {
    const { quickPick } = window.workbench;
    await window.workbench.ask("Triptych Blocks: Search Logs…", "Search Logs of a Block on", "1,901");
    await quickPick.accept();
    await quickPick.widget.getByText("Search Logs of Block 1,901").waitFor();
    await quickPick.type("hello");
    await quickPick.widget.getByText("Enter an address (40 hex digits)").waitFor();
    await quickPick.type(`0x${"be".repeat(20)}`);
    await quickPick.widget
      .getByText("Block 1,901 contains no log of address 0xbebebebebebebebebebebebebebebebebebebebe.")
      .waitFor();
    await quickPick.accept();
    await blockPanel(window)
      .frame.getByText("Block 1,901 contains no log of address 0xbebebebebebebebebebebebebebebebebebebebe.")
      .waitFor();
  });

  it("says below the input why a network can't be added, keeps the text, and goes back from its name", async () => {
    const { quickPick } = window.workbench;
    await window.workbench.choose("Triptych Blocks: Switch Network…", "Add Network…");
    await quickPick.widget.getByText("Add Network: URL").waitFor();
    await quickPick.type("http://127.0.0.1:1/api");
    await quickPick.accept();
    await quickPick.widget.getByText("Could not reach 127.0.0.1:1").waitFor();
    await quickPick.widget.getByText("Press Enter again to add it anyway").waitFor();
    await quickPick.holds("http://127.0.0.1:1/api");
    await quickPick.type("two words");
    await quickPick.widget.getByText("Enter a URL such as https://example.com").waitFor();
    const address = ledger(window).service.origin.replace("127.0.0.1", "localhost");
    await quickPick.type(address);
    await quickPick.accept();
    await quickPick.widget.getByText("Add Network: Name").waitFor();
    await quickPick.widget.getByText("(2/2)").waitFor();
    await quickPick.widget.getByRole("button", { name: "Back" }).click();
    await quickPick.widget.getByText("Add Network: URL").waitFor();
    await quickPick.holds(address);
    await window.page.keyboard.press("Escape");
    await quickPick.widget.waitFor({ state: "hidden" });
  });

  it("adds a network by its URL, shows it at once, and removes it", async () => {
    const { quickPick } = window.workbench;
    const view = await showBlocks(window);
    const address = ledger(window).service.origin.replace("127.0.0.1", "localhost");
    await window.workbench.choose("Triptych Blocks: Switch Network…", "Add Network…");
    await quickPick.widget.getByText("Add Network: URL").waitFor();
    await quickPick.type(`${address}/api/v1/blocks`);
    await quickPick.accept();
    await quickPick.widget.getByText(/Has blocks 0 to 1,999\./).waitFor();
    await quickPick.type("my own");
    await quickPick.accept();
    await view.header.filter({ hasText: "my own" }).waitFor();
    await blockRow(view, "1,999").row.waitFor();
    await window.workbench.choose("Triptych Blocks: Switch Network…", "Remove Network…");
    // Until then, the quick pick lists the networks to switch to, with the same row.
    await quickPick.widget.getByText("Remove Network", { exact: true }).waitFor();
    await quickPick.choose("my own");
    await view.header.filter({ hasNotText: "my own" }).waitFor();
  });
});

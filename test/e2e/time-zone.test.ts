// The time zone setting in a view, in panels and under a chart, on a computer in Nepal.
import { blockPanel, blockRow, rangePanel, showBlocks, showRange } from "./blocks/person.js";
import { openWindow, type Window } from "./window.js";

const USE_UTC = { key: "ctrl+shift+alt+0", command: "triptychTest.useUtc" };

describe("the time zone", () => {
  let window: Window;

  before(async () => {
    window = await openWindow({ env: { TZ: "Asia/Kathmandu" }, keys: [USE_UTC] });
  });
  after(() => window?.close());

  it("is the computer's, and its name appears beside the time", async () => {
    const view = await showBlocks(window);
    await blockRow(view, "1,999").open();
    // The page runs in a browser in another zone.
    await blockPanel(window)
      .frame.getByText(/^21 November 2026, 13:38:\d\d GMT\+5:45$/)
      .waitFor();
    await showRange(window, "1,998 – 1,999");
    await window.workbench.quickPick.accept();
    const { frame } = rangePanel(window);
    await frame.getByText(/^21 November 2026, 13:38:\d\d – 13:38:\d\d GMT\+5:45$/).waitFor();
    await frame.getByRole("radio", { name: "Table" }).click();
    await frame.getByRole("columnheader", { name: "Closed (GMT+5:45)" }).waitFor();
    await frame
      .getByRole("gridcell", { name: /^13:38:\d\d$/ })
      .first()
      .waitFor();
  });

  it("changes at once with the setting, also in hidden panels", async () => {
    await window.workbench.view("Blocks").pane.getByRole("tree").focus();
    await window.page.keyboard.press("Control+Shift+Alt+0");
    const { frame } = rangePanel(window);
    await frame.getByText(/^21 November 2026, 07:53:\d\d – 07:53:\d\d UTC$/).waitFor();
    await frame.getByRole("radio", { name: "Table" }).click();
    await frame.getByRole("columnheader", { name: "Closed (UTC)" }).waitFor();
    await window.workbench.editor.show("Block 1,999");
    await blockPanel(window)
      .frame.getByText(/^21 November 2026, 07:53:\d\d UTC$/)
      .waitFor();
  });
});

// Clicks on rows reuse one preview tab, unless the user keeps it.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { PATIENCE, retry } from "../retry.js";
import { blockPanel, blockRow, showBlocks } from "./person.js";

describe("the preview panel of a wing", () => {
  let window: Window;
  let view: Awaited<ReturnType<typeof showBlocks>>;

  before(async () => {
    window = await openWindow();
    view = await showBlocks(window);
    // New blocks would move the rows under the pointer.
    await view.row("Live Tail").press("Pause or Resume Live Updates", view.row(/Live Tail.*paused/s).row);
  });
  after(() => window?.close());

  const blocks = () => window.workbench.editor.tab(/^Block/);
  const heading = async (text: string) => {
    await blockPanel(window).frame.getByRole("heading", { level: 1, name: text, exact: true }).waitFor();
  };
  const keepPanel = () => window.page.locator('.editor-actions .action-label[aria-label^="Keep Panel"]');

  it("uses one tab for three clicks", async () => {
    for (const number of ["1,999", "1,998", "1,997"]) {
      await blockRow(view, number).open();
      await heading(`Block ${number}`);
    }
    await window.workbench.editor.tab("Block 1,998").waitFor({ state: "detached" });
    assert.equal(await blocks().count(), 1);
  });

  it("stays after a double click", async () => {
    await keepPanel().waitFor();
    // On a busy machine the second click may be handled too late to count as part of a double click.
    await retry(async () => {
      await blockRow(view, "1,996").row.dblclick();
      await heading("Block 1,996");
      await keepPanel().waitFor({ state: "hidden", timeout: PATIENCE });
    });
    await blockRow(view, "1,995").open();
    await heading("Block 1,995");
    await window.workbench.editor.tab("Block 1,997").waitFor({ state: "detached" });
    await window.workbench.editor.tab("Block 1,995").waitFor();
    assert.deepEqual(
      (await blocks().allInnerTexts()).map((text) => text.trim()),
      ["Block 1,996", "Block 1,995"],
    );
  });

  it("stays after Keep Panel, which is offered as long as it is a preview", async () => {
    await keepPanel().click();
    await keepPanel().waitFor({ state: "hidden" });
    await blockRow(view, "1,994").open();
    await heading("Block 1,994");
    await keepPanel().waitFor();
    await blocks().nth(2).waitFor();
    assert.equal(await blocks().count(), 3);
  });

  it("doesn't replace a panel that was opened to the side", async () => {
    await blockRow(view, "1,993").menu("Open to the Side", window.workbench.editor.tab("Block 1,993"));
    await window.page.locator(".editor-group-container").nth(1).waitFor();
    assert.equal(await window.page.locator(".editor-group-container").count(), 2);
    await blockRow(view, "1,992").open();
    await window.workbench.editor.tab("Block 1,994").waitFor({ state: "detached" });
    await window.workbench.editor.tab("Block 1,993").waitFor();
    await window.workbench.editor.tab("Block 1,992").waitFor();
  });
});

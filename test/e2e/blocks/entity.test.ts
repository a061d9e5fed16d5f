// The panel of an entity, in the installed extension.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { blockPanel, goTo, showBlocks } from "./person.js";

const THEMES = ["Dark Modern", "Light Modern", "Default High Contrast", "Default High Contrast Light"] as const;

describe("Blocks, the panel of an entity", () => {
  let window: Window;

  before(async () => {
    window = await openWindow();
    await showBlocks(window);
  });
  after(() => window?.close());

  const heading = (name: string | RegExp) =>
    blockPanel(window).frame.getByRole("heading", { level: 1, name, exact: true }).waitFor();

  it("opens from Go to Block, with calls and logs that lead to their transaction", async () => {
    await goTo(window, "0.0.2001");
    await window.workbench.quickPick.choose("Show 0.0.2001");
    await heading("Contract 0.0.2001");
    const { frame } = blockPanel(window);
    const logs = frame.getByRole("grid", { name: "Latest logs" });
    await logs.waitFor();
    await logs.getByRole("row").filter({ hasText: "Transfer" }).first().waitFor();
    const calls = frame.getByRole("grid", { name: "Latest calls" });
    await calls.getByRole("row").nth(1).waitFor();
    await calls.press("Enter");
    await heading(/^Block [\d,]+$/);
    await blockPanel(window)
      .frame.getByRole("heading", { name: /^Transaction 0\.0\.\d+-/ })
      .waitFor();
  });

  it("has no axe findings and doesn't scroll sideways, in any theme and width", async () => {
    for (const [entity, title] of [
      ["0.0.2001", "Contract 0.0.2001"],
      ["0.0.1024", "Account 0.0.1024"],
      ["0.0.4003", "Topic 0.0.4003"],
      ["0.0.999999999", "0.0.999999999"],
    ] as const) {
      await goTo(window, entity);
      await window.workbench.quickPick.choose(`Show ${entity}`);
      await heading(title);
      const { frame } = blockPanel(window);
      await frame.locator("triptych-table, triptych-empty").first().waitFor();
      for (const theme of THEMES) {
        await window.workbench.useTheme(theme);
        assert.deepEqual(await window.workbench.findings(), [], `${entity}, ${theme}`);
      }
      await window.workbench.fitsNarrowWindow();
    }
  });

  it("returns after a reload", async () => {
    await goTo(window, "0.0.1024");
    await window.workbench.quickPick.choose("Show 0.0.1024");
    await heading("Account 0.0.1024");
    await window.workbench.reload();
    await heading("Account 0.0.1024");
    await blockPanel(window).frame.getByRole("heading", { name: "Latest transactions" }).waitFor();
  });
});

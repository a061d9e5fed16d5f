// axe findings in the panels of blocks, in every theme and width.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { blockPanel, goTo } from "./person.js";

const THEMES = ["Dark Modern", "Light Modern", "Default High Contrast", "Default High Contrast Light"] as const;

describe("The panel of a block", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
  });
  after(() => window?.close());

  it("has no axe findings and doesn't scroll sideways, in any theme and width", async () => {
    const { frame } = blockPanel(window);
    for (const typed of ["1,990", "1,988", "203482916"]) {
      await goTo(window, typed);
      await window.workbench.quickPick.accept();
      await frame.locator("triptych-fact, triptych-empty").first().waitFor();
      for (const theme of THEMES) {
        await window.workbench.useTheme(theme);
        assert.deepEqual(await window.workbench.findings(), [], `${typed}, ${theme}`);
        if (typed !== "1,990") continue;
        for (const tab of ["Transactions", "Contract results", "Logs"]) {
          await frame.getByRole("tab", { name: tab }).click();
          await frame
            .getByText(/^\d+ loaded$/)
            .filter({ visible: true })
            .waitFor();
          assert.deepEqual(await window.workbench.findings(), [], `${tab}, ${theme}`);
        }
        await frame.getByRole("tab", { name: "Block" }).click();
      }
      await window.workbench.fitsNarrowWindow();
    }
  });
});

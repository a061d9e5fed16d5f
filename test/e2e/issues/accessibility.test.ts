// axe findings in threads, in every theme and width.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { openIssue, prepareIssues, threadPanel } from "./person.js";

const THEMES = ["Dark Modern", "Light Modern", "Default High Contrast", "Default High Contrast Light"] as const;

describe("A thread", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  it("has no axe findings and doesn't scroll sideways, in any theme and width", async () => {
    const { frame, title } = threadPanel(window);
    for (const [issue, name] of [
      ["#1", "Tide table shows the wrong day after midnight UTC"],
      ["#6", "Drop imperial units"],
      ["#11", "Translate the station notes"],
      ["#99", "Could not load #99"],
    ] as const) {
      await openIssue(window, issue);
      await (issue === "#99" ? frame.getByText(name) : title.getByText(name)).waitFor();
      for (const theme of THEMES) {
        await window.workbench.useTheme(theme);
        assert.deepEqual(await window.workbench.findings(), [], `${issue}, ${theme}`);
      }
      await window.workbench.fitsNarrowWindow();
    }
  });
});

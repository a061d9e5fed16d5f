// Trackers found in a workspace, trusted and in Restricted Mode, in the installed extension.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { workspaceOf } from "../../workspaces/index.js";
import { click } from "../click.js";
import { PATIENCE, retry } from "../retry.js";
import { openWindow, type Window } from "../window.js";
import { showTrackers } from "./steps.js";

for (const trusted of [true, false]) {
  describe(`trackers of this workspace, ${trusted ? "in a trusted folder" : "in Restricted Mode"}`, () => {
    let window: Window;

    before(async () => {
      window = await openWindow({ height: 1400, trusted });
      await cp(workspaceOf("carries"), window.workspace, { recursive: true });
    });
    after(() => window.close());

    it("goes from the sidebar to the locations of a tracker, its panel and the app's report", async () => {
      const { page, workbench, sandbox } = window;
      if (!trusted) await page.locator(".statusbar-item").filter({ hasText: "Restricted Mode" }).waitFor();
      const view = await showTrackers(workbench);
      // The rows stop moving once the list is loaded.
      await view.row("Uncategorized").row.waitFor();
      await view.row(/^This Workspace/).expand(view.row("This Workspace3 apps · 20 trackers"));
      // A tracker in a single place needs no row below it.
      await view.row(/^AmplitudeStart\.java:3/).open();
      const { editor } = workbench;
      await editor.tab("Start.java").waitFor();
      await editor.group.locator(".squiggly-info").first().waitFor();

      // The hover names the tracker and links to its panel.
      const hover = page.locator(".monaco-hover:visible");
      await retry(async () => {
        await page.mouse.move(2, 2);
        await editor.lines.getByText("com.amplitude.api.Amplitude").first().hover({ timeout: PATIENCE });
        await hover.getByText("1 place in this workspace").waitFor({ timeout: PATIENCE });
        await hover.getByText("Open Tracker").first().click({ timeout: PATIENCE });
      });
      await workbench.panel().getByRole("heading", { name: "Amplitude", exact: true }).waitFor();

      // The link above the app's ID opens its report, which was not requested before.
      const asked = () =>
        sandbox.services["trackers"]?.service.journal.filter(({ target }) => target.includes("/search"));
      assert.deepEqual(asked(), []);
      await view.row(/^AppsFlyer2 places/).expand(view.row("build.gradle.kts:37"));
      await view.row("build.gradle.kts:37").open();
      await editor.group.locator(".codelens-decoration a", { hasText: /^20 trackers in this workspace/ }).waitFor();
      // VS Code draws lenses again while they are resolved.
      const openReport = editor.group.locator(".codelens-decoration a", { hasText: "Open Report" }).first();
      await retry(() => click(openReport, ".codelens-decoration a"));
      await workbench.panel().getByRole("heading", { name: "Tramway", exact: true }).waitFor();
    });

    it("exports the findings as a document", async () => {
      const { workbench } = window;
      const view = await showTrackers(workbench);
      await view.row("This Workspace").choose("Export…", workbench.quickPick, "Markdown");
      await workbench.editor.lines.getByText("Trackers in workspace").waitFor();
    });
  });
}

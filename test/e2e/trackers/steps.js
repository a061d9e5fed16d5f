// Actions of a user in the Trackers wing, for tests.
import { KEYS } from "../../services/trackers/access.js";
import { PATIENCE, retry } from "../retry.js";
import { Row } from "../view.js";

/** @typedef {import("../workbench.js").Workbench} Workbench */

/** Shows only the Trackers view. @param {Workbench} workbench */
export async function showTrackers(workbench) {
  await workbench.showSidebar();
  await workbench.view("Issues").collapse();
  await workbench.view("Blocks").collapse();
  const view = workbench.view("Trackers");
  await view.expand();
  return view;
}

/** Runs Find App and types. @param {Workbench} workbench @param {string} typed */
export async function findApp(workbench, typed) {
  await workbench.search("Triptych Trackers: Find App…", "App or package name", typed);
}

/** Opens the report of an app from the palette. @param {Workbench} workbench @param {string} handle */
export async function openReport(workbench, handle) {
  await findApp(workbench, handle);
  await workbench.quickPick.accept();
  await workbench.panel().locator("main").getByText(handle).first().waitFor();
}

/** Opens a tracker from the palette. @param {Workbench} workbench @param {string} name */
export async function openTracker(workbench, name) {
  await workbench.search("Triptych Trackers: Open Tracker…", "Name, category, class or host", name);
  await workbench.quickPick.choose(name);
  await workbench.panel().getByRole("heading", { name, exact: true }).waitFor();
}

/** Sets the API key. @param {Workbench} workbench @param {string} key the pasted text */
export async function setKey(workbench, key) {
  await workbench.ask("Triptych Trackers: Set API Key…", "Request a key from", key);
  await workbench.quickPick.accept();
}

/** Sets a valid API key, and waits until it is checked, because opening anything else would cancel the check. @param {Workbench} workbench */
export async function useKey(workbench) {
  await setKey(workbench, KEYS.good);
  await workbench.quickPick.widget.waitFor({ state: "hidden" });
}

/**
 * Returns the row of a file in the explorer, which doesn't notice a file that was copied into the folder just now.
 * @param {Workbench} workbench @param {string} name
 */
export async function findFile(workbench, name) {
  const row = workbench.page.locator(".explorer-folders-view").getByRole("treeitem", { name });
  await workbench.run("View: Show Explorer");
  await retry(async () => {
    await workbench.run("Refresh Explorer");
    await row.waitFor({ timeout: PATIENCE });
  });
  return new Row(row);
}

/** Drags a file from the explorer to the editors. @param {Workbench} workbench @param {string} name */
export async function dropFile(workbench, name) {
  const { editor, page } = workbench;
  const { row } = await findFile(workbench, name);
  const tab = editor.tab(name);
  await retry(
    async () => {
      if (await tab.isVisible()) return;
      await row.hover({ timeout: PATIENCE });
      await page.mouse.down();
      // The editors show where a file will open, and only that accepts it.
      await editor.group.hover({ timeout: PATIENCE });
      const overlay = page.locator("#monaco-workbench-editor-drop-overlay");
      await overlay.hover({ timeout: PATIENCE });
      await page.mouse.up();
      await tab.waitFor({ timeout: PATIENCE });
    },
    () => page.mouse.up(),
  );
}

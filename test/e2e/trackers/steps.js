// Actions of a user in the Trackers wing, for tests.
import { KEYS } from "../../services/trackers/access.js";

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

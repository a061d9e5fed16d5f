// The scenes that `npm start -- --screenshots DIR` captures. The scenes of a group share a window.
import { APK_SCENES, TRACKERS_SCENES } from "./trackers/scenes.js";
import { PROBLEM_SCENES } from "./issues/problem-scenes.js";
import { ISSUES_SCENES } from "./issues/scenes.js";
import { BLOCKS_SCENES } from "./blocks/scenes.js";

/**
 * @typedef {object} Scene
 * @property {string} name of the screenshot
 * @property {string} [after] the scene of the same group that this one continues; it depends on no other scene
 * @property {(window: import("./window.js").Window) => Promise<void>} show
 * @property {(window: import("./window.js").Window) => void | Promise<void>} [leave] undoes changes that must last until
 * all screenshots are taken
 */

/** @type {Scene} */
const FIRST_USE = {
  name: "sidebar-first-use",
  async show({ workbench }) {
    await workbench.showSidebar();
    await workbench.sidebarWidth(300);
    for (const title of /** @type {const} */ (["Trackers", "Issues", "Blocks"])) {
      const view = workbench.view(title);
      await view.expand();
      await view.content.waitFor();
    }
  },
};

/** @type {Scene} */
const CONTACTED_SERVERS = {
  name: "contacted-servers",
  after: FIRST_USE.name,
  async show(window) {
    await window.workbench.run("Triptych: Show Contacted Servers");
    await serverRow(window, "trackers")
      .getByText(/^200\b.*minute/)
      .waitFor();
    const row = serverRow(window, "blocks");
    await row.getByRole("button", { name: "Forbid" }).click();
    await row.getByRole("button", { name: "Allow" }).waitFor();
  },
};

/** Returns the row of a server of the sandbox. @param {import("./window.js").Window} window @param {string} name */
function serverRow({ sandbox, workbench }, name) {
  const { service } = sandbox.services[name] ?? {};
  if (service === undefined) throw new Error(`the sandbox has no ${name}`);
  return workbench.panel().getByRole("row").filter({ hasText: service.origin });
}

/** @type {Scene[][]} */
export const SCENES = [
  [FIRST_USE, CONTACTED_SERVERS],
  TRACKERS_SCENES,
  APK_SCENES,
  ISSUES_SCENES,
  PROBLEM_SCENES,
  BLOCKS_SCENES,
];

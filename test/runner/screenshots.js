// Drives the packaged extension headless and leaves a picture of every scene in each theme.
import { mkdir } from "node:fs/promises";
import { SCENES } from "../e2e/scenes.js";
import { openWindow } from "../e2e/window.js";

/**
 * Scenes of one group share a window, one after the other; a scene that fails is named and the next one goes on.
 * @param {string} folder
 * @param {Record<string, import("../e2e/themes.js").Theme>} themes by the word in the picture's name
 * @returns {Promise<string[]>} what failed, a line each
 */
export async function takeScreenshots(folder, themes) {
  await mkdir(folder, { recursive: true });
  /** @type {string[]} */
  const failures = [];
  for (const group of SCENES) {
    const window = await openWindow();
    try {
      for (const scene of group) {
        const failure = await takeScene(window, scene, folder, themes);
        if (failure === undefined) continue;
        failures.push(failure);
        console.error(failure);
      }
    } finally {
      await window.close();
    }
  }
  return failures;
}

/**
 * @param {import("../e2e/window.js").Window} window @param {import("../e2e/scenes.js").Scene} scene
 * @param {string} folder @param {Record<string, import("../e2e/themes.js").Theme>} themes
 */
async function takeScene(window, scene, folder, themes) {
  try {
    await scene.show(window);
    for (const [word, theme] of Object.entries(themes)) {
      await window.workbench.useTheme(theme);
      await window.workbench.screenshot(folder, `${scene.name}-${word}`);
      console.log(`${scene.name}-${word}.png`);
    }
    scene.leave?.(window);
    return undefined;
  } catch (error) {
    await window.workbench.screenshot(folder, `${scene.name}-failed`).catch(() => undefined);
    // What it left in the way of the next scene: faults of a service, an open quick pick or menu.
    for (const { service } of Object.values(window.sandbox.services)) service.faults.clear();
    await window.page.keyboard.press("Escape");
    return `The scene ${scene.name} failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

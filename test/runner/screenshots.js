// Drives the packaged extension headless and leaves a picture of every scene, light and dark.
import { mkdir } from "node:fs/promises";
import { SCENES } from "../e2e/scenes.js";
import { openWindow } from "../e2e/window.js";
import { galleryScreenshots } from "../gallery/screenshots.js";

const THEMES = /** @type {const} */ ([
  ["dark", "Dark Modern"],
  ["light", "Light Modern"],
]);

/** @param {string} folder */
export async function takeScreenshots(folder) {
  await mkdir(folder, { recursive: true });
  const window = await openWindow();
  try {
    for (const scene of SCENES) {
      await scene.show(window);
      for (const [word, theme] of THEMES) {
        await window.workbench.useTheme(theme);
        await window.workbench.screenshot(folder, `${scene.name}-${word}`);
        console.log(`${scene.name}-${word}.png`);
      }
    }
  } finally {
    await window.close();
  }
  await galleryScreenshots(folder);
}

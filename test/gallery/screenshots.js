// Takes screenshots of the gallery for people to look at.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "../runner/browser.js";
import { buildGallery } from "./build.js";
import { openGallery } from "./page.js";

const THEMES = ["dark", "light", "hc", "hcl", "dark26", "light26"];
const WIDTHS = [1000, 480];

/**
 * Saves a PNG of the whole gallery per theme and width, and returns their paths.
 * @param {string} folder
 */
export async function galleryScreenshots(folder) {
  await mkdir(folder, { recursive: true });
  const build = await buildGallery();
  await build.dispose();
  const browser = await launchBrowser();
  /** @type {string[]} */
  const paths = [];
  try {
    for (const theme of THEMES) {
      for (const width of WIDTHS) {
        const { page, close } = await openGallery(browser, { width, query: `theme=${theme}` });
        await page.hover("triptych-comment[edited]");
        const path = join(folder, `gallery-${theme}-${width}.png`);
        await page.screenshot({ path, fullPage: true });
        paths.push(path);
        await close();
      }
    }
  } finally {
    await browser.close();
  }
  return paths;
}

// The clipboard of a page, for tests of what users copy.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { PAGE_PATIENCE_MS } from "./browser.js";

const LOOK_INTERVAL_MS = 20;

/**
 * Waits until the clipboard contains the text. `waitForFunction` would take the promise of a text for the text.
 * @param {import("playwright-core").Page} page @param {string} text
 */
export async function waitForClipboard(page, text) {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  let copied = await read();
  for (const end = Date.now() + PAGE_PATIENCE_MS; copied !== text && Date.now() < end; copied = await read())
    await setTimeout(LOOK_INTERVAL_MS);
  assert.equal(copied, text);
}

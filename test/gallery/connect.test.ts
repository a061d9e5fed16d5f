// The connection of a page with the extension, and the banner that appears when the extension stops.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useGallery } from "./hooks.ts";

/** Replaces what VS Code gives a webview, and records what the page posts. */
const api = `
  let asked = 0;
  window.posted = [];
  window.states = [];
  window.kept = { thing: "gallery", view: "there" };
  window.acquireVsCodeApi = () => {
    if (asked++ > 0) throw new Error("only once");
    return { postMessage: (message) => window.posted.push(message), getState: () => window.kept, setState: (state) => window.states.push((window.kept = state)) };
  };`;

const said = (page: Page) => page.getByText("Triptych has stopped.");

describe("the connection to the extension", () => {
  const open = useGallery();

  it("announces the panel once, delivers messages, and saves what the panel shows", async () => {
    const { page, complaints } = await open({ query: "connect", before: api });
    assert.deepEqual(await page.evaluate("window.posted"), [
      { type: "ready" },
      { type: "message", body: "kept: there" },
    ]);
    assert.deepEqual(await page.evaluate("window.states"), [
      { thing: "gallery", view: "there" },
      { thing: "gallery", view: "here" },
    ]);
    await page.evaluate(() => postMessage({ type: "message", body: "hello" }));
    await page.locator('body[data-heard="hello"]').waitFor({ state: "attached" });
    assert.deepEqual(complaints, []);
  });

  it("saves what the panel shows at first, and again when the extension changes it", async () => {
    const { page } = await open({ query: "connect", before: `${api} window.kept = undefined;` });
    assert.deepEqual(await page.evaluate("window.states[0]"), { thing: "gallery" });
    await page.evaluate(() => postMessage({ type: "thing", thing: { block: 2 } }));
    await page.waitForFunction("window.states.length === 3");
    assert.deepEqual(await page.evaluate("window.kept"), { thing: { block: 2 }, view: "here" });
  });

  it("shows above the content that the extension stopped responding, until it responds again", async () => {
    const { page } = await open({
      query: "connect",
      before: `window.beats = []; window.setInterval = (beat) => window.beats.push(beat); ${api}`,
    });
    const later = async (milliseconds: number) => {
      await page.clock.setFixedTime(new Date(Date.UTC(2026, 10, 20, 14, 32) + milliseconds));
      await page.evaluate("window.beats.forEach((beat) => beat())");
    };
    await later(2900);
    assert.equal(await said(page).count(), 0);
    await later(3100);
    await said(page).waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => postMessage({ type: "beat" }));
    await said(page).waitFor({ state: "detached" });
  });
});

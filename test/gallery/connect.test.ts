// The connection of a page with the extension, and the banner that appears when the extension stops.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { useGallery } from "./hooks.ts";

/** Replaces VS Code's API for webviews, and records what the page posts and saves. */
const api = `
  let acquired = 0;
  window.posted = [];
  window.states = [];
  window.kept = { subject: "gallery", view: "there" };
  window.acquireVsCodeApi = () => {
    if (acquired++ > 0) throw new Error("only once");
    return { postMessage: (message) => window.posted.push(message), getState: () => window.kept, setState: (state) => window.states.push((window.kept = state)) };
  };`;

const banner = (page: Page) => page.getByText("Triptych has stopped.");

describe("the connection to the extension", () => {
  const open = useGallery();

  it("reports once that the page is ready, delivers messages, and saves the reader's view", async () => {
    const { page, consoleErrors } = await open({ query: "connect", before: api });
    assert.deepEqual(await page.evaluate("window.posted"), [
      { type: "ready" },
      { type: "message", body: "kept: there" },
    ]);
    assert.deepEqual(await page.evaluate("window.states"), [
      { subject: "gallery", view: "there" },
      { subject: "gallery", view: "here" },
    ]);
    await page.evaluate(() => postMessage({ type: "message", body: "hello" }));
    await page.locator('body[data-heard="hello"]').waitFor({ state: "attached" });
    assert.deepEqual(consoleErrors, []);
  });

  it("saves the panel's subject at first, and again when the extension changes it", async () => {
    const { page } = await open({ query: "connect", before: `${api} window.kept = undefined;` });
    assert.deepEqual(await page.evaluate("window.states[0]"), { subject: "gallery" });
    await page.evaluate(() => postMessage({ type: "subject", subject: { block: 2 } }));
    await page.waitForFunction("window.states.length === 3");
    assert.deepEqual(await page.evaluate("window.kept"), { subject: { block: 2 }, view: "here" });
  });

  it("shows above the content that the extension stopped responding, until it responds again", async () => {
    const { page, beats } = await openWithBeats();
    await beats(3);
    assert.equal(await banner(page).count(), 0);
    await beats(1);
    await banner(page).waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => postMessage({ type: "heartbeat" }));
    await banner(page).waitFor({ state: "detached" });
  });

  it("doesn't mistake a computer that was asleep, or a clock that was set forward, for an extension that stopped", async () => {
    const { page, beats } = await openWithBeats();
    await page.clock.setFixedTime(new Date(Date.UTC(2026, 10, 21, 8)));
    await beats(1);
    assert.equal(await banner(page).count(), 0);
  });

  /** `beats` lets the time of this many heartbeats pass. */
  async function openWithBeats() {
    const { page } = await open({
      query: "connect",
      before: `window.beats = []; window.setInterval = (beat) => window.beats.push(beat); ${api}`,
    });
    const beats = async (count: number) => {
      for (let beat = 0; beat < count; beat++) await page.evaluate("window.beats.forEach((beat) => beat())");
    };
    return { page, beats };
  }
});

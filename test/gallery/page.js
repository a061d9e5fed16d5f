// Opens the built gallery in a browser. Nothing listens on a port: the browser's requests are answered from the folder,
// and all other requests are recorded and blocked.
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { PAGE_PATIENCE_MS } from "../runner/browser.js";
import { describeGalleryPage } from "../runner/describe-page.js";
import { describeOnFailure } from "../runner/failures.js";
import { galleryFolder } from "./build.js";

const ORIGIN = "https://gallery.test";
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".ttf": "font/ttf" };

/** The current time in every gallery, fixed so that "2 days ago" stays true. */
const NOW = new Date("2026-11-20T14:32:00Z");

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{
 *   width?: number, height?: number, query?: string, scripts?: boolean, moving?: boolean,
 *   before?: string, html?: (text: string) => string, held?: (page: import("playwright-core").Page) => Promise<void>,
 * }} [wish] `before` runs before the page's scripts, `held` after its first paint and before them
 */
export async function openGallery(browser, wish = {}) {
  const { width = 1000, height = 900, query = "", scripts = true, moving = false, before, held } = wish;
  const { html = (text) => text } = wish;
  const context = await browser.newContext({
    viewport: { width, height },
    javaScriptEnabled: scripts,
    reducedMotion: moving ? "no-preference" : "reduce",
    timezoneId: "UTC",
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  const described = describeOnFailure(() => describeGalleryPage(page));
  /** @type {string[]} */
  const foreignRequests = [];
  /** @type {string[]} */
  const consoleErrors = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${ORIGIN}/`))
      foreignRequests.push(request.url());
  });
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== ORIGIN) return route.abort();
    const name = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
    const body = await readFile(join(galleryFolder, name)).catch(() => undefined);
    if (body === undefined) return route.fulfill({ status: 404 });
    if (name === "main.js" && held !== undefined) await held(page);
    const contentType = types[/** @type {keyof typeof types} */ (extname(name))] ?? "application/octet-stream";
    return route.fulfill({ contentType, body: name === "index.html" ? html(body.toString()) : body });
  });
  await page.clock.setFixedTime(NOW);
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(`${ORIGIN}/?${query}`);
  if (scripts) {
    // Charts load their library after everything else.
    await page.waitForFunction(() => {
      const charts = [...document.querySelectorAll("triptych-chart")];
      return charts.every((chart) => chart.shadowRoot?.querySelector("canvas, triptych-grid"));
    });
    // Fonts begin to load when the page is laid out, and widths change again once they are there.
    await page.evaluate(async () => {
      const layout = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await layout();
      await document.fonts.ready;
      await layout();
    });
  }
  return {
    page,
    foreignRequests,
    consoleErrors,
    async close() {
      await described();
      await context.close();
    },
  };
}

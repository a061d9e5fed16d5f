// Opens the gallery in a browser for a suite of tests.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Page } from "playwright-core";
import { sharedBrowser } from "../runner/browser.js";
import { openGallery } from "./page.js";

export type Gallery = Awaited<ReturnType<typeof openGallery>>;
export type Wish = Parameters<typeof openGallery>[1];

/**
 * Opens the gallery, which the runner has built, or only one of its groups of scenes. Its pages are closed after each
 * test.
 */
export function useGallery(only?: "parts" | "thread" | "tables" | "charts"): (wish?: Wish) => Promise<Gallery> {
  const open: Gallery[] = [];
  afterEach(async () => {
    for (const gallery of open.splice(0)) await gallery.close();
  });
  return async (wish) => {
    const query = [wish?.query, only === undefined ? undefined : `only=${only}`].filter((each) => each !== undefined);
    const gallery = await openGallery(await sharedBrowser(), { ...wish, query: query.join("&") });
    open.push(gallery);
    return gallery;
  };
}

/** Switches the theme of an open gallery. */
export async function useTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise((resolve) => {
        addEventListener("hashchange", resolve, { once: true });
        location.hash = name;
      }),
    theme,
  );
}

/** Returns the last event that a part fired. */
export async function lastEvent(page: Page): Promise<string> {
  return (await page.locator("#scenes").getAttribute("data-last-event")) ?? "";
}

/** Returns what axe finds, each as "rule: selector" with a summary. */
export async function axeFindings(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = globalThis as typeof globalThis & { readonly axe: typeof Axe };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary}`),
    );
  });
}

/** Describes the focused element, through all shadow roots, as "host: name". */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === null) return "";
    const host = element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : undefined;
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim().replace(/\s+/g, " ") ?? "";
    return `${host?.localName ?? element.localName}: ${name}`;
  });
}

// What a reader sees and hears of a page: its texts, tooltips and spoken names, through all shadow roots.
import type { Page } from "playwright-core";

/** The bodies of comments are left out: their text is the writer's own, in a block of its own. */
export async function readTexts(page: Page, within = "body"): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    const walk = (node: Node): void => {
      if (node instanceof Text) found.push(node.data);
      if (node instanceof Element) {
        if (node.matches("triptych-prose, script, style, textarea")) return;
        for (const name of ["title", "alt", "placeholder", "aria-label"]) found.push(node.getAttribute(name) ?? "");
        if (node.shadowRoot !== null) node.shadowRoot.childNodes.forEach(walk);
      }
      node.childNodes.forEach(walk);
    };
    for (const root of document.querySelectorAll(selector)) walk(root);
    return found.map((text) => text.trim()).filter((text) => text !== "");
  }, within);
}

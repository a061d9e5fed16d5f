// Reads what a reader sees and hears of a page: texts, tooltips and spoken names, through all shadow roots.
import type { Page } from "playwright-core";

/** Leaves out the bodies of comments, whose text is the author's own, in a separate block. */
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

// Page objects of the views in the sidebar and of their rows.
import { errors } from "playwright-core";
import { PATIENCE, retry } from "./retry.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 */

/** One of the three views in the sidebar. */
export class View {
  /** @param {Page} page @param {string} title */
  constructor(page, title) {
    this.pane = page
      .locator(".part.sidebar .pane")
      .filter({ has: page.locator(`.pane-header[aria-label^="${title}"]`) });
    this.header = this.pane.locator(".pane-header");
    this.welcome = this.pane.locator(".welcome-view-content");
    this.rows = this.pane.getByRole("treeitem");
    /** Rows with content. VS Code adds a row before its text. */
    this.loaded = this.rows.filter({ hasText: /\S/, hasNotText: "Loading…" });
    /** Visible once the view has loaded: its first row, or the welcome of an empty view. */
    this.content = this.loaded.or(this.welcome).filter({ visible: true }).first();
  }

  async expand() {
    await setExpanded(this.header, this.header, true);
  }

  async collapse() {
    await setExpanded(this.header, this.header, false);
  }

  /** Returns a row by its visible text. @param {string | RegExp} text */
  row(text) {
    return new Row(this.rows.filter({ hasText: text }).first());
  }

  /** Presses a button in the view's title. @param {string} label */
  async press(label) {
    await this.header.hover();
    await this.header.locator(`.action-label[aria-label^="${label}"]`).click();
  }
}

/** One row of a tree. */
export class Row {
  /** @param {Locator} row */
  constructor(row) {
    this.row = row;
  }

  /** Clicks the row. If the tree moves the row at that moment and the click hits another row, clicks it again. */
  async open() {
    const page = this.row.page();
    await retry(async () => {
      const row = await this.row.elementHandle({ timeout: PATIENCE });
      const label = await this.row.getAttribute("aria-label", { timeout: PATIENCE });
      const clicked = nextClick(page, "[role=treeitem]", { row, label });
      await this.row.click({ timeout: PATIENCE });
      if (!(await clicked)) throw new errors.TimeoutError(`${label} moved while it was clicked`);
    });
  }

  /**
   * Expands the row. VS Code may collapse it again while it loads the whole tree. With a `child`, this is repeated
   * until that row is visible.
   * @param {Row} [child]
   */
  async expand(child) {
    const twistie = this.row.locator(".monaco-tl-twistie");
    await setExpanded(this.row, twistie, true);
    if (child === undefined) return;
    await retry(async () => {
      await setExpanded(this.row, twistie, true);
      await child.row.waitFor({ timeout: PATIENCE });
    });
  }

  async collapse() {
    await setExpanded(this.row, this.row.locator(".monaco-tl-twistie"), false);
  }

  /**
   * Presses an inline action, which is visible while the pointer is on the row. If the row is redrawn, the pointer must
   * move there again. While VS Code loads the whole tree again, it runs the command without its row. With an `effect`,
   * this is repeated until the effect is visible.
   * @param {string} label @param {Locator} [effect]
   */
  async press(label, effect) {
    const page = this.row.page();
    const selector = `.actions .action-label[aria-label^="${label}"]`;
    await retry(async () => {
      if ((await effect?.isVisible()) === true) return;
      await page.mouse.move(0, 0);
      await this.row.hover();
      const clicked = nextClick(page, selector);
      await this.row.locator(selector).click({ timeout: PATIENCE });
      if (!(await clicked)) throw new errors.TimeoutError(`${label} was redrawn while it was clicked`);
      await effect?.waitFor({ timeout: PATIENCE });
    });
  }

  /**
   * Selects an entry of the row's context menu. While VS Code loads new rows, it runs the command without its row, and
   * a panel that takes the focus late closes the menu. With an `effect`, this is repeated until the effect is visible.
   * @param {string} label @param {Locator} [effect]
   */
  async menu(label, effect) {
    const { keyboard } = this.row.page();
    const menu = this.row.page().locator(".monaco-menu-container");
    const item = menu.locator(".action-item").filter({ hasText: label }).first();
    const attempt = async () => {
      if ((await effect?.isVisible()) === true) return;
      await this.row.click({ button: "right", timeout: PATIENCE });
      await item.hover({ timeout: PATIENCE });
      // A new menu ignores clicks for a moment, but accepts keys immediately.
      await menu.locator(".action-item.focused").filter({ hasText: label }).waitFor({ timeout: PATIENCE });
      await keyboard.press("Enter");
      // If the command shows nothing, the workbench sometimes leaves its menu open.
      await menu.waitFor({ state: "hidden", timeout: 2000 }).catch(() => keyboard.press("Escape"));
      await effect?.waitFor({ timeout: PATIENCE });
    };
    await retry(attempt, () => keyboard.press("Escape"));
  }

  /**
   * Opens a quick pick from the row's context menu and clicks one of its rows. The key that closes a leftover menu can
   * also close the quick pick, so this is repeated until the row is clicked.
   * @param {string} label @param {import("./questions.js").QuickPick} quickPick @param {string} text
   */
  async choose(label, quickPick, text) {
    const choice = quickPick.row(text);
    await retry(async () => {
      await this.menu(label, choice);
      await choice.click({ timeout: PATIENCE });
    });
    await choice.waitFor({ state: "hidden" });
  }
}

/**
 * Resolves to true if the next click hits a matching element. An element that is redrawn between mouse down and mouse
 * up gets no click.
 * @param {Page} page @param {string} selector
 * @param {{ row: import("playwright-core").ElementHandle<Node> | null, label: string | null }} [one] matches only
 *   this row or, after a redraw, one with the same label
 */
function nextClick(page, selector, one) {
  const wasHit = page.evaluate(
    ({ wanted, only, timeout }) =>
      new Promise((resolve) => {
        /** @param {Element | null} hit */
        const matches = (hit) => hit !== null && (!only || hit === only.row || hit.ariaLabel === only.label);
        addEventListener("mouseup", () => setTimeout(() => resolve(false), 1000), { capture: true, once: true });
        addEventListener(
          "click",
          ({ target }) => resolve(target instanceof Element && matches(target.closest(wanted))),
          { capture: true, once: true },
        );
        setTimeout(() => resolve(false), timeout);
      }),
    { wanted: selector, only: one, timeout: 2 * PATIENCE },
  );
  // The window may close or reload before that.
  return wasHit.catch(() => false);
}

/**
 * Expands or collapses a row or a view. A click can miss an element that moves while a tree loads, so this checks the
 * state.
 * @param {Locator} element @param {Locator} button @param {boolean} isOpen
 */
async function setExpanded(element, button, isOpen) {
  const inState = element.and(element.page().locator(`[aria-expanded="${isOpen}"]`));
  await retry(async () => {
    if ((await element.getAttribute("aria-expanded")) !== String(!isOpen)) return;
    await button.click({ timeout: PATIENCE });
    await inState.waitFor({ timeout: PATIENCE });
  });
}

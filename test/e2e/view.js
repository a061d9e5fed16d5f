// Page objects of the views in the sidebar and of their rows.
import { click } from "./click.js";
import { EFFECT_PATIENCE, PATIENCE, retry } from "./retry.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 */

const ESCAPE = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true };

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
    await setExpanded(this.header, this.header, ".pane-header", true);
  }

  async collapse() {
    await setExpanded(this.header, this.header, ".pane-header", false);
  }

  /** Returns a row by its visible text. @param {string | RegExp} text */
  row(text) {
    return new Row(this.rows.filter({ hasText: text }).first());
  }

  /** Presses a button in the view's title. @param {string} label */
  async press(label) {
    const selector = `.action-label[aria-label^="${label}"]`;
    await retry(async () => {
      await this.header.hover({ timeout: PATIENCE });
      await click(this.header.locator(selector), selector);
    });
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
    await retry(async () => {
      const row = await this.row.elementHandle({ timeout: PATIENCE });
      const label = await this.row.getAttribute("aria-label", { timeout: PATIENCE });
      await click(this.row, "[role=treeitem]", { row, label });
    });
  }

  /**
   * Expands the row. VS Code may collapse it again while it loads the whole tree, and a row that is new has nothing to
   * expand yet, so this is repeated until the child is visible.
   * @param {Row} child
   */
  async expand(child) {
    await retry(async () => {
      await this.#setExpanded(true);
      await child.row.waitFor({ timeout: PATIENCE });
    });
  }

  async collapse() {
    await this.#setExpanded(false);
  }

  /** @param {boolean} isOpen */
  async #setExpanded(isOpen) {
    const twistie = ".monaco-tl-twistie";
    await setExpanded(this.row, this.row.locator(twistie), twistie, isOpen);
  }

  /**
   * Presses an inline action, which is visible while the pointer is on the row. If the row is redrawn, the pointer must
   * move there again. While VS Code loads the whole tree again, it runs the command without its row. With an `effect`,
   * this is repeated until the effect is visible, but only after a long wait, because a second command may undo the first.
   * @param {string} label @param {Locator} [effect]
   */
  async press(label, effect) {
    const page = this.row.page();
    const selector = `.actions .action-label[aria-label^="${label}"]`;
    await retry(async () => {
      if ((await effect?.isVisible()) === true) return;
      await page.mouse.move(0, 0);
      await this.row.hover({ timeout: PATIENCE });
      await click(this.row.locator(selector), selector);
      await effect?.waitFor({ timeout: EFFECT_PATIENCE });
    });
  }

  /**
   * Selects an entry of the row's context menu. While VS Code loads new rows, it runs the command without its row, and
   * a panel that takes the focus late closes the menu. With an `effect`, this is repeated until the effect is visible,
   * but only after a long wait, because a second command may undo the first.
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
      // If the command shows nothing, the workbench sometimes leaves its menu open. Only the menu gets the key that closes
      // it, because the command may have opened a quick pick or a dialog.
      await menu
        .waitFor({ state: "hidden", timeout: 2000 })
        .catch(() => menu.locator(".actions-container").first().dispatchEvent("keydown", ESCAPE, { timeout: PATIENCE }))
        .then(() => menu.waitFor({ state: "hidden", timeout: PATIENCE }));
      await effect?.waitFor({ timeout: EFFECT_PATIENCE });
    };
    await retry(attempt, () => keyboard.press("Escape"));
  }

  /**
   * Opens a quick pick from the row's context menu and clicks one of its rows.
   * @param {string} label @param {import("./questions.js").QuickPick} quickPick @param {string} text
   */
  async choose(label, quickPick, text) {
    await this.menu(label, quickPick.row(text));
    await quickPick.choose(text);
    await quickPick.row(text).waitFor({ state: "hidden" });
  }
}

/**
 * Expands or collapses a row or a view. A click can miss an element that moves while a tree loads, so this checks the
 * state.
 * @param {Locator} element @param {Locator} button @param {string} selector of the button @param {boolean} isOpen
 */
async function setExpanded(element, button, selector, isOpen) {
  const inState = element.and(element.page().locator(`[aria-expanded="${isOpen}"]`));
  await retry(async () => {
    if ((await element.getAttribute("aria-expanded", { timeout: PATIENCE })) !== String(!isOpen)) return;
    await click(button, selector);
    await inState.waitFor({ timeout: PATIENCE });
  });
}

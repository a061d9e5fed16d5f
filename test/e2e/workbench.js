// Page objects of VS Code's workbench, for tests that act like a user.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errors } from "playwright-core";
import { PAGE_PATIENCE_MS } from "../runner/browser.js";
import { THEMES } from "./themes.js";

/** How long the palette may take to answer, in milliseconds. */
const PATIENCE = 8000;

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 */

export class Workbench {
  /** @param {Page} page @param {(text: string) => string} [translate] gives texts in the window's language */
  constructor(page, translate = (text) => text) {
    this.page = page;
    this.translate = translate;
    this.quickPick = new QuickPick(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.editor = new Editor(page);
  }

  /** Opens a folder and waits until the workbench is drawn. @param {string} origin @param {string} [folder] @param {string} [token] */
  async open(origin, folder, token) {
    const query = new URLSearchParams();
    if (folder !== undefined) query.set("folder", folder);
    if (token !== undefined) query.set("tkn", token);
    await this.page.goto(`${origin}/?${query.toString()}`);
    await this.drawn();
  }

  /** Waits until the window is drawn and its extensions are known. */
  async drawn() {
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: PAGE_PATIENCE_MS });
    await this.page
      .getByRole("tab", { name: this.translate("Triptych") })
      .first()
      .waitFor({ timeout: PAGE_PATIENCE_MS });
  }

  /** Runs a command by its title, from the palette. @param {string} title */
  async run(title) {
    await this.#again(async () => {
      await this.page.keyboard.press("F1");
      await this.quickPick.input.fill(`>${title}`, { timeout: PATIENCE });
      await this.quickPick.row(title).click({ timeout: PATIENCE });
    });
  }

  /**
   * Runs a command that asks a question, and types the answer.
   * @param {string} title @param {string} question as the input says it @param {string} answer
   */
  async ask(title, question, answer) {
    await this.#again(async () => {
      await this.run(title);
      await this.quickPick.widget.getByText(question).first().waitFor({ timeout: PATIENCE });
      await this.quickPick.input.fill(answer, { timeout: PATIENCE });
    });
  }

  /**
   * Runs a command with a search box.
   * @param {string} title @param {string} placeholder of its input @param {string} typed
   */
  async search(title, placeholder, typed) {
    await this.#again(async () => {
      await this.run(title);
      await this.page.getByPlaceholder(placeholder).fill(typed, { timeout: PATIENCE });
    });
  }

  /**
   * A panel or an editor that opens late takes the focus, and the palette or question closes. Opens it again if so.
   * @param {() => Promise<void>} attempt
   */
  async #again(attempt) {
    for (let left = 2; ; left -= 1) {
      try {
        await attempt();
        return;
      } catch (error) {
        if (left === 0 || !(error instanceof errors.TimeoutError)) throw error;
        await this.page.keyboard.press("Escape");
        await this.quickPick.widget.waitFor({ state: "hidden" });
      }
    }
  }

  /** Shows Triptych's views in the sidebar. */
  async showSidebar() {
    const tab = this.page.getByRole("tab", { name: this.translate("Triptych") }).first();
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
    await this.view("Trackers").header.waitFor();
  }

  /** @param {"Trackers" | "Issues" | "Blocks"} title */
  view(title) {
    return new View(this.page, this.translate(title));
  }

  /** The open webview panel (the last one, if there are several). */
  panel() {
    return this.page.frameLocator("iframe.webview.ready").last().frameLocator("#active-frame");
  }

  /** Findings of axe in the open panel. @returns {Promise<string[]>} */
  async findings() {
    const frame = await (await this.panel().locator("main").elementHandle())?.ownerFrame();
    if (frame === null || frame === undefined) throw new Error("there is no open panel");
    await frame.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
    return frame.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))",
    );
  }

  /**
   * Findings of axe in a view. VS Code adds to the label of a row (such as "has actions"), so the rule that compares
   * labels with visible text is off.
   * @param {string} selector @returns {Promise<string[]>}
   */
  async findingsIn(selector) {
    await this.page.locator(selector).waitFor();
    await this.page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
    return this.page.evaluate(
      `axe.run(${JSON.stringify(selector)}, { rules: { "label-content-name-mismatch": { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`,
    );
  }

  /** Needs a window of `openWindow`, which has the key binding. @param {import("./themes.js").Theme} theme */
  async useTheme(theme) {
    const { key, file } = THEMES[theme];
    // Uses the workbench directly: while a panel has the focus, keys reach its page first.
    await this.page.locator(".monaco-workbench").evaluate((workbench, digit) => {
      const pressed = { key: digit, code: `Digit${digit}`, keyCode: digit.charCodeAt(0) };
      const modifiers = { ctrlKey: true, shiftKey: true, altKey: true };
      workbench.dispatchEvent(new KeyboardEvent("keydown", { ...pressed, ...modifiers, bubbles: true }));
    }, key);
    await this.page.locator(`.monaco-workbench[class*="${file}"]`).waitFor();
  }

  /** @param {number} pixels */
  async sidebarWidth(pixels) {
    const sash = this.page.locator(".monaco-sash.vertical").filter({ visible: true });
    const sidebar = await this.page.locator(".part.sidebar").boundingBox();
    if (sidebar === null) throw new Error("the sidebar is hidden");
    const edge = sidebar.x + sidebar.width;
    for (const each of await sash.all()) {
      const box = await each.boundingBox();
      if (box === null || Math.abs(box.x + box.width / 2 - edge) > 4) continue;
      const middle = box.y + box.height / 2;
      await this.page.mouse.move(edge, middle);
      await this.page.mouse.down();
      await this.page.mouse.move(sidebar.x + pixels, middle, { steps: 4 });
      await this.page.mouse.up();
      return;
    }
    throw new Error("the sidebar has no edge to drag");
  }

  /** @param {string} folder @param {string} name */
  async screenshot(folder, name) {
    // A click on a half hidden row scrolls the window by some pixels.
    await this.page.evaluate(() => {
      const parts =
        "html, body, .monaco-workbench, .monaco-grid-view, .monaco-split-view2, .split-view-container, .part";
      for (const each of document.querySelectorAll(parts)) each.scrollTo(0, 0);
    });
    // Moves the pointer off the rows, so that no hover covers the picture.
    await this.page.mouse.move(2, 2);
    await this.page.locator(".workbench-hover:visible").waitFor({ state: "hidden" });
    await this.page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled", caret: "hide" });
  }
}

/** One of the three views in the sidebar. */
class View {
  /** @param {Page} page @param {string} title */
  constructor(page, title) {
    this.pane = page
      .locator(".part.sidebar .pane")
      .filter({ has: page.locator(`.pane-header[aria-label^="${title}"]`) });
    this.header = this.pane.locator(".pane-header");
    this.welcome = this.pane.locator(".welcome-view-content");
    this.rows = this.pane.getByRole("treeitem");
  }

  async expand() {
    if ((await this.header.getAttribute("aria-expanded")) === "false") await this.header.click();
  }

  async collapse() {
    if ((await this.header.getAttribute("aria-expanded")) === "true") await this.header.click();
  }

  /** A row by its visible text. @param {string | RegExp} text */
  row(text) {
    return new Row(this.rows.filter({ hasText: text }).first());
  }

  /** A button in the view's title. @param {string} label */
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

  async open() {
    await this.row.click();
  }

  async expand() {
    await this.#fold(true);
  }

  async collapse() {
    await this.#fold(false);
  }

  /** A click misses a row that moves while the tree loads, so the row's state decides. @param {boolean} open */
  async #fold(open) {
    const folded = this.row.and(this.row.page().locator(`[aria-expanded="${open}"]`));
    for (let left = 3; (await this.row.getAttribute("aria-expanded")) === String(!open); left -= 1) {
      await this.row.locator(".monaco-tl-twistie").click();
      try {
        await folded.waitFor({ timeout: PATIENCE });
      } catch (error) {
        if (left === 0 || !(error instanceof errors.TimeoutError)) throw error;
      }
    }
  }

  /**
   * An inline action, visible while the pointer rests on the row. The pointer must move there again if the row is
   * redrawn.
   */
  async press(/** @type {string} */ label) {
    const action = this.row.locator(`.actions .action-label[aria-label^="${label}"]`);
    for (let left = 3; ; left -= 1) {
      await this.row.page().mouse.move(0, 0);
      await this.row.hover();
      try {
        await action.click({ timeout: PATIENCE });
        return;
      } catch (error) {
        if (left === 0 || !(error instanceof errors.TimeoutError)) throw error;
      }
    }
  }

  /** An entry of the row's context menu. @param {string} label */
  async menu(label) {
    const menu = this.row.page().locator(".monaco-menu-container");
    await this.row.click({ button: "right" });
    const item = menu.locator(".action-item").filter({ hasText: label }).first();
    await item.hover();
    // A new menu ignores clicks for a moment, but takes keys at once.
    await menu.locator(".action-item.focused").filter({ hasText: label }).waitFor();
    await this.row.page().keyboard.press("Enter");
    // If the command shows nothing, the workbench sometimes leaves its menu open.
    await menu.waitFor({ state: "hidden", timeout: 2000 }).catch(() => this.row.page().keyboard.press("Escape"));
  }
}

/** The quick pick and the input box. */
class QuickPick {
  /** @param {Page} page */
  constructor(page) {
    this.widget = page.locator(".quick-input-widget:visible");
    this.input = this.widget.locator("input").first();
    this.rows = this.widget.locator(".quick-input-list .monaco-list-row");
    this.message = this.widget.locator(".quick-input-message");
  }

  /** Waits until it is open and takes what is typed. */
  async ready() {
    await this.widget.locator("input:focus").waitFor();
  }

  /** @param {string} text */
  async type(text) {
    await this.input.fill(text);
  }

  /** @param {string} text */
  row(text) {
    return this.rows.filter({ hasText: text }).first();
  }

  /** @param {string} text */
  async choose(text) {
    await this.row(text).click();
  }

  async accept() {
    await this.input.press("Enter");
  }
}

/** Notifications at the lower right. */
class Notifications {
  /** @param {Page} page */
  constructor(page) {
    this.toasts = page.locator(".notifications-toasts .notification-list-item");
  }

  /** @param {string | RegExp} text */
  toast(text) {
    return this.toasts.filter({ hasText: text }).first();
  }

  /** Presses a button of the notification with this text. @param {string | RegExp} text @param {string} button */
  async press(text, button) {
    await this.toast(text).locator(".monaco-button").filter({ hasText: button }).click();
  }
}

/** The modal dialog. */
class Dialog {
  /** @param {Page} page */
  constructor(page) {
    this.box = page.locator(".monaco-dialog-box");
    this.message = this.box.locator(".dialog-message-text");
  }

  /** @param {string} button */
  async press(button) {
    await this.box.locator(".monaco-button").filter({ hasText: button }).click();
  }
}

/** The focused editor. */
class Editor {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.group = page.locator(".editor-group-container.active");
    this.lines = this.group.locator(".view-lines");
  }

  /** @param {string | RegExp} name */
  tab(name) {
    return this.page.locator(".tab").filter({ hasText: name });
  }

  /** Types at the cursor. @param {string} text */
  async type(text) {
    // A hover under the mouse would cover the editor.
    await this.page.mouse.move(2, 2);
    await this.group.locator(".monaco-editor").first().click();
    await this.page.keyboard.insertText(text);
  }

  /** A button in the editor's title. @param {string} label */
  async press(label) {
    await this.group.locator(`.editor-actions .action-label[aria-label^="${label}"]`).click();
  }
}

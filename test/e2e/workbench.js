// Page objects of VS Code's workbench, for tests that act like a user.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errors } from "playwright-core";
import { PAGE_PATIENCE_MS } from "../runner/browser.js";
import { click } from "./click.js";
import { Dialog, Notifications, QuickPick } from "./questions.js";
import { PATIENCE, retry } from "./retry.js";
import { THEMES } from "./themes.js";
import { View } from "./view.js";

const FOCUS_POLL_MS = 50;
const NARROW_PX = 700;

/** The name of each kind of theme inside panels, by its class in the workbench. */
const PANEL_THEMES = {
  "vs-dark": "vscode-dark",
  vs: "vscode-light",
  "hc-black": "vscode-high-contrast",
  "hc-light": "vscode-high-contrast-light",
};

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 */

export class Workbench {
  /** @param {Page} page @param {(text: string) => string} [translate] translates texts into the window's language */
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

  /** Waits until the window is drawn and its extensions are loaded. */
  async drawn() {
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: PAGE_PATIENCE_MS });
    await this.page
      .getByRole("tab", { name: this.translate("Triptych") })
      .first()
      .waitFor({ timeout: PAGE_PATIENCE_MS });
  }

  /**
   * Runs a command by its title from the palette.
   * @param {string} title @param {() => void} [prepare] runs once the palette shows the command
   */
  async run(title, prepare = () => undefined) {
    await this.#again(async () => {
      await this.page.keyboard.press("F1");
      await this.quickPick.input.fill(`>${title}`, { timeout: PATIENCE });
      await this.quickPick.row(title).waitFor({ timeout: PATIENCE });
      prepare();
      await this.quickPick.click(title);
    });
  }

  /**
   * Runs a command that opens a quick pick, and selects a row.
   * @param {string} title @param {string} choice
   */
  async choose(title, choice) {
    await this.#again(async () => {
      await this.run(title);
      await this.quickPick.click(choice);
    });
  }

  /**
   * Runs a command that asks a question, and types the answer.
   * @param {string} title @param {string} question as shown by the input @param {string} answer
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
   * Retries the attempt if the palette or input closes because a panel or editor that opens late takes the focus.
   * @param {() => Promise<void>} attempt
   */
  async #again(attempt) {
    await retry(attempt, () => this.quickPick.close());
  }

  /** Closes all editors without saving them, and all notifications. */
  async closeEverything() {
    const closed = this.page.locator(".editor-group-container.empty");
    await this.run("View: Close All Editors");
    await this.dialog.box.or(closed).first().waitFor();
    if (await this.dialog.box.isVisible()) await this.dialog.press("Don't Save");
    await closed.waitFor();
    await this.run("Notifications: Clear All Notifications");
  }

  /** Reloads the window and waits until it is drawn again. */
  async reload() {
    await Promise.all([this.page.waitForEvent("domcontentloaded"), this.run("Developer: Reload Window")]);
    await this.drawn();
  }

  /** Shows Triptych's views in the sidebar. */
  async showSidebar() {
    const tab = this.page.getByRole("tab", { name: this.translate("Triptych") }).first();
    // A restored window shows its sidebar a moment later, and a click would then hide it.
    await retry(async () => {
      if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
      await this.view("Trackers").header.waitFor({ timeout: PATIENCE });
    });
  }

  /** @param {"Trackers" | "Issues" | "Blocks"} title */
  view(title) {
    return new View(this.page, this.translate(title));
  }

  /** Returns the open webview panel (the last one if there are several). */
  panel() {
    return this.page.frameLocator("iframe.webview.ready").last().frameLocator("#active-frame");
  }

  /** Waits until the open panel has the focus. If a tree takes it late, moves it back as a user would. */
  async panelFocused() {
    const body = this.panel().locator("body");
    const poll = async () => {
      if (await body.evaluate(() => document.hasFocus())) return;
      await this.page.waitForTimeout(FOCUS_POLL_MS);
      throw new errors.TimeoutError("the open panel doesn't have the focus");
    };
    await retry(
      () => retry(poll, undefined, PATIENCE / FOCUS_POLL_MS),
      () => this.run("View: Focus Active Editor Group"),
    );
  }

  /** Returns the document of the open panel. */
  async panelFrame() {
    const frame = await (await this.panel().locator("main").elementHandle())?.ownerFrame();
    if (frame === null || frame === undefined) throw new Error("no panel is open");
    return frame;
  }

  /** Returns the axe findings in the open panel. @returns {Promise<string[]>} */
  async findings() {
    const frame = await this.panelFrame();
    // A panel gets the colors of a new theme a moment after the workbench.
    const kind = await this.page
      .locator(".monaco-workbench")
      .evaluate(
        ({ classList }, kinds) => Object.entries(kinds).find(([name]) => classList.contains(name))?.[1],
        PANEL_THEMES,
      );
    await frame.waitForFunction((wanted) => document.body.dataset["vscodeThemeKind"] === wanted, kind);
    await loadAxe(frame);
    return frame.evaluate(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))",
    );
  }

  /** Waits until the open panel has its place in a narrow window and doesn't scroll sideways there. */
  async fitsNarrowWindow() {
    const frame = await this.panelFrame();
    const size = this.page.viewportSize();
    if (size === null) throw new Error("the window has no size");
    const wide = await frame.evaluate(() => innerWidth);
    await this.page.setViewportSize({ ...size, width: NARROW_PX });
    const fits = await frame.waitForFunction((before) => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return innerWidth < before && scrollWidth <= clientWidth ? innerWidth : 0;
    }, wide);
    await this.page.setViewportSize(size);
    await frame.waitForFunction((narrow) => innerWidth > narrow, await fits.jsonValue());
  }

  /**
   * Returns the axe findings in a view. VS Code adds text such as "has actions" to the labels of rows, so the rule that
   * compares labels with visible text is off.
   * @param {string} selector @returns {Promise<string[]>}
   */
  async findingsIn(selector) {
    await this.page.locator(selector).waitFor();
    await loadAxe(this.page);
    return this.page.evaluate(
      `axe.run(${JSON.stringify(selector)}, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: false } } }).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html }) => html)))`,
    );
  }

  /** Switches the theme. Requires a window of `openWindow`, which has the key bindings. @param {import("./themes.js").Theme} theme */
  async useTheme(theme) {
    const { key, file } = THEMES[theme];
    if (!(await this.isIn(theme))) {
      // Dispatches the key to the workbench, because a focused panel would receive it first.
      await this.page.locator(".monaco-workbench").evaluate((workbench, digit) => {
        const pressed = { key: digit, code: `Digit${digit}`, keyCode: digit.charCodeAt(0) };
        const modifiers = { ctrlKey: true, shiftKey: true, altKey: true };
        workbench.dispatchEvent(new KeyboardEvent("keydown", { ...pressed, ...modifiers, bubbles: true }));
      }, key);
    }
    await this.page.locator(`.monaco-workbench[class*="${file}"]`).waitFor();
  }

  /** True if the window uses this theme. @param {import("./themes.js").Theme} theme */
  async isIn(theme) {
    return this.page.locator(`.monaco-workbench[class*="${THEMES[theme].file}"]`).isVisible();
  }

  /** @param {number} pixels */
  async sidebarWidth(pixels) {
    await this.page.locator(".part.sidebar").waitFor();
    const sash = this.page.locator(".monaco-sash.vertical").filter({ visible: true });
    const sidebar = await this.page.locator(".part.sidebar").boundingBox();
    if (sidebar === null) throw new Error("the sidebar is hidden");
    if (sidebar.width === pixels) return;
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
    // Clicking a partly hidden row scrolls the window by a few pixels.
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

/** Loads axe, once per document because loading takes as long as a short check. @param {Page | import("playwright-core").Frame} document */
async function loadAxe(document) {
  if (await document.evaluate("'axe' in globalThis")) return;
  await document.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
}

/** The focused editor. */
class Editor {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.group = page.locator(".editor-group-container.active");
    this.lines = this.group.locator(".view-lines");
    this.focusedText = this.group.locator(".monaco-editor.focused").first();
    /** Another column than the active one, in which a text has the focus. */
    this.elsewhere = page
      .locator(".editor-group-container:not(.active)")
      .filter({ has: page.locator(".monaco-editor.focused") })
      .first();
  }

  /** @param {string | RegExp} name */
  tab(name) {
    return this.page.locator(".tab").filter({ hasText: name });
  }

  /**
   * Brings a tab to the front with a click, which takes effect immediately. A command would show it a moment later, over
   * what the test opens next.
   * @param {string | RegExp} name
   */
  async show(name) {
    const tab = this.tab(name).first();
    // The middle of a narrow tab is its button to close it.
    await tab.locator(".monaco-icon-label").click();
    await tab.and(this.page.locator(".active")).waitFor();
    // The hover of a tab would cover the editor.
    await this.page.mouse.move(2, 2);
  }

  /** Clicks into the text, and waits until it has the focus. */
  async focus() {
    // A hover under the mouse would cover the editor.
    await this.page.mouse.move(2, 2);
    const text = this.group.locator(".monaco-editor").first();
    await text.or(this.elsewhere).first().waitFor();
    await retry(async () => {
      await this.activate();
      await text.click({ timeout: PATIENCE });
      await this.focusedText.waitFor({ timeout: PATIENCE });
    });
  }

  /** Waits until the text has the focus. */
  async focused() {
    await this.focusedText.or(this.elsewhere).first().waitFor();
    await retry(async () => {
      await this.activate();
      await this.focusedText.waitFor({ timeout: PATIENCE });
    });
  }

  /**
   * Clicks the tab of a text that has the focus although its column isn't the active one. VS Code asks a panel four times
   * a second whether it has the focus, and makes its column the active one even if a text has got the focus since.
   */
  async activate() {
    const tab = this.elsewhere.locator(".tab.active .monaco-icon-label").first();
    if (await tab.isVisible()) await tab.click({ timeout: PATIENCE });
  }

  /** Types at the cursor. @param {string} text */
  async type(text) {
    await this.focus();
    await this.page.keyboard.insertText(text);
  }

  /** Sends the draft with its key binding. */
  async send() {
    await this.focus();
    await this.page.keyboard.press("Control+Enter");
  }

  /** Moves the cursor of the focused editor to the beginning of a line, counted from 1. @param {number} line */
  async goToLine(line) {
    const quickPick = new QuickPick(this.page);
    await this.page.keyboard.press("Control+g");
    await quickPick.ready();
    await quickPick.type(`:${line}`);
    await quickPick.accept();
    await this.page.getByText(`Ln ${line}, Col 1`).waitFor();
    await this.focused();
  }

  /** Presses a button in the editor's title. @param {string} label */
  async press(label) {
    const selector = `.editor-actions .action-label[aria-label^="${label}"]`;
    await retry(() => click(this.group.locator(selector), selector));
  }
}

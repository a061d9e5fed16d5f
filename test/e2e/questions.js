// Page objects of quick picks, inputs, notifications and dialogs.
import { click } from "./click.js";
import { PATIENCE, retry } from "./retry.js";

const QUICK_PICK_ROW = ".quick-input-list .monaco-list-row";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 */

/** The quick pick and the input box. */
export class QuickPick {
  /** @param {Page} page */
  constructor(page) {
    this.widget = page.locator(".quick-input-widget:visible");
    this.input = this.widget.locator("input").first();
    this.rows = this.widget.locator(QUICK_PICK_ROW);
    this.message = this.widget.locator(".quick-input-message");
  }

  /** Waits until the quick pick or input is open and accepts input. */
  async ready() {
    await this.widget.locator("input:focus").waitFor();
  }

  /** Waits until the input has this text. @param {string} text */
  async holds(text) {
    await this.input.evaluate(
      (input, wanted) =>
        new Promise((resolve) => {
          const look = () => {
            if (input instanceof HTMLInputElement && input.value === wanted) resolve(undefined);
            else requestAnimationFrame(look);
          };
          look();
        }),
      text,
    );
  }

  /** Waits until Enter would choose this row. @param {string} text */
  async isNext(text) {
    await this.rows.and(this.widget.locator(".focused")).filter({ hasText: text }).first().waitFor();
  }

  /** @param {string} text */
  async type(text) {
    await this.input.fill(text);
  }

  /** @param {string} text */
  row(text) {
    return this.rows.filter({ hasText: text }).first();
  }

  /** Clicks a row once it is listed. @param {string} text */
  async choose(text) {
    await retry(() => this.click(text));
  }

  /** Clicks a row that is listed now. @param {string} text */
  async click(text) {
    await click(this.row(text), QUICK_PICK_ROW);
  }

  async accept() {
    await this.input.press("Enter");
  }

  /** Closes the quick pick or input, if one is open. */
  async close() {
    await retry(async () => {
      if (!(await this.widget.isVisible())) return;
      await this.input.press("Escape", { timeout: PATIENCE });
      await this.widget.waitFor({ state: "hidden", timeout: PATIENCE });
    });
  }
}

/** Notifications at the lower right. */
export class Notifications {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.toasts = page.locator(".notifications-toasts .notification-list-item");
    this.center = page.locator(".notifications-center.visible");
    this.listed = this.center.locator(".notification-list-item");
  }

  /** Opens the list of notifications. A toast hides by itself after some seconds, but stays in the list. */
  async showList() {
    await retry(async () => {
      if (await this.center.isVisible()) return;
      await this.page.locator("[id='status.notifications']").click({ timeout: PATIENCE });
      await this.center.waitFor({ timeout: PATIENCE });
    });
  }

  /** @param {string | RegExp} text */
  toast(text) {
    return this.toasts.filter({ hasText: text }).first();
  }

  /**
   * Presses a button of the notification with this text, in the list if its toast is hidden. Uses a key, because a
   * tooltip of the element below the pointer may cover the button.
   * @param {string | RegExp} text @param {string} button
   */
  async press(text, button) {
    const shown = this.toast(text)
      .or(this.listed.filter({ hasText: text }))
      .locator(".monaco-button")
      .filter({ hasText: button });
    await retry(async () => {
      if (!(await shown.isVisible())) await this.showList();
      await shown.press("Enter", { timeout: PATIENCE });
    });
  }
}

/** The modal dialog. */
export class Dialog {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.box = page.locator(".monaco-dialog-box");
    this.message = this.box.locator(".dialog-message-text");
  }

  /**
   * Waits until Enter would press this button. On a slow machine, VS Code returns the focus from a quick pick to a panel
   * only after the dialog has opened.
   * @param {string} button
   */
  async isNext(button) {
    const wanted = this.box.locator(".monaco-button").filter({ hasText: button }).first();
    await retry(async () => {
      await wanted.waitFor({ timeout: PATIENCE });
      if (await this.page.locator("iframe:focus").isVisible()) await wanted.focus();
      await wanted.and(this.page.locator(":focus")).waitFor({ timeout: PATIENCE });
    });
  }

  /** @param {string} button */
  async press(button) {
    await this.box.locator(".monaco-button").filter({ hasText: button }).click();
  }
}

// Describes in a few lines what a page shows, for the reports of failed tests.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */

const MAX_LINE_CHARS = 140;
/** Of longer lists, only the first and last rows are included. */
const MAX_ROWS = 24;
const MAX_PANEL_LINES = 12;
const MAX_PAGE_LINES = 38;
const SNAPSHOT_TIMEOUT_MS = 5_000;

/** Describes a window of VS Code: rows, messages, inputs, tabs, open panels and the focus. @param {Page} page */
export async function describeWorkbench(page) {
  const { focus, rows, others } = await page.evaluate(readWorkbench);
  const panels = page.frames().filter((frame) => frame !== page.mainFrame());
  const texts = await Promise.all(panels.map((frame) => describeFrame(frame, MAX_PANEL_LINES).catch(() => [])));
  return [...focus, ...others, ...ends(rows, MAX_ROWS), ...texts.flat()].map(shortened).join("\n");
}

/** Describes a page of the gallery. @param {Page} page */
export async function describeGalleryPage(page) {
  return (await describeFrame(page.mainFrame(), MAX_PAGE_LINES)).map(shortened).join("\n");
}

/**
 * Returns the accessible text of a frame, and the element that has the focus.
 * @param {Frame} frame @param {number} most
 */
async function describeFrame(frame, most) {
  const main = frame.locator("main").first();
  if ((await main.count()) === 0) return [];
  const [snapshot, focus] = await Promise.all([
    main.ariaSnapshot({ timeout: SNAPSHOT_TIMEOUT_MS }),
    frame.evaluate(readFocus),
  ]);
  const lines = snapshot.split("\n").filter((line) => !line.includes("- /url:"));
  return [`page: ${focus}`, ...ends(lines, most).map((line) => `  ${line}`)];
}

/** @param {string[]} lines @param {number} most */
function ends(lines, most) {
  if (lines.length <= most) return lines;
  const half = Math.floor(most / 2);
  return [...lines.slice(0, half), `… ${lines.length - 2 * half} more …`, ...lines.slice(-half)];
}

/** @param {string} line */
function shortened(line) {
  return line.length <= MAX_LINE_CHARS ? line : `${line.slice(0, MAX_LINE_CHARS)}…`;
}

/** Runs in a page. */
function readFocus() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null) return "nothing has the focus";
  const name = element.getAttribute("aria-label") ?? element.getAttribute("data-id") ?? element.textContent ?? "";
  return `the focus is on ${element.localName} ${name.trim().replace(/\s+/g, " ").slice(0, 60)}`;
}

/** Runs in the window. Each line starts with the part that it describes. */
function readWorkbench() {
  const text = (/** @type {Element} */ element) => (element.textContent ?? "").trim().replace(/\s+/g, " ");
  const all = (/** @type {string} */ selector) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const active = document.activeElement;
  const focus = `focus: ${active?.localName} ${active?.getAttribute("aria-label") ?? active?.className}`;
  /** @param {string} name @param {string} selector */
  const lines = (name, selector) => all(selector).map((element) => `${name}: ${text(element)}`);
  const panes = all(".part.sidebar .pane").flatMap((pane) => {
    const list = pane.querySelector(".monaco-scrollable-element");
    const inner = list?.querySelector(".monaco-list-rows");
    const height = `${list?.clientHeight ?? 0} of ${inner instanceof HTMLElement ? inner.style.height : "?"}`;
    const header = `view: ${pane.querySelector(".pane-header")?.getAttribute("aria-label")} (${height})`;
    const rows = [...pane.querySelectorAll('[role="treeitem"]')]
      .sort((one, other) => Number(one.getAttribute("data-index")) - Number(other.getAttribute("data-index")))
      .map((row) => {
        const unfolded = row.getAttribute("aria-expanded");
        const mark = unfolded === null ? " " : unfolded === "true" ? "▾" : "▸";
        const selected = row.getAttribute("aria-selected") === "true" ? " (selected)" : "";
        return `${"  ".repeat(Number(row.getAttribute("aria-level")))}${mark} ${text(row)}${selected}`;
      });
    return [header].concat(rows);
  });
  const title = all(".quick-input-widget .quick-input-title").map(text).join("");
  const typed = all(".quick-input-widget input").map((input) => (input instanceof HTMLInputElement ? input.value : ""));
  const choices = all(".quick-input-widget .monaco-list-row").map(
    (row) => `  ${row.classList.contains("focused") ? ">" : " "} ${text(row)}`,
  );
  const input = all(".quick-input-widget").length === 0 ? [] : [`question: ${title} “${typed.join("")}”`, ...choices];
  return {
    focus: [focus],
    others: [
      ...lines("dialog", ".monaco-dialog-box"),
      ...input,
      ...lines("menu", ".monaco-menu-container"),
      ...lines("message", ".notifications-toasts .notification-list-item"),
      ...lines("tab", ".tabs-container .tab"),
    ],
    rows: panes,
  };
}

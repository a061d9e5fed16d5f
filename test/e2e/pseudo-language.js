// Opens views and panels in the pseudo-language, and finds findUntranslated text and broken layout in them.
import { KEYS } from "../services/trackers/access.js";
import { PSEUDO_END, PSEUDO_START } from "../l10n/pseudo.js";

/** @typedef {import("./window.js").Window} Window */
/** @typedef {import("./workbench.js").Workbench} Workbench */

const MODIFIERS = { ctrlKey: true, shiftKey: true, altKey: true };

/** Commands that tests run by key, because their titles are in the pseudo-language too. */
const COMMANDS = {
  a: "triptych.trackers.setKey",
  b: "triptych.trackers.findApp",
  c: "triptych.trackers.openTracker",
  e: "triptych.issues.openIssue",
  f: "triptych.blocks.goToBlock",
  g: "triptych.blocks.showRange",
  h: "triptych.blocks.showNetwork",
  i: "workbench.action.toggleSidebarVisibility",
};

export const PSEUDO_KEYS = Object.entries(COMMANDS).map(([letter, command]) => ({
  key: `ctrl+shift+alt+${letter}`,
  command,
}));

/**
 * @typedef {object} Shown
 * @property {string} name
 * @property {keyof typeof COMMANDS} key of the command that opens the panel
 * @property {string[]} typed
 * @property {string} [row] the row to click once it is listed; without it, Enter accepts the typed text
 * @property {string} ready selector of content that appears once the panel is loaded
 */

/** The panels, with the key and the texts that open each. @type {readonly Shown[]} */
export const PANELS = [
  { name: "report", key: "b", typed: ["org.example.tramway"], ready: "text=com.facebook.ads" },
  {
    name: "tracker",
    key: "c",
    typed: ["Google Analytics"],
    row: "Google Analytics",
    ready: "text=com.google.android.gms.analytics",
  },
  { name: "thread", key: "e", typed: ["lantern/almanac#1"], ready: "text=once UTC passes midnight" },
  { name: "block", key: "f", typed: ["1990"], ready: "text=/^0x[0-9a-f]{96}$/" },
  { name: "range", key: "g", typed: ["1,900-1,990"], ready: "canvas" },
  { name: "network", key: "h", typed: [], ready: "text=node 10" },
];

/** Presses a key of `PSEUDO_KEYS`. @param {Workbench} workbench @param {string} letter */
export async function press(workbench, letter) {
  await workbench.page.locator(".monaco-workbench").evaluate(
    (element, { key, modifiers }) => {
      const pressed = { key, code: `Key${key.toUpperCase()}`, keyCode: key.toUpperCase().charCodeAt(0) };
      element.dispatchEvent(new KeyboardEvent("keydown", { ...pressed, ...modifiers, bubbles: true }));
    },
    { key: letter, modifiers: MODIFIERS },
  );
}

/**
 * Runs a command and types the answers to its questions.
 * @param {Workbench} workbench @param {Pick<Shown, "key" | "typed" | "row">} how
 */
export async function answer(workbench, { key, typed, row }) {
  await press(workbench, key);
  for (const text of typed) {
    await workbench.quickPick.ready();
    await workbench.quickPick.type(text);
    if (row === undefined) await workbench.quickPick.accept();
    else await workbench.quickPick.choose(row);
  }
  await workbench.quickPick.widget.waitFor({ state: "hidden" });
}

/** @param {Workbench} workbench */
export async function signIn(workbench) {
  await answer(workbench, { key: "a", typed: [KEYS.good] });
}

/** Names, and the words of Intl, which has no data for the pseudo-language and formats in English. */
const NAMES =
  "sandbox Shift Alt Esc UTC AM PM ago this minute minutes min hour hours day days month months year years sec " +
  "January February March April May June July August September October November December " +
  "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";

/** Collects the data that the sandbox sent to a window, because data isn't translated. */
export class SentData {
  /** @type {Map<string, Promise<string[]>>} */
  #byUrl = new Map();
  #services;

  /** @param {Window} window */
  constructor({ sandbox }) {
    this.#services = Object.entries(sandbox.services);
    sandbox.services["trackers"]?.actions["setLimits"]?.({ enabled: false });
  }

  /** Returns all words sent so far, in lowercase. */
  async words() {
    for (const [name, { service }] of this.#services) {
      const headers = { ...(name === "trackers" ? { Authorization: `Token ${KEYS.good}` } : {}) };
      for (const { method, target } of [...service.journal]) {
        const url = `${service.origin}${target}`;
        if (method !== "GET" || this.#byUrl.has(url)) continue;
        this.#byUrl.set(
          url,
          fetch(url, { headers }).then(async (response) => wordsOf(`${url} ${await response.text()}`)),
        );
      }
    }
    return new Set([...wordsOf(NAMES), ...(await Promise.all(this.#byUrl.values())).flat()]);
  }
}

/** @param {string} text */
function wordsOf(text) {
  return Array.from(text.toLowerCase().matchAll(/[a-z]{3,}/g), ([word]) => word);
}

/** Returns words outside the pseudo-language's marks that aren't data. @param {readonly string[]} texts @param {ReadonlySet<string>} data */
export function findUntranslated(texts, data) {
  const found = texts.flatMap((text) => wordsOf(outsideMarks(text)).filter((word) => !data.has(word)));
  return [...new Set(found)];
}

/** @param {string} text */
function outsideMarks(text) {
  let depth = 0;
  let outside = "";
  for (const letter of text) {
    if (letter === PSEUDO_START) depth += 1;
    else if (letter === PSEUDO_END) depth -= 1;
    else if (depth === 0) outside += letter;
  }
  return outside;
}

/** Resizes the window so that the open panel has this width. @param {Workbench} workbench @param {number} width */
export async function resizePanel(workbench, width) {
  const frame = await workbench.panelFrame();
  const { page } = workbench;
  const { width: before = 0, height = 0 } = page.viewportSize() ?? {};
  const inside = await frame.evaluate(() => innerWidth);
  await page.setViewportSize({ width: before - inside + width, height });
  await frame.waitForFunction((wanted) => innerWidth === wanted, width);
  // Charts follow the width of the page in its next frame.
  await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/**
 * Returns all text of a document, including shadow roots, and every element that its layout cuts, covers or pushes out
 * of view. Runs in the page.
 */
export function inspectPage() {
  /** @type {string[]} */
  const attributes = [];
  /** @type {string[]} */
  const faults = [];
  /** @type {{ element: Element, boxes: DOMRect[] }[]} */
  const controls = [];
  let text = "";
  /** @param {Element} element */
  const name = (element) =>
    `${element.localName}.${element.className}: ${(element.textContent ?? "").trim().slice(0, 60)}`;
  /** @param {Element} element */
  const isExplained = (element) => element.closest("[title], [aria-label]") !== null;
  /** @param {ParentNode} root */
  const walk = (root) => {
    for (const node of root.childNodes) {
      if (node instanceof Text) text += node.data;
      if (!(node instanceof HTMLElement || node instanceof SVGElement) || /^(style|script)$/.test(node.localName))
        continue;
      const style = getComputedStyle(node);
      if (style.display === "none" || style.visibility === "hidden") continue;
      for (const attribute of ["title", "aria-label", "placeholder"]) {
        const value = node.getAttribute(attribute);
        if (value !== null) attributes.push(value);
      }
      const isCut =
        /hidden|clip/.test(style.overflowX) && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1;
      if (isCut && !isExplained(node)) faults.push(`cut: ${name(node)}`);
      // A link that wraps has a box per line.
      const boxes = [...node.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (node.matches("button, a[href], input, select, textarea")) controls.push({ element: node, boxes });
      text += " ";
      walk(node.shadowRoot ?? node);
      text += " ";
    }
    if (root instanceof HTMLElement && root.shadowRoot !== null) for (const each of root.children) walk(each);
  };
  walk(document.body);
  /** @param {DOMRect} one @param {DOMRect} other */
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  for (const [place, { element, boxes }] of controls.entries()) {
    for (const other of controls.slice(place + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      if (boxes.some((one) => other.boxes.some((each) => overlap(one, each))))
        faults.push(`${name(element)} covers ${name(other.element)}`);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) faults.push(`the page is ${scrollWidth} wide and shows ${clientWidth}`);
  return { texts: [text, ...attributes], faults };
}

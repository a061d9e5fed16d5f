// Drives the packaged extension headless and leaves a picture of every scene in each theme.
import { mkdir } from "node:fs/promises";
import { SCENES } from "../e2e/scenes.js";
import { openWindow } from "../e2e/window.js";

/** @typedef {import("../e2e/scenes.js").Scene} Scene */

/**
 * Takes all screenshots. Scenes of one group share a window. If a scene fails, the next ones continue without it.
 * @param {string} folder
 * @param {Record<string, import("../e2e/themes.js").Theme>} themes by the word in the picture's name
 * @returns {Promise<string[]>} what failed, a line each
 */
export async function takeScreenshots(folder, themes) {
  await mkdir(folder, { recursive: true });
  /** @type {string[]} */
  const failures = [];
  for (const group of SCENES) {
    const window = await openWindow();
    /** @type {string | undefined} */
    let shown;
    try {
      for (const scene of group) {
        const failure = await takeScene(window, before(scene, group, shown), folder, themes);
        shown = failure === undefined ? scene.name : undefined;
        if (failure === undefined) continue;
        failures.push(failure);
        console.error(failure);
      }
    } finally {
      await window.close();
    }
  }
  return failures;
}

/**
 * Returns the scene, preceded by those that it continues, unless the window already shows them.
 * @param {Scene} scene @param {Scene[]} group @param {string | undefined} shown
 * @returns {Scene}
 */
function before(scene, group, shown) {
  const first = group.find(({ name }) => name === scene.after);
  if (first === undefined || first.name === shown) return scene;
  const { show } = before(first, group, shown);
  return {
    ...scene,
    async show(window) {
      await show(window);
      await scene.show(window);
    },
  };
}

/**
 * @param {import("../e2e/window.js").Window} window @param {Scene} scene
 * @param {string} folder @param {Record<string, import("../e2e/themes.js").Theme>} themes
 */
async function takeScene(window, scene, folder, themes) {
  try {
    await scene.show(window);
    for (const [word, theme] of await currentThemeFirst(window, themes)) {
      await window.workbench.useTheme(theme);
      const showSandboxHosts = await showPublicHosts(window);
      await window.workbench.screenshot(folder, `${scene.name}-${word}`);
      await showSandboxHosts();
      console.log(`${scene.name}-${word}.png`);
    }
    await scene.leave?.(window);
    return undefined;
  } catch (error) {
    await window.workbench.screenshot(folder, `${scene.name}-failed`).catch(() => undefined);
    // Removes what would affect the next scene: faults of a service, an open quick pick or menu.
    for (const { service } of Object.values(window.sandbox.services)) service.faults.clear();
    await window.page.keyboard.press("Escape");
    return `The scene ${scene.name} failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Returns the themes, the window's current one first, because changing the theme takes a while.
 * @param {import("../e2e/window.js").Window} window @param {Record<string, import("../e2e/themes.js").Theme>} themes
 */
async function currentThemeFirst({ workbench }, themes) {
  const all = Object.entries(themes);
  const isCurrent = await Promise.all(all.map(([, theme]) => workbench.isIn(theme)));
  return [...all.filter((_each, place) => isCurrent[place]), ...all.filter((_each, place) => !isCurrent[place])];
}

/** The hosts that pictures show in place of the sandbox's, by service. @type {Record<string, string>} */
const PUBLIC_HOSTS = {
  trackers: "reports.exodus-privacy.eu.org",
  forgejo: "codeberg.org",
  gitea: "gitea.com",
  blocks: "testnet.mirrornode.hedera.com",
};

/**
 * Replaces the sandbox's hosts in the page and in later changes to it, until the returned function is called.
 * @param {import("../e2e/window.js").Window} window
 */
async function showPublicHosts({ page, sandbox }) {
  const hosts = Object.entries(sandbox.origins).flatMap(([service, origin]) => {
    const to = PUBLIC_HOSTS[service];
    if (to === undefined) return [];
    // A server without TLS is shown with its scheme, a public one without.
    const { host } = new URL(origin);
    return [
      { from: `http:${host}`, to },
      { from: host, to },
    ];
  });
  /** @type {import("playwright-core").JSHandle<MutationObserver>[]} */
  const observers = [];
  for (const frame of page.frames()) {
    // Ignores frames that are closing.
    const observer = await frame.evaluateHandle(replaceInText, hosts).catch(() => undefined);
    if (observer !== undefined) observers.push(observer);
  }
  return async () => {
    for (const observer of observers) await observer.evaluate((each) => each.disconnect()).catch(() => undefined);
  };
}

/** Runs in the page. @param {readonly { from: string, to: string }[]} replacements */
function replaceInText(replacements) {
  /** @param {Node} node */
  const replace = (node) => {
    if (node instanceof Text) {
      for (const { from, to } of replacements) if (node.data.includes(from)) node.data = node.data.replaceAll(from, to);
      return;
    }
    for (const child of node.childNodes) replace(child);
    if (node instanceof Element && node.shadowRoot !== null) replace(node.shadowRoot);
  };
  const observer = new MutationObserver((records) => {
    for (const { target } of records) replace(target);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  replace(document.body);
  return observer;
}

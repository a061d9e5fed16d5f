// Drives the packaged extension headless and leaves a picture of every scene in each theme.
import { mkdir } from "node:fs/promises";
import { SCENES } from "../e2e/scenes.js";
import { openWindow } from "../e2e/window.js";

/**
 * Scenes of one group share a window, one after the other; a scene that fails is named and the next one goes on.
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
    try {
      for (const scene of group) {
        const failure = await takeScene(window, scene, folder, themes);
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
 * @param {import("../e2e/window.js").Window} window @param {import("../e2e/scenes.js").Scene} scene
 * @param {string} folder @param {Record<string, import("../e2e/themes.js").Theme>} themes
 */
async function takeScene(window, scene, folder, themes) {
  try {
    await scene.show(window);
    for (const [word, theme] of Object.entries(themes)) {
      await window.workbench.useTheme(theme);
      await showPublicHosts(window);
      await window.workbench.screenshot(folder, `${scene.name}-${word}`);
      console.log(`${scene.name}-${word}.png`);
    }
    scene.leave?.(window);
    return undefined;
  } catch (error) {
    await window.workbench.screenshot(folder, `${scene.name}-failed`).catch(() => undefined);
    // What it left in the way of the next scene: faults of a service, an open quick pick or menu.
    for (const { service } of Object.values(window.sandbox.services)) service.faults.clear();
    await window.page.keyboard.press("Escape");
    return `The scene ${scene.name} failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The hosts that the sandbox plays: a picture names those, by service. @type {Record<string, string>} */
const PUBLIC_HOSTS = {
  trackers: "reports.exodus-privacy.eu.org",
  forgejo: "codeberg.org",
  gitea: "gitea.com",
  blocks: "testnet.mirrornode.hedera.com",
};

/** Replaces the sandbox's addresses in what is drawn. @param {import("../e2e/window.js").Window} window */
async function showPublicHosts({ page, sandbox }) {
  const hosts = Object.entries(sandbox.origins).flatMap(([service, origin]) => {
    const host = PUBLIC_HOSTS[service];
    return host === undefined ? [] : [{ from: new URL(origin).host, to: host }];
  });
  for (const frame of page.frames()) {
    // A frame that is closing has nothing in the picture.
    await frame.evaluate(replaceInText, hosts).catch(() => undefined);
  }
}

/** Runs in the page. @param {readonly { from: string, to: string }[]} replacements */
function replaceInText(replacements) {
  /** @param {Node} root */
  const replaceUnder = (root) => {
    for (const node of root.childNodes) {
      if (node instanceof Text) {
        for (const { from, to } of replacements)
          if (node.data.includes(from)) node.data = node.data.replaceAll(from, to);
      } else {
        replaceUnder(node);
        if (node instanceof Element && node.shadowRoot !== null) replaceUnder(node.shadowRoot);
      }
    }
  };
  replaceUnder(document.body);
}

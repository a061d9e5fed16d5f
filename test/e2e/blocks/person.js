// Actions of a user in the Blocks wing, for tests.
import { Row } from "../view.js";

/** @typedef {import("../window.js").Window} Window */

const TAIL = /\?block\.number=gt:(\d+)&limit=100&order=asc$/;

/** The sandbox's ledger with its owner's actions. @param {Window} window */
export function ledger({ sandbox }) {
  const blocks = sandbox.services["blocks"];
  if (blocks === undefined) throw new Error("the sandbox has no blocks");
  return {
    service: blocks.service,
    /** @param {string} action @param {Record<string, unknown>} [body] */
    act(action, body = {}) {
      const run = blocks.actions[action];
      if (run === undefined) throw new Error(`the sandbox has no action ${action}`);
      return run(body);
    },
    /** The requests since the last call, without those of live updates. */
    asked() {
      const targets = blocks.service.journal.map(({ target }) => decodeURIComponent(target));
      blocks.service.journal = [];
      return targets.filter((target) => !TAIL.test(target));
    },
    /** The block numbers after which live updates requested more since the last call. */
    tailed() {
      const targets = blocks.service.journal.map(({ target }) => decodeURIComponent(target));
      blocks.service.journal = [];
      return targets
        .map((target) => TAIL.exec(target)?.[1])
        .filter((number) => number !== undefined)
        .map(BigInt);
    },
  };
}

/** Shows only this view, as wide as a usual sidebar. @param {Window} window */
export async function showBlocks({ workbench }) {
  await workbench.showSidebar();
  await workbench.sidebarWidth(300);
  await workbench.view("Trackers").collapse();
  await workbench.view("Issues").collapse();
  const view = workbench.view("Blocks");
  await view.expand();
  return view;
}

/** Goes to a block from the palette. @param {Window} window @param {string} typed */
export async function goTo({ workbench }, typed) {
  await workbench.ask("Triptych Blocks: Go to Block…", "Go to Block on", typed);
}

/** The active panel. @param {Window} window */
export function blockPanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    title: frame.getByRole("heading", { level: 1 }),
    /** A fact by its name. @param {string} name */
    fact: (name) =>
      frame.locator("triptych-fact").filter({ has: frame.getByRole("term").getByText(name, { exact: true }) }),
  };
}

/** Waits until the clipboard has this text. @param {Window} window @param {string} text */
export async function copied({ page }, text) {
  await page.waitForFunction(async (wanted) => (await navigator.clipboard.readText()) === wanted, text);
}

/** The row of a block, by its number. @param {Awaited<ReturnType<typeof showBlocks>>} view @param {string} number */
export function blockRow(view, number) {
  return new Row(view.pane.getByRole("treeitem", { name: `Block ${number},` }));
}

/** Opens a range from the palette. @param {Window} window @param {string} typed */
export async function showRange({ workbench }, typed) {
  await workbench.ask("Triptych Blocks: Show Block Range…", "Show Range of Blocks on", typed);
}

/** Runs the command that verifies a range. @param {Window} window @param {string} typed */
export async function verifyRange({ workbench }, typed) {
  await workbench.ask("Triptych Blocks: Verify Block Range…", "Verify Range of Blocks on", typed);
}

/** The active panel of a network. @param {Window} window */
export function networkPanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    title: frame.getByRole("heading", { level: 1 }),
    nodes: frame.getByRole("grid", { name: "Nodes" }),
    /** A fact by its name. @param {string} name */
    fact: (name) =>
      frame.locator("triptych-fact").filter({ has: frame.getByRole("term").getByText(name, { exact: true }) }),
  };
}

/** The active panel of a range. @param {Window} window */
export function rangePanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    chart: frame.getByRole("slider", { name: "Block" }),
    /** The result of the verification. */
    verdict: frame.locator("section").filter({ has: frame.getByRole("heading", { name: /^Verify/ }) }),
  };
}

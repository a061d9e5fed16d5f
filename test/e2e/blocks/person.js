// Actions of a user in the Blocks wing, for tests.
import { Row } from "../view.js";

/** @typedef {import("../window.js").Window} Window */

const TAIL = /\?block\.number=gt:(\d+)&limit=100&order=asc$/;

/** Returns the sandbox's ledger and its actions. @param {Window} window */
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
    /** Returns the requests since the last call, without those of live updates. */
    takeRequests() {
      const targets = blocks.service.journal.map(({ target }) => decodeURIComponent(target));
      blocks.service.journal = [];
      return targets.filter((target) => !TAIL.test(target));
    },
    /** Returns the block numbers from which live updates continued since the last call. */
    takeTailRequests() {
      const targets = blocks.service.journal.map(({ target }) => decodeURIComponent(target));
      blocks.service.journal = [];
      return targets
        .map((target) => TAIL.exec(target)?.[1])
        .filter((number) => number !== undefined)
        .map(BigInt);
    },
  };
}

/** Shows only the Blocks view, at the usual width of a sidebar. @param {Window} window */
export async function showBlocks({ workbench }) {
  await workbench.showSidebar();
  await workbench.sidebarWidth(300);
  await workbench.view("Trackers").collapse();
  await workbench.view("Issues").collapse();
  const view = workbench.view("Blocks");
  await view.expand();
  return view;
}

/** Runs Go to Block and types. @param {Window} window @param {string} typed */
export async function goTo({ workbench }, typed) {
  await workbench.ask("Triptych Blocks: Go to Block…", "Go to Block on", typed);
}

/** Returns the active panel of a block or an entity. @param {Window} window */
export function blockPanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    title: frame.getByRole("heading", { level: 1 }),
    /** Returns a fact by its name. @param {string} name */
    fact: (name) =>
      frame.locator("triptych-fact").filter({ has: frame.getByRole("term").getByText(name, { exact: true }) }),
  };
}

/** Returns the row of a block by its number. @param {Awaited<ReturnType<typeof showBlocks>>} view @param {string} number */
export function blockRow(view, number) {
  return new Row(view.pane.getByRole("treeitem", { name: `Block ${number},` }));
}

/** Runs Show Block Range and types. @param {Window} window @param {string} typed */
export async function showRange({ workbench }, typed) {
  await workbench.ask("Triptych Blocks: Show Block Range…", "Show Range of Blocks on", typed);
}

/** Runs Verify Block Range and types. @param {Window} window @param {string} typed */
export async function verifyRange({ workbench }, typed) {
  await workbench.ask("Triptych Blocks: Verify Block Range…", "Verify Range of Blocks on", typed);
}

/** Returns the active panel of a network. @param {Window} window */
export function networkPanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    title: frame.getByRole("heading", { level: 1 }),
    nodes: frame.getByRole("grid", { name: "Nodes" }),
    /** Returns a fact by its name. @param {string} name */
    fact: (name) =>
      frame.locator("triptych-fact").filter({ has: frame.getByRole("term").getByText(name, { exact: true }) }),
  };
}

/** Returns the active panel of a range. @param {Window} window */
export function rangePanel({ workbench }) {
  const frame = workbench.panel();
  return {
    frame,
    chart: frame.getByRole("slider", { name: "Block" }),
    /** The section with the result of the verification. */
    verdict: frame.locator("section").filter({ has: frame.getByRole("heading", { name: /^Verify/ }) }),
  };
}

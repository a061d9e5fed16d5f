// The demo of `npm start`: a growing ledger, simulated users who answer issues, and a workspace that refers to both.
import { makeWorkspace } from "./workspace.js";
import { addFirefox } from "./firefox.js";
import { startActivity } from "./people.js";

const BLOCK_INTERVAL_MS = 2000;

/** @typedef {Awaited<ReturnType<typeof import("../services/index.js").startSandbox>>} Sandbox */

/**
 * Fills the folder, moves the ledger to the present and starts the activity.
 * @param {Sandbox} sandbox @param {string} workspace an empty folder
 * @returns a function that stops the activity
 */
export async function startDemo({ services, origins }, workspace) {
  const { blocks, forgejo, trackers } = services;
  if (blocks === undefined || forgejo === undefined || trackers === undefined)
    throw new Error("the sandbox lacks a service of the demo");
  addFirefox(trackers);
  blocks.actions["moveTo"]?.({ time: blocks.clock.now() });
  blocks.actions["setPace"]?.({ every: BLOCK_INTERVAL_MS });
  const answer = await fetch(`${origins["blocks"]}/api/v1/blocks?limit=1`);
  const {
    blocks: [newest],
  } = await answer.json();
  await makeWorkspace(workspace, {
    forge: origins["forgejo"] ?? "",
    block: { number: String(newest.number), hash: newest.hash },
  });
  return startActivity(forgejo);
}

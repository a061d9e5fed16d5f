// Starts two extensions one after the other in an idle window and records how long each took.
// The environment names the output file. Which extension goes first alternates between windows.
const { appendFile, readFile } = require("node:fs/promises");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const vscode = require("vscode");

const IDS = ["triptych.triptych", "triptych-test.empty"];
/** The heap is stable once two readings at this interval differ by no more than `REST_BYTES`. */
const READING_MS = 200;
const REST_BYTES = 10_000;
const READINGS = 30;

exports.activate = () => {
  void measure();
};

async function measure() {
  const results = process.env["TRIPTYCH_START_RESULTS"];
  if (results === undefined) throw new Error("TRIPTYCH_START_RESULTS names no file");
  const windows = (await readFile(results, "utf8").catch(() => "")).split("\n").filter((line) => line !== "").length;
  const order = windows % 2 === 0 ? IDS : IDS.toReversed();
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  /** @type {Record<string, { ms: number, cpu: number, heap: number }>} */
  const took = {};
  for (const id of order) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined || extension.isActive) throw new Error(`${id} is missing, or was started already`);
    const before = await heldBytes(gc);
    const used = process.cpuUsage();
    const startedAt = performance.now();
    await extension.activate();
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(used);
    took[id] = { ms, cpu: (user + system) / 1000, heap: (await heldBytes(gc)) - before };
  }
  await appendFile(results, `${JSON.stringify(took)}\n`);
}

/** @param {() => void} gc */
async function heldBytes(gc) {
  let held = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading += 1) {
    await new Promise((resolve) => setTimeout(resolve, READING_MS));
    gc();
    const { heapUsed } = process.memoryUsage();
    if (Math.abs(heapUsed - held) <= REST_BYTES) return heapUsed;
    held = heapUsed;
  }
  return held;
}

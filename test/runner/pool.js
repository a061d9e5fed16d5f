// Runs mocha files in a few processes at once. Each process takes the next file when it is done with one, and the output
// of a file is printed in one piece when it ends.
import { fork } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MARK } from "./mocha.js";

const WORKER = fileURLToPath(new URL("mocha.js", import.meta.url));

/** @typedef {{ passed: number, failed: number }} Outcome */

/**
 * @param {string} folder the bundled tests
 * @param {{ processes: number, grep?: string | undefined, env?: Record<string, string> }} options
 * @returns {Promise<Outcome>}
 */
export async function runFiles(folder, { processes, grep, env = {} }) {
  const files = await readdir(folder, { recursive: true });
  const waiting = files.filter((file) => file.endsWith(".test.js")).sort();
  const total = { passed: 0, failed: 0 };
  /** @param {Outcome} outcome */
  const add = ({ passed, failed }) => {
    total.passed += passed;
    total.failed += failed;
  };
  const workers = Array.from({ length: Math.min(processes, waiting.length) }, async () => {
    while (waiting.length > 0) await runWorker({ folder, waiting, add, grep, env, whole: processes > 1 });
  });
  await Promise.all(workers);
  return total;
}

/**
 * One process, until no file is waiting or it ends by itself. A file whose process ends counts as one failure.
 * @param {{ folder: string, waiting: string[], add: (outcome: Outcome) => void, grep: string | undefined,
 *   env: Record<string, string>, whole: boolean }} work
 */
async function runWorker({ folder, waiting, add, grep, env, whole }) {
  const child = fork(WORKER, grep === undefined ? [] : [grep], {
    execArgv: ["--enable-source-maps"],
    env: { ...env, ...process.env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  /** @type {string | undefined} */
  let running;
  let output = "";
  /** @param {string} text */
  const print = (text) => {
    if (whole) output += text;
    else process.stdout.write(text);
  };
  const next = () => {
    running = waiting.shift();
    if (running === undefined) child.kill();
    else child.send(join(folder, running));
  };
  let line = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const each of lines) {
      if (!each.startsWith(MARK)) {
        print(`${each}\n`);
        continue;
      }
      add(JSON.parse(each.slice(MARK.length)));
      process.stdout.write(output);
      output = "";
      next();
    }
  });
  child.stderr?.setEncoding("utf8").on("data", print);
  child.once("message", next);
  await new Promise((resolve) => child.once("close", resolve));
  if (running === undefined) return;
  process.stdout.write(output + line);
  console.error(`The process that ran ${running} ended before the file did.`);
  add({ passed: 0, failed: 1 });
}

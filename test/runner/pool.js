// Runs mocha files in a few processes at once. Each process takes the next file when it is done with one, and the output
// of a file is printed in one piece when it ends.
import { fork } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toFailure } from "./failures.js";
import { MARK } from "./mocha.js";

const WORKER = fileURLToPath(new URL("mocha.js", import.meta.url));

/** @typedef {import("./failures.js").Outcome} Outcome */

/**
 * @param {string} folder the bundled tests
 * @param {{ processes: number, grep?: string | undefined, env?: Record<string, string>, write?: (text: string) => unknown }} options
 * @returns {Promise<Outcome>}
 */
export async function runFiles(folder, { processes, grep, env = {}, write = (text) => process.stdout.write(text) }) {
  const files = await readdir(folder, { recursive: true });
  const waiting = files.filter((file) => file.endsWith(".test.js")).sort();
  /** @type {Outcome} */
  const total = { passed: 0, failed: 0, failures: [] };
  /** @param {string} file @param {Outcome} outcome */
  const add = (file, { passed, failed, failures }) => {
    total.passed += passed;
    total.failed += failed;
    const source = file.replace(/\.js$/, ".ts");
    total.failures.push(...failures.map((failure) => ({ ...failure, file: source })));
  };
  const workers = Array.from({ length: Math.min(processes, waiting.length) }, async () => {
    while (waiting.length > 0) await runWorker({ folder, waiting, add, grep, env, write, whole: processes > 1 });
  });
  await Promise.all(workers);
  return total;
}

/**
 * One process, until no file is waiting or it ends by itself. A file whose process ends counts as one failure.
 * @param {{ folder: string, waiting: string[], add: (file: string, outcome: Outcome) => void, grep: string | undefined,
 *   env: Record<string, string>, write: (text: string) => unknown, whole: boolean }} work
 */
async function runWorker({ folder, waiting, add, grep, env, write, whole }) {
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
    else write(text);
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
      if (running !== undefined) add(running, JSON.parse(each.slice(MARK.length)));
      write(output);
      output = "";
      next();
    }
  });
  child.stderr?.setEncoding("utf8").on("data", print);
  child.once("message", next);
  await new Promise((resolve) => child.once("close", resolve));
  if (running === undefined) return;
  const reason = `The process that ran ${running} ended before the file did.`;
  write(`${output}${line}${reason}\n`);
  add(running, { passed: 0, failed: 1, failures: [toFailure("the file did not end", reason)] });
}

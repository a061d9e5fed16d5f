// Runs jobs in order, several at a time. A job is a function, or a bundled mocha file that runs in one of several
// processes, in the Node of VS Code. With several processes, the output of a job is printed in one piece when the job
// ends.
import { fork } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toFailure } from "./failures.js";
import { MARK } from "./mocha.js";
import { nodeBinary, toolsFolder, UserError } from "./tools.js";

const WORKER = fileURLToPath(new URL("mocha.js", import.meta.url));

/** Ends a test that hangs. On a busy machine, the longest end-to-end tests take two minutes. */
const TIMEOUT_MS = 240_000;
const E2E_TIMEOUT_MS = 600_000;
/** Ends a process whose test never yields, so that mocha can't end it. */
const HANG_MS = 1_200_000;
/** 1,000 runs of the storm take half an hour, and longer on a busy machine. */
const STORM_HANG_MS = 7_200_000;

/** Layers whose files run again if they fail. The storm's don't: a text that is lost once is lost. */
const AGAIN = new Set(["e2e", "gallery", "host", "unit"]);
/** If more files fail, none of them runs again. */
const MAX_UNSTEADY_FILES = 3;

/**
 * @typedef {import("./failures.js").Outcome} Outcome
 * @typedef {(text: string) => unknown} Write
 *
 * @typedef {object} FileJob
 * @property {string} layer
 * @property {string} name
 * @property {string} file the bundled tests
 *
 * @typedef {object} FunctionJob
 * @property {string} layer
 * @property {string} [name]
 * @property {(write: Write) => Promise<Outcome>} run
 * @property {(files: ReadonlySet<string>, write: Write) => Promise<Outcome>} [runAgain] runs only these files
 *
 * @typedef {FileJob | FunctionJob} Job
 */

/**
 * Lists the mocha files of a layer.
 * @param {string} layer @param {string} folder of its bundles @returns {Promise<FileJob[]>}
 */
export async function fileJobs(layer, folder) {
  const files = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith(".test.js")).sort();
  return files.map((each) => ({
    layer,
    name: each.replaceAll("\\", "/").replace(/\.js$/, ".ts"),
    file: join(folder, each),
  }));
}

/**
 * @typedef {{ processes: number, grep?: string | undefined, env?: Record<string, string>, write?: Write,
 *   ended: (job: Job, outcome: Outcome, seconds: number) => unknown }} Options
 */

/**
 * Runs the jobs. Files that failed run once more, one at a time: they start processes, servers and windows, which can be
 * slower on a busy machine than a test expects. A fault of the product fails again. If many files fail, that isn't
 * chance, and none runs again.
 * @param {readonly Job[]} jobs @param {Options} options
 */
export async function runJobs(jobs, options) {
  /** @type {{ job: Job, files: ReadonlySet<string>, outcome: Outcome, seconds: number }[]} */
  const failed = [];
  await runOnce(jobs, {
    ...options,
    ended(job, outcome, seconds) {
      const files = failedFiles(job, outcome);
      if (files === undefined) options.ended(job, outcome, seconds);
      else failed.push({ job, files, outcome, seconds });
    },
  });
  const isChance = failed.reduce((sum, { files }) => sum + files.size, 0) <= MAX_UNSTEADY_FILES;
  for (const { job, files, outcome, seconds } of failed) {
    if (!isChance) {
      options.ended(job, outcome, seconds);
      continue;
    }
    await runOnce([forFiles(job, files)], {
      ...options,
      processes: 1,
      ended(_job, second, more) {
        const passed = "file" in job ? second.passed : outcome.passed + outcome.failed - second.failed;
        const unsteady = second.failed === 0 ? outcome.failures : [];
        options.ended(job, { ...second, passed, unsteady }, seconds + more);
      },
    });
  }
}

/** Returns the files to run again, or undefined if none failed or they can't. @param {Job} job @param {Outcome} outcome */
function failedFiles(job, { failed, failures }) {
  if (failed === 0 || !AGAIN.has(job.layer)) return undefined;
  if ("file" in job) return new Set([job.name]);
  if (job.runAgain === undefined) return undefined;
  const files = failures.flatMap(({ file }) => file ?? []);
  return files.length === failures.length ? new Set(files) : undefined;
}

/** @param {Job} job @param {ReadonlySet<string>} files @returns {Job} */
function forFiles(job, files) {
  if ("file" in job || job.runAgain === undefined) return job;
  const { runAgain } = job;
  return { ...job, run: (write) => runAgain(files, write) };
}

/** @param {readonly Job[]} jobs @param {Options} options */
async function runOnce(jobs, { processes, grep, env = {}, write = printText, ended }) {
  const waiting = [...jobs];
  const node = jobs.some((job) => "file" in job) ? await nodeBinary(await toolsFolder()) : process.execPath;
  const lanes = Array.from({ length: Math.min(processes, jobs.length) }, async () => {
    /** @type {Worker | undefined} */
    let worker;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const title = job.name === undefined ? job.layer : `${job.layer}/${job.name}`;
      let output = `\n━━ ${title}\n`;
      const print = processes > 1 ? (/** @type {string} */ text) => void (output += text) : write;
      if (processes === 1) write(output);
      const startedAt = performance.now();
      if ("file" in job && !worker?.isAlive()) worker = startWorker({ node, grep, env });
      const outcome = "file" in job && worker !== undefined ? await worker.run(job, print) : await call(job, print);
      if (processes > 1) write(output);
      ended(job, outcome, (performance.now() - startedAt) / 1000);
    }
    worker?.stop();
  });
  await Promise.all(lanes);
}

/** @param {string} text */
function printText(text) {
  process.stdout.write(text);
}

/** @param {Job} job @param {Write} print @returns {Promise<Outcome>} */
async function call(job, print) {
  try {
    if ("run" in job) return await job.run(print);
    throw new Error(`No process runs ${job.name}.`);
  } catch (error) {
    const failure = toFailure("it did not run", error instanceof UserError ? error.message : error);
    print(`${failure.error}\n`);
    return { passed: 0, failed: 1, failures: [failure] };
  }
}

/** @typedef {ReturnType<typeof startWorker>} Worker */

/**
 * Starts a process that runs one file after the other.
 * @param {{ node: string, grep: string | undefined, env: Record<string, string> }} options
 */
function startWorker({ node, grep, env }) {
  const child = fork(WORKER, grep === undefined ? [] : [grep], {
    execPath: node,
    execArgv: ["--enable-source-maps"],
    env: { ...env, ...process.env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ready = new Promise((resolve) => child.once("message", resolve));
  const closed = new Promise((resolve) => child.once("close", resolve));
  /** @type {Write} */
  let print = () => undefined;
  /** @type {(outcome: Outcome) => void} */
  let finish = () => undefined;
  let line = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const each of lines) {
      if (each.startsWith(MARK)) finish(JSON.parse(each.slice(MARK.length)));
      else print(`${each}\n`);
    }
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => print(text));
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Disconnects from the process, which then exits together with the browser that its files shared. */
    stop: () => child.connected && child.disconnect(),
    /**
     * Runs a file. If its process exits before the file ends, that counts as one failure.
     * @param {FileJob} job @param {Write} write @returns {Promise<Outcome>}
     */
    async run({ layer, file, name }, write) {
      print = write;
      const finished = new Promise((resolve) => (finish = resolve));
      await Promise.race([ready, closed]);
      if (child.connected) child.send({ file, timeout: layer === "e2e" ? E2E_TIMEOUT_MS : TIMEOUT_MS });
      const hang = setTimeout(() => child.kill("SIGKILL"), layer === "storm" ? STORM_HANG_MS : HANG_MS);
      const outcome = await Promise.race([finished, closed.then(() => undefined)]);
      clearTimeout(hang);
      if (outcome !== undefined) return outcome;
      const reason = `The process that ran ${name} ended before the file did.`;
      print(`${line}${reason}\n`);
      return { passed: 0, failed: 1, failures: [toFailure("the file did not end", reason)] };
    },
  };
}

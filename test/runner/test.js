// Runs what every change must pass, with `rest` the long remainder (commands.js says which files), or all of the named
// layers. Ends with a summary: what passed only in its second run, all failures, a line for each layer, and the line
// `N passed, N failed`. Names of folders and of files limit mocha layers to these.
//   node test/runner/test.js [rest] [lint] [typecheck] [unit] … [trackers] [issues/tree.test.ts] … [--grep TEXT]
import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { buildGallery } from "../gallery/build.js";
import { findBrowser } from "./browser.js";
import { buildTests } from "./build.js";
import { isMeasuredInHost, isRest, LONGEST } from "./commands.js";
import { formatFailures, toFailure } from "./failures.js";
import { runHostTests } from "./host.js";
import { fileJobs, runJobs } from "./pool.js";
import { resultFile } from "./sum.js";
import { ROOT, toolsFolder, usedExtensions } from "./tools.js";
import { exitWhenInterrupted } from "./vscode.js";

/** @typedef {import("./failures.js").Outcome} Outcome */
/** @typedef {import("./pool.js").Job} Job */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: "string" } } });

/**
 * The jobs of each layer. Layers start in this order: the longest jobs first, the many short ones last.
 * @type {Record<string, () => Promise<Job[]>>}
 */
const LAYERS = {
  tools: async () => [{ layer: "tools", run: prepareTools }],
  build: async () => [script("build")],
  package: async () => [script("package")],
  host: async () => [
    {
      layer: "host",
      run: (write) => runHostTests({ grep: values.grep, accepts: accepts("host"), write }),
      runAgain: (files, write) => runHostTests({ grep: values.grep, accepts: (name) => files.has(name), write }),
    },
  ],
  storm: () => mocha("storm"),
  e2e: () => mocha("e2e"),
  lint: async () => [script("lint")],
  typecheck: async () => [script("typecheck")],
  gallery: async () => {
    await (await buildGallery()).dispose();
    return mocha("gallery");
  },
  unit: () => mocha("unit"),
  bench: async () => {
    await rm(BENCH_RESULTS, { force: true });
    const isMeasured = (/** @type {string} */ name) => isMeasuredInHost(name) && accepts("host")(name);
    const env = { TRIPTYCH_BENCH_RESULTS: BENCH_RESULTS };
    return [
      ...(await mocha("bench")),
      {
        layer: "bench",
        name: "host",
        run: (write) => runHostTests({ grep: values.grep, accepts: isMeasured, env, write }),
      },
    ];
  },
  live: () => mocha("live"),
};

/** Layers that run only if named, and not in parallel: they measure this machine, or need a real server. */
const ON_REQUEST = new Set(["bench", "live"]);

/** Layers of `npm test` that have no test files. */
const CHECKS = new Set(["lint", "typecheck"]);

/** Layers that others depend on. Each ends before the next one starts. */
const FIRST = new Set(["tools", "build", "package"]);

/** `npm run test:rest` includes a short storm that is always the same. A named storm has its own length and seed. */
const SHORT_STORM = { TRIPTYCH_STORM_RUNS: "12", TRIPTYCH_STORM_SEED: "7" };

/** Has a line of JSON for each ratio. */
const BENCH_RESULTS = join(ROOT, "out/bench.jsonl");

/**
 * Each end-to-end test runs a browser and a VS Code server. More processes need more memory than most machines have. One
 * more than there are cores keeps them busy while a test waits for a window.
 */
const MAX_PROCESSES = 4;

const FOLDERS = new Set(["trackers", "issues", "blocks", "base", "scan", "mcp", "workbench", "panels", "repository"]);

/** The layers that must run before a layer. @type {Record<string, string[]>} */
const NEEDS = {
  unit: ["tools"],
  gallery: ["tools"],
  storm: ["tools"],
  host: ["tools", "build"],
  package: ["build"],
  e2e: ["tools", "build", "package"],
  bench: ["tools", "build", "package"],
  live: ["tools", "build", "package"],
};

const isRestOnly = positionals.includes("rest");
const folders = positionals.filter((each) => FOLDERS.has(each));
const files = positionals.filter((each) => each.endsWith(".test.ts"));
const layers = positionals.filter((each) => each !== "rest" && !FOLDERS.has(each) && !files.includes(each));
const named =
  layers.length > 0
    ? layers
    : Object.keys(LAYERS).filter((layer) => !ON_REQUEST.has(layer) && !(isRestOnly && CHECKS.has(layer)));
const wanted = Object.keys(LAYERS).filter((layer) =>
  named.some((name) => name === layer || NEEDS[name]?.includes(layer)),
);
const unknownLayers = named.filter((name) => !(name in LAYERS));
if (unknownLayers.length > 0) {
  console.error(`Unknown layer: ${unknownLayers.join(", ")}. The layers are ${Object.keys(LAYERS).join(", ")}.`);
  process.exit(2);
}

exitWhenInterrupted();
const command = isRestOnly ? "rest" : "test";
await rm(resultFile(command), { force: true });
const startedAt = performance.now();
const processes = wanted.some((layer) => ON_REQUEST.has(layer))
  ? 1
  : Math.min(availableParallelism() + 1, MAX_PROCESSES);
/** By layer. @type {Record<string, Required<Outcome> & { seconds: number }>} */
const results = {};

// Lint and types need no build, so they run beside it.
await Promise.all([runInOrder(FIRST), runInOrder(CHECKS)]);
const together = [];
for (const layer of wanted) if (!FIRST.has(layer) && !CHECKS.has(layer)) together.push(...(await jobs(layer)));
await run(together, processes);
if (wanted.includes("bench")) console.log(`Ratios: ${BENCH_RESULTS}`);

const outcomes = Object.entries(results);
const passed = outcomes.reduce((sum, [, each]) => sum + each.passed, 0);
const failed = outcomes.reduce((sum, [, each]) => sum + each.failed, 0);
const unsteady = Object.fromEntries(outcomes.map(([layer, each]) => [layer, each.unsteady]));
const failures = Object.fromEntries(outcomes.map(([layer, each]) => [layer, each.failures]));
const report = `${formatFailures(unsteady, "passed only in the second run")}${formatFailures(failures)}`;
console.log(`\n${report}`);
for (const [layer, each] of outcomes) console.log(summary(layer, each));
console.log(`in all     ${seconds(performance.now() - startedAt)} s, ${processes} at once\n`);
await mkdir(dirname(resultFile(command)), { recursive: true });
await writeFile(resultFile(command), JSON.stringify({ passed, failed, report }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** @param {string} layer @param {Outcome & { seconds: number }} result */
function summary(layer, { passed, failed, seconds }) {
  return `${layer.padEnd(10)} ${passed} passed, ${failed} failed  (${seconds.toFixed(0)} s)`;
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(0);
}

/**
 * Returns the jobs of a layer. If it can't be built, returns one job that fails.
 * @param {string} layer @returns {Promise<Job[]>}
 */
async function jobs(layer) {
  try {
    return (await LAYERS[layer]?.()) ?? [];
  } catch (error) {
    return [{ layer, run: () => Promise.reject(error) }];
  }
}

/** Runs those of the wanted layers that are named here, one after the other. @param {ReadonlySet<string>} layers */
async function runInOrder(layers) {
  for (const layer of wanted) if (layers.has(layer)) await run(await jobs(layer), processes);
}

/** @param {readonly Job[]} jobs @param {number} processes */
async function run(jobs, processes) {
  for (const { layer } of jobs) results[layer] ??= { passed: 0, failed: 0, failures: [], unsteady: [], seconds: 0 };
  await runJobs(jobs, {
    processes,
    grep: values.grep,
    env: { TRIPTYCH_BENCH_RESULTS: BENCH_RESULTS, ...(layers.includes("storm") ? {} : SHORT_STORM) },
    ended({ layer, name }, outcome, seconds) {
      const result = results[layer];
      if (result === undefined) return;
      result.passed += outcome.passed;
      result.failed += outcome.failed;
      result.seconds += seconds;
      for (const failure of [...outcome.failures, ...(outcome.unsteady ?? [])])
        if (name !== undefined) failure.file ??= name;
      result.failures.push(...outcome.failures);
      result.unsteady.push(...(outcome.unsteady ?? []));
    },
  });
}

/** Returns a job that runs a script of package.json, which counts as one check. @param {string} layer @returns {Job} */
function script(layer) {
  return {
    layer,
    async run(write) {
      const { code, output } = await call("npm", ["run", "--silent", layer], write);
      if (code === 0) return { passed: 1, failed: 0, failures: [] };
      return { passed: 0, failed: 1, failures: [toFailure(`npm run ${layer}`, output)] };
    },
  };
}

/** Returns whether to run a file of the layer. @param {string} layer @returns {(name: string) => boolean} */
function accepts(layer) {
  return (name) =>
    (folders.length + files.length === 0 ||
      files.includes(name) ||
      folders.some((folder) => name.startsWith(`${folder}/`))) &&
    (layers.length > 0 || isRest(`${layer}/${name}`) === isRestOnly);
}

/** @param {import("./build.js").MochaLayer} layer */
async function mocha(layer) {
  const jobs = await fileJobs(layer, await buildTests(layer, accepts(layer)));
  const isLong = (/** @type {{ name: string }} */ { name }) => LONGEST.includes(`${layer}/${name}`);
  return [...jobs.filter(isLong), ...jobs.filter((job) => !isLong(job))];
}

/** Installs VS Code and a browser, before several processes need them at the same time. @returns {Promise<Outcome>} */
async function prepareTools() {
  await usedExtensions(await toolsFolder());
  await findBrowser();
  return { passed: 0, failed: 0, failures: [] };
}

/**
 * Runs a command, prints its output, and returns it.
 * @param {string} command @param {string[]} args @param {(text: string) => unknown} write
 */
async function call(command, args, write) {
  const windows = process.platform === "win32";
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    shell: windows && command === "npm",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      write(text);
    });
  }
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output };
}

// Runs the layers that are named, or all that every change must pass, and sums up: every failure again, a line for each layer,
// and the last line is `N passed, N failed`. A wing's name narrows the layers of mocha to that wing's folder.
//   node test/runner/test.js [lint] [typecheck] [unit] … [trackers] [issues] [blocks] [--grep TEXT]
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildTests } from "./build.js";
import { formatFailures, toFailure } from "./failures.js";
import { runHostTests } from "./host.js";
import { runFiles } from "./pool.js";
import { ROOT, Told } from "./tools.js";

/** @typedef {import("./failures.js").Outcome} Outcome */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: "string" } } });

/** @type {Record<string, () => Promise<Outcome>>} */
const LAYERS = {
  lint: () => script("lint"),
  typecheck: () => script("typecheck"),
  unit: () => mocha("unit"),
  gallery: () => mocha("gallery"),
  build: () => script("build"),
  host: () => runHostTests({ grep: values.grep, wings }),
  package: () => script("package"),
  e2e: () => mocha("e2e"),
  storm: () => mocha("storm", layers.includes("storm") ? {} : SHORT_STORM),
  bench: () => bench(),
  live: () => mocha("live"),
};

/** These run only where they are named: they measure this machine, or need a real server. */
const ON_REQUEST = new Set(["bench", "live"]);

/** One short storm is part of every test, always the same; where it is named, it is as long and as random as it says itself. */
const SHORT_STORM = { TRIPTYCH_STORM_RUNS: "12", TRIPTYCH_STORM_SEED: "7" };

const WINGS = new Set(["trackers", "issues", "blocks"]);

/** What a layer needs built before it runs. @type {Record<string, string[]>} */
const NEEDS = {
  host: ["build"],
  package: ["build"],
  e2e: ["build", "package"],
  bench: ["build", "package"],
  live: ["build", "package"],
};

const wings = positionals.filter((each) => WINGS.has(each));
const layers = positionals.filter((each) => !WINGS.has(each));
const named = layers.length > 0 ? layers : Object.keys(LAYERS).filter((layer) => !ON_REQUEST.has(layer));
const wanted = Object.keys(LAYERS).filter((layer) =>
  named.some((name) => name === layer || NEEDS[name]?.includes(layer)),
);
const strangers = named.filter((name) => !(name in LAYERS));
if (strangers.length > 0) {
  console.error(`There is no layer ${strangers.join(", ")}; there are ${Object.keys(LAYERS).join(", ")}.`);
  process.exit(2);
}

const total = { passed: 0, failed: 0 };
/** @type {Record<string, import("./failures.js").Failure[]>} */
const failures = {};
/** @type {string[]} */
const summary = [];
for (const layer of wanted) {
  const begun = Date.now();
  console.log(`\n━━ ${layer}`);
  const outcome = await LAYERS[layer]?.().catch((error) => {
    console.error(error instanceof Told ? error.message : error);
    const reason = error instanceof Told ? error.message : error;
    return { passed: 0, failed: 1, failures: [toFailure("the layer did not run", reason)] };
  });
  if (outcome === undefined) continue;
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures[layer] = outcome.failures;
  const seconds = ((Date.now() - begun) / 1000).toFixed(0);
  summary.push(`${layer.padEnd(10)} ${outcome.passed} passed, ${outcome.failed} failed  (${seconds} s)`);
}
console.log(`\n${formatFailures(failures)}`);
console.log(`${summary.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** A script of package.json counts as one check. @param {string} name @returns {Promise<Outcome>} */
async function script(name) {
  const { code, output } = await ended("npm", ["run", "--silent", name]);
  if (code === 0) return { passed: 1, failed: 0, failures: [] };
  return { passed: 0, failed: 1, failures: [toFailure(`npm run ${name}`, output)] };
}

/** @param {import("./build.js").MochaLayer} layer @param {Record<string, string>} [env] @returns {Promise<Outcome>} */
async function mocha(layer, env = {}) {
  const bundles = await buildTests(layer, wings);
  return await runFiles(bundles, { processes: layer === "unit" ? availableParallelism() : 1, grep: values.grep, env });
}

/** Leaves a line of JSON for each ratio. @returns {Promise<Outcome>} */
async function bench() {
  const results = join(ROOT, "out/bench.jsonl");
  await rm(results, { force: true });
  const outcome = await mocha("bench", { TRIPTYCH_BENCH_RESULTS: results });
  console.log(`Ratios: ${results}`);
  return outcome;
}

/** Prints what the command prints, and returns it. @param {string} command @param {string[]} args */
async function ended(command, args) {
  const windows = process.platform === "win32";
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    shell: windows && command === "npm",
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stderr.write(text);
  });
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output };
}

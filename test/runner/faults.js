// Measures what the tests notice. Plants faults at random in the sources, one at a time: an operator, a constant, a
// condition or the order of two arguments. Then runs the tests that `npm test` has for the file. Not part of any layer.
//   node test/runner/faults.js [--seed 42] [--count 40] [--save FILE]    chooses the faults by the seed
//   node test/runner/faults.js --replay FILE                             plants the saved faults again
// With --units, it runs only the unit tests, and with --missed FILE, it saves the faults that no test noticed.
import { build } from "esbuild";
import { parseSync } from "oxc-parser";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildTests } from "./build.js";
import { isRest, JOURNEYS } from "./commands.js";
import { fileJobs } from "./pool.js";
import { nodeBinary, ROOT, toolsFolder } from "./tools.js";

/**
 * A line of a file, and the same line with a fault. `nth` tells equal lines apart.
 * @typedef {{ file: string, kind: string, nth: number, line: string, faulty: string }} Fault
 */

/** The folders of `src` take turns, so that each has about as many faults. */
const FOLDERS = ["base", "scan", "workbench", "panels", "trackers", "issues", "blocks"];

/** Operators and what replaces them. @type {Readonly<Record<string, string>>} */
const OPERATORS = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

const TEST_TIMEOUT_MS = 120_000;
const RUN_TIMEOUT_MS = 900_000;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "42" },
    count: { type: "string", default: "40" },
    save: { type: "string" },
    replay: { type: "string" },
    units: { type: "boolean", default: false },
    missed: { type: "string" },
  },
});

/** The tests run in the Node of VS Code, as in `npm test`. */
const nodeOfTests = await nodeBinary(await toolsFolder());

/** @type {Fault[]} */
const faults =
  values.replay === undefined
    ? await chooseFaults(Number(values.seed), Number(values.count))
    : JSON.parse(await readFile(values.replay, "utf8"));
if (values.save !== undefined) await writeFile(values.save, `${JSON.stringify(faults, undefined, 2)}\n`);

/** @type {Fault[]} */
const missed = [];
let planted = 0;
for (const fault of faults) {
  const title = `${fault.file}  ${fault.kind}\n    ${fault.line.trim()}\n    ${fault.faulty.trim()}`;
  const noticed = await noticeFault(fault);
  if (noticed === undefined) {
    console.log(`gone     ${title}`);
    continue;
  }
  planted += 1;
  console.log(`${noticed === "" ? "MISSED  " : "noticed "} ${title}\n    ${noticed}`);
  if (noticed === "") missed.push(fault);
}
console.log(`\n${planted - missed.length} of ${planted} noticed`);
if (values.missed !== undefined) await writeFile(values.missed, `${JSON.stringify(missed, undefined, 2)}\n`);

/** Chooses faults by the seed. @param {number} seed @param {number} count */
async function chooseFaults(seed, count) {
  const random = seededRandom(seed);
  const byFolder = await Promise.all(FOLDERS.map(listFiles));
  /** @type {Fault[]} */
  const chosen = [];
  for (let at = 0; chosen.length < count; at += 1) {
    const files = byFolder[at % FOLDERS.length] ?? [];
    const file = files[Math.floor(random() * files.length)];
    if (file === undefined) continue;
    const candidates = listFaults(file, await readFile(join(ROOT, file), "utf8"));
    const fault = candidates[Math.floor(random() * candidates.length)];
    if (fault !== undefined && chosen.every((each) => each.file !== file)) chosen.push(fault);
  }
  return chosen;
}

/** @param {string} folder */
async function listFiles(folder) {
  const names = await readdir(join(ROOT, "src", folder), { recursive: true });
  return names
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => `src/${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

/** Lists the faults that can be planted in a file. @param {string} file @param {string} text @returns {Fault[]} */
function listFaults(file, text) {
  /** @type {Fault[]} */
  const found = [];
  /** @param {string} kind @param {number} start @param {number} end @param {string} replacement */
  const add = (kind, start, end, replacement) => {
    const from = text.lastIndexOf("\n", start - 1) + 1;
    const to = text.indexOf("\n", start);
    if (end > to) return;
    const line = text.slice(from, to);
    const faulty = text.slice(from, start) + replacement + text.slice(end, to);
    const nth = text
      .slice(0, from)
      .split("\n")
      .filter((each) => each === line).length;
    found.push({ file, kind, nth, line, faulty });
  };
  visit(parseSync(file, text).program, (node) => {
    if ((node.type === "BinaryExpression" || node.type === "LogicalExpression") && node.operator in OPERATORS) {
      const at = text.indexOf(node.operator, node.left.end);
      add("operator", at, at + node.operator.length, OPERATORS[node.operator] ?? "");
    } else if (node.type === "Literal" && typeof node.value === "number") {
      add("constant", node.start, node.end, String(node.value + 1));
    } else if (node.type === "Literal" && typeof node.value === "boolean") {
      add("constant", node.start, node.end, String(!node.value));
    } else if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
      const { start, end } = node.test;
      add("condition", start, end, `!(${text.slice(start, end)})`);
    } else if (node.type === "CallExpression" && node.arguments.length > 1) {
      const [one, other] = node.arguments;
      const swapped = [other, one].map(({ start, end }) => text.slice(start, end)).join(", ");
      add("argument", one.start, other.end, swapped);
    }
  });
  return found;
}

/** Visits expressions, but not types, which tests can't notice. @param {any} node @param {(node: any) => void} see */
function visit(node, see) {
  if (Array.isArray(node)) for (const each of node) visit(each, see);
  if (typeof node !== "object" || node === null || typeof node.type !== "string" || node.type.startsWith("TS")) return;
  see(node);
  for (const value of Object.values(node)) if (typeof value === "object") visit(value, see);
}

/**
 * Plants a fault and returns which test noticed it. Empty if none did. Undefined if the line has changed since.
 * @param {Fault} fault
 */
async function noticeFault({ file, nth, line, faulty }) {
  const path = join(ROOT, file);
  const text = await readFile(path, "utf8").catch(() => "");
  const lines = text.split("\n");
  const at = lines.flatMap((each, index) => (each === line ? [index] : []))[nth];
  if (at === undefined) return undefined;
  const stop = () => {
    writeFileSync(path, text);
    process.exit(1);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await writeFile(path, lines.with(at, faulty).join("\n"));
    return (await noticeInUnits(file)) || (values.units ? "" : await noticeInLayers(file));
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await writeFile(path, text);
  }
}

/** Runs the unit tests that import the file, until one fails. @param {string} file */
async function noticeInUnits(file) {
  const jobs = new Map(
    (await fileJobs("unit", await buildTests("unit"))).map(({ name, file: built }) => [name, built]),
  );
  const files = (await listImporters(file, "unit")).flatMap((importer) => jobs.get(importer) ?? []);
  if (files.length === 0) return "";
  const mocha = [join(ROOT, "node_modules/mocha/bin/mocha.js"), "--bail", "--timeout", String(TEST_TIMEOUT_MS)];
  const { code, output } = await run([...mocha, "--reporter", "dot", ...files]);
  return code === 0 ? "" : `unit: ${describeFailure(output)}`;
}

/**
 * Lists the tests of a layer that import a file, directly or not: the nearest first, because they notice most faults.
 * @param {string} file @param {"unit" | "host"} layer
 */
async function listImporters(file, layer) {
  const reached = await reachFrom(file, [`test/${layer}/**/*.test.ts`]);
  const folder = `test/${layer}/`;
  return reached
    .filter((each) => each.startsWith(folder) && each.endsWith(".test.ts"))
    .map((each) => each.slice(folder.length))
    .filter((name) => !isRest(`${layer}/${name}`));
}

/** Returns the file and all modules that import it, directly or not. @param {string} file @param {string[]} entryPoints */
async function reachFrom(file, entryPoints) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    external: ["*.js", "vscode"],
    loader: { ".css": "empty" },
    logLevel: "silent",
  });
  /** @type {Map<string, string[]>} */
  const importedBy = new Map();
  for (const [importer, { imports }] of Object.entries(metafile.inputs))
    for (const { path } of imports) importedBy.set(path, [...(importedBy.get(path) ?? []), importer]);
  const reached = new Set([file]);
  for (const each of reached) for (const importer of importedBy.get(each) ?? []) reached.add(importer);
  return [...reached];
}

/**
 * Runs the other tests that could notice a fault, the cheapest first, until one fails. In the host, those are all tests
 * if none imports the file, which is then part of a bundled script. The linter is left out, because it would notice how
 * a fault is formatted.
 * @param {string} file
 */
async function noticeInLayers(file) {
  const [, folder = ""] = file.split("/");
  const host = await listImporters(file, "host");
  const pages = await reachFrom(file, ["test/gallery/main.ts"]);
  const ofWing = [...JOURNEYS].filter((each) => each.startsWith(`e2e/${folder}/`));
  const journeys = (ofWing.length > 0 ? ofWing : [...JOURNEYS]).map((each) => each.slice("e2e/".length));
  const server = await reachFrom(file, ["src/mcp/main.ts"]);
  const runs = [
    ["typecheck"],
    ...(server.length > 1 ? [["unit", "mcp"]] : []),
    ["host", ...host],
    ...(pages.length > 1 ? [["gallery"]] : []),
    ["e2e", ...journeys],
  ];
  for (const args of runs) {
    const { code, output } = await run([join(ROOT, "test/runner/test.js"), ...args]);
    if (code !== 0) return `${args[0]}: ${describeFailure(output)}`;
  }
  return "";
}

/** Runs a script, and ends it if a fault made it endless. @param {string[]} command */
async function run(command) {
  const child = spawn(nodeOfTests, command, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), RUN_TIMEOUT_MS);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  /** @type {number | null} */
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  return { code, output };
}

/** Returns the name of the first test that failed, as the runner or mocha prints it. @param {string} output */
function describeFailure(output) {
  const found = /^✘ (.+)/m.exec(output.split("━━ failures")[1] ?? "") ?? /^ +1\) (.+(?:\n {7,}.+)*)/m.exec(output);
  return found?.[1]?.replaceAll(/\s+/g, " ").slice(0, 160) ?? "it did not end";
}

/** Returns numbers from 0 to 1 that depend only on the seed (mulberry32). @param {number} seed */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

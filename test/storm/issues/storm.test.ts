// Writing under every fault: two windows on a usual and on a foreign file system, kills, renames, account switches and equal texts.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Observer } from "./observer.ts";
import { HITS } from "./orders.ts";
import { Results } from "./results.ts";
import { StormRun } from "./storm-run.ts";
import { run, type Run } from "./random-steps.ts";
import { StormWindow } from "./window.ts";

const RUNS = Number(process.env["TRIPTYCH_STORM_RUNS"] ?? 1000);
const SEED = Number(process.env["TRIPTYCH_STORM_SEED"] ?? Date.now() % 2 ** 31);
/** A failed run as it was printed. If set, only this run is repeated. */
const REPLAYED = process.env["TRIPTYCH_STORM_RUN"];
const SPEED = 50;
const WINDOW = new URL("window.process.js", import.meta.url);
const FOREIGN_FILES = new URL("../../../test/storm/issues/foreign-files.mjs", import.meta.url).href;
/** How many runs are compared at the beginning and at the end, by the files that they leave. */
const COMPARED_RUNS = 100;
/** Shared budgets of requests keep some files per window, which come and go. */
const MAX_GROWTH = 3;

/** Two windows over one folder. */
interface Machine {
  readonly folder: string;
  readonly windows: readonly [StormWindow, StormWindow];
}

describe("a storm of faults over everything that is written", () => {
  const observers = new Map<string, Observer>();
  const results = new Results();
  const fileCounts: number[] = [];
  let folder = "";
  let usual: Machine;
  let foreign: Machine;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-storm-"));
    const epoch = Date.now();
    const machine = (name: string, preloads: readonly string[]): Machine => {
      const parts = { folder: join(folder, name), module: WINDOW, epoch, speed: SPEED, preloads };
      return { folder: parts.folder, windows: [new StormWindow(parts), new StormWindow(parts)] };
    };
    usual = machine("usual", []);
    foreign = machine("foreign", [FOREIGN_FILES]);
    for (const name of ["contract", "forgejo", "gitea"] as const) observers.set(name, await Observer.start(name));
    console.log(`      TRIPTYCH_STORM_SEED=${SEED} TRIPTYCH_STORM_RUNS=${RUNS}`);
  });
  after(async () => {
    const windows = [...usual.windows, ...foreign.windows];
    const kills = windows.reduce((sum, window) => sum + window.kills, 0);
    const hits = (await Promise.all([usual, foreign].map((each) => readLines(each, HITS)))).flat();
    const shared = await readLines(foreign, "shared-creates");
    for (const window of windows) await window.kill();
    for (const observer of observers.values()) await observer.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    console.log(`      ${kills} windows killed, ${hits.length} of them at an operation:`);
    for (const line of countOperations(hits)) console.log(`        ${line}`);
    console.log(`      ${shared.length} turns that two windows had created exclusively at once`);
    for (const line of results.table()) console.log(`      ${line}`);
    console.log(`      a run left ${compareFiles().map(Math.round).join(" files at first, and at last ")}`);
  });

  function compareFiles(): readonly [number, number] {
    return [mean(fileCounts.slice(0, COMPARED_RUNS)), mean(fileCounts.slice(-COMPARED_RUNS))];
  }

  /** A run that fails is printed and counted, and the next one starts. */
  async function runOnce(drawn: Run): Promise<void> {
    const { personality, steps } = drawn;
    const observer = observers.get(personality) ?? assert.fail(personality);
    const machine = drawn.foreign ? foreign : usual;
    const stormRun = new StormRun({
      observer,
      windows: machine.windows,
      damage: () => damageAttempts(machine.folder),
      repo: `run${results.runs}`,
      results,
    });
    for (const step of steps) await stormRun.take(step);
    const faults = await stormRun.end();
    results.runs += 1;
    results.foreign += drawn.foreign ? 1 : 0;
    results.withBoth += steps.some(({ both }) => both) ? 1 : 0;
    fileCounts.push((await readdir(machine.folder, { recursive: true })).length);
    for (const fault of faults) console.log(`      ${fault}`);
    if (faults.length > 0) console.log(`      in ${JSON.stringify(drawn)}`);
  }

  it(`loses, duplicates and deletes nothing in ${RUNS} runs with every fault, two windows, and kills`, async function () {
    this.timeout(Math.max(600_000, RUNS * 10_000));
    const drawn = REPLAYED === undefined ? run : fc.constant(JSON.parse(REPLAYED) as Run);
    await fc.assert(fc.asyncProperty(drawn, runOnce), { numRuns: RUNS, seed: SEED, endOnFailure: true });
    assert.equal(results.faults, 0);
    if (RUNS < 4 * COMPARED_RUNS) return;
    const [first, last] = compareFiles();
    assert.ok(last < first * MAX_GROWTH, `a run left ${first} files at first and ${last} at last`);
  });
});

async function readLines(machine: Machine, name: string): Promise<readonly string[]> {
  const text = await readFile(join(machine.folder, name), "utf8").catch(() => "");
  return text.split("\n").slice(0, -1);
}

/** Counts operations by their names and what they are on. */
function countOperations(operations: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const kind = /(?:(?<folder>\w+)[\\/][^\\/]*\.)?(?<name>typed|opened|bound|failed|attempt|gone|turn|now)\b/.exec(
      operation,
    );
    const what =
      operation.startsWith("answer") || /^[A-Z]+ /.test(operation) ? "" : ` ${kind?.groups?.["name"] ?? "folder"}`;
    const name = `${/^(?:answer to )?[A-Z]+|^[\w ]+?(?= )/.exec(operation)?.[0] ?? ""}${what}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name, times]) => `${times} ${name}`);
}

async function damageAttempts(folder: string): Promise<void> {
  const journal = join(folder, "issues", "journal");
  for (const name of (await readdir(journal).catch(() => [])).filter((each) => each.endsWith(".attempt.json")))
    await writeFile(join(journal, name), '{"form":2,"te').catch(() => undefined);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

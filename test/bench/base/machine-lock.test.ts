// Compares the lock across windows with proper-lockfile, in everything that "sent once" depends on.
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { LOCKERS, openLocker, type LockerName } from "./lockers.ts";

const PROCESS = fileURLToPath(new URL("machine-lock.process.js", import.meta.url));
const NO_HARD_LINKS = new URL("../../../test/unit/base/no-hard-links.mjs", import.meta.url).href;

const ROUNDS = 300;
const RACE_MS = 12_000;
const SKEW_MS = 3_600_000;

interface Report {
  readonly what: "ready" | "inside" | "beside" | "alone";
  readonly pid: number;
  readonly at: number;
}

interface Race {
  readonly held: number;
  readonly alone: number;
  readonly kills: number;
  /** How often two processes held the lock at once. */
  readonly together: number;
  /** Time until the next process got the lock after its holder was killed. */
  readonly takeoverMs: readonly number[];
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

function print(what: string, of: LockerName, value: string): void {
  console.log(`    ${what.padEnd(46)} ${of.padEnd(16)} ${value}`);
}

/** Lets processes compete for a lock, and kills them at random times. */
class Arena {
  readonly #locker: LockerName;
  readonly #folder: string;
  readonly #execArgv: readonly string[];
  readonly #children = new Map<number, ChildProcess>();
  readonly #killedAt = new Map<number, number>();
  #held = 0;
  #alone = 0;
  #kills = 0;
  #together = 0;
  readonly #takeoverMs: number[] = [];
  #holder: number | undefined;
  #waitingSince: number | undefined;

  constructor(locker: LockerName, folder: string, execArgv: readonly string[] = []) {
    this.#locker = locker;
    this.#folder = folder;
    this.#execArgv = execArgv;
  }

  async add({ skewMs = 0, holdMs = 2 } = {}): Promise<ChildProcess> {
    const child = fork(PROCESS, [this.#locker, this.#folder, String(skewMs)], {
      execArgv: [...process.execArgv, ...this.#execArgv],
    });
    await once(child, "message");
    this.#children.set(child.pid ?? 0, child);
    child.on("message", (message) => this.#hear(message as Report));
    child.send(holdMs);
    return child;
  }

  #hear({ what, pid, at }: Report): void {
    if (what === "alone") this.#alone += 1;
    if (what === "beside") {
      const killed = this.#killedAt.get(pid);
      if (killed === undefined || killed > at) this.#together += 1;
    }
    if (what !== "inside") return;
    this.#held += 1;
    this.#holder = pid;
    if (this.#waitingSince !== undefined) this.#takeoverMs.push(at - this.#waitingSince);
    this.#waitingSince = undefined;
  }

  /** Kills the process that got the lock last, whatever it is doing now. */
  async killOne(): Promise<void> {
    const child = this.#children.get(this.#holder ?? 0) ?? [...this.#children.values()][0];
    if (child === undefined) return;
    const gone = once(child, "exit");
    const wasInside = child.pid === this.#holder;
    this.#killedAt.set(child.pid ?? 0, Date.now());
    child.kill("SIGKILL");
    await gone;
    this.#children.delete(child.pid ?? 0);
    this.#kills += 1;
    if (wasInside) this.#waitingSince ??= Date.now();
    await this.add();
  }

  async end(): Promise<Race> {
    for (const child of this.#children.values()) {
      this.#killedAt.set(child.pid ?? 0, 0);
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    return {
      held: this.#held,
      alone: this.#alone,
      kills: this.#kills,
      together: this.#together,
      takeoverMs: this.#takeoverMs,
    };
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("The lock across windows", function () {
  this.timeout(180_000);
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-bench-lock-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  for (const locker of LOCKERS) {
    it(`${locker}: time to take and release`, async () => {
      const tryHold = openLocker(locker, join(folder, "lock"));
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedAt = performance.now();
        assert.equal(await tryHold("draft", () => Promise.resolve()), "held");
        times.push(performance.now() - startedAt);
      }
      print("take and release, median", locker, `${median(times).toFixed(2)} ms`);
      if (locker === "MachineLock") assert.ok(median(times) < 50);
    });

    for (const [count, execArgv, where] of [
      [2, [], ""],
      [4, [], ""],
      [2, ["--import", NO_HARD_LINKS], ", no hard links"],
    ] as const) {
      it(`${locker}: ${count} processes, killed at random times${where}`, async () => {
        const arena = new Arena(locker, folder, execArgv);
        for (let each = 0; each < count; each += 1) await arena.add();
        for (const end = Date.now() + RACE_MS; Date.now() < end;) {
          await pause(20 + Math.random() * 120);
          await arena.killOne();
        }
        const { held, alone, kills, together, takeoverMs } = await arena.end();
        const next = `${median(takeoverMs).toFixed(0)} ms`;
        const sums = `held ${held} times, ${kills} kills, two at once ${together}, next after a kill ${next}`;
        print(`${count} processes${where}`, locker, alone > 0 ? `${sums}, no lock ${alone}` : sums);
        if (locker !== "MachineLock") return;
        assert.equal(together + alone, 0);
        assert.ok(median(takeoverMs) < 1500);
      });
    }

    it(`${locker}: a holder that is suspended for 5 seconds`, async () => {
      const arena = new Arena(locker, folder);
      const holder = await arena.add({ holdMs: 1000 });
      await pause(300);
      holder.kill("SIGSTOP");
      await arena.add();
      await pause(5000);
      holder.kill("SIGCONT");
      await pause(1000);
      const { together } = await arena.end();
      print("stopped holder", locker, together === 0 ? "keeps the lock" : `loses it, two at once ${together}`);
      if (locker === "MachineLock") assert.equal(together, 0);
    });

    it(`${locker}: clocks that differ by an hour`, async () => {
      const arena = new Arena(locker, folder);
      await arena.add({ holdMs: 200 });
      await arena.add({ holdMs: 200, skewMs: SKEW_MS });
      await pause(3000);
      const { held, together } = await arena.end();
      print("clocks an hour apart", locker, `held ${held} times, two at once ${together}`);
      if (locker === "MachineLock") assert.equal(together, 0);
    });

    it(`${locker}: a path of 300 characters, and a folder that can't be written to`, async () => {
      const long = openLocker(locker, join(folder, ...["a", "b", "c", "d"].map((each) => each.repeat(75))));
      await writeFile(join(folder, "file"), "");
      const none = openLocker(locker, join(folder, "file", "below"));
      const outcomes = [
        await long("draft", () => Promise.resolve()),
        await none("draft", () => Promise.resolve()),
      ] as const;
      print("long path; no folder", locker, outcomes.join("; "));
      assert.deepEqual(outcomes, ["held", "alone"]);
    });
  }

  it("bytes in the bundle", async () => {
    const entries: Readonly<Record<LockerName, string>> = {
      MachineLock: `export { MachineLock } from "./src/base/processes/machine-lock.ts";`,
      "proper-lockfile": `export { lock } from "proper-lockfile";`,
    };
    for (const locker of LOCKERS) {
      const { outputFiles } = await build({
        stdin: { contents: entries[locker], resolveDir: process.cwd(), loader: "ts" },
        bundle: true,
        write: false,
        minify: true,
        platform: "node",
        format: "cjs",
        target: "node22",
        // The bundle contains both anyway.
        external: ["valibot", "*/problem.ts"],
        logLevel: "error",
      });
      print("minified", locker, `${outputFiles[0]?.contents.length ?? 0} bytes`);
    }
  });
});

// Measures how fast the workspace scan is, compared with ripgrep, and that it doesn't block the extension host.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Scanned } from "../../../src/scan/worker-messages.ts";
import type { SignedTracker } from "../../../src/scan/signatures/signatures.ts";
import { ScanThread } from "../../../src/scan/scan-thread.ts";
import { toolsFolder, vscodeFolder } from "../../runner/tools.js";
import { trackerList } from "../../services/trackers/list.js";
import { reportRatio } from "../results.ts";

const FILES = 10_000;
/** Maximum time per megabyte of source: scanning a large project stays below half a minute. */
const LIMIT_PER_MB = 100;
const LIMIT_LOOP = 50;
const ROUNDS = 7;
/** ripgrep only finds lines, while the scan reads locations and values, so its goal is a third of ripgrep's speed. */
const MAX_RIPGREP_RATIO = 3.3;

/** Prints the result of a measurement. */
function say(what: string, value: string, bar: string): void {
  console.log(`    ${what}: ${value} (${bar})`);
}

const trackers: readonly SignedTracker[] = [...trackerList().values()].map((each) => ({
  id: each.id,
  code: each.code_signature,
  network: each.network_signature,
}));

/** Source of a typical file. Every hundredth contains a tracker. */
function sourceOf(place: number): string {
  const lines = [
    `package org.example.part${place % 50}`,
    "",
    "import android.app.Activity",
    "import java.util.concurrent.Executors",
  ];
  if (place % 100 === 0) lines.push("import com.amplitude.api.Amplitude");
  for (let line = 0; line < 180; line += 1) {
    lines.push(
      line % 9 === 0
        ? `    /** Says what value ${line} of ${place} means, see https://www.example.org/docs/${line}. */`
        : line % 5 === 0
          ? `    val text${line} = "value \${names.of(${line})} of https://api.example.com/v1/items/${place}"`
          : `    private val field${line}: Map<String, List<Int>> = java.util.Collections.emptyMap() // ${line}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

describe("a scan of a workspace", () => {
  let folder: string;
  let thread: ScanThread;
  const paths: string[] = [];
  let bytes = 0;

  before(async function () {
    this.timeout(120_000);
    folder = (await mkdtemp(join(tmpdir(), "triptych-bench-"))).replaceAll("\\", "/");
    for (let place = 0; place < FILES; place += 1) {
      const inside = `${folder}/module${place % 40}/src/main/kotlin/org/example/part${place % 50}`;
      if (place < 2000) mkdirSync(inside, { recursive: true });
      const path = `${inside}/Source${place}.kt`;
      const text = sourceOf(place);
      bytes += Buffer.byteLength(text);
      writeFileSync(path, text);
      paths.push(path);
    }
    thread = new ScanThread(resolve("dist/scan.cjs"));
  });
  after(async () => {
    thread.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const scan = async (
    signed = trackers,
  ): Promise<{ readonly scanned: Scanned; readonly ms: number; readonly loop: number }> => {
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const startedAt = performance.now();
    const scanned = await thread.request({ type: "scan", folders: [{ folder, paths }] }, signed);
    const ms = performance.now() - startedAt;
    loop.disable();
    return { scanned, ms, loop: loop.max / 1e6 };
  };

  it("takes a bounded time for 10,000 files and never blocks the event loop", async function () {
    this.timeout(120_000);
    const startedAt = performance.now();
    for (const path of paths) readFileSync(path);
    const reading = performance.now() - startedAt;
    let { scanned, ms, loop } = await scan();
    // Other programs that use the processor also block the loop, so the best of three runs counts.
    for (let more = 2; more > 0 && loop > LIMIT_LOOP; more -= 1) ({ scanned, ms, loop } = await scan([...trackers]));
    const megabytes = bytes / 1024 / 1024;
    assert.equal(scanned.files, FILES);
    assert.equal(scanned.findings.trackers.length, FILES / 100);
    say(
      `${FILES} files, ${megabytes.toFixed(0)} MB`,
      `${ms.toFixed(0)} ms`,
      `${(ms / reading).toFixed(1)} times reading them`,
    );
    say("each megabyte", `${(ms / megabytes).toFixed(1)} ms`, `at most ${LIMIT_PER_MB}`);
    say("the loop is held", `${loop.toFixed(1)} ms`, `at most ${LIMIT_LOOP}`);
    assert.ok(ms / megabytes <= LIMIT_PER_MB);
    assert.ok(loop <= LIMIT_LOOP);
  });

  it("reads no file again if nothing changed", async () => {
    await scan(); // the test before may have ended with a list of trackers of its own
    const { scanned, ms } = await scan();
    say("looking again", `${ms.toFixed(0)} ms`, `${scanned.read} files read`);
    assert.equal(scanned.read, 0);
  });

  it("takes a bounded time even if no file can be skipped by the words in it", async function () {
    this.timeout(300_000);
    // A pattern without a literal word, so every name and host of every file is matched against it.
    const evil = [
      ...trackers,
      { id: 9999, code: "(?:[a-z]+[.])*(?:[a-z]+[.])*nothing[.]", network: "(?:[a-z.]+)*(?:[a-z.]+)*[.]zzz" },
    ];
    const { scanned, ms, loop } = await scan(evil);
    const megabytes = bytes / 1024 / 1024;
    assert.equal(scanned.findings.trackers.length, FILES / 100);
    say(
      "with expressions built to explode, each megabyte",
      `${(ms / megabytes).toFixed(1)} ms`,
      `at most ${4 * LIMIT_PER_MB}`,
    );
    say("the loop is held", `${loop.toFixed(1)} ms`, `at most ${LIMIT_LOOP}`);
    assert.ok(ms / megabytes <= 4 * LIMIT_PER_MB);
    assert.ok(loop <= LIMIT_LOOP);
  });

  it("takes at most 3.3 times as long as ripgrep with the same literals", async function () {
    this.timeout(300_000);
    const ripgrep = join(
      vscodeFolder(await toolsFolder()),
      `node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}/rg`,
    );
    const literals = join(folder, "literals.txt");
    const signatures = trackers
      .flatMap(({ code, network }) => [code, network])
      .flatMap((each) => each?.split("|") ?? []);
    writeFileSync(
      literals,
      signatures
        .map((each) => each.replaceAll("\\", ""))
        .filter((each) => each.length > 3)
        .join("\n"),
    );
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { scanned, ms } = await scan([...trackers]);
      assert.equal(scanned.findings.trackers.length, FILES / 100);
      ours.push(ms);
      const started = performance.now();
      execFileSync(ripgrep, ["--fixed-strings", "--file", literals, "--glob", "*.kt", "--no-ignore", folder], {
        maxBuffer: 256 * 1024 * 1024,
      });
      theirs.push(performance.now() - started);
    }
    const goal = MAX_RIPGREP_RATIO;
    const ratio = await reportRatio({ name: "scan of 10,000 files", against: "ripgrep", ours, theirs, goal });
    assert.ok(ratio <= goal);
  });
});

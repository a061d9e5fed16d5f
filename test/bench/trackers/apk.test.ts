// Measures how fast the thread reads an app of 100 MB and how much memory that takes, compared with dexdump, which εxodus
// uses, and that the extension host isn't blocked.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ApkThread, type ApkReport, type SignedTracker } from "../../../src/scan/index.ts";
import { trackerList } from "../../services/trackers/list.js";
import { writeDex } from "../../unit/scan/dex-writer.ts";
import { writeZip } from "../../unit/scan/zip-writer.ts";
import { underHeartbeat } from "../heartbeat.ts";
import { reportRatio } from "../results.ts";

const CLASSES = 60_000;
const DEX_FILES = 8;
const ASSETS = 60;
const MEGABYTE = 1024 * 1024;
/** An app of 100 MB is shown in a few seconds, also on a slow machine. */
const MAX_MS_PER_MB = 50;
const MAX_MEMORY_MB = 500;
const ROUNDS = 3;
/** dexdump computes no hashes and looks for nothing, and these classes have no members that it would print. */
const MAX_DEXDUMP_RATIO = 5;

const trackers: readonly SignedTracker[] = [...trackerList().values()].map((each) => ({
  id: each.id,
  code: each.code_signature,
  network: each.network_signature,
}));

/** Names in packages as large as those of real apps. Every 10,000th is of a tracker. */
function nameClasses(file: number): readonly string[] {
  return Array.from({ length: CLASSES }, (_, index) =>
    index % 10_000 === 0
      ? `com/appsflyer/Part${file}x${index}`
      : `org/sample/part${index % 300}/feature${file}/Thing${index}`,
  );
}

describe("a scan of an app of 100 MB", () => {
  let folder: string;
  let thread: ApkThread;
  let path: string;
  let dexFiles: readonly string[] = [];
  let megabytes = 0;

  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), "triptych-bench-apk-"));
    path = join(folder, "large.apk");
    const code = Array.from({ length: DEX_FILES }, (_, file) => ({
      path: `classes${file === 0 ? "" : file + 1}.dex`,
      bytes: writeDex(nameClasses(file)),
      isStored: true,
    }));
    const assets = Array.from({ length: ASSETS }, (_, file) => ({
      path: `assets/${file}`,
      bytes: randomBytes(MEGABYTE),
      isStored: true,
    }));
    const bytes = writeZip([...code, ...assets]);
    megabytes = bytes.length / MEGABYTE;
    await writeFile(path, bytes);
    for (const each of code) await writeFile(join(folder, each.path), each.bytes);
    dexFiles = code.map((each) => join(folder, each.path));
    thread = new ApkThread(resolve("dist/scan.cjs"));
  });
  after(async () => {
    thread.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  function check(report: ApkReport): void {
    assert.equal(report.classes, DEX_FILES * CLASSES);
    assert.deepEqual(
      report.trackers.map(({ count }) => count),
      [DEX_FILES * 6],
    );
  }

  it("doesn't block the extension host", async function () {
    this.timeout(300_000);
    check(await underHeartbeat("scan of an app of 100 MB", () => thread.read({ path, trackers }, {})));
  });

  it("takes a bounded time and memory, and not much longer than dexdump, if that is installed", async function () {
    this.timeout(300_000);
    const ours: number[] = [];
    const theirs: number[] = [];
    const before = process.memoryUsage.rss();
    let largest = before;
    const hasDexdump = spawnSync("dexdump", { stdio: "ignore" }).error === undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const onProgress = (): void => void (largest = Math.max(largest, process.memoryUsage.rss()));
      check(await thread.read({ path, trackers }, { onProgress }));
      ours.push(performance.now() - startedAt);
      if (!hasDexdump) continue;
      const dumpedAt = performance.now();
      const { status } = spawnSync("dexdump", ["-i", ...dexFiles], { stdio: "ignore" });
      assert.equal(status, 0);
      theirs.push(performance.now() - dumpedAt);
    }
    const memory = (largest - before) / MEGABYTE;
    const ms = Math.min(...ours) / megabytes;
    console.log(`    ${megabytes.toFixed(0)} MB, ${DEX_FILES * CLASSES} classes: ${(1000 / ms).toFixed(0)} MB/s`);
    console.log(`    each megabyte: ${ms.toFixed(1)} ms (at most ${MAX_MS_PER_MB})`);
    console.log(`    memory: ${memory.toFixed(0)} MB (at most ${MAX_MEMORY_MB})`);
    assert.ok(ms <= MAX_MS_PER_MB);
    assert.ok(memory <= MAX_MEMORY_MB);
    if (!hasDexdump) return;
    const goal = MAX_DEXDUMP_RATIO;
    assert.ok((await reportRatio({ name: "scan of an app", against: "dexdump", ours, theirs, goal })) <= goal);
  });
});

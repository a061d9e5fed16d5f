// The scan thread: when it loses its cache.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScanThread } from "../../../src/scan/scan-thread.ts";

describe("The scan thread", () => {
  let folder: string;
  let thread: ScanThread;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-thread-"));
    const program = join(folder, "worker.cjs");
    await writeFile(
      program,
      `const { parentPort } = require("node:worker_threads");
      parentPort.on("message", ({ type }) => type === "signatures" || parentPort.postMessage({ kind: "reply" }));`,
    );
    thread = new ScanThread(program);
  });
  after(async () => {
    thread.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it("caches files only for the trackers that it received last", async () => {
    const [trackers, newer] = [[], []];
    assert.equal(thread.hasCacheFor(trackers), false);
    await thread.request({ type: "scan", folders: [] }, trackers);
    assert.equal(thread.hasCacheFor(trackers), true);
    assert.equal(thread.hasCacheFor(newer), false);
    await thread.request({ type: "changed", paths: [] }, newer);
    assert.equal(thread.hasCacheFor(trackers), false);
    thread.dispose();
    assert.equal(thread.hasCacheFor(newer), false);
  });
});

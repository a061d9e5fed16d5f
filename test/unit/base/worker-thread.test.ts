// A worker thread: how its requests end, and when it starts again.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkerThread } from "../../../src/base/tasks/worker-thread.ts";
import { until } from "../workbench/until.ts";
import { problemOf } from "./service.ts";

/** Counts its requests. Some end it, or are never answered. */
const PROGRAM = `const { parentPort } = require("node:worker_threads");
let count = 0;
parentPort.on("message", (request) => {
  count += 1;
  if (request === "crash") throw new Error("out of order");
  if (request === "exit") process.exit();
  if (request === "fail") parentPort.postMessage({ kind: "failed", problem: "tooLarge", facts: { at: "a" } });
  if (request === "never") parentPort.postMessage({ kind: "progress", progress: "started" });
  if (request === "count") parentPort.postMessage({ kind: "reply", reply: count });
});`;

describe("A worker thread", () => {
  let folder: string;
  let program: string;
  let thread: WorkerThread<string, number, string>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-thread-"));
    program = join(folder, "worker.cjs");
    await writeFile(program, PROGRAM);
  });
  beforeEach(() => {
    thread = new WorkerThread(program, "test", 600_000);
  });
  afterEach(() => thread.end());
  after(() => rm(folder, { recursive: true, force: true }));

  it("answers requests in order, and starts with the first one", async () => {
    assert.equal(thread.isRunning, false);
    thread.post("post");
    assert.deepEqual(await Promise.all([thread.ask("count"), thread.ask("count")]), [2, 3]);
    assert.equal(thread.isRunning, true);
  });

  it("keeps its state after a request that fails", async () => {
    const { kind, facts } = await problemOf(thread.ask("fail"));
    assert.deepEqual([kind, facts], ["tooLarge", { at: "a" }]);
    assert.equal(await thread.ask("count"), 2);
  });

  it("starts again after it has crashed or ended, and the request fails", async () => {
    for (const request of ["crash", "exit"]) {
      assert.equal((await problemOf(thread.ask(request))).kind, "unexpected", request);
      assert.equal(thread.isRunning, false);
      assert.equal(await thread.ask("count"), 1);
    }
  });

  it("survives a crash without a request that waits", async () => {
    await thread.ask("count");
    thread.post("crash");
    await until(() => !thread.isRunning);
    assert.equal(await thread.ask("count"), 1);
  });

  it("ends with a request that is canceled, and answers the next one", async () => {
    const abort = new AbortController();
    const { signal } = abort;
    const onProgress = (): void => abort.abort();
    const canceled = problemOf(thread.ask("never", { signal, onProgress }));
    const next = thread.ask("count");
    assert.equal((await canceled).kind, "canceled");
    assert.equal(await next, 1);
  });

  it("sends no request that is canceled first", async () => {
    const abort = new AbortController();
    const { signal } = abort;
    const canceled = problemOf(thread.ask("crash", { signal }));
    abort.abort();
    assert.equal((await canceled).kind, "canceled");
    assert.equal(await thread.ask("count"), 1);
  });

  it("ends when it is idle", async () => {
    const hasty = new WorkerThread<string, number>(program, "test", 1);
    assert.equal(await hasty.ask("count"), 1);
    await until(() => !hasty.isRunning);
    assert.equal(await hasty.ask("count"), 1);
    hasty.end();
  });
});

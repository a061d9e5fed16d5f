// Several real processes share one rate limit, even if one of them is killed.
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Clock } from "../../services/core/clock.js";
import { trackersService } from "../../services/trackers/index.js";

const WINDOW = fileURLToPath(new URL("budget.process.js", import.meta.url));

interface Limits {
  readonly passed: number;
  readonly excess: number;
  readonly perSecond: number;
  readonly burst: number;
}

async function ended(window: ChildProcess): Promise<void> {
  const [code]: unknown[] = window.exitCode === null ? await once(window, "exit") : [window.exitCode];
  assert.equal(code, 0);
}

describe("The windows of a machine together", () => {
  let folder = "";
  let windows: ChildProcess[] = [];
  let trackers = trackersService({ seed: "1", scale: 1, clock: new Clock() });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-windows-"));
    trackers = trackersService({ seed: "1", scale: 1, clock: new Clock() });
    await trackers.service.listen(0);
    // The service answers this before it counts requests.
    trackers.service.faults.add({ kind: "status", status: 200, path: "^/warm$" });
  });
  afterEach(async () => {
    for (const window of windows) window.kill("SIGKILL");
    windows = [];
    await trackers.service.close();
    await rm(folder, { recursive: true, force: true });
  });

  function limits(): Limits {
    return (trackers.state() as { limits: Limits }).limits;
  }

  /** A window that is ready to send this many requests. */
  async function open(count: number, capacity: number, perSecond: number): Promise<ChildProcess> {
    const window = fork(WINDOW, [folder, trackers.service.origin, count, capacity, perSecond].map(String));
    windows.push(window);
    await once(window, "message");
    return window;
  }

  it("never exceed the server's limit", async () => {
    const { perSecond, burst } = limits();
    // Leaves room for the requests that may be in flight: one per window.
    const capacity = burst - 5;
    const each = 60;
    const all = await Promise.all([0, 1, 2, 3].map(() => open(each, capacity, perSecond)));
    for (const window of all) window.send("begin");
    await Promise.all(all.map(ended));

    const { passed, excess } = limits();
    assert.equal(excess, 0);
    assert.equal(passed, 4 * each);
  });

  it("continue when one of them is killed, and still never exceed the limit", async () => {
    const { setLimits } = trackers.actions;
    assert.ok(setLimits !== undefined);
    setLimits({ perSecond: 100, burst: 20 });
    const [victim, ...others] = await Promise.all([1000, 50, 50].map((count) => open(count, 10, 100)));
    for (const window of [victim, ...others]) window?.send("begin");
    while (limits().passed < 40) await new Promise(setImmediate);
    victim?.kill("SIGKILL");
    await Promise.all(others.map(ended));
    assert.equal(limits().excess, 0);
    assert.ok(limits().passed >= 100);
  });
});

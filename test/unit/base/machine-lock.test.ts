import assert from "node:assert/strict";
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MachineLock } from "../../../src/base/machine-lock.ts";

const WINDOW = fileURLToPath(new URL("machine-lock.process.js", import.meta.url));

describe("a lock that the processes of a machine share", () => {
  let folder = "";
  let windows: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-lock-"));
  });
  afterEach(async () => {
    for (const window of windows) window.kill("SIGKILL");
    windows = [];
    await rm(folder, { recursive: true, force: true });
  });

  async function heard(window: ChildProcess): Promise<unknown> {
    const [message]: unknown[] = await once(window, "message");
    return message;
  }

  async function open(): Promise<ChildProcess> {
    const window = fork(WINDOW, [folder]);
    windows.push(window);
    assert.equal(await heard(window), "ready");
    return window;
  }

  async function ask(window: ChildProcess, what: "hold" | "let go"): Promise<unknown> {
    const answer = heard(window);
    window.send(what);
    return await answer;
  }

  it("is held by one, and free for the next when it lets go", async () => {
    const [one, other] = [await open(), await open()];
    assert.equal(await ask(one, "hold"), "held");
    assert.equal(await ask(other, "hold"), "refused");
    assert.equal(await ask(one, "let go"), "done");
    assert.equal(await ask(other, "hold"), "held");
  });

  it("is free at once when the process that held it is killed", async () => {
    const [one, other] = [await open(), await open()];
    assert.equal(await ask(one, "hold"), "held");
    const gone = once(one, "exit");
    one.kill("SIGKILL");
    await gone;
    assert.equal(await ask(other, "hold"), "held");
  });

  // Windows has no signal that stops a process.
  const stoppable = process.platform === "win32" ? [] : ["SIGSTOP"];
  for (const stop of stoppable as readonly NodeJS.Signals[]) {
    it("stays with a process that does not move, but lives", async () => {
      const [one, other] = [await open(), await open()];
      assert.equal(await ask(one, "hold"), "held");
      one.kill(stop);
      assert.equal(await ask(other, "hold"), "refused");
      one.kill("SIGCONT");
      assert.equal(await ask(one, "let go"), "done");
    });
  }

  it("goes to exactly one of many that ask in the same moment", async () => {
    const lock = new MachineLock({ folder });
    let inside = 0;
    let most = 0;
    const asked = Array.from({ length: 12 }, () =>
      lock.tryHold("draft", async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }),
    );
    const got = (await Promise.all(asked)).filter((each) => each !== undefined);
    assert.ok(got.length >= 1);
    assert.equal(most, 1);
  });

  it("is one for each name, and let go after a failure", async () => {
    const lock = new MachineLock({ folder });
    const both = await lock.tryHold("one", () => lock.tryHold("other", () => Promise.resolve(1)));
    assert.deepEqual(both, { result: { result: 1 } });
    await assert.rejects(
      lock.tryHold("one", () => Promise.reject(new Error("broken"))),
      /broken/,
    );
    assert.deepEqual(await lock.tryHold("one", () => Promise.resolve(2)), { result: 2 });
  });

  it("keeps nobody from working where its folder cannot be used, and says so", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const told: string[] = [];
    const lock = new MachineLock({ folder: join(file, "below"), onAlone: ({ kind }) => void told.push(kind) });
    assert.deepEqual(await lock.tryHold("draft", () => Promise.resolve(3)), { result: 3 });
    assert.deepEqual(told, ["unexpected"]);
  });
});

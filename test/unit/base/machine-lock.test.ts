// Locks between real processes: one holder at a time, and free when it ends, however it ends.
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MachineLock } from "../../../src/base/processes/machine-lock.ts";
import { SharedState } from "../../../src/base/processes/shared-state.ts";

const WINDOW = fileURLToPath(new URL("machine-lock.process.js", import.meta.url));

/** Is loaded from the sources, because it isn't bundled. */
const NO_HARD_LINKS = new URL("../../../test/unit/base/no-hard-links.mjs", import.meta.url).href;

const IS_WINDOWS = process.platform === "win32";

interface Place {
  readonly env?: Readonly<Record<string, string>>;
  readonly execArgv?: readonly string[];
  /** The folder of the lock, in the folder of the test. */
  readonly at?: string;
  /** The only place for sockets. */
  readonly sockets?: string;
}

describe("A lock that the processes of a machine share", () => {
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

  async function open({ env = {}, execArgv = [], at = "lock", sockets = "" }: Place = {}): Promise<ChildProcess> {
    const window = fork(WINDOW, [join(folder, at), sockets], {
      env: { ...process.env, ...env },
      execArgv: [...process.execArgv, ...execArgv],
    });
    windows.push(window);
    assert.equal(await heard(window), "ready");
    return window;
  }

  async function ask(window: ChildProcess, what: "hold" | "let go"): Promise<unknown> {
    const answer = heard(window);
    window.send(what);
    return await answer;
  }

  async function kill(window: ChildProcess): Promise<void> {
    const gone = once(window, "exit");
    window.kill("SIGKILL");
    await gone;
  }

  const places: Readonly<Record<string, () => Promise<Place>>> = {
    "in a usual place": () => Promise.resolve({}),
    "with a TMPDIR of 130 characters": async () => {
      const long = join(folder, "t".repeat(130 - folder.length));
      await mkdir(long);
      return { env: { TMPDIR: long, TEMP: long, TMP: long } };
    },
    "with a TMPDIR that isn't there": () => Promise.resolve({ env: { TMPDIR: join(folder, "missing") } }),
    "with a TMPDIR that can't be written to": () => Promise.resolve({ env: { TMPDIR: "/proc/self" } }),
    "without hard links": () => Promise.resolve({ execArgv: ["--import", NO_HARD_LINKS] }),
    "in a folder with a path of 300 characters": () => {
      const names = Array.from({ length: 4 }, (_, place) => String(place).repeat(75));
      return Promise.resolve({ at: join(...names) });
    },
    // As on macOS, where neither pipes nor sockets work without a file.
    ...(IS_WINDOWS ? {} : { "with sockets that are files": () => Promise.resolve({ sockets: folder }) }),
  };
  for (const [name, place] of Object.entries(places)) {
    it(`is held by one process, denied to another, and free once the holder is done or killed, ${name}`, async () => {
      const at = await place();
      const [one, other] = [await open(at), await open(at)];
      assert.equal(await ask(one, "hold"), "held");
      assert.equal(await ask(other, "hold"), "refused");
      assert.equal(await ask(one, "let go"), "done");
      assert.equal(await ask(other, "hold"), "held");
      assert.equal(await ask(one, "hold"), "refused");
      await kill(other);
      assert.equal(await ask(one, "hold"), "held");
    });
  }

  // Windows has no signal that stops a process.
  if (!IS_WINDOWS) {
    it("stays with a process that is suspended but alive", async () => {
      const [one, other] = [await open(), await open()];
      assert.equal(await ask(one, "hold"), "held");
      one.kill("SIGSTOP");
      assert.equal(await ask(other, "hold"), "refused");
      one.kill("SIGCONT");
      assert.equal(await ask(one, "let go"), "done");
    });

    it("leaves no socket file behind, although its holder was killed", async () => {
      const [one, other] = [await open({ sockets: folder }), await open({ sockets: folder })];
      assert.equal(await ask(one, "hold"), "held");
      await kill(one);
      assert.equal(await ask(other, "hold"), "held");
      assert.equal(await ask(other, "let go"), "done");
      assert.deepEqual(await readdir(folder), ["lock"]);
    });
  }

  it("goes to exactly one of many that try at the same moment", async () => {
    let inside = 0;
    let most = 0;
    const asked = Array.from({ length: 12 }, () =>
      new MachineLock({ folder }).tryHold("draft", async () => {
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

  it("is separate for each name, and free again after a failure", async () => {
    const lock = new MachineLock({ folder });
    const both = await lock.tryHold("one", () => lock.tryHold("other", () => Promise.resolve(1)));
    assert.deepEqual(both, { result: { result: 1 } });
    await assert.rejects(
      lock.tryHold("one", () => Promise.reject(new Error("broken"))),
      /broken/,
    );
    assert.deepEqual(await lock.tryHold("one", () => Promise.resolve(2)), { result: 2 });
  });

  it("doesn't depend on the clock", async () => {
    const time = { now: 1_000_000 };
    const [lock, other] = [0, 1].map(() => new MachineLock({ folder, now: () => time.now }));
    assert.ok(lock !== undefined && other !== undefined);
    await lock.tryHold("draft", async () => {
      for (const jump of [86_400_000, -2 * 86_400_000]) {
        time.now += jump;
        assert.equal(await other.tryHold("draft", () => Promise.resolve(1)), undefined);
      }
    });
  });

  it("respects a holder on another host that shares the folder, for ten minutes", async () => {
    const time = { now: 1_000_000 };
    const foreign = { address: "\0nobody-listens", host: `not-${hostname()}`, since: time.now };
    await new SharedState(folder).change(() => ({ content: { draft: foreign }, result: undefined }));
    const lock = new MachineLock({ folder, now: () => time.now });
    time.now += 9 * 60_000;
    assert.equal(await lock.tryHold("draft", () => Promise.resolve(1)), undefined);
    time.now += 2 * 60_000;
    assert.deepEqual(await lock.tryHold("draft", () => Promise.resolve(1)), { result: 1 });
  });

  it("reports to the task and its owner that no lock is available without a folder", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const problems: string[] = [];
    const lock = new MachineLock({ folder: join(file, "below"), onAlone: ({ kind }) => void problems.push(kind) });
    assert.deepEqual(await lock.tryHold("draft", (hold) => Promise.resolve(hold)), { result: { exclusive: false } });
    assert.deepEqual(problems, ["unexpected"]);
  });

  it("reports to the task and its owner that no lock is available without a place for a socket", async () => {
    for (const places of [[], [join(folder, "missing", "x.alive")], [join(folder, "x".repeat(120))]]) {
      const problems: string[] = [];
      const lock = new MachineLock({ folder, places: () => places, onAlone: ({ kind }) => void problems.push(kind) });
      assert.deepEqual(await lock.tryHold("draft", (hold) => Promise.resolve(hold)), { result: { exclusive: false } });
      assert.deepEqual(problems, ["unexpected"]);
    }
  });

  it("goes to one task of a process, even if locks don't work across processes", async () => {
    for (const places of [undefined, () => []]) {
      const lock = new MachineLock({ folder, ...(places && { places }) });
      const both = ["draft", "draft", "other"].map((name) =>
        lock.tryHold(name, ({ exclusive }) => Promise.resolve(exclusive)),
      );
      const result = places === undefined;
      assert.deepEqual(await Promise.all(both), [{ result }, undefined, { result }]);
      assert.deepEqual(await lock.tryHold("draft", () => Promise.resolve(1)), { result: 1 });
    }
  });

  it("reports to the task that it holds the lock", async () => {
    const lock = new MachineLock({ folder });
    assert.deepEqual(await lock.tryHold("draft", (hold) => Promise.resolve(hold)), { result: { exclusive: true } });
  });
});

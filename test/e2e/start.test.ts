// `npm start` from the terminal of a person: it prints an address, and one Ctrl+C ends everything that it started.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../runner/browser.js";
import { ROOT } from "../runner/tools.js";
import { Workbench } from "./workbench.js";

const START = "test/runner/start.js";
const MAX_END_MS = 3000;

describe("npm start", function () {
  this.timeout(180_000);
  let folder = "";
  let browser: Browser;
  const started: ChildProcess[] = [];

  before(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-start-test-"));
  });
  afterEach(async () => {
    for (const child of started.splice(0)) interrupt(child, "SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  after(() => browser.close());

  /** A process group of its own, as a shell gives one to what it runs in the foreground. */
  function start(): { child: ChildProcess; address: Promise<URL>; ended: Promise<number | null> } {
    const child = spawn(process.execPath, [START], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: folder, DISPLAY: "", WAYLAND_DISPLAY: "" },
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    started.push(child);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let printed = "";
    const address = new Promise<URL>((resolve, reject) => {
      child.stdout.on("data", (text: Buffer) => {
        printed += text.toString();
        const found = /^http:\/\/127\.0\.0\.1:\d+\/\?tkn=\S+$/m.exec(printed)?.[0];
        if (found !== undefined) resolve(new URL(found));
      });
      void ended.then(() => reject(new Error(`It ended before it printed an address:\n${printed}`)));
    });
    return { child, address, ended };
  }

  it("ends within three seconds of one Ctrl+C with a browser connected, and leaves nothing behind", async () => {
    const { child, address, ended } = start();
    const url = await address;
    const page = await browser.newPage();
    await page.goto(url.href);
    await new Workbench(page).drawn();
    const interruptedAt = performance.now();
    interrupt(child, "SIGINT");
    assert.equal(await ended, 0);
    const took = performance.now() - interruptedAt;
    assert.ok(took < MAX_END_MS, `it took ${Math.round(took)} ms`);
    await assert.rejects(fetch(url), "nothing listens there any more");
    assert.deepEqual(await readdir(folder), []);
    await page.close();
  });

  it("leaves nothing behind when it is interrupted twice while VS Code starts", async () => {
    const { child, address, ended } = start();
    address.catch(() => undefined);
    await made(folder, /^triptych-vscode-/);
    interrupt(child, "SIGINT");
    interrupt(child, "SIGINT");
    await ended;
    assert.deepEqual(await readdir(folder), []);
  });
});

function interrupt({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(pid ?? 0), signal);
  } catch {
    // It has ended already.
  }
}

/** Returns when the folder has an entry with such a name. */
async function made(folder: string, name: RegExp): Promise<void> {
  for (;;) {
    const entries = await readdir(folder);
    if (entries.some((each) => name.test(each))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// `npm start` in a terminal: it prints the URL of a live demo that is signed in, and one Ctrl+C ends everything.
import assert from "node:assert/strict";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../runner/browser.js";
import { ROOT } from "../runner/tools.js";
import { Workbench } from "./workbench.js";

const START = "node test/runner/start.js --no-build";
const MAX_END_MS = 3000;
/** On a busy machine, the limit is the time that this many starts of Node take, which is three seconds on an idle one. */
const MAX_END_STARTS = 40;
const RECENT_MS = 45_000;
const CTRL_C = "\x03";
/** The simulated users of the demo act every 30 seconds. */
const ACTIVITY_TIMEOUT_MS = 120_000;

type Terminal = ChildProcessByStdio<Writable, Readable, null>;

interface Started {
  readonly child: Terminal;
  readonly address: Promise<URL>;
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
}

describe("npm start", function () {
  this.timeout(600_000);
  let folder = "";
  let browser: Browser;
  const started: Terminal[] = [];

  before(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-start-test-"));
  });
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  after(() => browser.close());

  /** Starts the demo in a pseudo-terminal, which turns Ctrl+C into a signal for every process in it. */
  function start(): Started {
    const args =
      process.platform === "darwin" ? ["-q", "/dev/null", ...START.split(" ")] : ["-qefc", START, "/dev/null"];
    const child = spawn("script", args, {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: folder, DISPLAY: "", WAYLAND_DISPLAY: "" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    started.push(child);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let printed = "";
    const address = new Promise<URL>((resolve, reject) => {
      child.stdout.on("data", (text: Buffer) => {
        printed += text.toString();
        const found = /^(http:\/\/127\.0\.0\.1:\d+\/start\?tkn=\w+)\r?$/m.exec(printed)?.[1];
        if (found !== undefined) resolve(new URL(found));
      });
      void ended.then(() => reject(new Error(`It ended before it printed a URL:\n${printed}`)));
    });
    return { child, address, printed: () => printed, ended };
  }

  it("serves a signed-in, live demo, and ends within three seconds of one Ctrl+C", async () => {
    const { child, address, printed, ended } = start();
    const url = await address;
    const page = await browser.newPage();
    await page.goto(url.href);
    const workbench = new Workbench(page);
    await workbench.drawn();

    await workbench.editor.tab("README.md").waitFor();
    await assertSignedIn(workbench, printed());
    await assertBlocksArrive(workbench);
    await assertOthersComment(printed());
    await workbench.search("Triptych Trackers: Find App…", "App or package name", "tramway");
    await workbench.quickPick.row("Garden Tramway").waitFor();

    const limitMs = Math.max(MAX_END_MS, MAX_END_STARTS * (await nodeStartMs()));
    const interruptedAt = performance.now();
    child.stdin.write(CTRL_C);
    await ended;
    const took = performance.now() - interruptedAt;
    assert.ok(took < limitMs, `it took ${Math.round(took)} ms, more than ${Math.round(limitMs)} ms`);
    await assert.rejects(fetch(url), "nothing listens there anymore");
    assert.deepEqual(await readdir(folder), []);
    await page.close();
  });

  it("leaves nothing behind if it is interrupted twice while VS Code starts", async () => {
    const { child, address, ended } = start();
    address.catch(() => undefined);
    await waitForEntry(folder, /^triptych-vscode-/);
    child.stdin.write(CTRL_C + CTRL_C);
    await ended;
    assert.deepEqual(await readdir(folder), []);
  });
});

/** Checks that the page is signed in to the account that the terminal names: only that account has notifications. */
async function assertSignedIn(workbench: Workbench, printed: string): Promise<void> {
  assert.match(printed, /Signed in .+ as nadia, and .+ API key/);
  const issues = workbench.view("Issues");
  await issues.row("lantern/almanac").row.waitFor();
  await issues.row("Notifications").row.waitFor();
}

async function assertBlocksArrive(workbench: Workbench): Promise<void> {
  const view = workbench.view("Blocks");
  const rows = view.rows.filter({ hasText: / sec · / });
  await rows.first().waitFor();
  const newest = async (): Promise<number> => {
    const numbers = (await rows.allTextContents()).map((text) => /^[\d,]+/.exec(text.trim())?.[0] ?? "0");
    return Math.max(0, ...numbers.map((number) => Number(number.replaceAll(",", ""))));
  };
  const before = await newest();
  for (const end = Date.now() + ACTIVITY_TIMEOUT_MS; (await newest()) <= before;) {
    assert.ok(Date.now() < end, `no block came after ${before}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until someone else has changed an issue since the demo started. */
async function assertOthersComment(printed: string): Promise<void> {
  const forge = /forgejo +(http:\S+)/.exec(printed)?.[1] ?? "";
  const since = new Date(Date.now() - RECENT_MS).toISOString();
  for (const end = Date.now() + ACTIVITY_TIMEOUT_MS; Date.now() < end;) {
    const answer = await fetch(`${forge}/api/v1/repos/lantern/almanac/issues/comments?since=${since}`);
    const comments: unknown = await answer.json();
    if (Array.isArray(comments) && comments.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assert.fail("no one commented");
}

/** Measures how long this machine currently takes to start a process and see it end. */
async function nodeStartMs(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ["--eval", ""]), "exit");
  return performance.now() - startedAt;
}

/** Waits until the folder has an entry with a matching name. */
async function waitForEntry(folder: string, name: RegExp): Promise<void> {
  for (;;) {
    const entries = await readdir(folder);
    if (entries.some((each) => name.test(each))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

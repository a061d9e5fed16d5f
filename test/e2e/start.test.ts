// `npm start` in a terminal: it prints the URL of a live demo that is signed in, and one Ctrl+C ends everything.
import assert from "node:assert/strict";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../runner/browser.js";
import { ROOT } from "../runner/tools.js";
import { Workbench } from "./workbench.js";

const START = "node test/runner/start.js --no-build";
const CTRL_C = "\x03";

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

  it("serves a signed-in, live demo, and ends after one Ctrl+C", async () => {
    const startedAt = new Date().toISOString();
    const { child, address, printed, ended } = start();
    const url = await address;
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const isOffered = [...document.querySelectorAll(".welcome-view")].some((each) =>
          each.textContent.includes("Add Account"),
        );
        if (isOffered) document.documentElement.dataset["sawWelcome"] = "yes";
      });
      watch.observe(document, { subtree: true, childList: true });
    });
    await page.goto(url.href);
    const workbench = new Workbench(page);
    await workbench.drawn();

    await workbench.editor.tab("README.md").waitFor();
    await assertSignedIn(workbench, printed());
    const sawWelcome = await page.evaluate(() => document.documentElement.dataset["sawWelcome"]);
    assert.equal(sawWelcome, undefined, "a signed-in user was asked to add an account");
    await assertBlocksArrive(workbench);
    await assertOthersComment(printed(), startedAt);
    await workbench.search("Triptych Trackers: Find App…", "App or package name", "tramway");
    await workbench.quickPick.row("Garden Tramway").waitFor();
    await workbench.search("Triptych Trackers: Find App…", "App or package name", "org.mozilla.firefox");
    await workbench.quickPick.row("Firefox").waitFor();

    child.stdin.write(CTRL_C);
    await ended;
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
  assert.match(printed, /signed in as nadia/);
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
  while ((await newest()) <= before) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Waits until someone else has commented since a time. */
async function assertOthersComment(printed: string, since: string): Promise<void> {
  const forge = /Issues +(http:\S+)/.exec(printed)?.[1] ?? "";
  const comments = async (): Promise<number> => {
    const answer = await fetch(`${forge}/api/v1/repos/lantern/almanac/issues/comments?since=${since}`);
    const found: unknown = await answer.json();
    return Array.isArray(found) ? found.length : 0;
  };
  while ((await comments()) === 0) await new Promise((resolve) => setTimeout(resolve, 250));
}

/** Waits until the folder has an entry with a matching name. */
async function waitForEntry(folder: string, name: RegExp): Promise<void> {
  for (;;) {
    const entries = await readdir(folder);
    if (entries.some((each) => name.test(each))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

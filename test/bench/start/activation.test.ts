// Measures what it costs to start the installed extension, compared with an empty extension in the same window.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../../runner/browser.js";
import { ROOT } from "../../runner/tools.js";
import { startVsCode } from "../../runner/vscode.js";
import { medianOf, reportRatio } from "../results.ts";

/** An even number, so that each extension starts first equally often. */
const WINDOWS = 10;
const MEGABYTE = 1_000_000;
const PATIENCE_MS = 60_000;
const EXTENSIONS = ["empty-extension", "stopwatch-extension"].map((name) => join(ROOT, "test/bench/start", name));

interface Took {
  readonly ms: number;
  /** Processor time in milliseconds, which other programs on the machine don't affect. */
  readonly cpu: number;
  readonly heap: number;
}
interface Window {
  readonly "triptych.triptych": Took;
  readonly "triptych-test.empty": Took;
}

describe("starting Triptych beside an empty extension", function () {
  this.timeout(600_000);
  let windows: readonly Window[] = [];

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-start-"));
    const results = join(folder, "results.jsonl");
    const workspace = join(folder, "workspace");
    await mkdir(workspace);
    const extensions = [await passiveExtension(folder), ...EXTENSIONS];
    const server = await startVsCode({ extensions, env: { TRIPTYCH_START_RESULTS: results } });
    const browser = await launchBrowser();
    try {
      // The first window warms up what all windows share, mainly the disk.
      for (let window = 0; window <= WINDOWS; window += 1) {
        const page = await browser.newPage();
        await page.goto(`${server.origin}/?folder=${workspace}`);
        await Promise.race([until(async () => (await linesOf(results)).length > window), server.died]);
        await page.close();
      }
      windows = (await linesOf(results)).slice(1).map((line) => JSON.parse(line) as Window);
    } finally {
      await browser.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  const ours = (value: keyof Took): number[] => windows.map((each) => each["triptych.triptych"][value]);
  const theirs = (value: keyof Took): number[] => windows.map((each) => each["triptych-test.empty"][value]);

  it("takes at most 4 times as long", async () => {
    const ratio = await reportRatio({
      name: "activation",
      against: "an empty extension in the same window",
      ours: ours("ms"),
      theirs: theirs("ms"),
      goal: 4,
    });
    const longer = medianOf(ours("ms").map((each, window) => each - (theirs("ms")[window] ?? 0)));
    const [own, empty] = [medianOf(ours("cpu")), medianOf(theirs("cpu"))];
    console.log(`      longer by ${longer.toFixed(1)} ms; processor ${own.toFixed(1)} : ${empty.toFixed(1)} ms`);
    assert.ok(ratio <= 4);
  });

  it("uses at most 0.6 MB of heap afterwards", async () => {
    const ratio = await reportRatio({
      name: "heap after activation",
      against: "0.6 MB",
      ours: ours("heap"),
      theirs: windows.map(() => 0.6 * MEGABYTE),
      goal: 1,
    });
    const empty = medianOf(theirs("heap")) / MEGABYTE;
    console.log(
      `      ${(medianOf(ours("heap")) / MEGABYTE).toFixed(2)} MB; the empty extension ${empty.toFixed(2)} MB`,
    );
    assert.ok(ratio <= 1);
  });
});

/** The packaged extension without activation events, so only the stopwatch starts it. */
async function passiveExtension(folder: string): Promise<string> {
  const passive = join(folder, "triptych");
  await cp(join(ROOT, "out/package"), passive, { recursive: true });
  const file = join(passive, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, JSON.stringify({ ...manifest, activationEvents: [] }));
  return passive;
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("A window wrote down nothing");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

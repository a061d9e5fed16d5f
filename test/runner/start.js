// Builds, packages and installs the extension into a real VS Code with the sandbox services beside it:
//   npm start [-- --port N] [-- --seed S] [-- --scale N]   serves a demo until interrupted, and opens the browser
//   npm start -- --screenshots DIR                         drives it headless and leaves pictures of each view
//   npm start -- --screenshots DIR --readme                makes the pictures of the README from them too
//   npm start -- --no-build …                              uses the existing package
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startDemo } from "../demo/index.js";
import { LOGIN, profilePage } from "../demo/profile.js";
import { packagedExtension } from "../e2e/window.js";
import { galleryScreenshots } from "../gallery/screenshots.js";
import { startSandbox } from "../services/index.js";
import { demoToken } from "../services/issues/seed/writer.js";
import { closeSharedBrowser } from "./browser.js";
import { serveToPerson } from "./front.js";
import { writeReadmePictures } from "./readme-pictures.js";
import { takeScreenshots } from "./screenshots.js";
import { sandboxSettings } from "./settings.js";
import { showStep } from "./steps.js";
import { ROOT, toolsFolder, UserError } from "./tools.js";
import { startVsCode } from "./vscode.js";

const OPENER = fileURLToPath(new URL("../demo/opener", import.meta.url));

/** The services of the sandbox that the demo uses. The others are for tests. */
const SHOWN_SERVICES = [
  { wing: "Trackers", service: "trackers", about: "a replica of εxodus, with an API key set" },
  { wing: "Issues", service: "forgejo", about: `a replica of Forgejo, signed in as ${LOGIN}` },
  { wing: "", service: "gitea", about: `a replica of Gitea. Add Account… accepts the token ${demoToken(LOGIN)}` },
  { wing: "Blocks", service: "blocks", about: "a replica of a Hedera mirror node, with a block every two seconds" },
];

/** The themes of the pictures, by the word in their names. @type {Parameters<typeof takeScreenshots>[1]} */
const PICTURE_THEMES = {
  dark: "Dark Modern",
  light: "Light Modern",
  hc: "Default High Contrast",
  hcl: "Default High Contrast Light",
};

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    scale: { type: "string", default: "1" },
    screenshots: { type: "string" },
    readme: { type: "boolean", default: false },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});

try {
  if (values.build) await build();
  if (values.screenshots === undefined) await serve();
  else await screenshots(resolve(values.screenshots));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string} folder */
async function screenshots(folder) {
  try {
    const failures = await takeScreenshots(folder, PICTURE_THEMES);
    if (values.readme) await writeReadmePictures(folder);
    await galleryScreenshots(folder);
    if (failures.length > 0) throw new UserError(`These scenes failed:\n${failures.join("\n")}`);
  } finally {
    await closeSharedBrowser();
  }
}

async function build() {
  await showStep("Building Triptych", () => runScript("build"));
  await showStep("Packaging it", () => runScript("package"));
}

/** @param {string} script */
async function runScript(script) {
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  let printed = "";
  child.stderr.on("data", (text) => (printed += text));
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) throw new UserError(`${printed}\n\`npm run ${script}\` failed. Its output is above.`);
}

async function serve() {
  // From here on, the first interrupt stops everything that was started. Further ones are ignored.
  const interrupt = new AbortController();
  const interrupted = new Promise((done) => interrupt.signal.addEventListener("abort", done));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interrupt.abort());
  /** Functions that stop the parts, in reverse order of their start. @type {Array<() => Promise<unknown>>} */
  const closers = [];
  try {
    const server = await start(closers, interrupt.signal);
    await Promise.race([interrupted, server.died]);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
  } finally {
    for (const close of closers) await close();
  }
}

/** Starts everything and prints the URLs. @param {Array<() => Promise<unknown>>} closers @param {AbortSignal} signal */
async function start(closers, signal) {
  const place = await mkdtemp(join(tmpdir(), "triptych-start-"));
  closers.unshift(() => rm(place, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(place, "tramway");
  await mkdir(workspace);
  const sandbox = await startSandbox({ seed: values.seed, scale: Number(values.scale) });
  closers.unshift(() => sandbox.close());
  const endDemo = await startDemo(sandbox, workspace);
  closers.unshift(async () => endDemo());
  const token = randomBytes(24).toString("hex");
  await toolsFolder();
  const server = await showStep("Starting VS Code", async () =>
    startVsCode({
      vsix: await packagedExtension(),
      settings: sandboxSettings(sandbox.origins),
      extensions: [OPENER],
      complete: true,
      token,
      signal,
    }),
  );
  closers.unshift(() => server.stop());
  const next = `/?tkn=${token}&folder=${encodeURIComponent(workspace)}`;
  const front = await serveToPerson({
    server: server.origin,
    token,
    port: Number(values.port),
    firstPage: (key) => profilePage({ origins: sandbox.origins, key, run: token, next }),
  });
  closers.unshift(() => front.close());
  const address = `${front.origin}/start?tkn=${token}`;
  console.log(`\nTriptych in VS Code ${server.version}, with a sandbox behind it:`);
  for (const { wing, service, about } of SHOWN_SERVICES)
    console.log(`  ${wing.padEnd(8)}  ${sandbox.origins[service]}  ${about}`);
  console.log(`\n${address}\n\nOpen it in a browser. Ctrl+C ends everything.`);
  openBrowser(address);
  return server;
}

/** Opens the browser if there is a display. The URL is printed in any case. @param {string} address */
function openBrowser(address) {
  const opener = process.platform === "darwin" ? "open" : process.platform === "win32" ? "explorer" : undefined;
  if (opener === undefined && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) return;
  const child = spawn(opener ?? "xdg-open", [address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

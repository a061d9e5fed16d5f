// Runs the host tests inside a real VS Code: a desktop build if available, otherwise the server with a headless
// browser.
import { runTests } from "@vscode/test-electron";
import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../services/index.js";
import { launchBrowser } from "./browser.js";
import { buildTests } from "./build.js";
import { ROOT, UserError } from "./tools.js";
import { startVsCode } from "./vscode.js";

const LIMIT = 1_500_000;

/** An extension that uses the API of Triptych. */
const SAMPLE = join(ROOT, "test/host/sample-extension");

/**
 * @param {{ grep?: string | undefined, accepts: (name: string) => boolean, env?: Record<string, string>, write: import("./pool.js").Write }} options
 * @returns {Promise<import("./failures.js").Outcome>}
 */
export async function runHostTests({ grep, accepts, env: more = {}, write }) {
  const tests = join(await buildTests("host", accepts), "index.cjs");
  const folder = await mkdtemp(join(tmpdir(), "triptych-host-"));
  const results = join(folder, "results.json");
  const workspace = join(folder, "workspace");
  await mkdir(workspace);
  const sandbox = await startSandbox();
  const env = {
    ...more,
    TRIPTYCH_RESULTS: results,
    TRIPTYCH_SANDBOX: sandbox.control,
    ...(grep === undefined ? {} : { TRIPTYCH_GREP: grep }),
  };
  try {
    const ran = (await inDesktop(tests, workspace, env)) ?? (await inServer(tests, workspace, env));
    write(`Host tests ran in ${ran}\n`);
    const outcome = await readFile(results, "utf8").catch(() => {
      throw new UserError(`The host tests ended without a result in ${ran}.`);
    });
    const { lines, ...counts } = JSON.parse(outcome);
    write(`${lines.join("\n")}\n`);
    return counts;
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs the tests in a desktop build: the one that VSCODE_PATH names, or a download if there is a display. Returns
 * undefined if neither is available.
 * @param {string} tests @param {string} workspace @param {Record<string, string>} env
 */
async function inDesktop(tests, workspace, env) {
  const named = process.env["VSCODE_PATH"];
  const display = process.platform !== "linux" || process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"];
  if (!named && !display) return undefined;
  try {
    await runTests({
      ...(named ? { vscodeExecutablePath: named } : { version: "stable" }),
      extensionDevelopmentPath: [ROOT, SAMPLE],
      extensionTestsPath: tests,
      extensionTestsEnv: env,
      launchArgs: [workspace, "--disable-extensions", "--disable-workspace-trust"],
    });
  } catch (error) {
    // If tests fail, they have written their results. Without results, no desktop build is available.
    const wrote = await readFile(env["TRIPTYCH_RESULTS"] ?? "").catch(() => undefined);
    if (wrote === undefined) {
      const reason = error instanceof Error ? error.message : String(error);
      if (named) throw new UserError(`The VS Code at VSCODE_PATH (${named}) did not run the tests: ${reason}`);
      console.log(`No desktop VS Code is available (${reason}), so the tests run in the server from npm.`);
      return undefined;
    }
  }
  return named ? `the desktop VS Code at ${named}` : "a downloaded desktop VS Code";
}

/** @param {string} tests @param {string} workspace @param {Record<string, string>} env */
async function inServer(tests, workspace, env) {
  const server = await startVsCode({ driver: true, env, extensions: [SAMPLE] });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const outcome = new EventEmitter();
    const ended = once(outcome, "end");
    const timer = setTimeout(
      () => outcome.emit("error", new UserError("The host tests did not end within 25 minutes.")),
      LIMIT,
    );
    await page.exposeFunction("codeAutomationExit", () => outcome.emit("end"));
    await page.exposeFunction("codeAutomationLog", () => undefined);
    page.on("crash", () => outcome.emit("error", new UserError("The browser page crashed while the host tests ran.")));
    const payload = JSON.stringify([
      ["extensionDevelopmentPath", `vscode-remote://remote${ROOT.replace(/\/$/, "")}`],
      ["extensionTestsPath", `vscode-remote://remote${tests}`],
    ]);
    await page.goto(`${server.origin}/?folder=${workspace}&payload=${encodeURIComponent(payload)}`);
    await Promise.race([ended, server.died]).finally(() => clearTimeout(timer));
    return `VS Code ${server.version} (the server from npm) with headless Chromium ${browser.version()}`;
  } finally {
    await browser.close();
    await server.stop();
  }
}

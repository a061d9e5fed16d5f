// A real VS Code on loopback: the server in code-server, with its own profile folder.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  exists,
  INSTALLED,
  nodeBinary,
  UserError,
  toolsFolder,
  usedExtensions,
  vscodeFolder,
  vscodeVersion,
} from "./tools.js";

/** Settings that keep windows quiet, and the same on every machine. */
const CALM = {
  "chat.disableAIFeatures": true,
  "remote.autoForwardPorts": false,
  "security.workspace.trust.enabled": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.editor.useModal": "off",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Turns animations off: tests wait for each, which is half of the time that a command of the palette takes. */
const STILL = { "workbench.reduceMotion": "on" };

/**
 * @typedef {object} ServerOptions
 * @property {Record<string, unknown>} [settings] the user's
 * @property {Record<string, string>} [env] for the extension host
 * @property {string} [vsix] an extension to install
 * @property {string[]} [extensions] folders of more extensions, which are copied
 * @property {object[]} [keybindings] the user's
 * @property {string} [token] the connection token; without it the server asks for none
 * @property {number} [port] 0 (the default) takes a free one
 * @property {boolean} [driver] opens the test payload of the address; hides notifications
 * @property {AbortSignal} [signal] ends the server, even while it starts
 * @property {boolean} [complete] with all extensions and animations of VS Code; without it only what tests use
 * @property {boolean} [trusted] without it a folder opens in Restricted Mode (the default is true)
 */

/** @param {ServerOptions} options */
export async function startVsCode({
  settings = {},
  env = {},
  vsix,
  extensions: folders = [],
  keybindings = [],
  token,
  port = 0,
  driver = false,
  complete = false,
  trusted = true,
  signal,
}) {
  const tools = await toolsFolder();
  const node = await nodeBinary(tools);
  const main = join(vscodeFolder(tools), "out/server-main.js");
  const builtIn = complete ? [] : ["--builtin-extensions-dir", await usedExtensions(tools)];
  const profile = await mkdtemp(join(tmpdir(), "triptych-vscode-"));
  const user = join(profile, "data/User");
  const extensions = join(profile, "extensions");
  await mkdir(user, { recursive: true });
  await mkdir(extensions);
  await writeFile(
    join(user, "settings.json"),
    JSON.stringify({ ...CALM, ...(complete ? {} : STILL), ...settings }, null, 2),
  );
  await writeFile(join(user, "keybindings.json"), JSON.stringify(keybindings));
  for (const folder of folders) {
    const { publisher, name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    await cp(folder, join(extensions, `${publisher}.${name}-${version}`), { recursive: true });
  }
  const common = ["--server-data-dir", profile, "--extensions-dir", extensions, "--accept-server-license-terms"];
  // An empty gallery, so neither the server nor the page contacts a marketplace.
  const environment = {
    ...process.env,
    // The sockets of killed extension hosts are deleted with the profile.
    XDG_RUNTIME_DIR: profile,
    EXTENSIONS_GALLERY: '{"serviceUrl":"","itemUrl":"","resourceUrlTemplate":""}',
    ...env,
  };
  if (vsix !== undefined) {
    try {
      await cp(await installOnce(node, main, vsix, environment), extensions, { recursive: true });
    } catch (error) {
      await removeFolder(profile);
      throw error;
    }
  }
  if (signal?.aborted) {
    await removeFolder(profile);
    throw new UserError("VS Code was not started: it was interrupted.");
  }

  const child = spawn(
    node,
    [
      main,
      ...common,
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      ...(token === undefined ? ["--without-connection-token"] : ["--connection-token", token]),
      ...builtIn,
      ...(driver ? ["--enable-smoke-test-driver"] : []),
      ...(trusted ? ["--disable-workspace-trust"] : []),
      "--disable-telemetry",
      // Otherwise an extension host outlives its page by three hours.
      "--reconnection-grace-time",
      "1",
    ],
    { env: environment, detached: process.platform !== "win32", stdio: ["ignore", "pipe", "pipe"] },
  );
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () => (stopping ??= endAndClean(child, profile));
  // The server is in a process group of its own, which Ctrl+C doesn't reach.
  const endAtExit = () => {
    end(child.pid);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", endAtExit);
  child.once("exit", () => process.off("exit", endAtExit));
  signal?.addEventListener("abort", () => void stop(), { once: true });
  let said = "";
  /** @type {string} */
  const origin = await new Promise((resolve, reject) => {
    const listen = (/** @type {Buffer} */ text) => {
      said += text.toString();
      const address = /Web UI available at (http:\/\/[^\s/?]+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address.replace("localhost", "127.0.0.1"));
      // The server reports that the port is in use, and then keeps running without listening.
      if (said.includes("EADDRINUSE")) end(child.pid);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("error", reject);
    child.once("exit", () => reject(new UserError(whyNot(said, port))));
  });
  /** Rejects if the server ends without having been stopped. @type {Promise<never>} */
  const died = new Promise((_, reject) => {
    child.once("exit", () => {
      if (stopping === undefined)
        reject(new UserError(`The VS Code server ended while it was in use. Its output:\n${said.trim().slice(-2000)}`));
    });
  });
  // Callers race their waits against this. If none is waiting, the rejection is not an error.
  died.catch(() => undefined);
  return { origin, profile, pid: child.pid, version: await vscodeVersion(tools), died, stop };
}

/**
 * Returns an extensions folder into which VS Code has installed the package. Installs each package only once, because
 * that takes as long as starting a server.
 * @param {string} node @param {string} main @param {string} vsix @param {NodeJS.ProcessEnv} env
 */
async function installOnce(node, main, vsix, env) {
  const digest = createHash("sha256")
    .update(await readFile(vsix))
    .digest("hex")
    .slice(0, 12);
  const installed = join(INSTALLED, digest);
  if (await exists(installed)) return installed;
  await mkdir(INSTALLED, { recursive: true });
  // Installs into another folder and renames it when complete, because several runs may need it at the same time.
  const unfinished = await mkdtemp(join(INSTALLED, "unfinished-"));
  try {
    const extensions = join(unfinished, "extensions");
    const folders = ["--server-data-dir", join(unfinished, "data"), "--extensions-dir", extensions];
    await finish(
      spawn(node, [main, "--install-extension", vsix, ...folders, "--accept-server-license-terms"], { env }),
    );
    // Each profile lists the extensions in its own folder.
    await rm(join(extensions, "extensions.json"), { force: true });
    await rename(extensions, installed).catch(async (error) => {
      if (!(await exists(installed))) throw error; // another run was quicker
    });
    return installed;
  } finally {
    await removeFolder(unfinished);
  }
}

/** @param {import("node:child_process").ChildProcess} child @param {string} profile */
async function endAndClean(child, profile) {
  const ended = new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(undefined);
    else child.once("exit", resolve);
  });
  end(child.pid);
  await ended;
  await removeFolder(profile);
}

/** @param {string} folder */
async function removeFolder(folder) {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Makes this process exit by itself when it is interrupted, so that it ends its servers. */
export function exitWhenInterrupted() {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
}

/** Ends the server and its child processes: extension hosts, watchers, terminals. @param {number | undefined} pid */
function end(pid) {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // already gone
  }
}

/** @param {string} said @param {number} port */
function whyNot(said, port) {
  if (said.includes("EADDRINUSE")) return `Port ${port} is in use. Name another with --port, or leave it out.`;
  return `The VS Code server ended before it was ready. Its output:\n${said.trim().slice(-2000)}`;
}

/** @param {import("node:child_process").ChildProcess} child */
async function finish(child) {
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  child.stderr?.on("data", (text) => (said += text));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new UserError(`The extension could not be installed. Its output:\n${said.trim().slice(-2000)}`);
}

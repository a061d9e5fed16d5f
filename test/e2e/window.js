// A window of a real VS Code with the packaged extension and the sandbox.
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeWorkbench } from "../runner/describe-page.js";
import { describeOnFailure, recoverAfterFailure } from "../runner/failures.js";
import { PAGE_PATIENCE_MS, sharedBrowser } from "../runner/browser.js";
import { ROOT, UserError } from "../runner/tools.js";
import { startVsCode } from "../runner/vscode.js";
import { sandboxSettings } from "../runner/settings.js";
import { startSandbox } from "../services/index.js";
import { pseudo, PSEUDO_LANGUAGE, pseudoFiles } from "../l10n/pseudo.js";
import { THEME_EXTENSION, THEME_KEYS } from "./themes.js";
import { Workbench } from "./workbench.js";

/** @typedef {Awaited<ReturnType<typeof openWindow>>} Window */

/** Returns the path of the package that `npm run package` built. */
export async function packagedExtension() {
  const files = await readdir(ROOT);
  const vsix = files.find((file) => /^triptych-.*\.vsix$/.test(file));
  if (vsix === undefined) throw new UserError("There is no packaged extension. Run `npm run package` first.");
  return join(ROOT, vsix);
}

/**
 * @param {{
 *   settings?: Record<string, unknown> | ((origins: Record<string, string>) => Record<string, unknown>), folder?: boolean, trusted?: boolean, width?: number, height?: number,
 *   keys?: { key: string, command: string }[], isPseudo?: boolean, env?: Record<string, string>, extensions?: string[],
 * }} [options] `settings` may depend on the URLs of the sandbox; `isPseudo` shows the extension in the pseudo-language; `env` is for the extension host; `extensions` are
 *   folders of additional extensions
 */
export async function openWindow({
  settings = {},
  folder = true,
  trusted = true,
  width = 1280,
  height = 860,
  keys = [],
  isPseudo = false,
  env = {},
  extensions = [],
} = {}) {
  const sandbox = await startSandbox();
  const place = await mkdtemp(join(tmpdir(), "triptych-e2e-"));
  const workspace = join(place, "workspace");
  await mkdir(workspace);
  const server = await startVsCode({
    vsix: await packagedExtension(),
    settings: {
      ...sandboxSettings(sandbox.origins),
      ...(typeof settings === "function" ? settings(sandbox.origins) : settings),
    },
    trusted,
    env,
    extensions: [THEME_EXTENSION, ...extensions],
    keybindings: [...THEME_KEYS, ...keys],
  });
  if (isPseudo) await addPseudoLanguage(join(server.profile, "extensions"));
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width, height },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  // A fixed key lets secrets survive a reload of the page.
  await context.route("**/mint-key", (route) =>
    route.fulfill({ status: 200, contentType: "application/octet-stream", body: Buffer.alloc(32, 7) }),
  );
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  // The page sets its language from a language pack while it loads, so this overrides it.
  if (isPseudo) {
    await context.addInitScript((language) => {
      Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", {
        get: () => language,
        set() {
          // Ignores the language that the page sets.
        },
      });
    }, PSEUDO_LANGUAGE);
  }
  const page = await context.newPage();
  const described = describeOnFailure(() => describeWorkbench(page));
  const workbench = new Workbench(page, isPseudo ? pseudo : undefined);
  const show = () => workbench.open(server.origin, folder ? workspace : undefined);
  await show();
  const recovers = recoverAfterFailure(async () => {
    for (const { service } of Object.values(sandbox.services)) service.faults.clear();
    await page.setViewportSize({ width, height });
    await show();
    await workbench.closeEverything();
  });
  return {
    sandbox,
    server,
    page,
    workbench,
    workspace,
    async close() {
      recovers();
      await described();
      await context.close();
      await server.stop();
      await sandbox.close();
      await rm(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param {string} extensions the folder that the server loads them from */
async function addPseudoLanguage(extensions) {
  const name = (await readdir(extensions)).find((each) => /\btriptych-\d/.test(each));
  if (name === undefined) throw new Error("the extension is not installed");
  for (const [file, content] of Object.entries(await pseudoFiles(ROOT)))
    await writeFile(join(extensions, name, file), content);
}

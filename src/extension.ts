import { join } from "node:path";
import { commands as registered, ExtensionMode, Uri, window } from "vscode";
import type { ExtensionContext } from "vscode";
import { Redactor } from "./base/redact.ts";
import { open as openBlocks } from "./blocks/index.ts";
import { open as openIssues } from "./issues/index.ts";
import { open as openTrackers } from "./trackers/index.ts";
import { Accounts } from "./workbench/accounts.ts";
import { DiskCache } from "./workbench/cache.ts";
import { Commands } from "./workbench/commands.ts";
import { userConfiguration } from "./workbench/configuration.ts";
import { WindowDialogs } from "./workbench/dialogs.ts";
import { every } from "./workbench/every.ts";
import { Exports } from "./workbench/export/exports.ts";
import { windowPlaces } from "./workbench/export/places.ts";
import { Log } from "./workbench/log.ts";
import { noticeTeller } from "./workbench/notices.ts";
import { handleOwnCommands } from "./workbench/own-commands.ts";
import { Panels } from "./workbench/panels/host.ts";
import { ProblemTeller } from "./workbench/problems.ts";
import { showReferences } from "./workbench/references/providers.ts";
import { References } from "./workbench/references/registry.ts";
import { Settings } from "./workbench/settings.ts";
import { ownPlaces } from "./workbench/share/places.ts";
import { Shares } from "./workbench/share/shares.ts";
import type { Shared } from "./workbench/shared.ts";

const CACHE_LIMIT = 256 * 1024 * 1024;

/** Builds what the wings share and opens the three wings. Nothing is read, asked or loaded before it is used. */
export function activate(context: ExtensionContext): Shared | undefined {
  const now = Date.now;
  const redactor = new Redactor();
  const log = new Log(() => window.createOutputChannel("Triptych", { log: true }), redactor);
  const dialogs = new WindowDialogs();
  const openSettings = async (query: string): Promise<void> => {
    await registered.executeCommand("workbench.action.openSettings", query);
  };
  const tell = noticeTeller(dialogs, log, openSettings);
  const problems = new ProblemTeller(dialogs, log, now);
  const commands = new Commands(registered.registerCommand, (problem, retry) => {
    problems.tell(problem, { retry, openSettings: () => openSettings("triptych") });
  });
  const folder = context.globalStorageUri.fsPath;
  const folders = {
    scripts: Uri.joinPath(context.extensionUri, "dist", "panels"),
    media: Uri.joinPath(context.extensionUri, "media"),
  };
  const settings = new Settings(userConfiguration, tell);
  const accounts = new Accounts({ secrets: context.secrets, index: context.globalState, redactor, tell, log });
  const panels = new Panels(folders, log, every);
  const references = new References(showReferences);
  const shared: Shared = {
    accounts,
    cache: new DiskCache({ folder: join(folder, "cache"), limit: CACHE_LIMIT, now, log, tell }),
    commands,
    dialogs,
    dist: Uri.joinPath(context.extensionUri, "dist").fsPath,
    exports: new Exports(dialogs, redactor, windowPlaces(dialogs)),
    folder,
    log,
    now,
    openSettings,
    panels,
    problems,
    references,
    settings,
    shares: new Shares(dialogs, ownPlaces()),
    state: context.globalState,
    tell,
  };
  context.subscriptions.push(log, settings, accounts, panels, references, handleOwnCommands(shared));
  context.subscriptions.push(openTrackers(shared), openIssues(shared), openBlocks(shared));
  // A suite inside the extension host works on the same parts. No one else is ever given them: they lead to tokens.
  return context.extensionMode === ExtensionMode.Test ? shared : undefined;
}

// Builds the services that the wings share. Loaded when the first view, command, panel or reference is used.
import { join } from "node:path";
import {
  commands,
  Disposable,
  Uri,
  window,
  type ExtensionContext,
  type McpStdioServerDefinition,
  type WebviewPanelSerializer,
} from "vscode";
import { Contacts } from "./base/http/contacts.ts";
import { Redactor } from "./base/redact.ts";
import type { OfferedTool } from "./base/tools/tool.ts";
import { wait } from "./base/tasks/wait.ts";
import { Accounts } from "./workbench/accounts/accounts.ts";
import { markDone } from "./workbench/walkthrough-steps.ts";
import { ForbiddenServers } from "./workbench/contacts/forbidden-servers.ts";
import { contactsPanel } from "./workbench/contacts/panel.ts";
import { DiskCache } from "./workbench/storage/cache.ts";
import { protectFolder } from "./workbench/storage/shared-files.ts";
import { joinTables, runCommand, type CommandTable } from "./workbench/commands.ts";
import { userConfiguration } from "./workbench/configuration.ts";
import { showBusyView, WindowDialogs, type ShowProblem } from "./workbench/dialogs/dialogs.ts";
import type { EarlyAccounts } from "./workbench/accounts/early-accounts.ts";
import { Emitter } from "./workbench/events.ts";
import { every } from "./workbench/timer.ts";
import { Exports } from "./workbench/export/exports.ts";
import { windowPlaces } from "./workbench/export/destinations.ts";
import { Log } from "./workbench/log/log.ts";
import { logProblem } from "./workbench/log/log-problems.ts";
import { createNotifier } from "./workbench/dialogs/notices.ts";
import { ownCommands } from "./workbench/wings/workbench-commands.ts";
import { Panels } from "./workbench/panels/panel-host.ts";
import { after } from "./workbench/poller.ts";
import { ProblemNotifier } from "./workbench/problems.ts";
import type { ReferenceProviders } from "./workbench/references/lazy-providers.ts";
import { referenceProviders } from "./workbench/references/providers.ts";
import { References } from "./workbench/references/registry.ts";
import { OPEN_PANELS, Settings, TIME_ZONE } from "./workbench/settings.ts";
import { ownPlaces } from "./workbench/share/destinations.ts";
import { languageTool, type LoadedTool } from "./workbench/tools/language-tools.ts";
import { describeMcpServer } from "./workbench/tools/mcp-server.ts";
import { Shares } from "./workbench/share/shares.ts";
import type { Shared } from "./workbench/wings/shared.ts";
import { RowProvider } from "./workbench/tree/provider.ts";
import type { RowWing } from "./workbench/tree/row-commands.ts";
import { format } from "./workbench/text/format.ts";
import type { Services } from "./workbench/wings/wing.ts";

const CACHE_LIMIT_BYTES = 256 * 1024 * 1024;

export interface AllServices extends Services {
  readonly references: ReferenceProviders;
  /** A tool as VS Code calls it. */
  readonly languageTool: (tool: OfferedTool) => LoadedTool;
  /** How to start the MCP server with these options; undefined while tools for agents are turned off. */
  readonly mcpServer: (options: readonly string[]) => McpStdioServerDefinition | undefined;
  /** Restores the panel of contacted servers. */
  readonly contactsPanel: WebviewPanelSerializer;
  /** Runs a command of the workbench or of these wings. */
  run(id: string, given: readonly unknown[], tables: () => Promise<readonly CommandTable[]>): Promise<unknown>;
}

/** `wings` returns those that are built. */
export function buildServices(
  context: ExtensionContext,
  early: EarlyAccounts,
  wings: () => readonly RowWing[],
): AllServices {
  const now = Date.now;
  const redactor = new Redactor();
  const log = new Log(() => window.createOutputChannel("Triptych", { log: true }), { redactor, now });
  const showProblem: ShowProblem = (problem, retry) => {
    shared.problems.notify(problem, { retry, openSettings: () => openSettings("triptych") });
  };
  const dialogs = new WindowDialogs(showProblem);
  const openSettings = async (query: string): Promise<void> => {
    await commands.executeCommand("workbench.action.openSettings", query);
  };
  const notify = createNotifier(dialogs, log, openSettings);
  const folder = context.globalStorageUri.fsPath;
  void protectFolder(folder).catch((error: unknown) =>
    log.warn("Could not close the storage folder to other users", { error: String(error) }),
  );
  const dist = Uri.joinPath(context.extensionUri, "dist");
  const folders = { scripts: Uri.joinPath(dist, "panels"), media: Uri.joinPath(context.extensionUri, "media") };
  const { secrets, globalState } = context;
  const settings = new Settings(userConfiguration, notify);
  format.useTimeZone(settings.get(TIME_ZONE));
  const forbidden = new ForbiddenServers({ settings, dialogs, notify });
  const contacted = new Emitter<void>();
  const contacts = new Contacts({
    now,
    isForbidden: (origin) => forbidden.has(origin),
    changed: () => contacted.fire(),
  });
  const { allowServer } = forbidden;
  const opensBeside = (): boolean => settings.get(OPEN_PANELS) === "beside";
  const shared: Shared = {
    allowServer,
    contacts,
    accounts: new Accounts({ secrets, index: globalState, redactor, notify, log, early }),
    cache: new DiskCache({ folder: join(folder, "cache"), limit: CACHE_LIMIT_BYTES, now, log, notify }),
    dialogs,
    dist: dist.fsPath,
    exports: new Exports(dialogs, redactor, windowPlaces(dialogs)),
    folder,
    log,
    now,
    openSettings,
    panels: new Panels(folders, log, every, opensBeside, (problem) => {
      shared.problems.notify(problem, { openSettings: () => openSettings("triptych") });
    }),
    problems: new ProblemNotifier(dialogs, log, now, allowServer),
    references: new References(),
    settings,
    shares: new Shares(dialogs, ownPlaces()),
    state: globalState,
    notify,
  };
  const references = referenceProviders(shared.references);
  const panelKind = contactsPanel({ ...shared, after, forbidden, onDidContact: contacted.event });
  const own = ownCommands(shared, wings, () => shared.panels.show(panelKind, {}));
  const providers: RowProvider[] = [];
  forbidden.onDidChange((allowed) => {
    for (const origin of allowed) for (const provider of providers) provider.tree.recover(origin);
  });
  settings.onDidChange((affects) => {
    if (!affects(TIME_ZONE)) return;
    format.useTimeZone(settings.get(TIME_ZONE));
    shared.panels.redraw();
    for (const provider of providers) provider.tree.refresh();
  });
  return {
    shared,
    references,
    contactsPanel: shared.panels.serializer(panelKind),
    rowProvider: (view, { roots, actions }) => {
      const allActions = {
        openSettings: () => openSettings(view),
        showLog: () => log.show(),
        allowServer,
        ...actions,
      };
      const provider = new RowProvider(roots, allActions, now, wait, (work) => showBusyView(view, work));
      provider.onDidFail((problem) => logProblem(log, `${view}: rows could not be loaded`, problem));
      providers.push(provider);
      return provider;
    },
    mcpServer: (options) => describeMcpServer(shared, forbidden.list(), options),
    languageTool: (tool) => languageTool(tool, { log, redactor, settings }),
    run: (id, given, tables) => {
      markDone(id);
      return runCommand(id, given, async () => joinTables([own, ...(await tables())]), showProblem);
    },
    dispose: () =>
      Disposable.from(references, shared.panels, shared.accounts, forbidden, shared.settings, log).dispose(),
  };
}

// Registers the extension's views, commands and providers. Only this file starts with the window: it reads nothing else
// from the disk, and everything that it registers is in `app.ts`, which is loaded on first use.
import { commands, ExtensionMode, lm, McpStdioServerDefinition, window, type ExtensionContext } from "vscode";
import { blocks } from "./blocks/index.ts";
import type { TriptychExports } from "./extension-api/declaration.ts";
import { offerApi } from "./extension-api/lazy-api.ts";
import { issues } from "./issues/index.ts";
import type { AllServices } from "./services.ts";
import { trackers } from "./trackers/index.ts";
import { EarlyAccounts } from "./workbench/accounts/early-accounts.ts";
import { registerReferences } from "./workbench/references/lazy-providers.ts";
import type { ForTests } from "./workbench/wings/shared.ts";
import { once } from "./workbench/lazy-value.ts";
import { LazyServices, LazyWing } from "./workbench/wings/wing.ts";

const loadApp = () => import("./app.ts");

export function activate(context: ExtensionContext): TriptychExports & Partial<ForTests> {
  const { extension, extensionMode, globalState, secrets, subscriptions } = context;
  const accounts = new EarlyAccounts(secrets, globalState, () => void services.load());
  const services: LazyServices<AllServices> = new LazyServices(async () => {
    const { buildServices } = await loadApp();
    for (const wing of wings) await wing.prepare();
    const built = buildServices(context, accounts, builtWings);
    subscriptions.push(built);
    for (const wing of wings) await wing.offer(built.shared);
    return built;
  });
  const start = { services, accounts };
  const trackersWing = new LazyWing(trackers, async () => (await loadApp()).trackers, start);
  const issuesWing = new LazyWing(issues, async () => (await loadApp()).issues, start);
  const blocksWing = new LazyWing(blocks, async () => (await loadApp()).blocks, start);
  const wings = [trackersWing, issuesWing, blocksWing];
  const builtWings = () =>
    wings.flatMap(({ built, view }) => (built === undefined ? [] : [{ view, commands: built.commands }]));
  const register = (id: string) => {
    const wing = wings.find(({ view }) => id.startsWith(`${view}.`));
    const load = async () => {
      if (wing !== undefined) return [(await wing.load()).commands];
      // Each wing handles such a command for its own rows and panels, which it has built.
      return builtWings().map((each) => each.commands);
    };
    return commands.registerCommand(id, async (...given: unknown[]) => (await services.load()).run(id, given, load));
  };
  const registerTool = (name: string) => {
    const load = async () => {
      const wing = wings.find(({ view }) => name.startsWith(`${view.replace(".", "_")}_`));
      const [{ languageTool }, built] = await Promise.all([services.load(), wing?.load()]);
      const tool = built?.tools?.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`Nothing handles the tool ${name}`);
      return languageTool(tool);
    };
    return lm.registerTool<object>(name, {
      prepareInvocation: async (options, token) => await (await load()).prepareInvocation(options, token),
      invoke: async (options, token) => await (await load()).invoke(options, token),
    });
  };
  subscriptions.push(
    accounts,
    ...wings,
    registerReferences(async () => (await services.load()).references),
    ...declared(extension.packageJSON, "commands", "command").map(register),
    ...declared(extension.packageJSON, "languageModelTools", "name").map(registerTool),
    lm.registerMcpServerDefinitionProvider("triptych.mcp", {
      // VS Code asks for these with the window, and for the rest when it starts the server.
      provideMcpServerDefinitions: () => [new McpStdioServerDefinition("Triptych", process.execPath)],
      resolveMcpServerDefinition: async () => {
        const { shared, mcpServer } = await services.load();
        const options = await Promise.all(wings.map((wing) => wing.serverOptions(shared)));
        return mcpServer(options.flat());
      },
    }),
    window.registerWebviewPanelSerializer("triptych.contactedServers", {
      deserializeWebviewPanel: async (...given) => {
        await (await services.load()).contactsPanel.deserializeWebviewPanel(...given);
      },
    }),
  );
  const loadApi = once(async () => {
    const [{ buildApi }, { shared }] = await Promise.all([loadApp(), services.load()]);
    const { log, now } = shared;
    return buildApi({ log, now, trackers: trackersWing.load, issues: issuesWing.load, blocks: blocksWing.load });
  });
  const isTest = extensionMode === ExtensionMode.Test;
  return { ...offerApi(loadApi), ...(isTest ? { shared: async () => (await services.load()).shared } : {}) };
}

/** Returns what the manifest contributes of a kind: the value that identifies each. */
function declared(manifest: unknown, kind: string, key: string): readonly string[] {
  const list = valueAt(valueAt(manifest, "contributes"), kind);
  const ids = Array.isArray(list) ? list.map((each: unknown) => valueAt(each, key)) : [];
  return ids.filter((each) => typeof each === "string");
}

function valueAt(table: unknown, key: string): unknown {
  return typeof table === "object" && table !== null ? Reflect.get(table, key) : undefined;
}

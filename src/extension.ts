// Registers the extension's views, commands and providers. Only this file starts with the window: it reads nothing else
// from the disk, and everything that it registers is in `app.ts`, which is loaded on first use.
import { commands, ExtensionMode, type ExtensionContext } from "vscode";
import { startBlocks } from "./blocks/index.ts";
import { startIssues } from "./issues/index.ts";
import type { AllServices } from "./services.ts";
import { startTrackers } from "./trackers/index.ts";
import { setAccountContexts } from "./workbench/accounts/account-contexts.ts";
import { EarlyAccounts } from "./workbench/accounts/early-accounts.ts";
import { registerReferences } from "./workbench/references/lazy-providers.ts";
import type { ForTests } from "./workbench/shared.ts";
import { LazyServices } from "./workbench/wing.ts";

const loadApp = () => import("./app.ts");

export function activate(context: ExtensionContext): ForTests | undefined {
  const { extension, extensionMode, globalState, secrets, subscriptions } = context;
  const early = new EarlyAccounts(secrets, globalState, () => void services.load());
  if (early.hasAny) setAccountContexts(early.listed);
  const services: LazyServices<AllServices> = new LazyServices(async () => {
    const { buildServices, takeOverNetworks, userConfiguration } = await loadApp();
    await takeOverNetworks(userConfiguration);
    const built = buildServices(context, { issues: issues.load, blocks: blocks.load }, early);
    subscriptions.push(built);
    return built;
  });
  const trackers = startTrackers(services, async () => (await loadApp()).trackers);
  const issues = startIssues(
    services,
    async () => (await loadApp()).issues,
    () => early.hasAny,
  );
  const blocks = startBlocks(services, async () => (await loadApp()).blocks);
  const wings = [trackers, issues, blocks];
  const register = (id: string) => {
    const wing = wings.find(({ view }) => id.startsWith(`${view}.`));
    const load = async () => {
      if (wing !== undefined) return [(await wing.load()).commands];
      // Each wing handles such a command for its own rows and panels, which it has built.
      return wings.flatMap(({ built }) => (built === undefined ? [] : [built.commands]));
    };
    return commands.registerCommand(id, async (...given: unknown[]) => (await services.load()).run(id, given, load));
  };
  subscriptions.push(
    early,
    ...wings,
    registerReferences(async () => (await services.load()).references),
  );
  subscriptions.push(...commandIds(extension.packageJSON).map(register));
  return extensionMode === ExtensionMode.Test ? { shared: async () => (await services.load()).shared } : undefined;
}

/** Returns the IDs of the manifest's commands. */
function commandIds(manifest: unknown): readonly string[] {
  const declared = valueAt(valueAt(manifest, "contributes"), "commands");
  const ids = Array.isArray(declared) ? declared.map((each: unknown) => valueAt(each, "command")) : [];
  return ids.filter((each) => typeof each === "string");
}

function valueAt(table: unknown, key: string): unknown {
  return typeof table === "object" && table !== null ? Reflect.get(table, key) : undefined;
}

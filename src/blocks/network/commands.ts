// Commands on networks: switch, add, remove, show and export.
import { env } from "vscode";
import { getFields } from "../../base/json/is-table.ts";
import { asProblem } from "../../base/problem.ts";
import { on, oneOf, opening, plain, type Command } from "../../workbench/commands.ts";
import { BACK } from "../../workbench/dialogs/question-step.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { format } from "../../workbench/text/format.ts";
import { describeLoading, describeMissingNetwork, getHost, formatTimeToSecond } from "../wording/block-text.ts";
import { exportThing, shareThing, type ExportServices, type ExportAction } from "../parts/export-actions.ts";
import type { Store } from "../store/store.ts";
import type { Block } from "../model/block.ts";
import {
  EXPLORED,
  formatEntry,
  parseEntry,
  parseNodeUrl,
  readNetworks,
  suggestName,
  type Network,
} from "../model/network.ts";
import { networkExport } from "./export.ts";
import { requireNetwork } from "../parts/content-parts.ts";
import { findFailure } from "../store/network-states.ts";
import { networkTitle } from "./network-facts.ts";
import type { NetworkPanels } from "./panel.ts";
import { listEntries, selectNetwork } from "../store/network-list.ts";
import { NETWORKS } from "../store/settings.ts";
import type { Placement } from "../../workbench/placement.ts";

type NetworkCommandServices = Pick<Shared, "dialogs" | "log" | "now" | "settings">;

/** Longer names would fill the title of the view. */
const MAX_NAME_CHARS = 40;

export function networkCommands(
  store: Store,
  networks: Pick<NetworkPanels, "show">,
  services: NetworkCommandServices & ExportServices,
) {
  const show = ({ name }: Network, placement?: Placement): void => networks.show({ network: name }, placement);
  /** Exports or shares a network. */
  const take = (action: ExportAction): Command<[NamedNetwork], void> =>
    onNetwork(store, async (network) => {
      const title = describeLoading(networkTitle(network.name));
      const load = async (_report: unknown, signal: AbortSignal) => await store.facts.read(network, { signal });
      const snapshot = await services.dialogs.progress(title, load);
      const failure = findFailure(snapshot);
      if (failure !== undefined) throw failure;
      await action(networkExport(network, snapshot), services);
    });
  return {
    // From the title of the view, VS Code passes the focused row, which may have no network.
    show: oneOf(
      opening(networkIn, (named, placement) => show(findNetwork(store, named), placement)),
      plain(() => show(store.network)),
    ),
    choose: plain(() => chooseNetwork(store, services)),
    copyAccount: on(accountIn, async (account) => env.clipboard.writeText(account)),
    export: take(exportThing),
    share: take(shareThing),
  };
}

/** Asks which network the view should show, and saves the answer. Custom networks are added and removed there, too. */
async function chooseNetwork(store: Store, services: NetworkCommandServices): Promise<void> {
  const { dialogs, settings } = services;
  const now = store.network.name;
  const choices = [...readNetworks(listEntries(settings))].map(([name, address]) => {
    const host = getHost({ name, address });
    const description = name === now ? l10n.t("{0} · current", host) : host;
    return { label: name, description, value: { run: () => selectNetwork(settings, name) } };
  });
  const add = { label: withIcon("add", l10n.t("Add Network…")), value: { run: () => askForNetwork(store, services) } };
  const remove = {
    label: withIcon("trash", l10n.t("Remove Network…")),
    value: { run: () => removeNetwork(services) },
  };
  const chosen = await dialogs.pick<{ readonly run: () => Promise<void> }>(l10n.t("Switch Network"), [
    ...choices,
    add,
    ...(listCustom(settings).length === 0 ? [] : [remove]),
  ]);
  await chosen?.run();
}

/** Asks which custom network to remove. If the view shows it, it shows the next one of the list then. */
async function removeNetwork({ dialogs, settings }: NetworkCommandServices): Promise<void> {
  const choices = listCustom(settings).map((network) => ({
    label: network.name,
    description: network.address,
    value: network,
  }));
  const gone = await dialogs.pick(l10n.t("Remove Network"), choices);
  if (gone === undefined) return;
  // Other networks may have been added since.
  const entries = listEntries(settings);
  const index = entries.findIndex((entry) => {
    const network = parseEntry(entry);
    return network?.name === gone.name && network.address === gone.address;
  });
  if (index === -1) return;
  await settings.set(NETWORKS, entries.toSpliced(index, 1));
  const undo = async (): Promise<void> =>
    await settings.set(NETWORKS, listEntries(settings).toSpliced(index, 0, entries[index]));
  await dialogs.message("info", describeMissingNetwork(gone.name), [{ label: l10n.t("Undo"), run: undo }]);
}

/** The networks of the list that can be removed; public ones would stay. */
function listCustom(settings: NetworkCommandServices["settings"]): readonly Network[] {
  const entries = listEntries(settings).filter((entry) => !EXPLORED.has(String(entry).trim()));
  return entries.map(parseEntry).filter((each) => each !== undefined);
}

/** Asks for the URL of a mirror node, requests its blocks, and asks for a name; Back returns to the URL. */
async function askForNetwork(store: Store, services: NetworkCommandServices): Promise<void> {
  const { dialogs, settings } = services;
  let typed = "";
  for (;;) {
    const known = readNetworks(listEntries(settings));
    let found: NodeBlocks | undefined;
    let failed: string | undefined;
    const answer = await dialogs.input(
      {
        title: l10n.t("Add Network: URL"),
        prompt: l10n.t("URL of a mirror node"),
        placeholder: "http://127.0.0.1:5551",
        value: typed,
        validate: (text) => addressFault(text, known),
        check: async (text, signal) => {
          const address = parseNodeUrl(text);
          // A node that is down can still be added.
          if (address === undefined || address === failed) return undefined;
          const result = await probe(store, services, address, signal);
          if (!signal.aborted) failed = typeof result === "string" ? address : undefined;
          if (typeof result === "string") return l10n.t("{0} Press Enter again to add it anyway.", result);
          found = result;
          return undefined;
        },
      },
      { number: 1, of: 2, goesBack: false },
    );
    const address = typeof answer === "string" ? parseNodeUrl(answer) : undefined;
    if (typeof answer !== "string" || address === undefined) return;
    if ((await askForName(services, address, found)) !== BACK) return;
    typed = answer;
  }
}

function addressFault(typed: string, known: ReadonlyMap<string, string>): string | undefined {
  if (typed.trim() === "") return l10n.t("Enter the URL of a mirror node, such as {0}", "https://mirror.example.org");
  const address = parseNodeUrl(typed);
  if (address === undefined) return l10n.t("Enter a URL such as https://example.com");
  const [usedBy] = [...known].find(([, other]) => other === address) ?? [];
  return usedBy === undefined ? undefined : l10n.t("This URL is already used by {0}", usedBy);
}

/** The oldest and the newest block of a mirror node; both are undefined if it has none. */
interface NodeBlocks {
  readonly oldest: Block | undefined;
  readonly newest: Block | undefined;
}

/** Requests the blocks of a new mirror node. If that fails, returns the reason. */
async function probe(
  store: Store,
  { log, now }: NetworkCommandServices,
  address: string,
  signal: AbortSignal,
): Promise<NodeBlocks | string> {
  const network: Network = { name: getHost({ name: "", address }), address };
  try {
    store.markStale(network);
    const options = { signal, retries: 0 };
    const [page, oldest] = await Promise.all([store.newest(network, options), store.oldest(network, options)]);
    return { newest: page.values[0], oldest };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind !== "canceled") log.warn("Could not reach a new network", { address, problem: problem.message });
    return problem.kind === "notFound"
      ? l10n.t("No blocks found at {0}. It may not be a mirror node, or the URL may need a path.", network.name)
      : describeProblem(problem, now()).sentence;
  }
}

async function askForName(
  { dialogs, settings }: NetworkCommandServices,
  address: string,
  found: NodeBlocks | undefined,
): Promise<typeof BACK | undefined> {
  const taken = new Set(readNetworks(listEntries(settings)).keys());
  const answer = await dialogs.input(
    {
      title: l10n.t("Add Network: Name"),
      prompt: found === undefined ? address : describeFound(found),
      value: suggestName(address, taken),
      validate: (text) => nameFault(text, taken),
    },
    { number: 2, of: 2, goesBack: true },
  );
  if (answer === BACK) return BACK;
  const name = answer?.trim() ?? "";
  if (name === "") return undefined;
  await settings.set(NETWORKS, [formatEntry({ name, address }), ...listEntries(settings)]);
  return undefined;
}

function nameFault(typed: string, taken: ReadonlySet<string>): string | undefined {
  const name = typed.trim();
  if (name === "") return l10n.t("Name shown in the view");
  if (name.length > MAX_NAME_CHARS) return l10n.t("At most {0} characters", format.count(MAX_NAME_CHARS));
  return taken.has(name) ? l10n.t("This name is already used") : undefined;
}

/** "Has blocks 0 to 1,999. The latest block closed on 21 November 2026, 11:59:58 UTC." */
function describeFound({ oldest, newest }: NodeBlocks): string {
  if (oldest === undefined || newest === undefined) return l10n.t("Connected. The mirror node has no blocks yet.");
  const range = l10n.t("Has blocks {0} to {1}.", format.count(oldest.number), format.count(newest.number));
  const closed = newest.to ?? newest.from;
  return closed === undefined
    ? range
    : `${range} ${l10n.t("The latest block closed on {0}.", formatTimeToSecond(closed))}`;
}

/** A network by its name; undefined means the one that the view shows. */
type NamedNetwork = { readonly network: string | undefined };

function onNetwork(store: Store, run: (network: Network) => void | Promise<void>): Command<[NamedNetwork], void> {
  return on(networkIn, async (named) => await run(findNetwork(store, named)));
}

function networkIn(given: unknown): NamedNetwork | undefined {
  if (given === undefined) return { network: undefined };
  const { network } = getFields(getSubject(given));
  return typeof network === "string" ? { network } : undefined;
}

function findNetwork(store: Store, { network: name }: NamedNetwork): Network {
  return name === undefined ? store.network : requireNetwork(store, name);
}

function accountIn(given: unknown): string | undefined {
  const { account } = getFields(getSubject(given));
  return typeof account === "string" ? account : undefined;
}

import { env } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import { on, plain } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { subjectOf } from "../../workbench/tree/rows.ts";
import { count } from "../../workbench/words.ts";
import { beingReadWords, hostOf, secondWords } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import type { Block } from "../model/block.ts";
import { nodeAddress, offeredName } from "../model/network.ts";
import type { Network } from "../model/network.ts";
import type { exportNetwork } from "./export.ts";
import { failureOf } from "./network-facts.ts";
import { networkTitle } from "./network-text.ts";
import type { NetworkPanel } from "./panel.ts";

type Parts = Pick<Shared, "dialogs" | "log" | "now" | "settings">;

const NETWORKS = "triptych.blocks.networks";
const CHOSEN = "triptych.blocks.network";
/** More would fill the title of the view. */
const LONGEST_NAME = 40;

/** Asks which ledger the view shows, and keeps the answer. */
export function chooseNetwork(store: Store, parts: Parts): Command<[], void> {
  return plain(async () => {
    const { dialogs, settings } = parts;
    const now = store.network.name;
    const choices = [...settings.get(NETWORKS)].map(([name, address]) => {
      const host = hostOf({ name, address });
      return { label: name, description: name === now ? l10n.t("{0} · shown now", host) : host, value: { name } };
    });
    const another = { label: withIcon("add", l10n.t("Add Network…")), value: { name: undefined } };
    const chosen = await dialogs.pick<{ readonly name: string | undefined }>(l10n.t("Switch Network"), [
      ...choices,
      another,
    ]);
    if (chosen === undefined) return;
    if (chosen.name === undefined) await askForNetwork(store, parts);
    else await settings.set(CHOSEN, chosen.name);
  });
}

/** Asks for the address of a mirror node, looks at what it has, and keeps it under a name. */
export function addNetwork(store: Store, parts: Parts): Command<[], void> {
  return plain(() => askForNetwork(store, parts));
}

/** Asks which of the networks that were added is to go; the public ones stay. */
export function removeNetwork(store: Store, parts: Parts): Command<[], void> {
  return plain(async () => {
    const { dialogs, settings } = parts;
    const own = settings.own(NETWORKS);
    const names = Object.keys(own);
    if (names.length === 0) {
      const add = { label: l10n.t("Add Network…"), run: () => askForNetwork(store, parts) };
      await dialogs.message("info", l10n.t("No network of your own is set. The public ones stay."), [add]);
      return;
    }
    const choices = names.map((name) => ({ label: name, description: String(own[name]), value: name }));
    const name = await dialogs.pick(l10n.t("Remove Network"), choices);
    if (name === undefined) return;
    const isShown = store.network.name === name;
    const { [name]: _gone, ...rest } = own;
    await settings.set(NETWORKS, rest);
    // A network of one's own may have stood in the place of a public one, which is there again.
    if (isShown && !settings.get(NETWORKS).has(name)) await settings.set(CHOSEN, "mainnet");
    const undo = async (): Promise<void> => {
      await settings.set(NETWORKS, own);
      if (isShown) await settings.set(CHOSEN, name);
    };
    await dialogs.message("info", l10n.t("The network {0} is no longer in the settings.", name), [
      { label: l10n.t("Undo"), run: undo },
    ]);
  });
}

async function askForNetwork(store: Store, parts: Parts, typed = ""): Promise<void> {
  const { dialogs, settings } = parts;
  const known = settings.get(NETWORKS);
  const answer = await dialogs.input({
    title: l10n.t("Add Network: Address"),
    prompt: l10n.t("The mirror node that is asked for blocks. Nothing is sent to it but what is looked for."),
    placeholder: "http://127.0.0.1:5551",
    value: typed,
    faultOf: (so) => addressFault(so, known),
  });
  const address = answer === undefined ? undefined : nodeAddress(answer);
  if (address === undefined) return;
  await look(store, parts, address);
}

function addressFault(typed: string, known: ReadonlyMap<string, string>): string | undefined {
  if (typed.trim() === "") return l10n.t("The address of a mirror node, such as {0}", "https://mirror.example.org");
  const address = nodeAddress(typed);
  if (address === undefined) return l10n.t("This is no web address");
  const [there] = [...known].find(([, other]) => other === address) ?? [];
  return there === undefined ? undefined : l10n.t("This is the address of {0}", there);
}

/** What a mirror node has, from its first block to its newest. */
interface Found {
  readonly oldest: Block | undefined;
  readonly newest: Block | undefined;
}

/** Asks the node for its blocks, and goes on with what came; what fails is told, and what can be done about it. */
async function look(store: Store, parts: Parts, address: string): Promise<void> {
  const { dialogs, log, now } = parts;
  const network: Network = { name: hostOf({ name: "", address }), address };
  let found: Found | undefined;
  try {
    found = await dialogs.progress(l10n.t("Asking {0} for its blocks…", network.name), async (_report, signal) => {
      store.markStale(network);
      const asked = { signal, retries: 0 };
      const [page, oldest] = await Promise.all([store.newest(network, asked), store.oldest(network, asked)]);
      return { newest: page.values[0], oldest };
    });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "cancelled") return;
    log.warn("A network that is to be added could not be asked", { address, problem: problem.message });
    const why =
      problem.kind === "notFound"
        ? l10n.t(
            "{0} has no blocks to ask for: it may be no mirror node, or stand under a longer address.",
            network.name,
          )
        : describeProblem(problem, now()).sentence;
    await dialogs.message("error", why, [
      { label: l10n.t("Retry"), run: () => look(store, parts, address) },
      { label: l10n.t("Change Address…"), run: () => askForNetwork(store, parts, address) },
      { label: l10n.t("Add Anyway"), run: () => keep(parts, address, undefined) },
    ]);
    return;
  }
  await keep(parts, address, found);
}

async function keep({ dialogs, settings }: Parts, address: string, found: Found | undefined): Promise<void> {
  const taken = new Set(settings.get(NETWORKS).keys());
  const answer = await dialogs.input({
    title: l10n.t("Add Network: Name"),
    prompt: found === undefined ? address : foundWords(found),
    value: offeredName(address, taken),
    faultOf: (so) => nameFault(so, taken),
  });
  const name = answer?.trim() ?? "";
  if (name === "") return;
  await settings.set(NETWORKS, { ...settings.own(NETWORKS), [name]: address });
  await settings.set(CHOSEN, name);
}

function nameFault(typed: string, taken: ReadonlySet<string>): string | undefined {
  const name = typed.trim();
  if (name === "") return l10n.t("A name, as the view shall show it");
  if (name.length > LONGEST_NAME) return l10n.t("At most {0} letters", count(LONGEST_NAME));
  return taken.has(name) ? l10n.t("There is a network of this name") : undefined;
}

/** "Blocks 0 to 1,999 are there. The newest closed on 21 November 2026, 11:59:58 UTC." */
function foundWords({ oldest, newest }: Found): string {
  if (oldest === undefined || newest === undefined) return l10n.t("The node answers, and has no blocks yet.");
  const there = l10n.t("Blocks {0} to {1} are there.", count(oldest.number), count(newest.number));
  const closed = newest.to ?? newest.from;
  return closed === undefined ? there : `${there} ${l10n.t("The newest closed on {0}.", secondWords(closed))}`;
}

/** Shows what the network itself is; without a row, the one that the view shows. */
export function showNetwork(store: Store, panel: NetworkPanel, { panels }: Shows): Command<[NamedNetwork], void> {
  return onNetwork(store, ({ name }) => panels.show(panel, { network: name }));
}

/** Brings what is told of a network to where the reader wants it. */
export function takeNetwork(
  store: Store,
  take: typeof exportNetwork,
  parts: Pick<Shared, "dialogs" | "exports" | "shares">,
): Command<[NamedNetwork], void> {
  return onNetwork(store, async (network) => {
    const title = beingReadWords(networkTitle(network.name));
    const told = await parts.dialogs.progress(title, (_report, signal) => store.facts.read(network, { signal }));
    const failure = failureOf(told);
    if (failure !== undefined) throw failure;
    await take(network, told, parts);
  });
}

export function copyAccount() {
  return on(accountIn, async (account) => env.clipboard.writeText(account));
}

interface Shows {
  readonly panels: Pick<Shared["panels"], "show">;
}

/** A network by its name; nothing is the one that the view shows. */
type NamedNetwork = { readonly network: string | undefined };

function onNetwork(store: Store, run: (network: Network) => void | Promise<void>): Command<[NamedNetwork], void> {
  return {
    accepts: ([given]) => {
      if (given === undefined) return [{ network: undefined }];
      const subject = subjectOf(given);
      if (typeof subject !== "object" || subject === null || !("network" in subject)) return undefined;
      return typeof subject.network === "string" ? [{ network: subject.network }] : undefined;
    },
    run: async ({ network: name }) => {
      const network = name === undefined ? store.network : store.networkNamed(name);
      if (network === undefined) throw new Problem("invalid", { detail: l10n.t("This network is no longer set.") });
      await run(network);
    },
  };
}

function accountIn(given: unknown): string | undefined {
  const subject = subjectOf(given);
  if (typeof subject !== "object" || subject === null || !("account" in subject)) return undefined;
  return typeof subject.account === "string" ? subject.account : undefined;
}

import { env } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { Problem } from "../base/problem.ts";
import { formatSeconds } from "../base/time.ts";
import type { Nanoseconds } from "../base/time.ts";
import type { Choice } from "../workbench/dialogs.ts";
import { on, plain } from "../workbench/commands.ts";
import type { Command } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import { withIcon } from "../workbench/text/label.ts";
import { subjectOf } from "../workbench/tree/rows.ts";
import { count, language } from "../workbench/words.ts";
import type { exportBlock } from "./export.ts";
import { explorerAddress } from "./model.ts";
import type { Block, Network } from "./model.ts";
import type { BlockName } from "./model/names.ts";
import { readTyped } from "./model/typed.ts";
import type { Reading } from "./model/typed.ts";
import type { EntityPanel } from "./entity/panel.ts";
import type { BlockPanel } from "./panel.ts";
import type { Pointer } from "./panel/pointer.ts";
import type { Store } from "./store.ts";
import { beginSearch, finishSearch } from "./store/log-search.ts";
import type { LogSearch } from "./store/log-search.ts";
import { locate, transactionAt } from "./store/locate.ts";
import type { Located } from "./store/locate.ts";
import type { Pin, Pins } from "./store/pins.ts";
import { addressOf, readAddress, readTypeSubject } from "./subject.ts";
import { absenceWords, blockTitle, faultWords, locatedWords, readingWords } from "./words.ts";
import { answerOf, formsWords, hintWords } from "./words/logs.ts";

/** A block that is named, and what names it. */
interface Named {
  readonly network: string;
  readonly name: BlockName;
}

/** The panels of blocks and entities, and the way to point at something in a block. */
export interface Targets {
  readonly panel: BlockPanel;
  readonly entities: EntityPanel;
  readonly pointer: Pointer;
}

/** Whoever shows panels. */
interface Shows {
  readonly panels: Pick<Shared["panels"], "show">;
}

export function openSettings(shared: Shared): Command<[], void> {
  return plain(() => shared.openSettings("triptych.blocks"));
}

/** Asks for a block and shows it. What is typed is understood as it is typed, and says what it will do. */
export function goToBlock(
  store: Store,
  targets: Targets,
  parts: Pick<Shared, "dialogs" | "now"> & Shows,
): Command<[], void> {
  return plain(async () => {
    const reading = await askForBlock(store, l10n.t("Go to Block on {0}", store.network.name), parts);
    if (reading !== undefined) await goTo(reading, store, targets, parts);
  });
}

async function askForBlock(store: Store, title: string, { dialogs, now }: Pick<Shared, "dialogs" | "now">) {
  const { network } = store;
  const placeholder = l10n.t("Number, hash, time, transaction ID, entity, URL or record file");
  return await dialogs.search({ title, placeholder }, (typed) => choicesOf(typed, store, network, now()));
}

/** Asks what is looked for in the logs of a block, of which block where none is given, and says so as it is typed. */
export function lookInLogs(
  store: Store,
  { panel, pointer }: Pick<Targets, "panel" | "pointer">,
  parts: Pick<Shared, "dialogs" | "now"> & Shows,
): Command<[Named | undefined], void> {
  return {
    accepts: ([given]) => (given === undefined ? [undefined] : on(addressIn, () => undefined).accepts([given])),
    run: async (given) => {
      const named = given ?? (await askedFor(store, parts));
      if (named === undefined) return;
      const block = await blockOf(store, named);
      const title = l10n.t("Look into the Logs of {0}", blockTitle({ number: block.number }));
      const network = networkOf(store, named.network);
      const sought = await parts.dialogs.lookUp(
        { title, placeholder: hintWords() },
        (typed) => (beginSearch(typed).is === "lookingUp" ? [] : [logsChoice(typed, beginSearch(typed), block, parts)]),
        async (typed, signal) =>
          beginSearch(typed).is === "lookingUp"
            ? [logsChoice(typed, await finishSearch(store, network, typed, { signal }), block, parts)]
            : [],
      );
      if (sought === undefined) return;
      const address = addressOf(named.network, { number: block.number });
      pointer.point({ ...address, tab: "block", sought });
      parts.panels.show(panel, address);
    },
  };
}

async function askedFor(store: Store, parts: Pick<Shared, "dialogs" | "now">): Promise<Named | undefined> {
  const { network } = store;
  const reading = await askForBlock(store, l10n.t("Look into the Logs of a Block on {0}", network.name), parts);
  if (reading === undefined) return undefined;
  const located = await locate(store, network, reading);
  if ("name" in located) return { network: network.name, name: located.name };
  void parts.dialogs.message("info", locatedWords(located, reading, network) ?? "");
  return undefined;
}

const ANSWERS = {
  nothing: "info",
  notUnderstood: "info",
  no: "circle-slash",
  possibly: "question",
  notRecorded: "info",
  lookingUp: "info",
} as const;

function logsChoice(
  typed: string,
  search: LogSearch,
  block: Block,
  { now }: Pick<Shared, "now">,
): Choice<string | undefined> {
  const { found, words } = answerOf(search, block, now());
  const label = withIcon(ANSWERS[found], found === "nothing" ? formsWords() : words);
  return { label, value: search.is === "ready" ? typed : undefined };
}

/** Shows the block that a reading means, and says what is to be said of it. */
export async function goTo(
  reading: Reading,
  store: Store,
  { panel, pointer, entities }: Targets,
  { dialogs, panels }: Pick<Shared, "dialogs"> & Shows,
): Promise<void> {
  const { network } = store;
  if (reading.is === "about") {
    panels.show(entities, { network: network.name, entity: reading.id });
    return;
  }
  const looking = (signal?: AbortSignal): Promise<Located> => locate(store, network, reading, { signal });
  const located =
    reading.is === "block"
      ? await looking()
      : await dialogs.progress(l10n.t("{0}…", readingWords(reading)), (_report, signal) => looking(signal));
  const told = locatedWords(located, reading, network);
  if (told !== undefined) void dialogs.message("info", told);
  if (!("name" in located)) return;
  const address = addressOf(network.name, located.name);
  if (located.transaction !== undefined) pointer.point({ ...address, tab: "transactions", time: located.transaction });
  panels.show(panel, address);
}

/** Shows the block of a transaction, with the transaction open in it. */
export async function openTransaction(
  network: Network,
  time: Nanoseconds,
  store: Store,
  { panel, pointer }: Pick<Targets, "panel" | "pointer">,
  { dialogs, panels }: Pick<Shared, "dialogs"> & Shows,
): Promise<void> {
  const located = await transactionAt(store, network, time);
  if (!("name" in located)) {
    void dialogs.message("info", l10n.t("No block on {0} holds this transaction yet.", network.name));
    return;
  }
  const address = addressOf(network.name, located.name);
  pointer.point({ ...address, tab: "transactions", time: located.transaction });
  panels.show(panel, address);
}

function choicesOf(typed: string, store: Store, network: Network, now: number): readonly Choice<Reading | undefined>[] {
  const newest = store.newestKnown(network);
  const found = readTyped(typed, now, { newest: newest?.number, language: language() });
  if ("readings" in found) {
    const readings = found.readings.flatMap((reading): readonly Reading[] =>
      reading.is === "entity" ? [reading, { is: "about", id: reading.id }] : [reading],
    );
    return readings.map((reading) => choiceOf(reading, newest?.number));
  }
  const { fault } = found.fault;
  const icon = fault === "nothing" || fault === "digits" ? "info" : "warning";
  const told = { label: withIcon(icon, faultWords(found.fault)), value: undefined };
  if (fault !== "nothing" || newest === undefined) return [told];
  const newestOne = { label: withIcon("package", l10n.t("Newest Block")), description: count(newest.number) };
  return [told, { ...newestOne, value: { is: "block", name: { number: newest.number } } }];
}

function choiceOf(reading: Reading, newest: bigint | undefined): Choice<Reading> {
  const label = withIcon(ICONS[reading.is], readingWords(reading));
  return { label, ...detailOf(reading, newest), value: reading };
}

const ICONS = {
  block: "package",
  about: "symbol-class",
  entity: "list-flat",
  file: "file",
  latest: "package",
  time: "clock",
  transaction: "list-flat",
} as const;

function detailOf(reading: Reading, newest: bigint | undefined): { detail?: string } {
  if (reading.is === "transaction") return { detail: reading.shown };
  if (reading.is === "time" || reading.is === "file") return { detail: formatSeconds(reading.time) };
  if (reading.is === "entity" || reading.is === "about") return { detail: reading.id };
  if (reading.is === "latest") return newest === undefined ? {} : { detail: count(newest) };
  const { name } = reading;
  if ("hash" in name) return { detail: name.hash };
  if (newest === undefined || name.number <= newest) return {};
  return { detail: l10n.t("The newest that is known is {0}", count(newest)) };
}

export function openBlock(panel: BlockPanel, { panels }: Shows) {
  return on(addressIn, (address) => panels.show(panel, addressOf(address.network, address.name)));
}

export function openInHashScan({ dialogs }: Shared) {
  return on(addressIn, async ({ network, name }) => {
    const address = "number" in name ? explorerAddress(network, name.number) : undefined;
    if (address === undefined) throw new Problem("invalid", { detail: l10n.t("HashScan does not know this network.") });
    await dialogs.openExternal(address);
  });
}

/** Opens a block at its transactions, all of them or those of one type. */
export function openTransactions({ panel, pointer }: Pick<Targets, "panel" | "pointer">, { panels }: Shows) {
  return on(
    (given) => readTypeSubject(subjectOf(given)),
    ({ network, block, type }) => {
      const address = { network, block };
      pointer.point({ ...address, tab: "transactions", type });
      panels.show(panel, address);
    },
  );
}

export function pinBlock(store: Store, pins: Pins) {
  return on(addressIn, async (address) => pins.add(await numbered(store, address)));
}

export function unpinBlock(store: Store, pins: Pins) {
  return on(addressIn, async (address) => pins.remove(await numbered(store, address)));
}

export function copyNumber(store: Store) {
  return on(addressIn, async (address) => {
    const { number } = await numbered(store, address);
    await env.clipboard.writeText(String(number));
  });
}

export function copyHash(store: Store) {
  return on(addressIn, async (address) => {
    await env.clipboard.writeText((await blockOf(store, address)).hash);
  });
}

/** Brings a block to where the reader wants it: a file, a document, an issue. */
export function takeBlock(store: Store, take: typeof exportBlock, parts: Pick<Shared, "exports" | "shares">) {
  return on(addressIn, async (address) => {
    const block = await blockOf(store, address);
    const network = store.networkNamed(address.network);
    if (network !== undefined) await take(network, block, parts);
  });
}

/** The block of an address, or a problem that says why there is none. */
async function blockOf(store: Store, { network: named, name }: Named): Promise<Block> {
  const network = networkOf(store, named);
  const found = await store.find(network, name);
  if ("block" in found) return found.block;
  throw new Problem("invalid", { detail: absenceWords(name, found.absent, network).heading });
}

function networkOf(store: Store, name: string): Network {
  const network = store.networkNamed(name);
  if (network === undefined) throw new Problem("invalid", { detail: l10n.t("This network is no longer set.") });
  return network;
}

async function numbered(store: Store, address: Named): Promise<Pin> {
  const { network, name } = address;
  return { network, number: "number" in name ? name.number : (await blockOf(store, address)).number };
}

function addressIn(given: unknown) {
  return readAddress(subjectOf(given));
}

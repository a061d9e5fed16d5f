// Asks for a block: parses the input while the user types, offers what it can mean, and explains what was found.
import { formatSeconds } from "../../base/time.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { format } from "../../workbench/text/format.ts";
import { checkEntityId } from "../model/entity-checksum.ts";
import { describeNoActivity, describeUnknownEntity } from "../wording/entity-text.ts";
import { blockTitle, describeHighestBlock, formatTime, shortHash } from "../wording/block-text.ts";
import type { Store } from "../store/store.ts";
import { EXPLORED, type Network } from "../model/network.ts";
import { readLinkedNetwork } from "../model/printed-text.ts";
import { readTyped, type Fault, type Reading } from "./typed-text.ts";
import type { Located } from "./find-block.ts";

/** Asks for a block of the current network; undefined if the user picks none. */
export async function askForBlock(store: Store, title: string, { dialogs, now }: Pick<Shared, "dialogs" | "now">) {
  const { network } = store;
  const placeholder = l10n.t("Number, hash, time, transaction ID, entity, URL or record file");
  return await dialogs.search({ title, placeholder }, (typed) => listChoices(typed, store, network, now()));
}

function listChoices(
  typed: string,
  store: Store,
  network: Network,
  now: number,
): readonly Choice<Reading | undefined>[] {
  const newest = store.newestKnown(network);
  const found = readTyped(typed, now, {
    newest: newest?.number,
    language: format.dateLanguage,
    toInstant: (wall) => format.toInstant(wall),
    zoneName: (value) => format.zoneName(value),
  });
  if ("readings" in found) {
    const readings = found.readings.flatMap((reading): readonly Reading[] =>
      reading.kind === "entity" ? [{ kind: "about", id: reading.id }, reading] : [reading],
    );
    const choices = readings.map((reading) => toChoice(reading, newest?.number));
    const linked = readLinkedNetwork(typed);
    // A custom network may be a public one under another name.
    const isForOther = linked !== undefined && linked !== network.name && EXPLORED.has(network.name);
    const warnings = [
      ...(isForOther ? [l10n.t("This URL is for {0}, not {1}", linked, network.name)] : []),
      ...found.readings.flatMap((reading) => warnOfChecksum(reading, network) ?? []),
    ];
    return [...warnings.map((warning) => ({ label: withIcon("warning", warning), value: undefined })), ...choices];
  }
  const { fault } = found.fault;
  if (fault !== "nothing")
    return [{ label: withIcon(fault === "digits" ? "info" : "warning", describeFault(found.fault)), value: undefined }];
  // The placeholder says what can be entered.
  if (newest === undefined) return [toChoice({ kind: "latest" }, undefined)];
  const newestOne = { label: withIcon("package", l10n.t("Latest Block")), description: format.count(newest.number) };
  return [{ ...newestOne, value: { kind: "block", name: { number: newest.number } } }];
}

/** Warns of a wrong checksum; undefined if there is none. */
function warnOfChecksum(reading: Reading, network: Network): string | undefined {
  const fault = reading.kind === "entity" ? checkEntityId(reading.id, reading.checksum, network.name) : undefined;
  if (fault === undefined) return undefined;
  return fault === "mistyped"
    ? l10n.t("Wrong checksum: the ID may be mistyped")
    : l10n.t("This ID is for {0}, not {1}", fault.otherNetwork, network.name);
}

function toChoice(reading: Reading, newest: bigint | undefined): Choice<Reading> {
  const label = withIcon(ICONS[reading.kind], describeReading(reading));
  return { label, ...getDetail(reading, newest), value: reading };
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

function getDetail(reading: Reading, newest: bigint | undefined): { detail?: string } {
  if (reading.kind === "transaction") return { detail: reading.shown };
  if (reading.kind === "time" || reading.kind === "file") return { detail: formatSeconds(reading.time) };
  if (reading.kind === "entity" || reading.kind === "about") return { detail: reading.id };
  if (reading.kind === "latest") return newest === undefined ? {} : { detail: format.count(newest) };
  const { name } = reading;
  if ("hash" in name) return { detail: name.hash };
  if (newest === undefined || name.number <= newest) return {};
  return { detail: l10n.t("Latest: {0}", format.count(newest)) };
}

/** Describes what a reading of typed text will do. */
export function describeReading(reading: Reading): string {
  switch (reading.kind) {
    case "block":
      return "number" in reading.name
        ? l10n.t("Go to Block {0}", format.count(reading.name.number))
        : l10n.t("Find Block {0}", shortHash(reading.name.hash));
    case "time":
      return l10n.t("Find Block at {0}", formatTime(reading.time));
    case "file":
      return l10n.t("Find Block with Record File {0}", reading.file);
    case "entity":
      return l10n.t("Find Latest Transaction of {0}", shortId(reading.id));
    case "about":
      return l10n.t("Show {0}", shortId(reading.id));
    case "latest":
      return l10n.t("Go to Latest Block");
    case "transaction":
      return l10n.t("Find Block with Transaction {0}", shortId(reading.shown));
  }
}

/** Explains why typed text has no reading. */
function describeFault(found: Fault): string {
  switch (found.fault) {
    case "nothing":
    case "unknown":
      return l10n.t("Enter a number, hash, time, transaction ID, entity, URL or record file");
    case "negative":
      return l10n.t("The first block is block 0");
    case "tooHigh":
      return describeHighestBlock();
    case "zone":
      return l10n.t("Enter an offset such as GMT-5 instead of {0}", found.zone);
    case "digits":
      return l10n.t(
        "A hash has 96 or 64 hex digits; you entered {0}",
        format.count("digits" in found ? found.digits : 0),
      );
  }
}

/**
 * Explains a result that isn't an exact match; undefined for one that is. Without a reading, a transaction was
 * requested.
 */
export function describeLocated(located: Located, reading: Reading | undefined, network: Network): string | undefined {
  if ("unknown" in located) {
    if (reading?.kind === "transaction")
      return l10n.t("Transaction {0} not found on {1}.", shortId(reading.shown), network.name);
    const id = reading?.kind === "entity" || reading?.kind === "about" ? reading.id : "";
    return located.unknown === "activity"
      ? describeNoActivity({ kind: located.of, id }, network)
      : describeUnknownEntity(id, network);
  }
  if ("absent" in located) {
    const { newest } = located.absent;
    if (newest === undefined) return l10n.t("{0} has no blocks yet.", network.name);
    const latest = l10n.t("The latest on {0} is {1}.", network.name, format.count(newest.number));
    return `${l10n.t("No block on {0} at this time yet.", network.name)} ${latest}`;
  }
  if (located.beside === undefined || !("number" in located.name)) return undefined;
  if (reading?.kind === "time")
    return l10n.t(
      "No block on {0} at this time; {1} is the first one after it.",
      network.name,
      blockTitle(located.name),
    );
  const number = format.count(located.name.number);
  if (reading?.kind === "file")
    return l10n.t("No block on {0} has this record file. Block {1} was closed at that time.", network.name, number);
  return l10n.t(
    "No block on {0} contains this transaction. Block {1} is the first one after it.",
    network.name,
    number,
  );
}

/** Shortens hashes, but not IDs. */
function shortId(id: string): string {
  return id.length > 60 ? shortHash(id) : id;
}

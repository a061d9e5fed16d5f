// Texts of Go to Block: what the input will do, why it can't, and what was found.
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import { describeUnusedEntity, describeUnknownEntity } from "../entity/entity-text.ts";
import { describeHighestBlock, formatTime, shortHash } from "../format.ts";
import type { Network } from "../model/network.ts";
import type { Fault, Reading } from "../model/typed-text.ts";
import type { Located } from "./locate.ts";

/** What a typed text will do. */
export function describeReading(reading: Reading): string {
  switch (reading.is) {
    case "block":
      return "number" in reading.name
        ? l10n.t("Go to Block {0}", count(reading.name.number))
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

/** Why a typed text will do nothing. */
export function describeFault(found: Fault): string {
  switch (found.fault) {
    case "nothing":
    case "unknown":
      return l10n.t("Enter a number, hash, time, transaction ID, entity, URL or record file");
    case "negative":
      return l10n.t("The first block is block 0");
    case "tooHigh":
      return describeHighestBlock();
    case "digits":
      return l10n.t("A hash has 96 or 64 hex digits; you entered {0}", count("digits" in found ? found.digits : 0));
  }
}

/** Explains what typed text led to; undefined if nothing needs explaining. */
export function describeLocated(located: Located, reading: Reading, network: Network): string | undefined {
  if ("unknown" in located) {
    if (located.unknown === "transaction") return l10n.t("Transaction not found on {0}.", network.name);
    const id = reading.is === "entity" ? reading.id : "";
    return located.unknown === "entity" ? describeUnknownEntity(id, network) : describeUnusedEntity(id, network);
  }
  if ("absent" in located) {
    const { newest } = located.absent;
    if (newest === undefined) return l10n.t("{0} has no blocks yet.", network.name);
    return l10n.t("No block at this time yet. The latest on {0} is {1}.", network.name, count(newest.number));
  }
  if (located.beside === undefined || !("number" in located.name)) return undefined;
  const number = count(located.name.number);
  return reading.is === "file"
    ? l10n.t("No block on {0} has this record file. Block {1} was closed at that time.", network.name, number)
    : l10n.t("No block at this time. Block {0} is the first one after it.", number);
}

/** An ID as it is, and the beginning of a hash. */
function shortId(id: string): string {
  return id.length > 60 ? shortHash(id) : id;
}

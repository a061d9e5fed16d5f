// Explains why a ledger has no block of a name, and when it may have one.
import { SECOND_NS, type Nanoseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import { DAY_SECONDS, formatLength, formatUnit } from "../format.ts";
import type { Absence } from "./store.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Network } from "../model/network.ts";

const MAX_SHOWN_SECONDS = 1000n * 365n * DAY_SECONDS;

/** What is not there, and why one may think so. */
export function describeAbsence(
  name: BlockName,
  absent: Absence,
  network: Network,
): { heading: string; sentence: string } {
  const { newest } = absent;
  if (newest === undefined) {
    return { heading: l10n.t("No blocks yet"), sentence: l10n.t("{0} has not closed any block.", network.name) };
  }
  const newestWords = l10n.t("The latest on {0} is {1}.", network.name, count(newest.number));
  if ("hash" in name) {
    const heading = l10n.t("No block has this hash");
    const short = l10n.t("No match for {0} on {1}, or more than one.", name.hash, network.name);
    const whole = l10n.t("{0} not found on {1}. It may belong to another network.", name.hash, network.name);
    return { heading, sentence: name.hash.length < newest.hash.length ? short : whole };
  }
  if (name.number <= newest.number) {
    const heading = l10n.t("Block {0} is not available", count(name.number));
    return { heading, sentence: [newestWords, l10n.t("This mirror node does not have all earlier blocks.")].join(" ") };
  }
  const heading = l10n.t("Block {0} does not exist yet", count(name.number));
  return {
    heading,
    sentence: [newestWords, describeDistance(name.number - newest.number, absent.pace)].join(" ").trim(),
  };
}

function describeDistance(blocks: bigint, pace: Nanoseconds | undefined): string {
  if (pace === undefined) return "";
  const seconds = (blocks * pace) / SECOND_NS;
  const each = formatUnit(Number(pace / 10_000_000n) / 100, "second");
  if (seconds >= MAX_SHOWN_SECONDS) return l10n.t("Expected in more than a thousand years ({0} per block).", each);
  return l10n.t("Expected in about {1} ({0} per block).", each, formatLength(seconds));
}

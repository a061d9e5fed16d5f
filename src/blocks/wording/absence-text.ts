// Explains why a ledger has no block with a number or hash, and when to expect one.
import { SECOND_NS, type Nanoseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { DAY_SECONDS, formatLength, formatTimeToSecond } from "./block-text.ts";
import type { MissingBlock } from "../store/store.ts";
import { hasStopped, type Block } from "../model/block.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Network } from "../model/network.ts";

const MAX_SHOWN_SECONDS = 1000n * 365n * DAY_SECONDS;

/** States which block is missing. */
export function describeMissingBlock(name: BlockName, { newest }: MissingBlock): string {
  if (newest === undefined) return l10n.t("No blocks yet");
  if ("hash" in name) return l10n.t("No block has this hash");
  return name.number <= newest.number
    ? l10n.t("Block {0} is not available", format.count(name.number))
    : l10n.t("Block {0} does not exist yet", format.count(name.number));
}

/** Explains why the block is missing, and when to expect it. */
export function explainMissingBlock(name: BlockName, absent: MissingBlock, network: Network, now: number): string {
  const { newest, pace } = absent;
  if (newest === undefined) return l10n.t("{0} has not closed any block.", network.name);
  if ("hash" in name) {
    return name.hash.length < newest.hash.length
      ? l10n.t("No match for {0} on {1}, or more than one.", name.hash, network.name)
      : l10n.t("{0} not found on {1}. It may belong to another network.", name.hash, network.name);
  }
  const why =
    name.number <= newest.number
      ? l10n.t("This mirror node does not have all earlier blocks.")
      : describeWait(name.number - newest.number, newest, pace, now);
  return [l10n.t("The latest on {0} is {1}.", network.name, format.count(newest.number)), why].join(" ").trim();
}

/** States when to expect a block. That can't be known if the network has stopped. */
function describeWait(blocks: bigint, newest: Block, pace: Nanoseconds | undefined, now: number): string {
  if (newest.to !== undefined && hasStopped(newest, now))
    return l10n.t("It closed on {0}, and no block has closed since.", formatTimeToSecond(newest.to));
  if (pace === undefined) return "";
  const seconds = (blocks * pace) / SECOND_NS;
  const each = format.longUnit(Number(pace / 10_000_000n) / 100, "second");
  if (seconds >= MAX_SHOWN_SECONDS) return l10n.t("Expected in more than a thousand years ({0} per block).", each);
  return l10n.t("Expected in about {1} ({0} per block).", each, formatLength(seconds));
}

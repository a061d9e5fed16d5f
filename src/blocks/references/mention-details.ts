// Builds the hover of a mentioned hash, transaction, entity or time, and opens it on a click.
import { asProblem } from "../../base/problem.ts";
import { formatIso, parseSeconds, toMilliseconds } from "../../base/time.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, facts, fill, md, paragraphs, type Markdown, type Text } from "../../workbench/text/markdown.ts";
import { format } from "../../workbench/text/format.ts";
import { isKeyOf } from "../../base/json/is-table.ts";
import { typeName } from "../wording/transaction-types.ts";
import { entityLines, describeChecksum, describeNoActivity, describeUnknownEntity } from "../wording/entity-text.ts";
import {
  formatAgo,
  blockTitle,
  shortHash,
  formatBlockSpan,
  formatTransactionCount,
  formatTinybars,
} from "../wording/block-text.ts";
import type { Store } from "../store/store.ts";
import { parseBlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { findMarked, type Transaction } from "../model/transaction.ts";
import { readTyped, type Reading } from "../search/typed-text.ts";
// Entities of every Hedera ledger, from HIP-1 and from Hedera's documentation of the address book and fee files.
import systemEntities from "./system-entities.json" with { type: "json" };
import type { MentionKind } from "./mention-finder.ts";
import type { Latest } from "../store/entities.ts";
import type { MentionActions } from "./mention-resolver.ts";
import type { Navigation } from "./go-to-block.ts";

interface MentionDependencies {
  readonly now: () => number;
  readonly navigation: Pick<Navigation, "open">;
  readonly warn: (message: string) => void;
}

/** Describes and opens references on the network that the view shows. */
export function mentionActions(store: Store, { now, navigation, warn }: MentionDependencies): MentionActions {
  return {
    about: async (kind, text, signal) => {
      try {
        return paragraphs(...(await ABOUT[kind](store, text, { now: now(), signal })));
      } catch (error) {
        const problem = describeProblem(asProblem(error), now());
        return fill(l10n.t("Could not load {0}: {1}"), code(text), problem.sentence);
      }
    },
    open: async (kind, text) => {
      const typed = readTyped(text, now());
      const [named] = "readings" in typed ? typed.readings : [];
      const warning = kind === "entity" ? describeChecksum(...splitChecksum(text), store.network) : undefined;
      if (warning !== undefined) warn(warning);
      const reading: Reading | undefined =
        kind === "entity" && named?.kind === "entity" ? { kind: "about", id: named.id } : named;
      if (reading !== undefined) await navigation.open(reading);
    },
  };
}

type About = (
  store: Store,
  text: string,
  options: { readonly now: number; readonly signal: AbortSignal },
) => Promise<readonly Text[]>;

const ABOUT: Readonly<Record<MentionKind, About>> = {
  hash: async (store, text, { signal }) => {
    const { network } = store;
    const name = parseBlockName(text);
    if ("fault" in name) return [];
    const found = await store.find(network, name, { signal });
    if ("block" in found) return aboutBlock(found.block, network);
    const [transaction] = await store.transactions.find(network, text, { signal });
    if (transaction !== undefined) return transactionLines(transaction, network);
    return [fill(l10n.t("No block or transaction on {0} has the hash {1}."), network.name, code(shortHash(text)))];
  },
  transaction: async (store, text, { now, signal }) => {
    const { network } = store;
    const typed = readTyped(text, now);
    const reading = "readings" in typed ? typed.readings.find(({ kind }) => kind === "transaction") : undefined;
    if (reading?.kind !== "transaction") return [];
    const transaction = findMarked(await store.transactions.find(network, reading.id, { signal }), reading);
    if (transaction !== undefined) return transactionLines(transaction, network);
    return [fill(l10n.t("Transaction {0} not found on {1}."), code(text), network.name)];
  },
  entity: async (store, text, { now, signal }) => {
    const { network } = store;
    const [entity, checksum] = splitChecksum(text);
    const number = entity.replace(/^.*\.0*(?=\d)/, "");
    const known = isKeyOf(systemEntities, number) ? l10n.t(systemEntities[number]) : undefined;
    const where = l10n.t("on {0}", network.name);
    const title = md`**${entity}** ${known === undefined ? where : `${where}: ${known}`}`;
    const head = [title, describeChecksum(entity, checksum, network) ?? ""];
    const found = await store.entities.find(network, entity, { signal });
    if (found === undefined) return [...head, describeUnknownEntity(entity, network)];
    const about = [...head, ...entityLines(found)];
    const last = await store.entities.latest(network, found, { signal });
    if (last === undefined) return [...about, describeNoActivity({ kind: found.kind, id: entity }, network)];
    const when = formatAgo(toMilliseconds(last.time), now);
    return [...about, latestLine(last, when), timeLine(last.time)];
  },
  time: async (store, text, { signal }) => {
    const { network } = store;
    const time = parseSeconds(text);
    if (time === undefined) return [];
    const found = await store.findAt(network, time, { signal });
    if ("absent" in found) return [timeLine(time), l10n.t("No block on {0} at this time yet.", network.name)];
    const block = md`**${blockTitle({ number: found.block.number })}**`;
    return [
      timeLine(time),
      found.between
        ? fill(l10n.t("No block on {0} at this time; {1} is the first one after it."), network.name, block)
        : fill(l10n.t("In {0} on {1}"), block, network.name),
    ];
  },
};

function splitChecksum(text: string): readonly [id: string, checksum: string | undefined] {
  const [id = text, checksum] = text.split("-");
  return [id, checksum];
}

function latestLine(last: Latest, when: string): string {
  switch (last.kind) {
    case "transaction":
      return l10n.t(
        "Last transaction: {0}, {1}, {2}",
        getTypeName(last.transaction),
        getResult(last.transaction),
        when,
      );
    case "result": {
      const { gasUsed } = last.result;
      return l10n.t("Last call: {0} gas, {1}", gasUsed === undefined ? "–" : format.count(gasUsed), when);
    }
    case "message":
      return l10n.t("Last message: {0}", when);
  }
}

function aboutBlock(block: Block, network: Network): readonly Text[] {
  return [
    md`**${blockTitle({ number: block.number })}** ${l10n.t("on {0}", network.name)}`,
    facts(
      block.count === undefined ? undefined : formatTransactionCount(block.count),
      block.gasUsed === undefined ? undefined : l10n.t("{0} gas", format.count(block.gasUsed)),
    ),
    formatBlockSpan(block) ?? "",
  ];
}

function transactionLines(transaction: Transaction, network: Network): readonly Text[] {
  const { id, fee, time } = transaction;
  return [
    md`**${getTypeName(transaction)}** ${getResult(transaction)}, ${l10n.t("on {0}", network.name)}`,
    id === undefined ? "" : code(id),
    fee === undefined ? "" : l10n.t("Fee: {0}", formatTinybars(fee)),
    timeLine(time),
  ];
}

function getTypeName({ type }: Transaction): string {
  return type === undefined ? l10n.t("Transaction") : typeName(type);
}

function getResult({ result }: Transaction): string {
  return result === undefined ? l10n.t("result not recorded") : result;
}

function timeLine(time: bigint): Markdown {
  return code(formatIso(time));
}

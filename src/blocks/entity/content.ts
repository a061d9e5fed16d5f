// What the panel of an entity shows.
import { formatSeconds, toMilliseconds } from "../../base/time.ts";
import type { Fact, Figure, Table } from "../../panels/entity/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { addressWords, logRow } from "../block/calls.ts";
import { coded, digits, plain, transactionRow } from "../block/rows.ts";
import { resultWords, typeWords } from "../block/transaction-types.ts";
import type { Recent } from "./entities.ts";
import { messagesTable, unlistedTable } from "./recent-tables.ts";
import { kindWords, supplyWords } from "./entity-text.ts";
import { ageWords } from "../format.ts";
import { decodeCall, decodeLog } from "../model/abi.ts";
import type { Entity } from "../model/entity.ts";
import { hbars } from "../model/transaction.ts";
import { hbarWords, momentWords } from "../network/network-text.ts";

/** "Account 0.0.1024" */
export function entityTitle(entity: Entity): string {
  const name = entity.kind === "token" ? entity.name : undefined;
  return name === undefined || name === "" ? `${kindWords(entity)} ${entity.id}` : `${name} ${entity.id}`;
}

export function figuresOf(entity: Entity): readonly Figure[] {
  if (entity.kind === "account" && entity.balance !== undefined) {
    return [{ value: hbarWords(entity.balance), word: l10n.t("balance") }];
  }
  const supply = entity.kind === "token" ? supplyWords(entity) : undefined;
  return supply === undefined ? [] : [{ value: supply, word: l10n.t("total supply") }];
}

/** All that is known of an entity. */
export function factsOf(entity: Entity): readonly Fact[] {
  return [
    coded(l10n.t("ID"), entity.id),
    plain(l10n.t("Kind"), kindWords(entity)),
    ...ownFacts(entity),
    time(l10n.t("Created"), entity.created),
    ...(entity.deleted ? [plain(l10n.t("Deleted"), l10n.t("Yes"))] : []),
    { ...plain(l10n.t("Memo"), entity.memo === "" ? l10n.t("None") : entity.memo), wide: true },
  ];
}

function ownFacts(entity: Entity): readonly Fact[] {
  switch (entity.kind) {
    case "account":
      return [
        { ...coded(l10n.t("EVM address"), entity.evmAddress), wide: true },
        amount(l10n.t("Balance"), entity.balance),
        time(l10n.t("Balance as of"), entity.balanceAt),
        ...(entity.stakedNode === undefined ? [] : [plain(l10n.t("Staked to node"), count(entity.stakedNode))]),
        ...(entity.stakedAccount === undefined ? [] : [coded(l10n.t("Staked to"), entity.stakedAccount)]),
        amount(l10n.t("Pending reward"), entity.pendingReward),
        ...(entity.expires === undefined ? [] : [time(l10n.t("Expires"), entity.expires)]),
      ];
    case "contract":
      return [
        { ...coded(l10n.t("EVM address"), entity.evmAddress), wide: true },
        coded(l10n.t("Bytecode file"), entity.file),
        ...(entity.obtainer === undefined ? [] : [coded(l10n.t("Balance went to"), entity.obtainer)]),
        ...(entity.expires === undefined ? [] : [time(l10n.t("Expires"), entity.expires)]),
      ];
    case "token":
      return [
        plain(l10n.t("Name"), entity.name),
        plain(l10n.t("Symbol"), entity.symbol),
        plain(l10n.t("Total supply"), supplyWords(entity), digits(entity.totalSupply)),
        entity.maxSupply === 0n
          ? plain(l10n.t("Maximum supply"), l10n.t("No limit"))
          : plain(
              l10n.t("Maximum supply"),
              supplyWords({ ...entity, totalSupply: entity.maxSupply }),
              digits(entity.maxSupply),
            ),
        plain(l10n.t("Decimals"), entity.decimals === undefined ? undefined : count(entity.decimals)),
        coded(l10n.t("Treasury"), entity.treasury),
      ];
    case "topic":
      return [plain(l10n.t("Submitting needs a key"), entity.restricted ? l10n.t("Yes") : l10n.t("No"))];
    case "schedule":
      return [
        coded(l10n.t("Creator"), entity.creator),
        coded(l10n.t("Payer"), entity.payer),
        entity.executed === undefined
          ? plain(l10n.t("Executed"), l10n.t("Not yet"))
          : time(l10n.t("Executed"), entity.executed),
        ...(entity.expires === undefined ? [] : [time(l10n.t("Expires"), entity.expires)]),
      ];
  }
}

function amount(name: string, tinybars: bigint | undefined): Fact {
  return plain(name, tinybars === undefined ? undefined : hbarWords(tinybars), digits(tinybars));
}

function time(name: string, at: bigint | undefined): Fact {
  return plain(name, momentWords(at), at === undefined ? undefined : formatSeconds(at));
}

/** The latest that the entity had a part in. */
export function tablesOf({ kind, transactions, results, logs, messages }: Recent, now: number): readonly Table[] {
  const age = (at: bigint): string => ageWords(toMilliseconds(at), now);
  const when = { name: l10n.t("When"), width: "84px" };
  return [
    ...[unlistedTable(kind) ?? []].flat(),
    ...(messages === undefined ? [] : [messagesTable(messages, age)]),
    ...(results === undefined
      ? []
      : [
          {
            heading: l10n.t("Latest calls"),
            none: l10n.t("No call of this contract is listed"),
            columns: [
              when,
              { name: l10n.t("Sender"), width: "minmax(0, 3fr)", kind: "code" as const },
              { name: l10n.t("Function"), width: "minmax(0, 4fr)", kind: "code" as const },
              { name: l10n.t("Result"), width: "minmax(0, 4fr)" },
              { name: l10n.t("Gas used"), width: "minmax(0, 2fr)", kind: "number" as const },
            ],
            rows: results.map(({ time: at, from, input = "", result, gasUsed }) => ({
              time: formatSeconds(at),
              cells: [
                age(at),
                addressWords(from) ?? "–",
                decodeCall(input)?.name ?? (input.length < 10 ? "–" : input.slice(0, 10)),
                result === undefined ? "–" : resultWords(result),
                gasUsed === undefined ? "–" : count(gasUsed),
              ],
            })),
          },
        ]),
    ...(logs === undefined
      ? []
      : [
          {
            heading: l10n.t("Latest logs"),
            none: l10n.t("This contract has logged nothing"),
            columns: [
              when,
              { name: l10n.t("Event"), width: "minmax(0, 3fr)" },
              { name: l10n.t("Values"), width: "minmax(0, 10fr)" },
            ],
            rows: logs.map((log) => {
              const { event, values } = logRow(log, log.time);
              const name = decodeLog(log) === undefined ? `${event.slice(0, 10)}…` : event;
              return { time: formatSeconds(log.time), cells: [age(log.time), name, values] };
            }),
          },
        ]),
    ...(transactions === undefined
      ? []
      : [
          {
            heading: l10n.t("Latest transactions"),
            none: l10n.t("No transaction that it paid for or received from is listed"),
            columns: [
              when,
              { name: l10n.t("Type"), width: "minmax(0, 3fr)" },
              { name: l10n.t("Result"), width: "minmax(0, 4fr)" },
              { name: l10n.t("Fee (ℏ)"), width: "96px", kind: "number" as const },
              { name: l10n.t("Transfers"), width: "minmax(0, 7fr)" },
            ],
            rows: transactions.map((each) => ({
              time: formatSeconds(each.time),
              cells: [
                age(each.time),
                each.type === undefined ? "–" : typeWords(each.type),
                each.result === undefined ? "–" : resultWords(each.result),
                each.fee === undefined ? "–" : hbars(each.fee),
                transactionRow(each, each.time).content ?? "",
              ],
            })),
          },
        ]),
  ];
}

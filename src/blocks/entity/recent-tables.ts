// Builds the tables of an entity's latest activity, or explains why a token or schedule has none.
import { cutText } from "../../base/graphemes.ts";
import { formatSeconds, toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import type { Column, Row, Table } from "../../panels/kit/content/table-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { formatAddress, describeLog, describeOutcome } from "../block/contract-calls.ts";
import { describeTransfers } from "../block/transaction-rows.ts";
import { formatResult, typeName } from "../wording/transaction-types.ts";
import { formatBlockAge } from "../wording/block-text.ts";
import { decodeCall } from "../model/abi.ts";
import type { Entity, TopicMessage } from "../model/entity.ts";
import { hbars, memoText } from "../model/transaction.ts";
import type { Recent } from "../store/entities.ts";
import { describeUnlisted } from "../wording/entity-text.ts";

/** Longer messages are cut to fit into a row. */
const MAX_MESSAGE_CHARS = 300;

/** Each row opens its transaction. */
interface Opens {
  readonly type: "open";
  readonly time: string;
}
type RecentTable = Table<Opens>;

/** A column with the text of its cells; undefined for a value that isn't recorded. */
interface RecentColumn<Item> {
  readonly head: Column;
  readonly text: (item: Item) => string | undefined;
}

/** Tables of the latest activity of an entity. */
export function recentTables({ kind, ...recent }: Recent, now: number): readonly RecentTable[] {
  const table = <Item extends { readonly time: Nanoseconds }>(
    items: readonly Item[] | undefined,
    label: string,
    none: string,
    columns: readonly RecentColumn<Item>[],
  ): RecentTable | undefined =>
    items && {
      kind: "table",
      label,
      none,
      columns: [{ name: l10n.t("When"), width: "84px" }, ...columns.map(({ head }) => head)],
      rows: items.map((item) =>
        createRow(
          item.time,
          columns.map(({ text }) => text(item)),
          now,
        ),
      ),
    };
  const tables: readonly (RecentTable | undefined)[] = [
    unlistedTable(kind),
    table(recent.messages, l10n.t("Latest messages"), l10n.t("No messages in this topic"), [
      {
        head: { name: l10n.t("Number"), width: "84px", look: "number" },
        text: ({ sequence }) => optionalCount(sequence),
      },
      { head: { name: l10n.t("Sender"), width: "minmax(0, 2fr)", look: "mono" }, text: ({ payer }) => payer },
      { head: { name: l10n.t("Message"), width: "minmax(0, 8fr)" }, text: formatMessage },
    ]),
    table(recent.results, l10n.t("Latest calls"), l10n.t("No calls of this contract"), [
      {
        head: { name: l10n.t("Sender"), width: "minmax(0, 6fr)", look: "mono" },
        text: ({ from }) => formatAddress(from),
      },
      {
        head: { name: l10n.t("Function"), width: "minmax(0, 3fr)", look: "mono" },
        text: ({ input = "" }) => decodeCall(input)?.name ?? (input.length < 10 ? undefined : input.slice(0, 10)),
      },
      { head: { name: l10n.t("Result"), width: "minmax(0, 3fr)" }, text: describeOutcome },
      {
        head: { name: l10n.t("Gas used"), width: "minmax(0, 2fr)", look: "number" },
        text: ({ gasUsed }) => optionalCount(gasUsed),
      },
    ]),
    table(recent.logs, l10n.t("Latest logs"), l10n.t("No logs of this contract"), [
      {
        head: { name: l10n.t("Event"), width: "minmax(0, 3fr)" },
        text: (log) => {
          const { event, isNamed } = describeLog(log);
          return isNamed ? event : `${event.slice(0, 10)}…`;
        },
      },
      { head: { name: l10n.t("Values"), width: "minmax(0, 10fr)" }, text: (log) => describeLog(log).values },
    ]),
    table(
      recent.transactions,
      l10n.t("Latest transactions"),
      l10n.t("No transactions paid or received by this account"),
      [
        { head: { name: l10n.t("Type"), width: "minmax(0, 3fr)" }, text: ({ type }) => type && typeName(type) },
        {
          head: { name: l10n.t("Result"), width: "minmax(0, 4fr)" },
          text: ({ result }) => result && formatResult(result),
        },
        {
          head: { name: l10n.t("Fee (ℏ)"), width: "96px", look: "number" },
          text: ({ fee }) => (fee === undefined ? undefined : format.decimal(hbars(fee))),
        },
        { head: { name: l10n.t("Transfers"), width: "minmax(0, 7fr)" }, text: (each) => describeTransfers(each) },
      ],
    ),
  ];
  return tables.filter((table) => table !== undefined);
}

function createRow(time: Nanoseconds, cells: readonly (string | undefined)[], now: number): Row<Opens> {
  const when = { text: formatBlockAge(toMilliseconds(time), now), tip: formatSeconds(time) };
  return { cells: [[when], ...cells.map((cell) => cell ?? "–")], act: { type: "open", time: formatSeconds(time) } };
}

function optionalCount(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : format.count(value);
}

/** Explains why nothing is listed; undefined for entities that have a list. */
function unlistedTable(kind: Entity["kind"]): RecentTable | undefined {
  const none = describeUnlisted(kind);
  return none === undefined
    ? undefined
    : { kind: "table", label: l10n.t("Latest transactions"), none, columns: [], rows: [] };
}

function formatMessage({ content, part }: TopicMessage): string {
  const text = memoText(content, part !== undefined) ?? l10n.t("Empty");
  const shown = cutText(text, MAX_MESSAGE_CHARS);
  const cut = shown.length < text.length ? `${shown}…` : shown;
  return part === undefined
    ? cut
    : l10n.t("Part {0} of {1}: {2}", format.count(part.number), format.count(part.total), cut);
}

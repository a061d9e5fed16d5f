// Tables of an entity's panel: the latest messages of a topic, and why a token or schedule has no latest transactions.
import { cutText } from "../../base/graphemes.ts";
import { formatSeconds } from "../../base/time.ts";
import type { Table } from "../../panels/entity/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import type { Entity, TopicMessage } from "../model/entity.ts";
import { memoText } from "../model/transaction.ts";

/** As much of a message as a row has room for. */
const MAX_ROW_CHARACTERS = 300;

/** `formatAge` says how long ago a consensus time was. */
export function messagesTable(messages: readonly TopicMessage[], formatAge: (time: bigint) => string): Table {
  return {
    heading: l10n.t("Latest messages"),
    none: l10n.t("This topic has no messages"),
    columns: [
      { name: l10n.t("When"), width: "84px" },
      { name: l10n.t("Number"), width: "84px", kind: "number" },
      { name: l10n.t("Sender"), width: "minmax(0, 2fr)", kind: "code" },
      { name: l10n.t("Message"), width: "minmax(0, 8fr)" },
    ],
    rows: messages.map((message) => ({
      time: formatSeconds(message.time),
      cells: [
        formatAge(message.time),
        message.sequence === undefined ? "–" : count(message.sequence),
        message.payer ?? "–",
        formatMessage(message),
      ],
    })),
  };
}

/** Explains why nothing is listed; undefined for entities that have a list. */
export function unlistedTable(kind: Entity["kind"]): Table | undefined {
  if (kind !== "token" && kind !== "schedule") return undefined;
  return {
    heading: l10n.t("Latest transactions"),
    none:
      kind === "token"
        ? l10n.t("Mirror nodes can't list transactions by token. Open its treasury or another holder to see theirs.")
        : l10n.t("Mirror nodes can't list transactions by schedule. Open its payer to see theirs."),
    columns: [],
    rows: [],
  };
}

function formatMessage({ content, part }: TopicMessage): string {
  const text = memoText(content) ?? l10n.t("Empty");
  const shown = cutText(text, MAX_ROW_CHARACTERS);
  const cut = shown.length < text.length ? `${shown}…` : shown;
  return part === undefined ? cut : l10n.t("Part {0} of {1}: {2}", count(part.number), count(part.total), cut);
}

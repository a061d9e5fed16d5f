// What an entity is, in words.
import { l10n } from "../../workbench/text/l10n.ts";
import { toMilliseconds } from "../../base/time.ts";
import { count, exact } from "../../workbench/words.ts";
import type { Entity, Token } from "../model/entity.ts";
import { hbars } from "../model/transaction.ts";
import { plain } from "../words.ts";

function kindWords(entity: Entity): string {
  switch (entity.kind) {
    case "account":
      return l10n.t("Account");
    case "contract":
      return l10n.t("Contract");
    case "token":
      return entity.type === "NON_FUNGIBLE_UNIQUE" ? l10n.t("NFT collection") : l10n.t("Token");
    case "topic":
      return entity.restricted ? l10n.t("Topic, messages need a key") : l10n.t("Topic");
    case "schedule":
      return l10n.t("Scheduled transaction");
  }
}

/** An amount of a token with its decimals: "1,234.50 TRAM". */
function supplyWords({ totalSupply, decimals = 0, symbol }: Token): string | undefined {
  if (totalSupply === undefined) return undefined;
  const digits = String(totalSupply).padStart(decimals + 1, "0");
  const whole = count(BigInt(digits.slice(0, digits.length - decimals)));
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return [`${whole}${fraction}`, ...(symbol === undefined ? [] : [symbol])].join(" ");
}

/** The lines of a hover, in Markdown. */
export function entityLines(entity: Entity): readonly string[] {
  const facts = [
    ...(entity.kind === "account"
      ? [
          entity.balance === undefined
            ? l10n.t("balance not recorded")
            : l10n.t("{0} ℏ on {1}", hbars(entity.balance), momentOf(entity.balanceAt)),
        ]
      : []),
    ...(entity.kind === "token" ? [entity.name ?? "", supplyWords(entity) ?? ""] : []),
    ...(entity.kind === "schedule"
      ? [
          entity.executed === undefined
            ? l10n.t("not executed")
            : l10n.t("executed {0}", exact(toMilliseconds(entity.executed))),
        ]
      : []),
    entity.deleted ? l10n.t("deleted") : "",
  ].filter((part) => part !== "");
  const address = "evmAddress" in entity ? entity.evmAddress : undefined;
  return [
    [kindWords(entity), ...facts].map(plain).join(" · "),
    address === undefined ? "" : `\`${address}\``,
    entity.memo === undefined || entity.memo === "" ? "" : l10n.t("Memo: {0}", plain(entity.memo)),
  ].filter((line) => line !== "");
}

function momentOf(time: bigint | undefined): string {
  return time === undefined ? l10n.t("an unknown day") : exact(toMilliseconds(time));
}

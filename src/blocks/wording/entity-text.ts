// Describes entities for hovers, panels and messages.
import { toMilliseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { code, facts, type Text } from "../../workbench/text/markdown.ts";
import { format } from "../../workbench/text/format.ts";
import { MAX_DECIMALS, type Entity, type Token } from "../model/entity.ts";
import type { Network } from "../model/network.ts";
import { hbars } from "../model/transaction.ts";
import { checkEntityId } from "../model/entity-checksum.ts";

export function entityKindName(entity: Entity): string {
  switch (entity.kind) {
    case "account":
      return l10n.t("Account");
    case "contract":
      return l10n.t("Contract");
    case "token":
      return entity.type === "NON_FUNGIBLE_UNIQUE" ? l10n.t("NFT collection") : l10n.t("Token");
    case "topic":
      return entity.restricted ? l10n.t("Topic, messages require a key") : l10n.t("Topic");
    case "schedule":
      return l10n.t("Scheduled transaction");
  }
}

/** The total supply of a token with its decimals: "1,234.50 TRAM". */
export function formatSupply({ totalSupply, decimals = 0, symbol }: Token): string | undefined {
  if (totalSupply === undefined) return undefined;
  const places = decimals > MAX_DECIMALS ? 0 : decimals;
  const digits = String(totalSupply).padStart(places + 1, "0");
  const fraction = places === 0 ? "" : `.${digits.slice(-places)}`;
  const decimal = format.decimal(`${digits.slice(0, digits.length - places)}${fraction}`);
  const supply = places === decimals ? decimal : `${decimal}e-${decimals}`;
  return symbol === undefined ? supply : `${supply} ${symbol}`;
}

/** The lines of a hover. */
export function entityLines(entity: Entity): readonly Text[] {
  const known = [
    ...(entity.kind === "account"
      ? [
          entity.balance === undefined
            ? l10n.t("balance not recorded")
            : l10n.t("{0} ℏ on {1}", format.decimal(hbars(entity.balance)), formatMoment(entity.balanceAt)),
        ]
      : []),
    ...(entity.kind === "token" ? [entity.name ?? "", formatSupply(entity) ?? ""] : []),
    ...(entity.kind === "schedule"
      ? [
          entity.executed === undefined
            ? l10n.t("not executed")
            : l10n.t("executed {0}", format.exactTime(toMilliseconds(entity.executed))),
        ]
      : []),
    entity.deleted ? l10n.t("deleted") : "",
  ];
  const address = "evmAddress" in entity ? entity.evmAddress : undefined;
  return [
    facts(entityKindName(entity), ...known),
    address === undefined ? "" : code(address),
    entity.memo === undefined || entity.memo === "" ? "" : l10n.t("Memo: {0}", entity.memo),
  ];
}

function formatMoment(time: bigint | undefined): string {
  return time === undefined ? l10n.t("unknown date") : format.exactTime(toMilliseconds(time));
}

/** The message for an unknown entity. */
export function describeUnknownEntity(id: string, { name }: Network): string {
  return l10n.t("{0} has no account, contract, token, topic or schedule {1}.", name, id);
}

/** The message for an entity without listed activity. */
export function describeNoActivity({ kind, id }: Pick<Entity, "kind" | "id">, { name }: Network): string {
  return describeUnlisted(kind) ?? l10n.t("No transactions, contract calls or messages of {1} on {0}.", name, id);
}

/** Why nothing is listed; undefined for entities that have a list. */
export function describeUnlisted(kind: Entity["kind"]): string | undefined {
  if (kind === "token")
    return l10n.t("Mirror nodes can't list transactions by token. Open its treasury or another holder to see theirs.");
  if (kind === "schedule")
    return l10n.t("Mirror nodes can't list transactions by schedule. Open its payer to see theirs.");
  return undefined;
}

/** Warns that the checksum of an ID is wrong; undefined if it is right, or there is none. */
export function describeChecksum(id: string, checksum: string | undefined, { name }: Network): string | undefined {
  const fault = checkEntityId(id, checksum, name);
  if (fault === undefined) return undefined;
  return fault === "mistyped"
    ? l10n.t("{0} has a wrong checksum. It may be mistyped.", `${id}-${checksum}`)
    : l10n.t("{0} is an ID of {1}, not {2}.", `${id}-${checksum}`, fault.otherNetwork, name);
}

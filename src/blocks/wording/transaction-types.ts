// Names and icons for the types and results of transactions.
import { isKeyOf } from "../../base/json/is-table.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import names from "./transaction-types.json" with { type: "json" };

/** Icons by the prefix of a type's name; the first match wins. */
const ICONS = [
  ["CRYPTOTRANSFER", "arrow-swap"],
  ["CRYPTO", "account"],
  ["CONSENSUS", "comment"],
  ["CONTRACT", "code"],
  ["ETHEREUM", "code"],
  ["TOKEN", "tag"],
  ["FILE", "file"],
  ["SCHEDULE", "calendar"],
  ["NODE", "server"],
  ["REGISTEREDNODE", "server"],
] as const;

export type TypeIcon = (typeof ICONS)[number][1] | "circle-outline";

/** "Submit Message" for "CONSENSUSSUBMITMESSAGE"; unknown types keep the node's name. */
export function typeName(type: string): string {
  return isKeyOf(names, type) ? l10n.t(names[type]) : type;
}

export function typeIcon(type: string): TypeIcon {
  return ICONS.find(([start]) => type.startsWith(start))?.[1] ?? "circle-outline";
}

/** "Contract revert executed": the node's four hundred or so results are readable without a table of names. */
export function formatResult(result: string): string {
  const text = result.replaceAll("_", " ").toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

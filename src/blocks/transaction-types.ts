// Names and icons for the types and results of transactions.
import { isKeyOf } from "../base/is-table.ts";
import { l10n } from "../workbench/text/l10n.ts";
import names from "./transaction-types.json" with { type: "json" };

/** Icons by the beginning of a type's name; the first match counts. */
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

/** "Submit Message" for "CONSENSUSSUBMITMESSAGE"; a type that isn't known is shown as the node names it. */
export function typeName(type: string): string {
  return isKeyOf(names, type) ? l10n.t(names[type]) : type;
}

export function typeIcon(type: string): TypeIcon {
  return ICONS.find(([start]) => type.startsWith(start))?.[1] ?? "circle-outline";
}

/** "Contract revert executed": there are some four hundred results, and they are words already. */
export function formatResult(result: string): string {
  const text = result.replaceAll("_", " ").toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

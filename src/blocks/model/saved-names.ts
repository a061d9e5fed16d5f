// Names blocks and ranges in rows, commands and panels, and reads those names back from untrusted values.
import { getFields } from "../../base/json/is-table.ts";
import { readBlockName, nameText, type BlockName } from "./block-name.ts";
import { checkRange, type BlockRange } from "./block-range.ts";

/** Identifies a block in rows, commands and panels. It contains only strings, so that it survives a reload. */
export interface BlockAddress {
  readonly network: string;
  /** Its number or its hash. */
  readonly block: string;
}

export function toAddress(network: string, name: BlockName): BlockAddress {
  return { network, block: nameText(name) };
}

/** Reads the address of a block from an untrusted value. */
export function readAddress(given: unknown): (BlockAddress & { readonly name: BlockName }) | undefined {
  const { network, block } = getFields(given);
  const name = readBlockName(block);
  return typeof network !== "string" || name === undefined ? undefined : { ...toAddress(network, name), name };
}

/** Identifies a range of blocks in panels and commands. */
export interface RangeAddress {
  readonly network: string;
  readonly from: string;
  readonly to: string;
}

export function rangeAddress(network: string, { from, to }: BlockRange): RangeAddress {
  return { network, from: String(from), to: String(to) };
}

/** Reads the address of a range from an untrusted value; undefined if it is longer than a panel can show. */
export function readRange(given: unknown): { readonly network: string; readonly range: BlockRange } | undefined {
  const read = readWideRange(given);
  return read === undefined || "fault" in checkRange(read.range.from, read.range.to) ? undefined : read;
}

/** Reads the address of a range of any length from an untrusted value. */
export function readWideRange(given: unknown): { readonly network: string; readonly range: BlockRange } | undefined {
  const { network, from: first, to: last } = getFields(given);
  const [from, to] = [readBlockName(first), readBlockName(last)];
  if (typeof network !== "string" || from === undefined || to === undefined) return undefined;
  if (!("number" in from && "number" in to) || to.number < from.number) return undefined;
  return { network, range: { from: from.number, to: to.number } };
}

/** Reads the address of a block from an untrusted value, with a type of its transactions if it has one. */
export function readTypeSubject(given: unknown): (BlockAddress & { readonly type: string | undefined }) | undefined {
  const address = readAddress(given);
  if (address === undefined) return undefined;
  const { type } = getFields(given);
  return { network: address.network, block: address.block, type: typeof type === "string" ? type : undefined };
}

// Names blocks and ranges in rows, commands and panels, and reads those names back from untrusted values.
import { readBlockName, nameText, type BlockName } from "./block-name.ts";
import { checkRange, type BlockRange } from "./block-range.ts";

/** A block of a network, as rows, commands and panels name it: only strings, so that it survives a reload. */
export interface BlockAddress {
  readonly network: string;
  /** Its number or its hash. */
  readonly block: string;
}

/** The transactions of one type in a block. */
export interface TypeSubject extends BlockAddress {
  readonly type: string;
}

export function toAddress(network: string, name: BlockName): BlockAddress {
  return { network, block: nameText(name) };
}

/** Reads an address, from wherever it came. */
export function readAddress(given: unknown): (BlockAddress & { readonly name: BlockName }) | undefined {
  if (typeof given !== "object" || given === null || !("network" in given) || !("block" in given)) return undefined;
  const { network, block } = given;
  const name = readBlockName(block);
  return typeof network !== "string" || name === undefined ? undefined : { ...toAddress(network, name), name };
}

/** A range of blocks of a network, as panels and commands name it. */
export interface RangeAddress {
  readonly network: string;
  readonly from: string;
  readonly to: string;
}

export function rangeAddress(network: string, { from, to }: BlockRange): RangeAddress {
  return { network, from: String(from), to: String(to) };
}

/** Reads an address of a range that can be shown, from wherever it came. */
export function readRange(given: unknown): { readonly network: string; readonly range: BlockRange } | undefined {
  const read = readWideRange(given);
  return read === undefined || "fault" in checkRange(read.range.from, read.range.to) ? undefined : read;
}

/** The same, however many blocks are in it. */
export function readWideRange(given: unknown): { readonly network: string; readonly range: BlockRange } | undefined {
  if (typeof given !== "object" || given === null || !("network" in given && "from" in given && "to" in given)) {
    return undefined;
  }
  const [from, to] = [readBlockName(given.from), readBlockName(given.to)];
  if (typeof given.network !== "string" || from === undefined || to === undefined) return undefined;
  if (!("number" in from && "number" in to) || to.number < from.number) return undefined;
  return { network: given.network, range: { from: from.number, to: to.number } };
}

/** Reads the transactions of a block, all of them or those of one type. */
export function readTypeSubject(given: unknown): (BlockAddress & { readonly type: string | undefined }) | undefined {
  const address = readAddress(given);
  if (address === undefined) return undefined;
  const type = typeof given === "object" && given !== null && "type" in given ? given.type : undefined;
  return { network: address.network, block: address.block, type: typeof type === "string" ? type : undefined };
}

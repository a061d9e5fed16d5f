import { nameOf, nameText } from "./model/names.ts";
import type { BlockName } from "./model/names.ts";

/** A block of a network, as rows, commands and panels name it: texts alone, so that it outlives a reload. */
export interface BlockAddress {
  readonly network: string;
  /** Its number or its hash. */
  readonly block: string;
}

export function addressOf(network: string, name: BlockName): BlockAddress {
  return { network, block: nameText(name) };
}

/** Reads an address, from wherever it came. */
export function readAddress(given: unknown): (BlockAddress & { readonly name: BlockName }) | undefined {
  if (typeof given !== "object" || given === null || !("network" in given) || !("block" in given)) return undefined;
  const { network, block } = given;
  const name = nameOf(block);
  return typeof network !== "string" || name === undefined ? undefined : { ...addressOf(network, name), name };
}
